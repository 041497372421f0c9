// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_WINDOW_H
#define MLT_DCTCP_WINDOW_H

#include "ns3/mlt-dctcp-parameters.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * DCTCP's congestion window (Alizadeh et al., SIGCOMM'10, section 3.1; RFC 8257), in bytes:
 * TCP's slow start and congestion avoidance, a cut in proportion to the share of marked bytes,
 * and TCP's own reaction to losses. At most one cut for each window of data, whatever the signals
 * (RFC 8257, section 3.5), but for a timeout.
 *
 * Stream positions given as @p next are those of the first byte never sent.
 */
class DctcpWindow
{
  public:
    /** Why the window may not grow as usual; each lasts until the data that was out is acked. */
    enum class State : uint8_t
    {
        Open,     //!< none
        Reduced,  //!< cut because of ECN: no growth for a window, as in Linux (CWR)
        Recovery, //!< lost segments are repaired
        Loss,     //!< a timeout: slow start from one segment
    };

    /** @param parameters must outlive this object. */
    explicit DctcpWindow(const DctcpParameters& parameters);

    /** The congestion window. */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

    /** The slow-start threshold; the largest number before the first congestion. */
    uint64_t Threshold() const
    {
        return m_threshold;
    }

    /** The estimated share of marked bytes, in [0, 1]. */
    double Alpha() const
    {
        return m_alpha;
    }

    State GetState() const
    {
        return m_state;
    }

    /** Whether a full segment fits beside what is in flight (RFC 6675: cwnd - pipe >= SMSS). */
    bool Admits(uint64_t pipe) const
    {
        return pipe + m_parameters.segmentBytes <= (m_isReducing ? m_sendLimit : m_bytes);
    }

    /**
     * A segment was sent. A window grows only if it is what limits the sender, else a connection
     * that the application or the NIC holds back would gather a window that nothing has tested.
     */
    void OnSent(uint64_t pipe, uint64_t unacknowledged, uint64_t next);

    /**
     * Counts the bytes that an acknowledgement reports for the first time, and at the end of each
     * window of data sets alpha <- (1 - g) alpha + g F, F being the marked share of the window.
     */
    void CountMarks(uint64_t delivered, bool marked, uint64_t unacknowledged, uint64_t next);

    /** The left edge has moved: whatever held the window may be over. */
    void OnProgress(uint64_t unacknowledged);

    /** Growth for @p bytes newly acknowledged cumulatively, none of them marked. */
    void Grow(uint64_t bytes);

    /**
     * An echo of a mark: window <- window (1 - alpha / 2), once for a window of data. The echo that
     * acknowledges just what was out at a cut still speaks of the time before it.
     */
    void OnEcho(uint64_t unacknowledged, uint64_t next);

    /**
     * Losses were detected: halves the window, unless it was cut in this window of data already.
     * @return whether a recovery begins.
     */
    bool OnLoss(uint64_t unacknowledged, uint64_t next);

    /**
     * What an acknowledgement permits to send while a cut or a recovery lasts, step by step from
     * the old window to the new one (RFC 6937, with the slow-start bound), as Linux does after
     * losses and ECN cuts alike: a window cut at once sends nothing until half a window was
     * acknowledged, so that a flow that lost nearly all of its window would wait for the timeout.
     * Called for each acknowledgement with news, after the calls above; does nothing in other
     * states.
     * @param delivered bytes known to have arrived, for the first time.
     */
    void Reduce(uint64_t delivered, uint64_t pipe);

    /** So many bytes were sent, new ones or again. */
    void CountSent(uint64_t bytes)
    {
        m_reductionSent += bytes;
    }

    /** A retransmission timeout. */
    void OnTimeout(uint64_t next);

  private:
    uint64_t Segments(uint64_t count) const
    {
        return count * m_parameters.segmentBytes;
    }

    void Halve();
    void Enter(State state, uint64_t next);
    void BeginReduction(uint64_t flight);
    bool IsLimiting() const;

    const DctcpParameters& m_parameters;
    uint64_t m_bytes;
    uint64_t m_threshold;
    double m_alpha;
    State m_state{State::Open};
    uint64_t m_stateEnd{0};      //!< what was sent when the (last) state began; 0: none yet
    uint64_t m_markWindowEnd{0}; //!< alpha is due when more than this is acknowledged
    uint64_t m_deliveredBytes{0};
    uint64_t m_markedBytes{0};
    uint64_t m_avoidanceBytes{0};     //!< acknowledged since the last step of congestion avoidance
    bool m_isReducing{false};         //!< m_sendLimit, not m_bytes, is the limit
    uint64_t m_sendLimit{0};          //!< for the bytes in flight
    uint64_t m_reductionFlight{0};    //!< RecoverFS: outstanding when it began; 0: none
    uint64_t m_reductionDelivered{0}; //!< prr_delivered
    uint64_t m_reductionSent{0};      //!< prr_out
    uint64_t m_usageEnd{0};
    uint64_t m_mostInFlight{0};
    bool m_wasFull{false};
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_WINDOW_H
