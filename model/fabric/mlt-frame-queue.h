// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_QUEUE_H
#define MLT_FRAME_QUEUE_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-priority.h"

#include <array>
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

    uint64_t Bytes() const
    {
        return m_bytes;
    }

    const Frame* Head() const
    {
        return m_head;
    }

    const Frame* Tail() const
    {
        return m_tail;
    }

    void Push(Frame* frame)
    {
        frame->next = nullptr;
        frame->previous = m_tail;
        (m_tail ? m_tail->next : m_head) = frame;
        m_tail = frame;
        m_bytes += frame->wireBytes;
    }

    /** Takes the oldest; the queue is not empty. */
    Frame* Pop()
    {
        Frame* frame = m_head;
        m_head = frame->next;
        if (m_head)
        {
            // read when it is served; its `previous` means nothing at the head
            PrefetchLine(m_head);
        }
        else
        {
            m_tail = nullptr;
        }
        m_bytes -= frame->wireBytes;
        return frame;
    }

    /** Takes the newest; the queue is not empty. */
    Frame* PopNewest()
    {
        Frame* frame = m_tail;
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

  private:
    uint64_t m_bytes{0}; //!< asked for of the first queue, too: so on the line of what is before it
    Frame* m_head{nullptr};
    Frame* m_tail{nullptr};
};

/** The waiting frames of a port: strict-priority queues, 0 first. */
class PriorityQueues
{
  public:
    bool IsEmpty() const
    {
        return m_occupied == 0;
    }

    void Push(Frame* frame)
    {
        m_queues[frame->queue].Push(frame);
        m_occupied |= 1u << frame->queue;
        if (frame->queue != CONTROL_QUEUE)
        {
            m_dataBytes += frame->wireBytes;
        }
    }

    /** Takes the oldest of the first queue that has one; there is one. */
    Frame* Pop()
    {
        return Taken(m_queues[__builtin_ctz(m_occupied)].Pop());
    }

    /** Takes the newest frame of the lowest class, which has one. */
    Frame* PopNewestOfLowest()
    {
        return Taken(m_queues[LowestClass()].PopNewest());
    }

    /** Fetches a queue. */
    void PrefetchQueue(uint8_t queue) const
    {
        PrefetchLine(&m_queues[queue]);
    }

    /** Fetches the frame that is served next, and the last one of a queue. */
    void PrefetchEnds(uint8_t queue) const
    {
        if (m_occupied != 0)
        {
            PrefetchLine(m_queues[__builtin_ctz(m_occupied)].Head());
            PrefetchLine(m_queues[queue].Tail());
        }
    }

    /** The last queue that has a frame; there is one. */
    uint8_t LowestClass() const
    {
        return static_cast<uint8_t>(31 - __builtin_clz(m_occupied));
    }

    const FrameQueue& Queue(uint8_t queue) const
    {
        return m_queues[queue];
    }

    /** Waiting bytes of all data queues. */
    uint64_t DataBytes() const
    {
        return m_dataBytes;
    }

    /** Waiting bytes of the data classes below @p queue. */
    uint64_t BytesBelow(uint8_t queue) const
    {
        uint64_t bytes = 0;
        for (uint32_t q = queue + 1u; q < QUEUES; ++q)
        {
            bytes += m_queues[q].Bytes();
        }
        return bytes;
    }

  private:
    Frame* Taken(Frame* frame)
    {
        if (m_queues[frame->queue].IsEmpty())
        {
            m_occupied &= ~(1u << frame->queue);
        }
        if (frame->queue != CONTROL_QUEUE)
        {
            m_dataBytes -= frame->wireBytes;
        }
        return frame;
    }

    uint32_t m_occupied{0}; //!< bit q: queue q has a frame
    uint64_t m_dataBytes{0};
    std::array<FrameQueue, QUEUES> m_queues;
};

} // namespace ns3::mlt

#endif // MLT_FRAME_QUEUE_H
