// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-channel.h"

#include <utility>

namespace ns3::mlt
{

const ControlPacket&
ControlChannel::Submit(ControlPacket packet, int64_t nowPs, const ControlTimeout& timeout)
{
    packet.header.channelSequence = m_first + static_cast<uint32_t>(m_outstanding.size());
    m_outstanding.push_back({std::move(packet), timeout.firstPs, nowPs + timeout.firstPs});
    ++m_unacknowledged;
    return m_outstanding.back().packet;
}

bool
ControlChannel::Acknowledge(uint32_t sequence)
{
    const uint32_t offset = sequence - m_first;
    if (offset >= m_outstanding.size() || m_outstanding[offset].deadlinePs == NEVER_PS)
    {
        return false;
    }
    m_outstanding[offset].deadlinePs = NEVER_PS;
    m_outstanding[offset].packet.bitmap = nullptr;
    --m_unacknowledged;
    while (!m_outstanding.empty() && m_outstanding.front().deadlinePs == NEVER_PS)
    {
        m_outstanding.pop_front();
        ++m_first;
    }
    return true;
}

int64_t
ControlChannel::NextDeadlinePs() const
{
    int64_t next = NEVER_PS;
    for (const auto& entry : m_outstanding)
    {
        next = std::min(next, entry.deadlinePs);
    }
    return next;
}

bool
ControlChannel::Accept(uint32_t sequence)
{
    if (sequence < m_acceptedBelow || !m_accepted.insert(sequence).second)
    {
        return false;
    }
    while (!m_accepted.empty() && *m_accepted.begin() == m_acceptedBelow)
    {
        m_accepted.erase(m_accepted.begin());
        ++m_acceptedBelow;
    }
    return true;
}

} // namespace ns3::mlt
