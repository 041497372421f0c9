// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FEEDBACK_METER_H
#define MLT_FEEDBACK_METER_H

#include <algorithm>
#include <cstdint>

namespace ns3::mlt
{

/**
 * Decides at the receiver of a (source, destination) pair when a FEEDBACK is due and what it says:
 * counts since the pair began, so that one that is lost takes nothing with it. Pure: knows no
 * network.
 */
class FeedbackMeter
{
  public:
    /** A data frame has come. */
    struct Arrival
    {
        int64_t nowPs;
        uint32_t sequence; //!< of the pair
        bool marked;       //!< it bore CE
        bool asks;         //!< its sender waits for a feedback
    };

    /** What a feedback says. */
    struct Report
    {
        uint32_t received; //!< frames that have ever come
        uint32_t marked;   //!< of those, with CE
        uint32_t missing;  //!< frames found lost: absent at two feedbacks in a row
    };

    /** The pair starts: the next frame is answered at once. */
    void Restart()
    {
        m_toldSenders = 0;
    }

    /** How often a sender hears that does not ask: both must have passed since it heard last. */
    struct Pace
    {
        int64_t gapPs;
        uint16_t frames;
    };

    /**
     * @param senders of this receiver; a sender that knows half or twice as many hears at once.
     * @return whether a feedback is due.
     */
    bool OnData(const Arrival& arrival, const Pace& pace, uint32_t senders)
    {
        ++m_received;
        m_untold += m_untold < pace.frames;
        m_marked += arrival.marked;
        m_expected = std::max(m_expected, arrival.sequence + 1);
        const bool isTurn = m_untold >= pace.frames && arrival.nowPs - m_lastPs >= pace.gapPs;
        return arrival.asks || isTurn || senders >= 2U * m_toldSenders ||
               2 * senders <= m_toldSenders;
    }

    /** Takes the report. @param senders that the feedback tells of. */
    Report Take(int64_t nowPs, uint32_t senders)
    {
        const uint32_t absent = m_expected - std::min(m_expected, m_received);
        m_missing = std::max(m_missing, std::min(absent, m_absentBefore));
        m_absentBefore = absent; // sprayed frames overtake: who is absent now may come yet
        m_lastPs = nowPs;
        m_untold = 0;
        m_toldSenders = static_cast<uint16_t>(std::min<uint32_t>(senders, UINT16_MAX));
        return {m_received, m_marked, m_missing};
    }

  private:
    int64_t m_lastPs{0}; //!< of the last feedback
    uint32_t m_received{0};
    uint32_t m_marked{0};
    uint32_t m_missing{0};
    uint32_t m_expected{0};     //!< one above the highest sequence number
    uint32_t m_absentBefore{0}; //!< sequence numbers that had not come at the last feedback
    uint16_t m_toldSenders{0};  //!< 0: none since the pair started
    uint16_t m_untold{0};       //!< frames since the last feedback, as far as it matters
};

} // namespace ns3::mlt

#endif // MLT_FEEDBACK_METER_H
