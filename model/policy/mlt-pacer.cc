// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-pacer.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr double BIT_PS_PER_BYTE = 8e12;

} // namespace

Pacer::Pacer(Ptr<RateControl> rate, uint32_t windowFrames)
    : m_window(windowFrames),
      m_psPerByte(BIT_PS_PER_BYTE / rate->BitRate()),
      m_leastPsPerByte(BIT_PS_PER_BYTE / rate->LeastBitRate()),
      m_rate(std::move(rate))
{
}

void
Pacer::OnSent(int64_t nowPs, uint32_t wireBytes)
{
    ++m_sent;
    m_lastPs = nowPs;
    m_lastBytes = wireBytes;
    Update();
}

void
Pacer::OnFeedback(const FeedbackSample& sample, uint32_t heard)
{
    m_rate->OnFeedback(sample);
    m_psPerByte = BIT_PS_PER_BYTE / m_rate->BitRate();
    // what was never sent cannot have been heard
    m_heard = std::max(m_heard, std::min(heard + 1, m_sent));
    Update();
}

void
Pacer::Update()
{
    const bool unheard = m_sent - m_heard >= m_window;
    const double psPerByte = unheard ? m_leastPsPerByte : m_psPerByte;
    m_allowedPs = m_lastPs + static_cast<int64_t>(m_lastBytes * psPerByte);
}

} // namespace ns3::mlt
