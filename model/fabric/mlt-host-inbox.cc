// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-inbox.h"

#include <utility>

namespace ns3::mlt
{

HostInbox::HostInbox(uint32_t peers, std::function<void()> expect)
    : m_punctualOfPeer(peers, 0),
      m_expect(std::move(expect))
{
}

void
HostInbox::SetPatience(int64_t latenessPs, uint64_t mostLateBytes)
{
    m_latenessTicks = latenessPs * TICKS_PER_PS;
    m_mostLateBytes = mostLateBytes;
    m_mustJudge = true;
    Settle();
}

void
HostInbox::BePunctual(uint32_t peer, bool wanted)
{
    const int change = wanted ? 1 : -1;
    m_punctual += change;
    m_punctualOfPeer[peer] += change;
    m_mustJudge = m_mustJudge || wanted;
}

/** Finds those among all that are on their way that may not wait. */
void
HostInbox::JudgeAnew()
{
    m_mustJudge = false;
    m_prompt.clear();
    m_firstPrompt = 0;
    uint64_t bytes = 0;
    for (size_t i = m_first; m_latenessTicks > 0 && i < m_arrivals.size(); ++i)
    {
        bytes += m_arrivals[i].frame->payload;
        if (!MayWait(*m_arrivals[i].frame, bytes))
        {
            m_prompt.push_back(m_arrivals[i].tick);
        }
    }
}

void
HostInbox::Settle()
{
    if (m_mustJudge)
    {
        JudgeAnew();
    }
    const int64_t next = NextTick();
    while (m_firstPrompt < m_prompt.size() && m_prompt[m_firstPrompt] < next)
    {
        ++m_firstPrompt;
    }
    m_dueTick = next == NEVER_TICK ? NEVER_TICK : next + m_latenessTicks;
    if (m_firstPrompt < m_prompt.size())
    {
        m_dueTick = std::min(m_dueTick, m_prompt[m_firstPrompt]);
    }
    Forget();
}

/** Drops what was taken, now and then. */
void
HostInbox::Forget()
{
    constexpr size_t MANY = 16;
    if (m_first == m_arrivals.size() || m_first >= MANY)
    {
        m_arrivals.erase(m_arrivals.begin(),
                         m_arrivals.begin() + static_cast<std::ptrdiff_t>(m_first));
        m_first = 0;
    }
    if (m_firstPrompt == m_prompt.size() || m_firstPrompt >= MANY)
    {
        m_prompt.erase(m_prompt.begin(),
                       m_prompt.begin() + static_cast<std::ptrdiff_t>(m_firstPrompt));
        m_firstPrompt = 0;
    }
}

FrameCounts
HostInbox::Count() const
{
    FrameCounts counts;
    for (size_t i = m_first; i < m_arrivals.size(); ++i)
    {
        counts.Add(*m_arrivals[i].frame);
    }
    return counts;
}

} // namespace ns3::mlt
