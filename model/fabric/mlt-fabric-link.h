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
 * switch or host that looks ahead stand in its inbox; others arrive by events.
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
     * Where frames go that are put on the link from now on, if it leads to a host that looks ahead;
     * nullptr: they arrive by the link's own event.
     */
    void SetHostInbox(HostInbox* inbox);

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
        if (m_lossRate > 0 && IsLost(*frame))
        {
            Lose(frame, startPs);
            return endPs;
        }
        const int64_t arrivalTick = m_order.Tick(endPs + m_delayPs);
        switch (m_leadsTo)
        {
        case LeadsTo::SwitchInbox:
            m_inbox.ofSwitch->Add(frame, arrivalTick);
            break;
        case LeadsTo::HostInbox:
            m_inbox.ofHost->Add(frame, arrivalTick);
            break;
        case LeadsTo::Events:
            m_inbox.events->Put(frame, arrivalTick);
            break;
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

    /** Fetches the inbox where it leads; what PrefetchTransmit has fetched is read for it. */
    void PrefetchInbox() const
    {
        switch (m_leadsTo)
        {
        case LeadsTo::SwitchInbox:
            PrefetchLine(m_inbox.ofSwitch);
            break;
        case LeadsTo::HostInbox:
            PrefetchLine(m_inbox.ofHost);
            break;
        case LeadsTo::Events:
            PrefetchLine(m_inbox.events);
            break;
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

    /** The same as data and control. */
    const FrameCounts& Lost() const
    {
        return m_lostByKind;
    }

    /** Counts the frames in flight that stand in no inbox, by walking over them. */
    FrameCounts InFlight() const;

  private:
    /** Where frames stand that are put on the link. */
    enum class LeadsTo : uint8_t
    {
        SwitchInbox, //!< of a switch that looks ahead
        HostInbox,   //!< of a host that does
        Events,
    };

    bool IsLost(const Frame& frame);
    void Lose(Frame* frame, int64_t atPs);

    // what Transmit needs: a cache line, and those of m_sent
    LeadsTo m_leadsTo{LeadsTo::Events};
    uint32_t m_psPerByte{0}; //!< 0 where a byte does not last whole picoseconds, or too many

    union {
        SwitchInbox* ofSwitch;
        HostInbox* ofHost;
        FramesInFlight* events;
    } m_inbox; //!< or what stands for it; m_leadsTo tells which

    ArrivalOrder m_order;
    int64_t m_delayPs;
    double m_lossRate{0};
    FabricTraces& m_traces;
    ClassTally m_sent;

    Ptr<FramesInFlight> m_inFlight; //!< but for those that stand in an inbox
    uint32_t m_id;
    uint64_t m_bitRate;
    Ptr<LossModel> m_loss; //!< null without loss
    FramePool& m_pool;
    FrameCounts m_lostByKind;
    ClassCounts m_lost{};
};

static_assert(sizeof(FabricLink) / CACHE_LINE_BYTES % 2 == 1,
              "what is alike in a row of them falls into half of a cache's sets, or fewer: pad it "
              "by a line");

} // namespace ns3::mlt

#endif // MLT_FABRIC_LINK_H
