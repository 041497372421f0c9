// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STEPPED_RATE_CONTROL_H
#define MLT_STEPPED_RATE_CONTROL_H

#include "ns3/mlt-rate-control.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * What TimelyRateControl and AimdRateControl share: a rate that starts at line rate, grows by a
 * step, and never falls under MinRateShare of the line; a window that stays as it is. Heavy loss
 * cuts the rate to the share that was delivered, once for what was sent before the cut: in an
 * incast of a hundred the first feedback already tells the fair share.
 */
class SteppedRateControl : public RateControl
{
  public:
    static TypeId GetTypeId();

    void OnFeedback(const FeedbackSample& sample) override;

    /** Opens the window; the rate stays what it was. */
    void Restart() override;

    /** The rate that BitRate never falls under, bit/s. */
    double LeastBitRate() const
    {
        return m_minShare * LineRate();
    }

  protected:
    /** The rate after a feedback without heavy loss, bit/s; clamped by the caller. */
    virtual double NextRate(const FeedbackSample& sample, double bitRate) = 0;

    /** The additive increase, bit/s. */
    double Step() const
    {
        return m_stepShare * LineRate();
    }

  private:
    double m_minShare;
    double m_stepShare;
    double m_lossThreshold;
    double m_windowRtts;
    uint32_t m_windowFrames;
    int64_t m_lastCutPs{0}; //!< a cut answers for the loss of all that was sent before it
};

} // namespace ns3::mlt

#endif // MLT_STEPPED_RATE_CONTROL_H
