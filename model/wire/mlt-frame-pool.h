// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_POOL_H
#define MLT_FRAME_POOL_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"

#include <memory>
#include <vector>

namespace ns3::mlt
{

/**
 * All frames of one fabric. A frame is owned by whoever holds its pointer (a queue, a link, a
 * transport) until it is given back here; memory is taken in blocks and kept.
 */
class FramePool
{
  public:
    FramePool() = default;
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    /** A frame for any header, with every field but its header zero. */
    Frame* Allocate()
    {
        return Clean(m_long.Take());
    }

    /** The same for a header of at most SHORT_HEADER_BYTES. */
    Frame* AllocateShort()
    {
        return Clean(m_short.Take());
    }

    /** Takes a frame back. */
    void Free(Frame* frame)
    {
        if (frame->attachment)
        {
            frame->attachment = nullptr;
        }
        frame->isShort ? m_short.Return(frame) : m_long.Return(frame);
        --m_inUse;
    }

    /** Frames that are out. */
    uint64_t InUse() const
    {
        return m_inUse;
    }

    /** Frames that memory is held for: the most that were ever out at once, rounded up. */
    uint64_t Capacity() const
    {
        return m_long.Capacity() + m_short.Capacity();
    }

  private:
    /** The frames of one size. */
    template <typename FRAME>
    class Store
    {
      public:
        Frame* Take()
        {
            if (!m_free)
            {
                Grow();
            }
            Frame* frame = m_free;
            m_free = frame->Next();
            PrefetchWhole(static_cast<const FRAME*>(m_free)); // the next one to be filled
            return frame;
        }

        void Return(Frame* frame)
        {
            frame->next = m_free;
            m_free = frame;
        }

        uint64_t Capacity() const
        {
            return m_blocks.size() * BLOCK_FRAMES;
        }

      private:
        static constexpr size_t BLOCK_FRAMES = 1024;

        void Grow();

        std::vector<std::unique_ptr<FRAME[]>> m_blocks;
        Frame* m_free{nullptr};
    };

    Frame* Clean(Frame* frame)
    {
        ++m_inUse;
        frame->next = nullptr;
        frame->previous = nullptr;
        frame->flowHash = 0;
        frame->remaining = 0;
        frame->payload = 0;
        frame->ingress = 0;
        frame->protocol = 0;
        frame->type = 0;
        frame->end = 0;
        frame->queue = 0;
        frame->ect = false;
        frame->ce = false;
        frame->isData = false;
        frame->trimmed = false;
        frame->attempt = 0;
        return frame;
    }

    Store<LongFrame> m_long;
    Store<ShortFrame> m_short;
    uint64_t m_inUse{0};
};

} // namespace ns3::mlt

#endif // MLT_FRAME_POOL_H
