// SPDX-License-Identifier: GPL-2.0-only
// Rates after feedbacks, against numbers worked out by hand; rates as shares of the line's.
#include "ns3/double.h"
#include "ns3/mlt-aimd-rate-control.h"
#include "ns3/mlt-timely-rate-control.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t LINE = 100000000000;
constexpr int64_t BASE_RTT = 8000000;
constexpr uint32_t FRAME = 1538;
constexpr double STEP = 0.0005;

/** A rate control with a clock: each feedback comes one RTT and a bit after the last one. */
template <typename CONTROL>
class Driver
{
  public:
    Driver()
        : control(CreateObject<CONTROL>())
    {
        control->Start({LINE, BASE_RTT, FRAME});
    }

    double Rate() const
    {
        return control->BitRate() / LINE;
    }

    /** A feedback of 16 frames. */
    double Feedback(double baseRtts, uint32_t missing = 0, double bound = 0, uint32_t marked = 0)
    {
        const auto rtt = static_cast<int64_t>(baseRtts * BASE_RTT);
        nowPs += rtt + 1;
        return At(nowPs, rtt, missing, bound, marked);
    }

    double At(int64_t atPs, int64_t rtt, uint32_t missing, double bound, uint32_t marked = 0)
    {
        control->OnFeedback({atPs, rtt, 16 - missing, marked, missing, bound});
        return Rate();
    }

    Ptr<CONTROL> control;
    int64_t nowPs{0};
};

template <typename CONTROL>
class RateControlTest : public ::testing::Test
{
  protected:
    Driver<CONTROL> m_driver;
};

using Controls = ::testing::Types<TimelyRateControl, AimdRateControl>;
TYPED_TEST_SUITE(RateControlTest, Controls);

TYPED_TEST(RateControlTest, StartsAtLineRateAndStaysThereUnderCalm)
{
    auto& d = this->m_driver;
    EXPECT_EQ(d.Rate(), 1.0);
    for (int i = 0; i < 20; ++i)
    {
        EXPECT_EQ(d.Feedback(1), 1.0);
    }
}

TYPED_TEST(RateControlTest, HeavyLossCutsToTheDeliveredShare)
{
    EXPECT_DOUBLE_EQ(this->m_driver.Feedback(1, 12), 4.0 / 16);
    EXPECT_DOUBLE_EQ(this->m_driver.Feedback(1, 8), 4.0 / 16 / 2);
}

TYPED_TEST(RateControlTest, ACutAnswersForAllThatWasSentBeforeIt)
{
    auto& d = this->m_driver;
    const double cut = d.Feedback(2, 8);
    EXPECT_DOUBLE_EQ(cut, 0.5);
    const int64_t cutPs = d.nowPs;
    EXPECT_DOUBLE_EQ(d.At(cutPs + 1000, BASE_RTT, 8, 0), 0.5) << "sent before the cut";
    EXPECT_DOUBLE_EQ(d.At(cutPs + BASE_RTT - 1, BASE_RTT, 15, 0), 0.5) << "sent before the cut";
    EXPECT_DOUBLE_EQ(d.At(cutPs + BASE_RTT, BASE_RTT, 8, 0), 0.25) << "sent after it";
}

TYPED_TEST(RateControlTest, LossWithinTheBoundDoesNotCut)
{
    auto& d = this->m_driver;
    d.Feedback(1, 8);
    EXPECT_DOUBLE_EQ(d.Feedback(1, 8, 0.5), 0.5 + STEP) << "it grows";
    EXPECT_DOUBLE_EQ(d.Feedback(1, 1, 0), 0.5 + 2 * STEP) << "6 % is under the threshold of 10 %";
    EXPECT_LT(d.Feedback(1, 9, 0.5), 0.3) << "9 of 16 is over the bound";
}

TYPED_TEST(RateControlTest, NeverFallsUnderTheLeastShare)
{
    auto& d = this->m_driver;
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_DOUBLE_EQ(d.Feedback(1, 16), 0.001);
    }
    EXPECT_DOUBLE_EQ(d.control->LeastBitRate(), LINE / 1000.0);
    Driver<TypeParam> other;
    other.control->SetAttribute("MinRateShare", DoubleValue(0.2));
    EXPECT_DOUBLE_EQ(other.Feedback(1, 16), 0.2);
}

