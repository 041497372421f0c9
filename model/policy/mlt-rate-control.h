// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RATE_CONTROL_H
#define MLT_RATE_CONTROL_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** What one FEEDBACK tells a sender about a (source, destination) pair. */
struct FeedbackSample
{
    int64_t nowPs;     //!< when it arrived
    int64_t rttPs;     //!< from the send time that it echoes
    uint32_t received; //!< data frames since the last feedback
    uint32_t marked;   //!< of those, with CE
    uint32_t missing;  //!< pair sequence numbers skipped since the last feedback
    double bound;      //!< loss bound p of the pair's traffic

    /** The share of the interval's frames that did not arrive, in [0, 1]. */
    double LossShare() const
    {
        const uint32_t expected = received + missing;
        return expected ? static_cast<double>(missing) / expected : 0.0;
    }
};

/**
 * The sending rate of one (source, destination) pair. MLT needs only "a minimal rate control to
 * avoid congestion collapse". Starts at line rate; never falls under MinRateShare of it. Heavy loss
 * cuts the rate to the share that was delivered, once for what was sent before the cut: in an
 * incast of a hundred the first feedback already tells the fair share.
 */
class RateControl : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Told once, before anything else.
     * @param lineBitRate of the host's link, bit/s.
     * @param baseRttPs of the network.
     */
    void Start(uint64_t lineBitRate, int64_t baseRttPs);

    /** Takes a feedback and changes the rate. */
    void OnFeedback(const FeedbackSample& sample);

    /** The rate allowed now, bit/s, in [MinRateShare, 1] x line rate. */
    double BitRate() const
    {
        return m_bitRate;
    }

    /** The rate that BitRate never falls under, bit/s. */
    double LeastBitRate() const
    {
        return m_minShare * m_lineRate;
    }

  protected:
    /** The rate after a feedback without heavy loss, bit/s; clamped by the caller. */
    virtual double NextRate(const FeedbackSample& sample, double bitRate) = 0;

    double LineRate() const
    {
        return m_lineRate;
    }

    double BaseRttPs() const
    {
        return m_baseRttPs;
    }

    /** The additive increase, bit/s. */
    double Step() const
    {
        return m_stepShare * m_lineRate;
    }

  private:
    double m_minShare;
    double m_stepShare;
    double m_lossThreshold;
    double m_lineRate{0};
    double m_baseRttPs{0};
    double m_bitRate{0};
    int64_t m_lastCutPs{0}; //!< a cut answers for the loss of all that was sent before it
};

/**
 * Delay-based, after TIMELY (SIGCOMM'15) with the absolute term of Patched TIMELY (Zhu et al.,
 * CoNEXT'16, section 4.3: plain TIMELY has no unique fixed point). MLT's control is "TIMELY-like";
 * its constants are not known, these are ours.
 */
class TimelyRateControl : public RateControl
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

/**
 * DCTCP-like AIMD on the marked share, as DLCP (2020) has it: a running mean alpha of the marked
 * share; a feedback with marks cuts the rate by alpha / 2, once for what was sent before the cut;
 * one without adds a step.
 */
class AimdRateControl : public RateControl
{
  public:
    static TypeId GetTypeId();

  protected:
    double NextRate(const FeedbackSample& sample, double bitRate) override;

  private:
    double m_gain;
    double m_alpha{1.0};
    int64_t m_lastDecreasePs{0}; //!< as TIMELY's
};

} // namespace ns3::mlt

#endif // MLT_RATE_CONTROL_H
