// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-pacer.h"

#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr double BIT_PS_PER_BYTE = 8e12;

/** A pair that had nothing open for so many base RTTs starts anew: queues have changed since. */
constexpr int64_t IDLE_RTTS = 16;
/** or smoothed RTTs, where those are longer. */
constexpr int64_t IDLE_SMOOTHED_RTTS = 2;

/** With the window full, one more frame goes after so many smoothed RTTs without a feedback, */
constexpr int64_t SILENT_RTTS = 4;
/** each time after twice as long, up to the longer of this and 10 ms. */
constexpr int64_t MOST_SILENT_RTTS = 16;
constexpr int64_t MOST_SILENCE_PS = 10'000'000'000;
constexpr uint8_t MOST_DOUBLINGS = 10;

} // namespace

Pacer::Pacer(Ptr<RateControl> rate, uint32_t frameBytes, int64_t baseRttPs)
    : m_frameBytes(frameBytes),
      m_baseRttPs(baseRttPs),
      m_rttPs(baseRttPs),
      m_smoothedRttPs(baseRttPs),
      m_rate(std::move(rate))
{
    Adopt();
}

/** Takes rate and window as they are now. */
void
Pacer::Adopt()
{
    m_psPerByte = BIT_PS_PER_BYTE / m_rate->BitRate();
    m_windowFrames = m_rate->WindowBytes() / m_frameBytes;
}

void
Pacer::OnSent(int64_t nowPs, uint32_t wireBytes, bool isProtected)
{
    m_tries += m_asked && IsWindowFull() && m_tries < MOST_DOUBLINGS;
    m_asked = isProtected && AsksNext();
    ++m_sent;
    m_lastPs = nowPs;
    m_lastBytes = wireBytes;
    Update();
}

void
Pacer::OnFeedback(FeedbackSample sample, uint32_t heard)
{
    // what was never sent cannot have been heard
    m_heard = std::max(m_heard, std::min(heard + 1, m_sent));
    m_heardPs = sample.nowPs;
    m_tries = 0;
    m_rttPs = sample.rttPs;
    m_smoothedRttPs = std::max(sample.rttPs, (m_smoothedRttPs + sample.rttPs) / 2);
    sample.inFlightBytes = static_cast<double>(m_sent - m_heard) * m_frameBytes;
    m_rate->OnFeedback(sample);
    Adopt();
    Update();
}

bool
Pacer::Resume(int64_t nowPs)
{
    const int64_t idle = std::max(IDLE_RTTS * m_baseRttPs, IDLE_SMOOTHED_RTTS * m_smoothedRttPs);
    if (m_sent == 0 || nowPs - m_lastPs <= idle)
    {
        return false;
    }
    m_heard = m_sent;
    m_tries = 0;
    m_rate->Restart();
    Adopt();
    m_allowedPs = nowPs;
    return true;
}

void
Pacer::OnProbe()
{
    if (m_heardPs < m_lastPs)
    {
        m_rate->OnTimeout();
        Adopt();
        Update();
    }
}

bool
Pacer::IsWindowFull() const
{
    return m_sent - m_heard >= std::max(m_windowFrames, 1.0);
}

/** How long a pair whose window is full waits before it sends one more frame. */
int64_t
Pacer::SilencePs() const
{
    if (!m_asked)
    {
        return m_rttPs; // nothing in flight asks, or what does may have been dropped
    }
    const int64_t most = std::max(MOST_SILENCE_PS, MOST_SILENT_RTTS * m_smoothedRttPs);
    return std::min((SILENT_RTTS * m_smoothedRttPs) << m_tries, most);
}

void
Pacer::Update()
{
    auto wait = static_cast<int64_t>(m_lastBytes * m_psPerByte);
    if (IsWindowFull())
    {
        wait = std::max(wait, SilencePs());
    }
    m_allowedPs = m_lastPs + wait;
}

} // namespace ns3::mlt
