// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_LINK_H
#define MLT_FABRIC_LINK_H

#include "ns3/mlt-class-tally.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-fabric-traces.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-frames-in-flight.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-switch-inbox.h"

namespace ns3::mlt
{

/**
 * One direction of a cable: serialization, propagation and injected loss. Frames in flight to a
 * switch that looks ahead stand in its inbox; others arrive by events.
 */
class alignas(CACHE_LINE_BYTES) FabricLink
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

    /** What is in flight never arrives. */
    ~FabricLink();
    FabricLink(const FabricLink&) = delete;
    FabricLink& operator=(const FabricLink&) = delete;

    /**
     * Told once, before the run: the order of arrivals at the node where it leads.
     * @param ingress number of this link among those that lead there.
     */
    void SetOrder(const ArrivalOrder& order, uint32_t ingress);

    /** Told once, before the run, if the switch where it leads looks ahead. */
    void SetInbox(SwitchInbox& inbox);

    /**
     * Turns injected loss on.
     * @param rate of it, which @p model knows, too: at 0 the model is never asked.
     * @param model of this link alone, started.
     */
    void SetLoss(double rate, Ptr<LossModel> model);

    /** Changes the rate of what is sent from now on. @param bitRate positive, bit/s. */
    void SetBitRate(uint64_t bitRate);

    /** Whether what is sent from now on arrives; else it is lost (DropReason::LinkDown). */
    void SetUp(bool isUp);

    bool IsUp() const
    {
        return m_isUp;
    }

    /** All that is on the link is lost, now; nodes have caught up. */
    void LoseInFlight(int64_t nowPs);

    /** How long the link is busy with a frame. */
    int64_t SerializationPs(uint32_t wireBytes) const
    {
        return m_psPerByte ? int64_t{wireBytes} * m_psPerByte
                           : mlt::SerializationPs(wireBytes, m_bitRate);
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
        if (m_mayLose)
        {
            const DropReason reason = Judge(*frame);
            if (reason != DropReason::COUNT)
            {
                Lose(frame, reason, startPs);
                return endPs;
            }
        }
        const int64_t arrivalTick = m_order.Tick(endPs + m_delayPs);
        frame->ingress = m_order.Ingress();
        if (m_inbox)
        {
            m_inbox->Add(frame, arrivalTick);
        }
        else
        {
            m_inFlight->Put(frame, arrivalTick);
        }
        return endPs;
    }

    /** Fetches what Transmit will read for a frame. */
    void PrefetchTransmit(const Frame& frame) const
    {
        PrefetchLine(this);
        m_sent.Prefetch(frame);
    }

    /** Fetches what Transmit will read. */
    void PrefetchTransmit() const
    {
        PrefetchLine(this);
        m_sent.Prefetch();
    }

    /** Fetches where frames in flight stand; what PrefetchTransmit has fetched is read for it. */
    void PrefetchInbox() const
    {
        if (m_inbox)
        {
            PrefetchLine(m_inbox);
        }
        else
        {
            PrefetchLine(PeekPointer(m_inFlight));
        }
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

    /** Frames lost since the link was down, by class. */
    const ClassCounts& LostDownByClass() const
    {
        return m_lostDown;
    }

    /** Both as data and control. */
    const FrameCounts& Lost() const
    {
        return m_lostByKind;
    }

    /** Counts the frames in flight that stand in no inbox, by walking over them. */
    FrameCounts InFlight() const;

  private:
    DropReason Judge(const Frame& frame);
    void Lose(Frame* frame, DropReason reason, int64_t atPs);

    // what Transmit needs: a cache line, and those of m_sent
    SwitchInbox* m_inbox{nullptr};  //!< if it leads to a switch that looks ahead
    Ptr<FramesInFlight> m_inFlight; //!< of a link without an inbox
    uint32_t m_id;
    uint32_t m_psPerByte{0}; //!< 0 where a byte does not last whole picoseconds, or too many
    ArrivalOrder m_order;
    int64_t m_delayPs;
    bool m_isUp{true};
    bool m_mayLose{false}; //!< it is down, or there is injected loss
    FabricTraces& m_traces;
    ClassTally m_sent;

    FabricNode& m_to;
    uint64_t m_bitRate;
    Ptr<LossModel> m_loss; //!< null without loss
    FramePool& m_pool;
    FrameCounts m_lostByKind;
    ClassCounts m_lost{};
    ClassCounts m_lostDown{};
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_LINK_H
