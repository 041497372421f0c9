// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-timely-rate-control.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(TimelyRateControl);

TypeId
TimelyRateControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::TimelyRateControl")
            .SetParent<SteppedRateControl>()
            .SetGroupName("Mlt")
            .AddConstructor<TimelyRateControl>()
            .AddAttribute("LowRtts",
                          "T_low, under which the rate grows whatever the gradient, and the "
                          "reference of the absolute term, in base RTTs.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&TimelyRateControl::m_lowRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("HighRtts",
                          "T_high, over which the rate falls whatever the gradient, in base RTTs.",
                          DoubleValue(8.0),
                          MakeDoubleAccessor(&TimelyRateControl::m_highRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("Beta",
                          "Multiplicative decrease. 0.8, TIMELY's own, oscillates with hundreds of "
                          "senders a link.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&TimelyRateControl::m_beta),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("Gain",
                          "Weight of a new sample in the running mean of RTT differences "
                          "(TIMELY's alpha, as in HPCC's ns-3 code).",
                          DoubleValue(0.875),
                          MakeDoubleAccessor(&TimelyRateControl::m_gain),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("HyperAfter",
                          "After so many feedbacks in a row below T_low the step grows (TIMELY's "
                          "hyperactive increase; 5 and 5 as in HPCC's ns-3 code).",
                          UintegerValue(5),
                          MakeUintegerAccessor(&TimelyRateControl::m_hyperAfter),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("HyperFactor",
                          "Factor by which the step grows then (HyperAfter); 1 turns hyperactive "
                          "increase off.",
                          DoubleValue(5.0),
                          MakeDoubleAccessor(&TimelyRateControl::m_hyperFactor),
                          MakeDoubleChecker<double>(1.0));
    return tid;
}

double
TimelyRateControl::NextRate(const FeedbackSample& sample, double bitRate)
{
    constexpr double MOST_DECREASE = 0.5; // of one feedback, as TCP's
    const auto rtt = static_cast<double>(sample.rttPs);
    const double difference = m_previousRttPs > 0 ? rtt - m_previousRttPs : 0.0;
    m_previousRttPs = rtt;
    m_rttDiffPs = (1 - m_gain) * m_rttDiffPs + m_gain * difference;
    const double low = m_lowRtts * BaseRttPs();
    const double high = m_highRtts * BaseRttPs();
    if (rtt < low)
    {
        ++m_calmFeedbacks;
        return bitRate + Step() * (m_calmFeedbacks > m_hyperAfter ? m_hyperFactor : 1.0);
    }
    m_calmFeedbacks = 0;
    // Patched TIMELY: the weight goes from increase (0) to decrease (1) as the gradient rises from
    // -1/4 to 1/4, and the decrease is by the distance from the reference, not by the gradient.
    // Over T_high the weight is 1; TIMELY's own 1 - beta (1 - T_high / RTT) would be near 1 there,
    // weaker just above T_high than just below.
    const double gradient = m_rttDiffPs / BaseRttPs();
    const double weight = rtt > high ? 1.0 : std::clamp(2 * gradient + 0.5, 0.0, 1.0);
    const double error = (rtt - low) / low;
    double decrease = 0;
    if (weight > 0 && sample.nowPs - sample.rttPs >= m_lastDecreasePs)
    {
        decrease = std::min(m_beta * weight * error, MOST_DECREASE);
        m_lastDecreasePs = sample.nowPs;
    }
    return Step() * (1 - weight) + bitRate * (1 - decrease);
}

} // namespace ns3::mlt
