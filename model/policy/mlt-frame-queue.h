// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_QUEUE_H
#define MLT_FRAME_QUEUE_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-queued-frame.h"

#include <cstdint>

namespace ns3::mlt
{

/** First in, first out, by links inside the frames; the newest can be taken back out. */
class FrameQueue
{
  public:
    bool IsEmpty() const
    {
        return !m_head;
    }

    /** Bytes on the wire of all that it holds. */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

    /** The oldest, or nullptr. */
    const QueuedFrame* Head() const
    {
        return m_head;
    }

    /** The newest, or nullptr. */
    const QueuedFrame* Tail() const
    {
        return m_tail;
    }

    void Push(QueuedFrame& frame)
    {
        frame.next = nullptr;
        frame.previous = m_tail;
        (m_tail ? m_tail->next : m_head) = &frame;
        m_tail = &frame;
        m_bytes += frame.wireBytes;
    }

    /** Takes the oldest; the queue is not empty. */
    QueuedFrame* Pop()
    {
        QueuedFrame* frame = m_head;
        m_head = frame->next; // whose `previous` means nothing at the head
        if (!m_head)
        {
            m_tail = nullptr;
        }
        m_bytes -= frame->wireBytes;
        return frame;
    }

    /** Takes the oldest that is of no paused class, or nullptr. */
    QueuedFrame* Pop(ClassSet paused)
    {
        QueuedFrame* frame = m_head;
        while (frame && paused.Has(frame->queue))
        {
            frame = frame->next;
        }
        if (!frame || frame == m_head)
        {
            return frame ? Pop() : nullptr;
        }
        frame->previous->next = frame->next;
        (frame->next ? frame->next->previous : m_tail) = frame->previous;
        m_bytes -= frame->wireBytes;
        return frame;
    }

    /** Takes the newest; the queue is not empty. */
    QueuedFrame* PopNewest()
    {
        QueuedFrame* frame = m_tail;
        if (frame == m_head)
        {
            m_head = nullptr;
            m_tail = nullptr;
        }
        else
        {
            m_tail = frame->previous;
            m_tail->next = nullptr;
        }
        m_bytes -= frame->wireBytes;
        return frame;
    }

    /** Calls visit(frame) for each, oldest first. */
    template <typename VISIT>
    void ForEach(const VISIT& visit) const
    {
        for (const QueuedFrame* frame = m_head; frame; frame = frame->next)
        {
            visit(*frame);
        }
    }

  private:
    uint64_t m_bytes{0};
    QueuedFrame* m_head{nullptr};
    QueuedFrame* m_tail{nullptr};
};

} // namespace ns3::mlt

#endif // MLT_FRAME_QUEUE_H
