// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SWITCH_PORT_H
#define MLT_SWITCH_PORT_H

#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-frame-queue.h"
#include "ns3/mlt-prefetch.h"

#include <array>
#include <vector>

namespace ns3::mlt
{

/** What a port counted. */
struct PortCounts
{
    std::array<ClassCounts, static_cast<size_t>(DropReason::COUNT)> dropped{};
    FrameCounts droppedByKind; //!< all reasons but LinkLoss, which the link counts
    ClassCounts marked{};
};

/**
 * An output port of a switch: strict-priority queues with a drop policy before a link. Order at one
 * instant: see mlt-clock.h.
 *
 * A port that nobody waits in needs no event of its own. While frames wait, an event stands at the
 * end of the present service: the plain port, the reference. Or the switch looks ahead and carries
 * services out late, at their exact past instants (CatchUp); then a port has no events.
 */
class alignas(CACHE_LINE_BYTES) SwitchPort
{
  public:
    /**
     * @param backlogged the switch's list of ports that frames wait in, to which this one adds
     * itself; nullptr: the port has its own events.
     */
    SwitchPort(FabricLink& link,
               Ptr<DropPolicy> policy,
               FramePool& pool,
               FabricTraces& traces,
               std::vector<SwitchPort*>* backlogged);

    /** What waits is never served. */
    ~SwitchPort();
    SwitchPort(const SwitchPort&) = delete;
    SwitchPort& operator=(const SwitchPort&) = delete;

    /**
     * A frame is to leave here; the port owns it now.
     * @param atPs when it arrives; all that arrived before it is here already.
     */
    void Enqueue(Frame* frame, int64_t atPs)
    {
        CatchUp(atPs);
        if (atPs >= m_freeAtPs && m_waiting.IsEmpty())
        {
            m_freeAtPs = m_link.Transmit(frame, atPs);
            return;
        }
        Wait(frame, atPs);
    }

    /**
     * Carries out all services that begin at or before an instant.
     * @return whether frames still wait, for a service that begins at FreeAtPs.
     */
    bool CatchUp(int64_t toPs)
    {
        while (!m_waiting.IsEmpty())
        {
            if (m_freeAtPs > toPs)
            {
                return true;
            }
            m_freeAtPs = m_link.Transmit(m_waiting.Pop(), m_freeAtPs);
        }
        return false;
    }

    /** The switch has taken this port from its list of those that frames wait in. */
    void LeaveBacklog()
    {
        m_pending = false;
    }

    /** When the link is free. */
    int64_t FreeAtPs() const
    {
        return m_freeAtPs;
    }

    /** Fetches what Enqueue will read first. */
    void Prefetch(const Frame& frame) const
    {
        PrefetchLine(this);
        m_waiting.PrefetchQueue(frame.queue);
    }

    /** Reads what Prefetch has fetched, and fetches the link, and frames that wait. */
    void PrefetchService(const Frame& frame) const
    {
        m_link.PrefetchTransmit(frame);
        m_waiting.PrefetchEnds(frame.queue);
    }

    /** Reads what both have fetched, and fetches the inbox where the link leads. */
    void PrefetchInbox() const
    {
        m_link.PrefetchInbox();
    }

    const PortCounts& Counts() const
    {
        return m_counts;
    }

    const FabricLink& Link() const
    {
        return m_link;
    }

    const PriorityQueues& Waiting() const
    {
        return m_waiting;
    }

    /** Counts the waiting frames by walking over them. */
    FrameCounts CountWaiting() const;

  private:
    void Wait(Frame* frame, int64_t nowPs);
    bool MakeRoom(const Frame& frame, int64_t nowPs);
    void Mark(Frame& frame, int64_t nowPs);
    void Drop(Frame* frame, DropReason reason, int64_t nowPs);
    void Arm();
    void ServiceEnds();

    using ServiceEndEvent = MemberEvent<SwitchPort, &SwitchPort::ServiceEnds>;

    // in the order of use on a hop: few cache lines
    FabricLink& m_link;
    int64_t m_freeAtPs{0}; //!< when the link is free; a service is [start, end)
    Ptr<DropPolicy> m_policy;
    std::vector<SwitchPort*>* m_backlogged;
    bool m_pending{false}; //!< the event stands, or the switch has this port on its list
    PriorityQueues m_waiting;
    Ptr<ServiceEndEvent> m_serviceEnd; //!< null if the switch looks ahead
    FramePool& m_pool;
    FabricTraces& m_traces;
    PortCounts m_counts;
};

} // namespace ns3::mlt

#endif // MLT_SWITCH_PORT_H
