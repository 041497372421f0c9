// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-receiver.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{
bool
Covers(const DctcpHeader::Range& outer, const DctcpHeader::Range& inner)
{
    return outer.begin <= inner.begin && inner.end <= outer.end;
}
} // namespace

bool
DctcpReceiver::OnSegment(const DctcpHeader& segment, uint32_t payload)
{
    const Range range{std::max(segment.sequence, m_next), segment.sequence + payload};
    if (range.end <= m_next)
    {
        return false;
    }
    if (m_ranges.empty() && range.begin == m_next)
    {
        m_next = range.end; // the common case
        return true;
    }
    const Iterator at = std::lower_bound(m_ranges.begin(),
                                         m_ranges.end(),
                                         range.begin,
                                         [](const Range& r, uint64_t b) { return r.end < b; });
    if (at != m_ranges.end() && Covers(*at, range))
    {
        Report(*at);
        return false;
    }
    Insert(at, range);
    return true;
}

/** Merges @p range with those that it touches, of which @p at is the first if there is one. */
void
DctcpReceiver::Insert(Iterator at, Range range)
{
    Iterator last = at;
    for (; last != m_ranges.end() && last->begin <= range.end; ++last)
    {
        range.begin = std::min(range.begin, last->begin);
        range.end = std::max(range.end, last->end);
    }
    if (range.begin == m_next)
    {
        m_next = range.end;
        m_ranges.erase(at, last);
        ForgetDelivered();
        return;
    }
    if (at == last)
    {
        m_ranges.insert(at, range);
    }
    else
    {
        *at = range;
        m_ranges.erase(at + 1, last);
    }
    Report(range);
}

/** Puts @p range first among the recent ones, in place of those that it has swallowed. */
void
DctcpReceiver::Report(const Range& range)
{
    Range kept[DctcpHeader::SACK_BLOCKS];
    uint8_t count = 0;
    kept[count++] = range;
    for (uint32_t i = 0; i < m_recentCount && count < DctcpHeader::SACK_BLOCKS; ++i)
    {
        if (!Covers(range, m_recent[i]))
        {
            kept[count++] = m_recent[i];
        }
    }
    std::copy_n(kept, count, m_recent);
    m_recentCount = count;
}

void
DctcpReceiver::ForgetDelivered()
{
    const Range* end = std::remove_if(m_recent, m_recent + m_recentCount, [this](const Range& r) {
        return r.end <= m_next;
    });
    m_recentCount = static_cast<uint8_t>(end - m_recent);
}

void
DctcpReceiver::FillAck(const DctcpHeader& segment, bool marked, DctcpHeader& ack) const
{
    ack.connection = segment.connection;
    ack.acknowledgement = m_next;
    ack.timestampPs = segment.timestampPs;
    ack.echo = marked;
    ack.repair = false;
    std::copy_n(m_recent, m_recentCount, ack.sack);
    ack.sackCount = m_recentCount;
    // a block forgotten above may never have reached the sender: its acknowledgement may be lost
    const Range* recentEnd = m_recent + m_recentCount;
    for (auto r = m_ranges.begin(); r != m_ranges.end() && ack.sackCount < DctcpHeader::SACK_BLOCKS;
         ++r)
    {
        if (std::none_of(m_recent, recentEnd, [&r](const Range& o) { return o.begin == r->begin; }))
        {
            ack.sack[ack.sackCount++] = *r;
        }
    }
}

} // namespace ns3::mlt
