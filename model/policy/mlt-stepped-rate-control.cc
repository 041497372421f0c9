// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-stepped-rate-control.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SteppedRateControl);

TypeId
SteppedRateControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::SteppedRateControl")
            .SetParent<RateControl>()
            .SetGroupName("Mlt")
            .AddAttribute("MinRateShare",
                          "The rate never falls under this share of the line rate, in [1e-6, 1]: "
                          "at 0.001, an incast of a thousand senders still gets feedback.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&SteppedRateControl::m_minShare),
                          MakeDoubleChecker<double>(1e-6, 1.0))
            .AddAttribute("StepShare",
                          "Additive increase of a feedback as a share of the line rate, in [0, 1]. "
                          "A hundred senders of a port add a hundred steps in one interval: 0.001 "
                          "makes that a tenth of the port's rate, which overflows it at MTU 9000.",
                          DoubleValue(0.0005),
                          MakeDoubleAccessor(&SteppedRateControl::m_stepShare),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("LossThreshold",
                          "Loss above this share, in [0, 1], and above the loss bound, cuts the "
                          "rate: loss within the bound is no sign of congestion that matters.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&SteppedRateControl::m_lossThreshold),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("WindowRtts",
                          "What may be sent unheard of, in base RTTs at line rate, at least 1: "
                          "bounds the first burst of an incast; an idle path needs two.",
                          DoubleValue(4.0),
                          MakeDoubleAccessor(&SteppedRateControl::m_windowRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("WindowFrames",
                          "Least window of frames without feedback, in full frames, at least 1.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&SteppedRateControl::m_windowFrames),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SteppedRateControl::Restart()
{
    m_windowBytes = std::max(BytesOf(LineRate(), m_windowRtts), m_windowFrames * FrameBytes());
}

void
SteppedRateControl::OnFeedback(const FeedbackSample& sample)
{
    const bool heavyLoss = sample.LossShare() > std::max(sample.bound, m_lossThreshold);
    const bool sentSinceCut = sample.nowPs - sample.rttPs >= m_lastCutPs;
    double next = m_bitRate;
    if (!heavyLoss)
    {
        next = NextRate(sample, m_bitRate);
    }
    else if (sentSinceCut)
    {
        next = m_bitRate * (1 - sample.LossShare());
        m_lastCutPs = sample.nowPs;
    }
    m_bitRate = std::clamp(next, LeastBitRate(), LineRate());
}

} // namespace ns3::mlt