TYPED_TEST(RateControlTest, TheWindowIsFourRoundTripsOrSixtyFourFrames)
{
    auto& d = this->m_driver;
    EXPECT_DOUBLE_EQ(d.control->WindowBytes(), 4 * 100000); // 8 us at 100 Gbit/s are 100 KB
    d.Feedback(1, 12);
    EXPECT_DOUBLE_EQ(d.control->WindowBytes(), 4 * 100000) << "whatever comes";
    const auto slow = CreateObject<TypeParam>();
    slow->Start({LINE / 100, BASE_RTT, FRAME});
    EXPECT_DOUBLE_EQ(slow->WindowBytes(), 64 * FRAME);
}

TEST(FeedbackSampleTest, LossShareCountsWhatWasExpected)
{
    EXPECT_EQ((FeedbackSample{0, 0, 12, 0, 4, 0}.LossShare()), 0.25);
    EXPECT_EQ((FeedbackSample{0, 0, 0, 0, 4, 0}.LossShare()), 1.0);
    EXPECT_EQ((FeedbackSample{0, 0, 0, 0, 0, 0}.LossShare()), 0.0);
}

class TimelyTest : public ::testing::Test
{
  protected:
    TimelyTest()
    {
        m_driver.Feedback(1, 8); // to half the line rate, from where it can rise and fall
    }

    Driver<TimelyRateControl> m_driver;
};

TEST_F(TimelyTest, GrowsByTheStepBelowLowAndFasterAfterFive)
{
    for (int i = 1; i <= 5; ++i)
    {
        EXPECT_NEAR(m_driver.Feedback(1.9), 0.5 + i * STEP, 1e-12);
    }
    EXPECT_NEAR(m_driver.Feedback(1.9), 0.5 + 10 * STEP, 1e-12);
    EXPECT_NEAR(m_driver.Feedback(1.9), 0.5 + 15 * STEP, 1e-12);
}

TEST_F(TimelyTest, AFeedbackAboveLowEndsTheFasterGrowth)
{
    for (int i = 0; i < 8; ++i)
    {
        m_driver.Feedback(1.9);
    }
    m_driver.Feedback(2.0);
    const double rate = m_driver.Rate();
    EXPECT_NEAR(m_driver.Feedback(1.9), rate + STEP, 1e-12);
}

TEST_F(TimelyTest, FallsByTheDistanceFromLowAboveHigh)
{
    m_driver.Feedback(10); // error (10 - 2) / 2 = 4, beta 0.1
    EXPECT_NEAR(m_driver.Rate(), 0.5 * 0.6, 1e-12);
    m_driver.Feedback(10);
    EXPECT_NEAR(m_driver.Rate(), 0.5 * 0.6 * 0.6, 1e-12);
}

TEST_F(TimelyTest, NeverMoreThanHalvesAtOnce)
{
    EXPECT_NEAR(m_driver.Feedback(100), 0.25, 1e-12);
}

TEST_F(TimelyTest, ADecreaseAnswersForAllThatWasSentBeforeIt)
{
    m_driver.Feedback(10);
    const int64_t firstPs = m_driver.nowPs;
    EXPECT_NEAR(m_driver.At(firstPs + 10 * BASE_RTT - 1, 10 * BASE_RTT, 0, 0), 0.3, 1e-12);
    EXPECT_NEAR(m_driver.At(firstPs + 10 * BASE_RTT, 10 * BASE_RTT, 0, 0), 0.18, 1e-12);
}

TEST_F(TimelyTest, BetweenLowAndHighTheGradientWeighsIncreaseAgainstDecrease)
{
    m_driver.Feedback(4);
    for (int i = 0; i < 60; ++i)
    {
        m_driver.Feedback(4); // the running mean of differences goes to 0
    }
    double rate = m_driver.Rate();
    // weight 1/2, error 1: half a step up, 5 % down
    EXPECT_NEAR(m_driver.Feedback(4), STEP / 2 + rate * 0.95, 1e-9);
    rate = m_driver.Rate();
    // a fall of one base RTT: gradient -0.875, weight 0: a whole step, no decrease
    EXPECT_NEAR(m_driver.Feedback(3), rate + STEP, 1e-9);
    rate = m_driver.Rate();
    // a rise of two: gradient 0.875 x 2 - 0.125 x 0.875 = 1.640625, weight 1, error 1.5
    EXPECT_NEAR(m_driver.Feedback(5), rate * 0.85, 1e-9);
}

