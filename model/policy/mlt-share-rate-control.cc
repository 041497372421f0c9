// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-share-rate-control.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(ShareRateControl);

TypeId
ShareRateControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::ShareRateControl")
            .SetParent<RateControl>()
            .SetGroupName("Mlt")
            .AddConstructor<ShareRateControl>()
            .AddAttribute("TargetRtts",
                          "The round trip that windows are steered to, in base RTTs, at least 1. "
                          "The queue is three bandwidth-delay products at 4: room for what random "
                          "spraying piles up at full load, and a third of a buffer of 1 MB at "
                          "100 Gbit/s and 8 us.",
                          DoubleValue(4.0),
                          MakeDoubleAccessor(&ShareRateControl::m_targetRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("AddedFrames",
                          "What each round trip adds to the window, in full frames, above 0. It "
                          "makes windows equal where pairs share a link; so many frames of each "
                          "pair wait beyond the target.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&ShareRateControl::m_addedFrames),
                          MakeDoubleChecker<double>(1e-3))
            .AddAttribute("StartBytes",
                          "Window of a pair that has heard nothing yet, in bytes on the wire; a "
                          "frame at least. A hundred senders that start together put half a "
                          "buffer of 1 MB into a port.",
                          DoubleValue(4000),
                          MakeDoubleAccessor(&ShareRateControl::m_startBytes),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("StepShare",
                          "By this part of the share the rate grows with a feedback that shows no "
                          "queue, in [0, 1]: a link that others leave free is filled in 20.",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&ShareRateControl::m_stepShare),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("QueueRtts",
                          "A queue shows where the RTT is so many base RTTs above the least that "
                          "the pair has seen: less would take sprayed frames for congestion.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&ShareRateControl::m_queueRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("LossQueueRtts",
                          "Loss counts as congestion where the RTT is so many base RTTs above the "
                          "least: loss without a queue does not.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&ShareRateControl::m_lossQueueRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("LossThreshold",
                          "Loss counts above this share of a round trip's frames, by two standard "
                          "deviations, in [0, 1]: so that a stray loss does not.",
                          DoubleValue(0.02),
                          MakeDoubleAccessor(&ShareRateControl::m_lossThreshold),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("FeedbackFrames",
                          "Full frames that a pair sends at its share between two feedbacks of a "
                          "busy receiver, which the window must bridge: MltReceiver's attribute "
                          "of that name.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&ShareRateControl::m_feedbackFrames),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
ShareRateControl::Restart()
{
    m_bitRate = LineRate();
    m_windowBytes = std::max(m_startBytes, FrameBytes());
    m_share = 0;
    m_lastSteerPs = 0;
    m_received = 0;
    m_missing = 0;
}

void
ShareRateControl::OnTimeout()
{
    m_windowBytes = std::min(m_windowBytes, FrameBytes());
}

void
ShareRateControl::OnFeedback(const FeedbackSample& sample)
{
    m_leastRttPs = m_leastRttPs == 0 ? sample.rttPs : std::min(m_leastRttPs, sample.rttPs);
    const double queueRtts = static_cast<double>(sample.rttPs - m_leastRttPs) / BaseRttPs();
    const bool isFirst = m_share == 0;
    FollowShare(sample.share);
    CountLoss(sample);
    if (isFirst)
    {
        // what the share sends in a round trip, and until the next feedback
        m_windowBytes =
            std::max(m_windowBytes, BytesOf(m_bitRate, 1) + m_feedbackFrames * FrameBytes());
    }
    else
    {
        Probe(queueRtts);
    }
    const bool isLong = static_cast<double>(sample.rttPs) > m_targetRtts * BaseRttPs();
    if ((!isFirst || isLong) && sample.nowPs - sample.rttPs >= m_lastSteerPs)
    {
        SteerWindow(sample, queueRtts);
    }
    m_windowBytes = std::min(m_windowBytes, std::max(MostWindowBytes(), FrameBytes()));
}

/** The rate falls and rises with the share; what is above a share that rises stays. */
void
ShareRateControl::FollowShare(double share)
{
    share = std::min(share, LineRate());
    if (m_share == 0)
    {
        m_bitRate = share;
    }
    else if (m_bitRate > m_share)
    {
        m_bitRate = std::max(share, m_bitRate * std::min(1.0, share / m_share));
    }
    else
    {
        m_bitRate *= share / m_share;
    }
    m_share = share;
}

/**
 * Without a queue the rate rises. With one it returns to the share; with one of half of what the
 * target allows a step below, so that the queue drains and the window has room: a window that
 * binds costs a feedback for each of its few frames.
 */
void
ShareRateControl::Probe(double queueRtts)
{
    constexpr double KEPT = 0.5; // of what is above, where a queue shows
    const double step = m_stepShare * m_share;
    if (queueRtts <= m_queueRtts)
    {
        m_bitRate = std::min(m_bitRate + step, LineRate());
        return;
    }
    const bool isLong = queueRtts > (m_targetRtts - 1) / 2;
    const double aim = isLong ? m_share - step : m_share;
    m_bitRate = aim + KEPT * (m_bitRate - aim);
}

void
ShareRateControl::SteerWindow(const FeedbackSample& sample, double queueRtts)
{
    const double growth = m_targetRtts * BaseRttPs() / static_cast<double>(sample.rttPs);
    if (growth < 1)
    {
        // a window that was not full tells of the queue what was in flight
        m_windowBytes = std::min(m_windowBytes, std::max(sample.inFlightBytes, FrameBytes()));
    }
    m_windowBytes = m_windowBytes * growth + m_addedFrames * FrameBytes();
    if (LossShows() && queueRtts > m_lossQueueRtts)
    {
        m_windowBytes *= static_cast<double>(m_received) / (m_received + m_missing);
    }
    m_windowBytes = std::max(m_windowBytes, FrameBytes());
    m_lastSteerPs = sample.nowPs;
    m_received = 0;
    m_missing = 0;
}

void
ShareRateControl::CountLoss(const FeedbackSample& sample)
{
    m_received += sample.received;
    m_missing += sample.missing;
}

bool
ShareRateControl::LossShows() const
{
    constexpr double DEVIATIONS = 2.0;
    const double expected = m_lossThreshold * (m_received + m_missing);
    return m_missing > expected + DEVIATIONS * std::sqrt(expected);
}

/** What the rate sends in the target and between feedbacks. */
double
ShareRateControl::MostWindowBytes() const
{
    return BytesOf(m_bitRate, m_targetRtts) + m_feedbackFrames * FrameBytes() * m_bitRate / m_share;
}

} // namespace ns3::mlt
