// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-switch-inbox.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

namespace
{

/** So many times the lateness is near: more than a link's delay and a frame's service, mostly. */
constexpr int64_t NEAR = 8;
/** So few are sorted by comparison alone. */
constexpr size_t FEW = 16;

bool
IsEarlier(const SwitchInbox::Arrival& a, const SwitchInbox::Arrival& b)
{
    return a.tick < b.tick;
}

/** For std::push_heap: the earliest on top. */
bool
IsLater(const SwitchInbox::Arrival& a, const SwitchInbox::Arrival& b)
{
    return b.tick < a.tick;
}

} // namespace

SwitchInbox::SwitchInbox(int64_t latenessPs, std::function<void()> handle)
    : m_horizonTick(NEAR * latenessPs * TICKS_PER_PS),
      m_latenessPs(latenessPs),
      m_deadline(std::move(handle), 0)
{
}

void
SwitchInbox::AddFar(const Arrival& arrival)
{
    m_far.push_back(arrival);
    std::push_heap(m_far.begin(), m_far.end(), IsLater);
}

void
SwitchInbox::Expect(int64_t tick)
{
    if (tick < m_expectedTick)
    {
        m_expectedTick = tick;
        m_deadline.Set(tick / TICKS_PER_PS + m_latenessPs);
    }
}

size_t
SwitchInbox::SortBefore(int64_t tick)
{
    m_deadline.Stop();
    m_expectedTick = NEVER_TICK;
    m_horizonTick = tick + NEAR * m_latenessPs * TICKS_PER_PS;
    while (!m_far.empty() && m_far.front().tick < m_horizonTick)
    {
        std::pop_heap(m_far.begin(), m_far.end(), IsLater);
        m_near.push_back(m_far.back());
        m_far.pop_back();
    }
    m_earliestTick = m_far.empty() ? NEVER_TICK : m_far.front().tick;
    size_t due = 0;
    for (size_t i = 0; i < m_near.size(); ++i)
    {
        if (m_near[i].tick < tick)
        {
            std::swap(m_near[due++], m_near[i]);
        }
        else
        {
            m_earliestTick = std::min(m_earliestTick, m_near[i].tick);
        }
    }
    SortFront(due);
    return due;
}

/**
 * Arrivals are spread evenly over time, mostly: so first each goes to its place as if they were,
 * a bucket for each, and then buckets with several are sorted.
 */
void
SwitchInbox::SortFront(size_t count)
{
    const auto front = m_near.begin();
    const auto end = front + static_cast<std::ptrdiff_t>(count);
    if (count < FEW)
    {
        std::sort(front, end, IsEarlier);
        return;
    }
    static std::vector<Arrival> sorted; // one for all: each use ends before this returns
    static std::vector<uint32_t> ends;  // of the buckets
    const auto [first, last] = std::minmax_element(front, end, IsEarlier);
    const int64_t firstTick = first->tick;
    const double buckets =
        static_cast<double>(count) / static_cast<double>(last->tick - firstTick + 1);
    const auto bucketOf = [firstTick, buckets](const Arrival& arrival) {
        return static_cast<size_t>(static_cast<double>(arrival.tick - firstTick) * buckets);
    };
    ends.assign(count + 1, 0);
    for (auto arrival = front; arrival != end; ++arrival)
    {
        ++ends[bucketOf(*arrival)];
    }
    for (size_t i = 1; i <= count; ++i)
    {
        ends[i] += ends[i - 1];
    }
    sorted.resize(count);
    for (auto arrival = front; arrival != end; ++arrival)
    {
        sorted[--ends[bucketOf(*arrival)]] = *arrival;
    }
    for (size_t i = 0; i < count; ++i) // now ends[i] is where bucket i begins
    {
        if (ends[i + 1] - ends[i] > 1)
        {
            std::sort(sorted.begin() + ends[i], sorted.begin() + ends[i + 1], IsEarlier);
        }
    }
    std::copy(sorted.begin(), sorted.end(), front);
}

void
SwitchInbox::Remove(size_t count)
{
    const size_t fill = std::min(count, m_near.size() - count);
    std::copy(m_near.end() - static_cast<std::ptrdiff_t>(fill), m_near.end(), m_near.begin());
    m_near.resize(m_near.size() - count);
    Expect(m_earliestTick);
}

FrameCounts
SwitchInbox::Count() const
{
    FrameCounts counts;
    for (const auto* arrivals : {&m_near, &m_far})
    {
        for (const Arrival& arrival : *arrivals)
        {
            counts.Add(*arrival.frame);
        }
    }
    return counts;
}

} // namespace ns3::mlt
