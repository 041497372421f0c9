// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_LINK_H
#define MLT_FABRIC_LINK_H

#include "ns3/mlt-class-tally.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-fabric-traces.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-host-inbox.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-switch-inbox.h"

namespace ns3::mlt
{

/**
 * One direction of a cable: serialization, propagation and injected loss. Frames in flight to a
 * switch or host that looks ahead stand in its inbox; others in a list of the link in order of
 * arrival, and one event stands for the first of them: the link itself.
 */
class alignas(CACHE_LINE_BYTES) FabricLink final : public ReusableEvent
{
  public:
    /**
     * @param id of the network plan.
     * @param to where it leads.
     */
    FabricLink(uint32_t id,
               const NetworkPlan::Link& plan,
               FabricNode& to,
               FramePool& pool,
               FabricTraces& traces);

    /**
     * Told once, before the run: the order of arrivals at the node where it leads.
     * @param ingress number of this link among those that lead there.
     */
    void SetOrder(const ArrivalOrder& order, uint32_t ingress);

    /** Told once, before the run, if the switch where it leads looks ahead. */
    void SetInbox(SwitchInbox& inbox);

    /**
     * Where frames go that are put on the link from now on, if it leads to a host that looks ahead;
     * nullptr: they arrive by the link's own event.
     */
    void SetHostInbox(HostInbox* inbox);

    /** The fabric goes away: what is in flight never arrives. */
    void Detach();

    /**
     * Turns injected loss on.
     * @param rate of it, which @p model knows, too: at 0 the model is never asked.
     * @param model of this link alone, started.
     */
    void SetLoss(double rate, Ptr<LossModel> model);

    /** Changes the rate of what is sent from now on. @param bitRate positive, bit/s. */
    void SetBitRate(uint64_t bitRate);

    /** How long the link is busy with a frame. */
    int64_t SerializationPs(uint32_t wireBytes) const
    {
        return m_psPerByte ? wireBytes * m_psPerByte : mlt::SerializationPs(wireBytes, m_bitRate);
    }

    /**
     * Service of a frame starts; the link owns it now.
     * @param startPs when it starts, which may be in the past as far as the frame still arrives in
     * the future.
     * @return when the link is free again.
     */
    int64_t Transmit(Frame* frame, int64_t startPs)
    {
        m_sent.Add(*frame);
        if (!m_traces.send.IsEmpty())
        {
            m_traces.send({m_id, startPs, frame});
        }
        const int64_t endPs = startPs + SerializationPs(frame->wireBytes);
        if (m_lossRate > 0 && IsLost(*frame))
        {
            Lose(frame, startPs);
            return endPs;
        }
        const int64_t arrivalTick = m_order.Tick(endPs + m_delayPs, m_ingress);
        if (m_inbox)
        {
            m_inbox->Add(frame, arrivalTick);
            return endPs;
        }
        if (m_hostInbox)
        {
            m_hostInbox->Add(frame, arrivalTick);
            return endPs;
        }
        frame->arrivalTick = arrivalTick;
        frame->next = nullptr;
        if (m_first)
        {
            m_last->next = frame;
        }
        else
        {
            m_first = frame;
            ScheduleAt(arrivalTick);
        }
        m_last = frame;
        return endPs;
    }

    /** Fetches what Transmit will read. */
    void PrefetchTransmit() const
    {
        __builtin_prefetch(&m_inbox, 1);
        m_sent.Prefetch();
    }

    uint32_t Id() const
    {
        return m_id;
    }

    uint64_t BitRate() const
    {
        return m_bitRate;
    }

    /** All frames whose service started, by class. */
    ClassCounts SentByClass() const;

    /** The same as data and control. */
    FrameCounts Sent() const;

    /** Frames lost by injected loss, by class. */
    const ClassCounts& LostByClass() const
    {
        return m_lost;
    }

    /** The same as data and control. */
    const FrameCounts& Lost() const
    {
        return m_lostByKind;
    }

    /** Counts the frames in flight that stand in no inbox, by walking over them. */
    FrameCounts InFlight() const;

  private:
    bool IsLost(const Frame& frame);

    void Lose(Frame* frame, int64_t atPs);

    /** The first frame in flight arrives. */
    void Fire() override;
    void Prefetch(int step) const override;

    // what Fire uses, and then what Transmit does: a cache line each
    Frame* m_first{nullptr};
    FabricNode& m_to;
    SwitchInbox* m_inbox{nullptr};   //!< of the switch where it leads, if that looks ahead
    HostInbox* m_hostInbox{nullptr}; //!< of the host
    ArrivalOrder m_order;
    int64_t m_psPerByte{0}; //!< 0 where a byte does not last whole picoseconds
    int64_t m_delayPs;
    double m_lossRate{0};
    FabricTraces& m_traces;
    uint32_t m_ingress{0};
    uint32_t m_id;
    uint64_t m_bitRate;
    ClassTally m_sent;
    Frame* m_last{nullptr};

    Ptr<LossModel> m_loss; //!< null without loss
    FramePool& m_pool;
    FrameCounts m_lostByKind;
    ClassCounts m_lost{};
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_LINK_H
