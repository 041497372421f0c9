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
 * An output port of a switch: strict-priority queues with a drop policy before a link. Two events a
 * hop: arrival, and the end of a service when frames wait. (A port without waiting frames needs no
 * event of its own.) Order at one instant: see mlt-clock.h.
 */
class SwitchPort
{
  public:
    SwitchPort(FabricLink& link, Ptr<DropPolicy> policy, FramePool& pool, FabricTraces& traces);
    ~SwitchPort();

    /**
     * A frame is to leave here; the port owns it now.
     * @param nowTick the present tick.
     */
    void Enqueue(Frame* frame, int64_t nowTick)
    {
        const int64_t nowPs = nowTick / TICKS_PER_PS;
        if (nowPs >= m_freeAtPs && m_waiting.IsEmpty())
        {
            m_freeAtPs = m_link.Transmit(frame, nowTick, nowPs);
            return;
        }
        Wait(frame, nowTick);
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
    void ServiceEnds();

    using ServiceEvent = MemberEvent<SwitchPort, &SwitchPort::ServiceEnds>;

    FabricLink& m_link;
    int64_t m_freeAtPs{0}; //!< when the link is free; a service is [start, end)
    PriorityQueues m_waiting;
    bool m_serviceEventStands{false};
    Ptr<ServiceEvent> m_serviceEvent;
    Ptr<DropPolicy> m_policy;
    FramePool& m_pool;
    FabricTraces& m_traces;
    PortCounts m_counts;
};

} // namespace ns3::mlt

#endif // MLT_SWITCH_PORT_H
