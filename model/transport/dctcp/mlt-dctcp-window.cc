// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-window.h"

#include <algorithm>
#include <limits>

namespace ns3::mlt
{

namespace
{
/** Least slow-start threshold after a loss, segments (RFC 5681, equation 4). */
constexpr uint64_t LEAST_THRESHOLD = 2;
/** Most segments that one acknowledgement adds in slow start (RFC 3465, L)... */
constexpr uint64_t SLOW_START_STEP = 2;
/** ...and in slow start after a timeout, where it may acknowledge what had arrived before. */
constexpr uint64_t LOSS_STEP = 1;
} // namespace

DctcpWindow::DctcpWindow(const DctcpParameters& parameters)
    : m_parameters(parameters),
      m_bytes(Segments(parameters.initialWindow)),
      m_threshold(std::numeric_limits<uint64_t>::max()),
      m_alpha(parameters.initialAlpha)
{
}

void
DctcpWindow::OnSent(uint64_t pipe, uint64_t unacknowledged, uint64_t next)
{
    const bool full = !Admits(pipe);
    if (full || unacknowledged >= m_usageEnd || (!m_wasFull && pipe > m_mostInFlight))
    {
        m_wasFull = full;
        m_mostInFlight = pipe;
        m_usageEnd = next;
    }
}

/** As Linux: in slow start the window may reach twice what was used of it. */
bool
DctcpWindow::IsLimiting() const
{
    return m_wasFull || (m_bytes < m_threshold && m_bytes < 2 * m_mostInFlight);
}

void
DctcpWindow::CountMarks(uint64_t delivered, bool marked, uint64_t unacknowledged, uint64_t next)
{
    m_deliveredBytes += delivered;
    m_markedBytes += marked ? delivered : 0;
    if (unacknowledged <= m_markWindowEnd || m_deliveredBytes == 0)
    {
        return;
    }
    const double share = static_cast<double>(m_markedBytes) / static_cast<double>(m_deliveredBytes);
    m_alpha += m_parameters.gain * (share - m_alpha);
    m_deliveredBytes = 0;
    m_markedBytes = 0;
    m_markWindowEnd = next;
}

void
DctcpWindow::OnProgress(uint64_t unacknowledged)
{
    if (m_state != State::Open && unacknowledged >= m_stateEnd)
    {
        m_state = State::Open;
        m_isReducing = false;
        m_reductionFlight = 0;
    }
}

void
DctcpWindow::Grow(uint64_t bytes)
{
    if (m_state == State::Reduced || m_state == State::Recovery || !IsLimiting())
    {
        return;
    }
    if (m_bytes < m_threshold)
    {
        const uint64_t step = m_state == State::Loss ? LOSS_STEP : SLOW_START_STEP;
        m_bytes += std::min(bytes, Segments(step));
        return;
    }
    m_avoidanceBytes += bytes;
    if (m_avoidanceBytes >= m_bytes)
    {
        m_avoidanceBytes -= m_bytes;
        m_bytes += m_parameters.segmentBytes;
    }
}

void
DctcpWindow::OnEcho(uint64_t unacknowledged, uint64_t next)
{
    if (m_state != State::Open || (m_stateEnd > 0 && unacknowledged <= m_stateEnd))
    {
        return;
    }
    const auto cut = static_cast<uint64_t>(static_cast<double>(m_bytes) * (1 - m_alpha / 2));
    // the window may stand below the minimum after a timeout: a cut never raises it
    const uint64_t least = std::min(m_bytes, Segments(m_parameters.minimumWindow));
    m_bytes = std::max(cut, least);
    m_threshold = m_bytes;
    BeginReduction(next - unacknowledged);
    Enter(State::Reduced, next);
}

bool
DctcpWindow::OnLoss(uint64_t unacknowledged, uint64_t next)
{
    if (m_state == State::Recovery || m_state == State::Loss)
    {
        return false;
    }
    if (m_state == State::Open)
    {
        Halve();
        m_bytes = m_threshold;
        BeginReduction(next - unacknowledged);
    }
    Enter(State::Recovery, next);
    return true;
}

void
DctcpWindow::OnTimeout(uint64_t next)
{
    // a window of data that was cut already, or timed out already, keeps its threshold (RFC 5681)
    if (m_state == State::Open)
    {
        Halve();
    }
    m_bytes = Segments(1);
    m_isReducing = false;
    m_reductionFlight = 0;
    Enter(State::Loss, next);
}

void
DctcpWindow::BeginReduction(uint64_t flight)
{
    if (m_parameters.proportionalReduction)
    {
        m_reductionFlight = flight;
        m_reductionDelivered = 0;
        m_reductionSent = 0;
    }
}

void
DctcpWindow::Reduce(uint64_t delivered, uint64_t pipe)
{
    if (m_reductionFlight == 0)
    {
        return;
    }
    m_reductionDelivered += delivered;
    uint64_t total = 0; // that may have been sent since the reduction began
    if (pipe > m_threshold)
    {
        // in whole segments, rounded up: a part of one that is left over would not be sent
        const uint64_t segment = m_parameters.segmentBytes * m_reductionFlight;
        total = Segments((m_reductionDelivered * m_threshold + segment - 1) / segment);
    }
    else
    {
        const uint64_t step = m_reductionSent + delivered;
        total = std::max(m_reductionDelivered, step) + Segments(1);
        total = std::min(total, m_reductionSent + m_threshold - pipe);
    }
    uint64_t more = total > m_reductionSent ? total - m_reductionSent : 0;
    if (m_reductionSent == 0)
    {
        more = std::max(more, Segments(1)); // the first is free, or nothing might ever move
    }
    m_isReducing = true;
    m_sendLimit = pipe + more;
}

void
DctcpWindow::Halve()
{
    m_threshold = std::max(m_bytes / 2, Segments(LEAST_THRESHOLD));
}

void
DctcpWindow::Enter(State state, uint64_t next)
{
    m_state = state;
    m_stateEnd = next;
    m_avoidanceBytes = 0;
}

} // namespace ns3::mlt
