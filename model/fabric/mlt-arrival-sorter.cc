// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-arrival-sorter.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

/** So few are sorted by comparison alone. */
constexpr size_t FEW = 16;

} // namespace

void
ArrivalSorter::Sort(FrameArrival* first, size_t count)
{
    if (count < FEW)
    {
        std::sort(first, first + count, IsEarlier);
        return;
    }
    PutIntoBuckets(first, count);
    for (size_t i = 0; i < count; ++i)
    {
        const auto bucket = m_sorted.begin() + m_ends[i];
        const auto next = m_sorted.begin() + m_ends[i + 1];
        if (next - bucket > 1)
        {
            std::sort(bucket, next, IsEarlier);
        }
    }
    std::copy(m_sorted.begin(), m_sorted.end(), first);
}

/** Fills m_sorted, bucket by bucket; m_ends[i] is then where bucket i begins. */
void
ArrivalSorter::PutIntoBuckets(const FrameArrival* first, size_t count)
{
    const FrameArrival* end = first + count;
    const auto [earliest, latest] = std::minmax_element(first, end, IsEarlier);
    const int64_t firstTick = earliest->tick;
    const double buckets =
        static_cast<double>(count) / static_cast<double>(latest->tick - firstTick + 1);
    const auto bucketOf = [firstTick, buckets](const FrameArrival& arrival) {
        return static_cast<size_t>(static_cast<double>(arrival.tick - firstTick) * buckets);
    };
    m_ends.assign(count + 1, 0);
    for (const FrameArrival* arrival = first; arrival != end; ++arrival)
    {
        ++m_ends[bucketOf(*arrival)];
    }
    for (size_t i = 1; i <= count; ++i)
    {
        m_ends[i] += m_ends[i - 1];
    }
    m_sorted.resize(count);
    for (const FrameArrival* arrival = first; arrival != end; ++arrival)
    {
        m_sorted[--m_ends[bucketOf(*arrival)]] = *arrival;
    }
}

} // namespace ns3::mlt
