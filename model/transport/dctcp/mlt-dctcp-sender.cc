// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-sender.h"

#include <algorithm>

namespace ns3::mlt
{

DctcpSender::DctcpSender(const DctcpParameters& parameters)
    : m_parameters(parameters),
      m_window(parameters),
      m_rto(parameters)
{
}

void
DctcpSender::Write(uint64_t messageId, uint64_t bytes)
{
    m_ledger.Append(messageId, bytes);
}

bool
DctcpSender::CanSend() const
{
    if (m_board.HasLost())
    {
        return m_retransmitAtOnce || m_window.Admits(m_board.Pipe());
    }
    return HasNewData() && m_window.Admits(m_board.Pipe());
}

uint32_t
DctcpSender::NextSegment(int64_t nowPs, DctcpHeader& header)
{
    DctcpScoreboard::Segment segment;
    const bool repair = m_board.HasLost();
    if (repair)
    {
        segment = m_board.TakeLost();
    }
    else
    {
        const uint64_t rest = m_ledger.End() - m_board.End();
        segment.begin = m_board.End();
        segment.length = static_cast<uint32_t>(std::min<uint64_t>(m_parameters.segmentBytes, rest));
        m_board.Append(segment.length);
    }
    m_retransmitAtOnce = false;
    m_ledger.Charge(segment.begin, segment.begin + segment.length, repair);
    m_window.CountSent(segment.length);
    m_window.OnSent(m_board.Pipe(), m_board.Unacknowledged(), m_board.End());
    if (m_deadlinePs == NEVER_PS)
    {
        RestartTimer(nowPs);
    }
    header.sequence = segment.begin;
    header.timestampPs = nowPs;
    header.sackCount = 0;
    header.echo = false;
    header.repair = repair;
    return segment.length;
}

bool
DctcpSender::OnAck(const DctcpHeader& ack, int64_t nowPs)
{
    const DctcpScoreboard::Progress progress = m_board.Acknowledge(ack);
    const bool news = progress.cumulative > 0 || progress.delivered > 0;
    if (news)
    {
        m_rto.Sample(nowPs - ack.timestampPs);
        m_window.CountMarks(progress.delivered, ack.echo, m_board.Unacknowledged(), m_board.End());
        m_window.OnProgress(m_board.Unacknowledged());
        m_board.DetectLosses(DupThreshold());
    }
    // a loss of what was sent during a recovery counts when that one has ended
    if (m_board.LostEnd() > m_board.Unacknowledged() &&
        m_window.OnLoss(m_board.Unacknowledged(), m_board.End()))
    {
        m_retransmitAtOnce = true; // RFC 6675, section 5, step 4.3
    }
    if (ack.echo)
    {
        m_window.OnEcho(m_board.Unacknowledged(), m_board.End());
    }
    else if (progress.cumulative > 0)
    {
        m_window.Grow(progress.cumulative);
    }
    if (news)
    {
        m_window.Reduce(progress.delivered, m_board.Pipe());
    }
    if (progress.cumulative > 0)
    {
        RestartTimer(nowPs);
    }
    return news;
}

bool
DctcpSender::OnTimeout(int64_t nowPs)
{
    if (nowPs < m_deadlinePs)
    {
        return false;
    }
    m_board.LoseAll();
    m_window.OnTimeout(m_board.End());
    m_rto.Backoff();
    m_retransmitAtOnce = false;
    RestartTimer(nowPs);
    return true;
}

/**
 * RFC 5827: a sender with fewer than four segments outstanding and nothing new to send can never
 * see three duplicate acknowledgements; it takes all that it can still get for a sign of loss.
 */
uint32_t
DctcpSender::DupThreshold() const
{
    const uint64_t outstanding = m_board.Outstanding();
    if (m_parameters.earlyRetransmit && !HasNewData() && outstanding > 1 &&
        outstanding <= m_parameters.dupThreshold)
    {
        return static_cast<uint32_t>(outstanding - 1);
    }
    return m_parameters.dupThreshold;
}

void
DctcpSender::RestartTimer(int64_t nowPs)
{
    m_deadlinePs = m_board.Outstanding() > 0 ? nowPs + m_rto.RtoPs() : NEVER_PS;
}

} // namespace ns3::mlt
