// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_SENDER_H
#define MLT_DCTCP_SENDER_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-dctcp-ledger.h"
#include "ns3/mlt-dctcp-rto.h"
#include "ns3/mlt-dctcp-scoreboard.h"
#include "ns3/mlt-dctcp-window.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * The sending end of one DCTCP connection and direction, as a state machine: it knows no node, no
 * simulator and no frame, and instants are arguments.
 *
 * - Messages follow each other in one byte stream without gaps, and a segment may span several: a
 *   TCP that has more to send does not cut segments where the application's writes ended. No
 *   Nagle: what is there goes, as TCP_NODELAY, which training frameworks set.
 * - Losses: SACK scoreboard, pipe and fast recovery as RFC 6675 (without its rules 3 and 4 for
 *   segments that are not known to be lost), limited transmit implied by the pipe, early
 *   retransmit (RFC 5827). A lost retransmission and a lost tail wait for the timeout (RFC 6298).
 * - Window: see DctcpWindow. It is kept across messages and idle times, as with Linux's
 *   tcp_slow_start_after_idle off, which datacenters run.
 * - There is no receive window: the receiver takes all that comes.
 */
class DctcpSender
{
  public:
    /** @param parameters must outlive this object. */
    explicit DctcpSender(const DctcpParameters& parameters);

    /**
     * Adds a message to the stream.
     * @param bytes at least 1.
     */
    void Write(uint64_t messageId, uint64_t bytes);

    /** Whether a segment may be sent now. Changes only by the calls below and Write. */
    bool CanSend() const;

    /**
     * The next segment: a lost one, else new data. Needs CanSend().
     * @param header its fields for a segment are filled.
     * @return its payload in bytes.
     */
    uint32_t NextSegment(int64_t nowPs, DctcpHeader& header);

    /**
     * An acknowledgement came.
     * @return whether it told of bytes that were not known to have arrived, or moved the left edge.
     */
    bool OnAck(const DctcpHeader& ack, int64_t nowPs);

    /**
     * The retransmission timer fired; nothing happens if the deadline has moved on.
     * @return whether it was a timeout.
     */
    bool OnTimeout(int64_t nowPs);

    /** When the retransmission timer is to fire, or NEVER_PS while nothing is outstanding. */
    int64_t RtoDeadlinePs() const
    {
        return m_deadlinePs;
    }

    /** Takes out the first message if it is acknowledged whole; call until it says no. */
    bool PopFinished(SenderReport& report)
    {
        return m_ledger.Pop(m_board.Unacknowledged(), report);
    }

    /** Whether every byte written is acknowledged. */
    bool IsIdle() const
    {
        return m_board.Unacknowledged() == m_ledger.End();
    }

    const DctcpWindow& Window() const
    {
        return m_window;
    }

    const DctcpScoreboard& Scoreboard() const
    {
        return m_board;
    }

    const DctcpLedger& Ledger() const
    {
        return m_ledger;
    }

    const DctcpRto& Rto() const
    {
        return m_rto;
    }

  private:
    bool HasNewData() const
    {
        return m_board.End() < m_ledger.End();
    }

    uint32_t DupThreshold() const;
    void RestartTimer(int64_t nowPs);

    const DctcpParameters& m_parameters;
    DctcpScoreboard m_board;
    DctcpWindow m_window;
    DctcpRto m_rto;
    DctcpLedger m_ledger;
    int64_t m_deadlinePs{NEVER_PS};
    bool m_retransmitAtOnce{false}; //!< a recovery's first segment waits for no window
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_SENDER_H
