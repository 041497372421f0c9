// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-channel.h"

#include <utility>

namespace ns3::mlt
{

namespace
{

/** The first interval is at least so many measured round trips, the longest so many times that. */
constexpr int64_t FIRST_RTTS = 3;
constexpr int64_t MOST_FIRSTS = 4;

} // namespace

int64_t
ControlChannel::FirstIntervalPs(const ControlTimeout& timeout) const
{
    return std::max(timeout.firstPs, FIRST_RTTS * m_rttPs);
}

int64_t
ControlChannel::MostIntervalPs(const ControlTimeout& timeout) const
{
    return std::max(timeout.mostPs, MOST_FIRSTS * FIRST_RTTS * m_rttPs);
}

const ControlPacket&
ControlChannel::Submit(ControlPacket packet, int64_t nowPs, const ControlTimeout& timeout)
{
    packet.header.channelSequence = m_first + static_cast<uint32_t>(m_outstanding.size());
    const int64_t interval = FirstIntervalPs(timeout);
    m_outstanding.push_back({std::move(packet), nowPs, nowPs, interval, nowPs + interval});
    ++m_unacknowledged;
    return m_outstanding.back().packet;
}

void
ControlChannel::Measure(const Entry& entry, uint8_t attempt, int64_t nowPs)
{
    if (attempt != 0 && attempt != entry.packet.header.attempt)
    {
        return; // when that was sent is not kept
    }
    const int64_t rtt = nowPs - (attempt == 0 ? entry.firstSentPs : entry.lastSentPs);
    m_rttPs = std::max(rtt, (m_rttPs + rtt) / 2);
}

bool
ControlChannel::Acknowledge(uint32_t sequence, uint8_t attempt, int64_t nowPs)
{
    const uint32_t offset = sequence - m_first;
    if (offset >= m_outstanding.size() || m_outstanding[offset].deadlinePs == NEVER_PS)
    {
        return false;
    }
    Measure(m_outstanding[offset], attempt, nowPs);
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
