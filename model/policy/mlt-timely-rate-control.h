// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TIMELY_RATE_CONTROL_H
#define MLT_TIMELY_RATE_CONTROL_H

#include "ns3/mlt-stepped-rate-control.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * Delay-based, after TIMELY (SIGCOMM'15) with the absolute term of Patched TIMELY (Zhu et al.,
 * CoNEXT'16, section 4.3: plain TIMELY has no unique fixed point). MLT's control is "TIMELY-like";
 * its constants are not known, these are ours.
 */
class TimelyRateControl : public SteppedRateControl
{
  public:
    static TypeId GetTypeId();

  protected:
    double NextRate(const FeedbackSample& sample, double bitRate) override;

  private:
    double m_lowRtts;
    double m_highRtts;
    double m_beta;
    double m_gain;
    uint32_t m_hyperAfter;
    double m_hyperFactor;

    double m_previousRttPs{0};
    double m_rttDiffPs{0};
    uint32_t m_calmFeedbacks{0}; //!< in a row with RTT below T_low
    int64_t m_lastDecreasePs{0}; //!< a decrease answers for all that was sent before it
};

} // namespace ns3::mlt

#endif // MLT_TIMELY_RATE_CONTROL_H
