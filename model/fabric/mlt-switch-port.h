// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SWITCH_PORT_H
#define MLT_SWITCH_PORT_H

#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-frame-queue.h"

#include <array>

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
 * A port that nobody waits in needs no event of its own. While frames wait, one event stands at the
 * end of the present service plus a look-ahead. With none (0) that is the plain port with an event
 * at the end of each service, the reference. A look-ahead up to the link's delay gives the same
 * results with fewer events: what leaves the port cannot reach the next node sooner than that, so
 * services may be carried out late, at their exact past instants, when a frame arrives (the port
 * catches up first) or when the event comes.
 */
class alignas(64) SwitchPort final : public ReusableEvent
{
  public:
    /** @param lookAheadPs from 0 to the delay of the link. */
    SwitchPort(FabricLink& link,
               Ptr<DropPolicy> policy,
               FramePool& pool,
               FabricTraces& traces,
               int64_t lookAheadPs);

    /** The fabric goes away: what waits is never served. */
    void Detach();

    /**
     * A frame is to leave here; the port owns it now.
     * @param nowTick the present tick.
     */
    void Enqueue(Frame* frame, int64_t nowTick)
    {
        const int64_t nowPs = nowTick / TICKS_PER_PS;
        CatchUp(nowTick);
        if (nowPs >= m_freeAtPs && m_waiting.IsEmpty())
        {
            m_freeAtPs = m_link.Transmit(frame, nowTick, nowPs);
            return;
        }
        Wait(frame, nowTick);
    }

    /**
     * Carries out all services that began at or before now; whoever reads the port's queues or
     * counts calls this first (Fabric::CatchUp).
     */
    void CatchUp(int64_t nowTick)
    {
        const int64_t nowPs = nowTick / TICKS_PER_PS;
        while (m_freeAtPs <= nowPs && !m_waiting.IsEmpty())
        {
            m_freeAtPs = m_link.Transmit(m_waiting.Pop(), nowTick, m_freeAtPs);
        }
    }

    /** Fetches what Enqueue will read. */
    void Prefetch() const
    {
        __builtin_prefetch(this);
        __builtin_prefetch(reinterpret_cast<const char*>(this) + 64);
        __builtin_prefetch(&m_link);
        __builtin_prefetch(reinterpret_cast<const char*>(&m_link) + 64);
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
    void Wait(Frame* frame, int64_t nowTick);
    bool MakeRoom(const Frame& frame, int64_t nowPs);
    void Mark(Frame& frame, int64_t nowPs);
    void Drop(Frame* frame, DropReason reason, int64_t nowPs);
    void Arm(int64_t nowTick);

    /** The event that stands for the waiting frames has come. */
    void Fire() override;

    // in the order of use on a hop: few cache lines
    FabricLink& m_link;
    int64_t m_freeAtPs{0}; //!< when the link is free; a service is [start, end)
    Ptr<DropPolicy> m_policy;
    int64_t m_lookAheadPs;
    int64_t m_eventAtPs{0}; //!< when the event that stands comes
    bool m_eventStands{false};
    bool m_detached{false};
    PriorityQueues m_waiting;
    FramePool& m_pool;
    FabricTraces& m_traces;
    PortCounts m_counts;
};

} // namespace ns3::mlt

#endif // MLT_SWITCH_PORT_H
