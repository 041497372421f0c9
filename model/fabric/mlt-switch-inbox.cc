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

/** For std::push_heap: the earliest on top. */
bool
IsLater(const SwitchInbox::Arrival& a, const SwitchInbox::Arrival& b)
{
    return b.tick < a.tick;
}

} // namespace

SwitchInbox::SwitchInbox(int64_t latenessPs, ArrivalSorter& sorter, std::function<void()> handle)
    : m_horizonTick(NEAR * latenessPs * TICKS_PER_PS),
      m_latenessPs(latenessPs),
      m_sorter(sorter),
      m_deadline(std::move(handle), SERVICE_PHASE)
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
    m_sorter.Sort(m_near.data(), due);
    return due;
}

void
SwitchInbox::Remove(size_t count)
{
    const size_t fill = std::min(count, m_near.size() - count);
    std::copy(m_near.end() - static_cast<std::ptrdiff_t>(fill), m_near.end(), m_near.begin());
    m_near.resize(m_near.size() - count);
    Expect(m_earliestTick);
}

std::vector<Frame*>
SwitchInbox::Extract(const std::function<bool(const Frame& frame)>& isWanted)
{
    std::vector<Arrival> extracted;
    for (auto* arrivals : {&m_near, &m_far})
    {
        const auto first =
            std::partition(arrivals->begin(), arrivals->end(), [&isWanted](const Arrival& a) {
                return !isWanted(*a.frame);
            });
        extracted.insert(extracted.end(), first, arrivals->end());
        arrivals->erase(first, arrivals->end());
    }
    std::make_heap(m_far.begin(), m_far.end(), IsLater);
    std::sort(extracted.begin(), extracted.end(), IsEarlier);
    std::vector<Frame*> frames;
    for (const Arrival& arrival : extracted)
    {
        frames.push_back(arrival.frame);
    }
    return frames;
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
