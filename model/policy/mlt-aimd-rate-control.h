// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_AIMD_RATE_CONTROL_H
#define MLT_AIMD_RATE_CONTROL_H

#include "ns3/mlt-stepped-rate-control.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * DCTCP-like AIMD on the marked share, as DLCP (2020) has it: a running mean alpha of the marked
 * share; a feedback with marks cuts the rate by alpha / 2, once for what was sent before the cut;
 * one without adds a step.
 */
class AimdRateControl : public SteppedRateControl
{
  public:
    static TypeId GetTypeId();

  protected:
    double NextRate(const FeedbackSample& sample, double bitRate) override;

  private:
    double m_gain;
    double m_alpha{1.0};
    int64_t m_lastDecreasePs{0}; //!< a decrease answers for all that was sent before it
};

} // namespace ns3::mlt

#endif // MLT_AIMD_RATE_CONTROL_H
