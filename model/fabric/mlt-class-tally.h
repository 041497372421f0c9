// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CLASS_TALLY_H
#define MLT_CLASS_TALLY_H

#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-priority.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::mlt
{

/** Frames of a port by queue and by whether they are protected (ECT). */
using ClassCounts = std::array<std::array<FrameCount, 2>, QUEUES>;

/**
 * Counts frames by queue, protection and kind, on the way of each frame: small numbers in few cache
 * lines, which are carried over to large ones before they overflow.
 */
class ClassTally
{
  public:
    void Add(const Frame& frame)
    {
        Small& small = m_small[frame.isData][frame.queue][frame.ect];
        ++small.frames;
        small.bytes += frame.wireBytes;
        if (small.bytes >= CARRY_BYTES)
        {
            Carry(frame.isData, frame.queue, frame.ect);
        }
    }

    /** Fetches what Add will read. */
    void Prefetch(const Frame& frame) const
    {
        PrefetchLine(&m_small[frame.isData][frame.queue]);
    }

    /** Fetches what Add will read for data. */
    void Prefetch() const
    {
        PrefetchWhole(&m_small[1]);
    }

    /** Data and control together, by class. */
    ClassCounts ByClass() const;

    /** All classes together, as data and control. */
    FrameCounts ByKind() const;

  private:
    /** A frame has at least a byte, so that frames never overflow before bytes do. */
    struct Small
    {
        uint32_t frames{0};
        uint32_t bytes{0};
    };

    static constexpr uint32_t CARRY_BYTES = 1u << 31;
    static constexpr uint32_t KINDS = 2; //!< control, data

    template <typename T>
    using ByClassAndKind = std::array<std::array<std::array<T, 2>, QUEUES>, KINDS>;

    void Carry(uint32_t isData, uint32_t queue, uint32_t isProtected);
    FrameCount At(uint32_t isData, uint32_t queue, uint32_t isProtected) const;

    alignas(CACHE_LINE_BYTES) ByClassAndKind<Small> m_small{};
    ByClassAndKind<FrameCount> m_large{};
};

} // namespace ns3::mlt

#endif // MLT_CLASS_TALLY_H
