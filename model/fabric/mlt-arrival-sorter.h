// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ARRIVAL_SORTER_H
#define MLT_ARRIVAL_SORTER_H

#include "ns3/mlt-frame.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** A frame on its way, and when it arrives (Frame::arrivalTick is not used). */
struct FrameArrival
{
    FrameArrival() = default;

    FrameArrival(int64_t at, Frame* arriving)
        : tick(at),
          frame(arriving)
    {
    }

    int64_t tick;
    Frame* frame;
};

inline bool
IsEarlier(const FrameArrival& a, const FrameArrival& b)
{
    return a.tick < b.tick;
}

/**
 * Sorts arrivals by time. They are spread evenly over it, mostly: so first each goes to its place
 * as if they were, a bucket for each, and then buckets with several are sorted.
 */
class ArrivalSorter
{
  public:
    /** Sorts what stands from @p first on. Among equal ticks the order is any. */
    void Sort(FrameArrival* first, size_t count);

  private:
    void PutIntoBuckets(const FrameArrival* first, size_t count);

    // kept for the next use, as long as the most arrivals so far
    std::vector<FrameArrival> m_sorted;
    std::vector<uint32_t> m_ends; //!< of the buckets
};

} // namespace ns3::mlt

#endif // MLT_ARRIVAL_SORTER_H
