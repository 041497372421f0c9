// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SWITCH_PORT_H
#define MLT_SWITCH_PORT_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-port-queue.h"
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
    TrimCount trimmed;
    ClassCounts trimmedByClass{}; //!< the same frames with their payload
};

/**
 * An output port of a switch: a queue discipline before a link, and classes that may be paused.
 * Order at one instant: see mlt-clock.h.
 *
 * A port that nobody waits in needs no event of its own. While frames wait, an event stands at the
 * end of the present service: the plain port, the reference. Or the switch looks ahead and carries
 * services out late, at their exact past instants (CatchUp); then a port has no events.
 */
class alignas(CACHE_LINE_BYTES) SwitchPort
{
  public:
    /**
     * @param discipline configured, and of this port alone.
     * @param minimumFrame what is left of a trimmed frame, at least: WireFormat::minimumFrame.
     * @param backlogged the switch's list of ports that frames wait in, to which this one adds
     * itself; nullptr: the port has its own events.
     */
    SwitchPort(FabricLink& link,
               const Ptr<QueueDiscipline>& discipline,
               FramePool& pool,
               FabricTraces& traces,
               uint32_t minimumFrame,
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
        if (atPs >= m_freeAtPs && m_isPlain)
        {
            m_freeAtPs = m_link.Transmit(frame, atPs); // nothing waits, or it would be served now
            return;
        }
        EnqueueBusy(frame, atPs);
    }

    /**
     * Carries out all services that begin at or before an instant.
     * @return whether frames still wait for a service that begins at FreeAtPs.
     */
    bool CatchUp(int64_t toPs)
    {
        while (!m_queue.IsEmpty())
        {
            if (m_freeAtPs > toPs)
            {
                return true;
            }
            auto* frame = static_cast<Frame*>(m_queue.Dequeue(m_paused, m_freeAtPs));
            if (!frame)
            {
                return false; // all that waits is paused
            }
            PrefetchLine(frame->next); // read when it is served
            m_freeAtPs = m_link.Transmit(frame, m_freeAtPs);
        }
        return false;
    }

    /**
     * From an instant on no service of these classes starts, and one of any other may. What started
     * before or at this very instant goes on.
     * @param atPs as of Enqueue.
     */
    void SetPaused(ClassSet classes, int64_t atPs);

    /** The classes that are paused. */
    ClassSet Paused() const
    {
        return m_paused;
    }

    /** Drops all that waits, after CatchUp. */
    void DropWaiting(DropReason reason, int64_t nowPs);

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
    void Prefetch() const
    {
        PrefetchBytes(AddressOf(this), HOT_BYTES);
    }

    /** Reads what Prefetch has fetched, and fetches the link and the queue. */
    void PrefetchService(const Frame& frame) const
    {
        m_link.PrefetchTransmit(frame);
        if (const StrictPriority* strict = m_queue.Strict())
        {
            PrefetchLine(strict->Overview());
            PrefetchLine(&strict->Queue(frame.queue));
        }
    }

    /** Reads what both have fetched: fetches the inbox where the link leads, and what waits. */
    void PrefetchInbox(const Frame& frame) const
    {
        m_link.PrefetchInbox();
        if (!m_queue.IsEmpty() && m_queue.Strict())
        {
            PrefetchLine(m_queue.Strict()->First());
            PrefetchLine(m_queue.Strict()->Queue(frame.queue).Tail());
        }
    }

    const PortCounts& Counts() const
    {
        return m_counts;
    }

    const FabricLink& Link() const
    {
        return m_link;
    }

    /** What waits, as of the last instant that the port was brought up to (CatchUp, Enqueue). */
    const PortOccupancy& Occupancy() const
    {
        return m_queue.Occupancy();
    }

    /** Bytes on the wire that wait at an instant. @param atPs as of Enqueue. */
    uint64_t QueuedBytes(int64_t atPs)
    {
        CatchUp(atPs);
        return Occupancy().Bytes();
    }

    /** Its queue discipline. */
    const QueueDiscipline& Discipline() const
    {
        return *m_queue.Discipline();
    }

    /** Counts the waiting frames by walking over them. */
    FrameCounts CountWaiting() const;

  private:
    friend class PortQueue; // which has verdicts carried out

    void EnqueueBusy(Frame* frame, int64_t atPs);
    void Mark(QueuedFrame& queued, int64_t atPs);
    bool Trim(QueuedFrame& queued, int64_t atPs);
    void Drop(QueuedFrame& queued, DropReason reason, int64_t atPs);
    void ServeUntil(int64_t atPs);
    void Arm();
    void ServiceEnds();

    /** Of the members up to what waits, by class. */
    static constexpr size_t HOT_BYTES = 2 * CACHE_LINE_BYTES;

    using ServiceEndEvent = MemberEvent<SwitchPort, &SwitchPort::ServiceEnds>;

    // in the order of use on a hop: few cache lines
    FabricLink& m_link;
    int64_t m_freeAtPs{0}; //!< when the link is free; a service is [start, end)
    std::vector<SwitchPort*>* m_backlogged;
    bool m_pending{false}; //!< the event stands, or the switch has this port on its list
    bool m_isPlain;        //!< what finds the link idle goes at once: no class is paused, and the
                           //!< discipline is not asked
    bool m_judgesEvery;    //!< the discipline is asked about every frame
    ClassSet m_paused;
    PortQueue m_queue;
    Ptr<ServiceEndEvent> m_serviceEnd; //!< null if the switch looks ahead
    FramePool& m_pool;
    FabricTraces& m_traces;
    uint32_t m_minimumFrame;
    PortCounts m_counts;
};

} // namespace ns3::mlt

#endif // MLT_SWITCH_PORT_H