/**
 * Senders on one link, a feedback each a round of one RTT; the queue integrates what is over the
 * link's rate. At rest the gradient is 0 and half a step balances half of beta x error x rate, so
 * RTT = T_low (1 + step / (beta x rate)), the same for all.
 */
void
ExpectFixedPoint(uint32_t senders)
{
    std::vector<Driver<TimelyRateControl>> all(senders);
    for (uint32_t i = 0; i < senders; ++i)
    {
        all[i].control->OnFeedback({1, 1, 1 + i, 0, 10 * senders, 0}); // unequal rates
    }
    double queueRtts = 0; // waiting time in base RTTs
    double meanRtt = 0;
    std::vector<double> meanRates(senders, 0.0);
    constexpr int ROUNDS = 20000;
    constexpr int MEASURED = ROUNDS / 2;
    for (int round = 0; round < ROUNDS; ++round)
    {
        const double rtt = 1 + queueRtts;
        const double weight = round < ROUNDS - MEASURED ? 0 : 1.0 / MEASURED;
        double sum = 0;
        for (uint32_t i = 0; i < senders; ++i)
        {
            const double rate = all[i].Feedback(rtt);
            sum += rate;
            meanRates[i] += rate * weight;
        }
        queueRtts = std::max(0.0, queueRtts + (sum - 1) * rtt);
        meanRtt += rtt * weight;
    }
    const double expected = 2.0 * (1 + STEP / (0.1 / senders));
    // the hyperactive increase lets few senders hunt around it, a little above
    EXPECT_NEAR(meanRtt, expected, 0.08 * expected) << senders << " senders";
    for (double rate : meanRates)
    {
        EXPECT_NEAR(rate * senders, 1.0, 0.02) << senders << " senders";
    }
}

TEST(TimelyFixedPointTest, SendersSettleAtEqualRatesAndTheReferenceRtt)
{
    ExpectFixedPoint(2);
    ExpectFixedPoint(20);
    ExpectFixedPoint(100);
}

TEST(AimdTest, CutsByHalfOfTheRunningMeanOfTheMarkedShare)
{
    Driver<AimdRateControl> d; // alpha starts at 1
    double alpha = 1;
    double rate = 1;
    const std::vector<uint32_t> marks{16, 8, 1, 16, 4};
    for (uint32_t marked : marks)
    {
        alpha = alpha * 15 / 16 + marked / 16.0 / 16;
        rate *= 1 - alpha / 2;
        EXPECT_NEAR(d.Feedback(1, 0, 0, marked), rate, 1e-12);
    }
}

TEST(AimdTest, GrowsByTheStepWithoutMarksWhileAlphaFalls)
{
    Driver<AimdRateControl> d;
    EXPECT_NEAR(d.Feedback(1, 0, 0, 16), 0.5, 1e-12); // alpha 1
    double alpha = 1;
    for (int i = 1; i <= 10; ++i)
    {
        alpha *= 15.0 / 16;
        EXPECT_NEAR(d.Feedback(50), 0.5 + i * STEP, 1e-12) << "delay does not matter";
    }
    alpha = alpha * 15 / 16 + 1.0 / 16 / 16;
    EXPECT_NEAR(d.Feedback(1, 0, 0, 1), (0.5 + 10 * STEP) * (1 - alpha / 2), 1e-12);
}

TEST(AimdTest, TheGainIsASixteenth)
{
    Driver<AimdRateControl> d;
    d.control->SetAttribute("Gain", DoubleValue(0.5));
    EXPECT_NEAR(d.Feedback(1, 0, 0, 8), 1 - 0.75 / 2, 1e-12);
    Driver<AimdRateControl> standard;
    EXPECT_NEAR(standard.Feedback(1, 0, 0, 8), 1 - (15.0 / 16 + 1.0 / 32) / 2, 1e-12);
}

} // namespace
} // namespace ns3::mlt
