// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-aimd-rate-control.h"

#include "ns3/double.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(AimdRateControl);

TypeId
AimdRateControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::AimdRateControl")
            .SetParent<SteppedRateControl>()
            .SetGroupName("Mlt")
            .AddConstructor<AimdRateControl>()
            .AddAttribute("Gain",
                          "Weight g of a new sample in the running mean of the marked share "
                          "(DCTCP: 1/16).",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&AimdRateControl::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

double
AimdRateControl::NextRate(const FeedbackSample& sample, double bitRate)
{
    const double share =
        sample.received ? static_cast<double>(sample.marked) / sample.received : 0.0;
    m_alpha = (1 - m_gain) * m_alpha + m_gain * share;
    if (sample.marked == 0)
    {
        return bitRate + Step();
    }
    if (sample.nowPs - sample.rttPs < m_lastDecreasePs)
    {
        return bitRate;
    }
    m_lastDecreasePs = sample.nowPs;
    return bitRate * (1 - m_alpha / 2);
}

} // namespace ns3::mlt
