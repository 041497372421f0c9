// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-ledger.h"

#include <algorithm>

namespace ns3::mlt
{

void
DctcpLedger::Append(uint64_t id, uint64_t bytes)
{
    m_open.push_back({id, m_end, m_end + bytes, 0, 0});
    m_end += bytes;
}

void
DctcpLedger::Charge(uint64_t begin, uint64_t end, bool repair)
{
    // new data comes in order, so its message is at hand; a repair's is searched for
    auto entry = m_open.begin();
    if (repair)
    {
        entry = std::upper_bound(m_open.begin(),
                                 m_open.end(),
                                 begin,
                                 [](uint64_t byte, const Entry& e) { return byte < e.end; });
    }
    else
    {
        entry += static_cast<std::ptrdiff_t>(m_sending - m_popped);
    }
    for (; entry != m_open.end() && entry->begin < end; ++entry)
    {
        const uint64_t bytes = std::min(end, entry->end) - std::max(begin, entry->begin);
        entry->sentBytes += bytes;
        entry->repairedBytes += repair ? bytes : 0;
        m_sending += !repair && entry->end <= end;
    }
}

bool
DctcpLedger::Pop(uint64_t acknowledged, SenderReport& report)
{
    if (m_open.empty() || m_open.front().end > acknowledged)
    {
        return false;
    }
    const Entry& entry = m_open.front();
    report.id = entry.id;
    report.sentBytes = entry.sentBytes;
    report.repairedBytes = entry.repairedBytes;
    m_open.pop_front();
    ++m_popped;
    return true;
}

} // namespace ns3::mlt
