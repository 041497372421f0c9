// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SHARE_RATE_CONTROL_H
#define MLT_SHARE_RATE_CONTROL_H

#include "ns3/mlt-rate-control.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * MLT's default: a rate for the link that the receiver sees, a window for all that it does not.
 *
 * The rate is the receiver's share (its link over the hosts that send to it), which each feedback
 * tells. While no queue shows, it grows beyond, so that a share which somebody else cannot use is
 * not lost; where one shows, half of that excess goes, and where a long one does the rate goes a
 * step below the share, so that the queue drains and the window does not bind.
 *
 * The window is steered by delay. Once a round trip
 *
 *     window = window x target / RTT + a part of a frame
 *
 * which is FAST TCP's law (Wei et al., ToN 2006) with a target for the RTT itself: what is in
 * flight is what the narrowest link carries in the target, wherever that link is, and senders that
 * share it get equal windows. It never exceeds what the rate needs, nor falls under a frame. Loss
 * counts where a queue shows too: a buffer that is too small for the target overflows before it.
 *
 * A pair starts with a few frames at line rate, since how many others start is not known. The first
 * feedback tells.
 *
 * MLT's control is "TIMELY-like" and "minimal"; this rule and its constants are ours.
 */
class ShareRateControl : public RateControl
{
  public:
    static TypeId GetTypeId();

    void OnFeedback(const FeedbackSample& sample) override;
    void Restart() override;

    /** One frame may be unheard of: what was sent may wait in a queue that is longer than known. */
    void OnTimeout() override;

  private:
    void FollowShare(double share);
    void Probe(double queueRtts);
    void SteerWindow(const FeedbackSample& sample, double queueRtts);
    void CountLoss(const FeedbackSample& sample);
    bool LossShows() const;
    double MostWindowBytes() const;

    double m_targetRtts;
    double m_addedFrames;
    double m_startBytes;
    double m_stepShare;
    double m_queueRtts;
    double m_lossQueueRtts;
    double m_lossThreshold;
    uint32_t m_feedbackFrames;

    double m_share{0};        //!< bit/s; 0: not yet told
    int64_t m_leastRttPs{0};  //!< ever seen; 0: none
    int64_t m_lastSteerPs{0}; //!< the window is steered by what was sent since then
    uint32_t m_received{0};   //!< frames since then
    uint32_t m_missing{0};    //!< lost frames since then
};

} // namespace ns3::mlt

#endif // MLT_SHARE_RATE_CONTROL_H
