// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PORT_QUEUE_H
#define MLT_PORT_QUEUE_H

#include "ns3/mlt-drop-reason.h"
#include "ns3/mlt-queue-discipline.h"
#include "ns3/mlt-strict-priority.h"

#include <cstdint>
#include <functional>

namespace ns3::mlt
{

/**
 * A queue discipline at work in a port: asks it, carries its verdicts out, and counts what waits.
 * The same for the ports of all data planes.
 */
class PortQueue
{
  public:
    PortQueue() = default;

    /** @param discipline configured, and of this port alone. */
    explicit PortQueue(Ptr<QueueDiscipline> discipline)
        : m_discipline(discipline),
          m_strict(dynamic_cast<StrictPriority*>(PeekPointer(discipline)))
    {
    }

    /**
     * A frame arrives; the discipline decides.
     * @param port does what is decided, by Mark(frame, atPs), Trim(frame, atPs), which returns
     * whether it could, and Drop(frame, reason, atPs), which ends the frame.
     * @return whether the frame waits now; else it has ended.
     */
    template <typename PORT>
    bool Offer(QueuedFrame& frame, int64_t atPs, PORT& port)
    {
        const Verdict verdict = Judge(frame, atPs);
        switch (verdict)
        {
        case Verdict::DropSelective:
            port.Drop(frame, DropReason::Selective, atPs);
            return false;
        case Verdict::DropFull:
            port.Drop(frame, DropReason::Full, atPs);
            return false;
        case Verdict::PushOut:
        case Verdict::PushOutMarked:
            if (!MakeRoom(frame, atPs, port))
            {
                port.Drop(frame, DropReason::Full, atPs);
                return false;
            }
            break;
        case Verdict::Trim:
            if (!port.Trim(frame, atPs))
            {
                port.Drop(frame, DropReason::Full, atPs);
                return false;
            }
            break;
        case Verdict::Enqueue:
        case Verdict::EnqueueMarked:
            break;
        }
        if (Marks(verdict))
        {
            port.Mark(frame, atPs);
        }
        Enqueue(frame);
        return true;
    }

    /** Puts a frame into the discipline's queues, whatever it would decide. */
    void Enqueue(QueuedFrame& frame)
    {
        m_waiting.Add(frame);
        m_strict ? m_strict->Enqueue(frame) : m_discipline->Enqueue(frame);
    }

    /**
     * Takes the frame that is sent next.
     * @param atPs when its service starts.
     * @return nullptr if nothing waits but paused classes.
     */
    QueuedFrame* Dequeue(ClassSet paused, int64_t atPs)
    {
        QueuedFrame* frame =
            m_strict ? m_strict->Dequeue(paused, atPs) : m_discipline->Dequeue(paused, atPs);
        if (frame)
        {
            m_waiting.Remove(*frame);
        }
        return frame;
    }

    bool IsEmpty() const
    {
        return m_waiting.IsEmpty();
    }

    /** What waits. */
    const PortOccupancy& Occupancy() const
    {
        return m_waiting;
    }

    const Ptr<QueueDiscipline>& Discipline() const
    {
        return m_discipline;
    }

    /** The discipline if it is the shipped one, else nullptr. */
    const StrictPriority* Strict() const
    {
        return m_strict;
    }

  private:
    Verdict Judge(const QueuedFrame& frame, int64_t atPs)
    {
        return m_strict ? m_strict->Judge(frame, m_waiting, atPs)
                        : m_discipline->Judge(frame, m_waiting, atPs);
    }

    template <typename PORT>
    bool MakeRoom(const QueuedFrame& arriving, int64_t atPs, PORT& port)
    {
        uint32_t freed = 0;
        while (freed < arriving.wireBytes)
        {
            QueuedFrame* victim = m_discipline->PushOut(arriving);
            if (!victim)
            {
                return false;
            }
            freed += victim->wireBytes;
            m_waiting.Remove(*victim);
            port.Drop(*victim, DropReason::PushedOut, atPs);
        }
        return true;
    }

    Ptr<QueueDiscipline> m_discipline;
    StrictPriority* m_strict{nullptr}; //!< the same, if it is one: without virtual calls
    PortOccupancy m_waiting;
};

} // namespace ns3::mlt

#endif // MLT_PORT_QUEUE_H
