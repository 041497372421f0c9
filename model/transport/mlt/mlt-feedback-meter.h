// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FEEDBACK_METER_H
#define MLT_FEEDBACK_METER_H

#include <algorithm>
#include <cstdint>

namespace ns3::mlt
{

/**
 * Decides at the receiver of a (source, destination) pair when a FEEDBACK is due and what it says.
 * Pure: knows no network.
 */
class FeedbackMeter
{
  public:
    /** When a feedback is due. */
    struct Pace
    {
        uint32_t frames; //!< after so many frames,
        int64_t mostPs;  //!< or when so long has passed since the last,
        int64_t leastPs; //!< but never sooner than this
    };

    /** What a feedback says of the time since the last one. */
    struct Report
    {
        uint32_t received;
        uint32_t marked;
        uint32_t missing;
    };

    /**
     * A data frame has come.
     * @param sequence of the pair.
     * @param marked whether it bore CE.
     * @return whether a feedback is due.
     */
    bool OnData(uint32_t sequence, bool marked, int64_t nowPs, const Pace& pace)
    {
        if (m_total == 0)
        {
            m_lastPs = nowPs;
        }
        ++m_total;
        ++m_received;
        m_marked += marked;
        m_expected = std::max(m_expected, uint64_t{sequence} + 1);
        const int64_t since = nowPs - m_lastPs;
        return since >= pace.leastPs && (Progress() >= pace.frames || since >= pace.mostPs);
    }

    /** Takes the report and starts the next interval. */
    Report Take(int64_t nowPs)
    {
        const uint64_t absent = m_expected - m_total;
        const uint64_t missing = absent > m_absentBefore ? absent - m_absentBefore : 0;
        const Report report{m_received, m_marked, static_cast<uint32_t>(missing)};
        m_absentBefore = absent; // frames that were only late make up for it
        m_expectedBefore = m_expected;
        m_received = 0;
        m_marked = 0;
        m_lastPs = nowPs;
        return report;
    }

  private:
    /** Frames sent since the last feedback, as far as their sequence numbers tell. */
    uint64_t Progress() const
    {
        return std::max<uint64_t>(m_received, m_expected - m_expectedBefore);
    }

    uint64_t m_total{0};          //!< frames that have ever come
    uint64_t m_expected{0};       //!< one above the highest sequence number
    uint64_t m_expectedBefore{0}; //!< at the last feedback
    uint64_t m_absentBefore{0};   //!< sequence numbers that had not come at the last feedback
    uint32_t m_received{0};
    uint32_t m_marked{0};
    int64_t m_lastPs{0};
};

} // namespace ns3::mlt

#endif // MLT_FEEDBACK_METER_H
