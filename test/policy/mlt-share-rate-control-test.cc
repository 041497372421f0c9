// SPDX-License-Identifier: GPL-2.0-only
// Rate and window after feedbacks, against numbers worked out by hand.
#include "ns3/double.h"
#include "ns3/mlt-share-rate-control.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t LINE = 100000000000;
constexpr int64_t BASE_RTT = 8000000;
constexpr uint32_t FRAME = 1500;
constexpr double BDP = 100000; // bytes of a base RTT at line rate
constexpr double TARGET = 4;   // base RTTs
constexpr double QUARTER = 0.25 * FRAME;
constexpr double ONE_FEEDBACK = 5 * FRAME; // the window adds them to bridge feedbacks

/** A pair with a clock: each feedback is of frames that were sent after the one before. */
struct Pair
{
    explicit Pair(uint64_t line = LINE)
    {
        control->Start({line, BASE_RTT, FRAME});
    }

    FeedbackSample Sample(double rtts, double share) const
    {
        FeedbackSample sample{};
        sample.rttPs = static_cast<int64_t>(rtts * BASE_RTT);
        sample.share = share * LINE;
        sample.received = 16;
        sample.inFlightBytes = control->WindowBytes();
        return sample;
    }

    void Give(FeedbackSample sample)
    {
        nowPs += sample.rttPs;
        sample.nowPs = nowPs;
        control->OnFeedback(sample);
    }

    void Give(double rtts, double share)
    {
        Give(Sample(rtts, share));
    }

    double Rate() const
    {
        return control->BitRate() / LINE;
    }

    double Window() const
    {
        return control->WindowBytes();
    }

    Ptr<ShareRateControl> control{CreateObject<ShareRateControl>()};
    int64_t nowPs{0};
};

TEST(ShareRateControlTest, StartsAtLineRateWithAFewFrames)
{
    Pair pair;
    EXPECT_EQ(pair.Rate(), 1.0);
    EXPECT_EQ(pair.Window(), 4000);
    Pair jumbo;
    jumbo.control->Start({LINE, BASE_RTT, 9038});
    EXPECT_EQ(jumbo.Window(), 9038) << "a frame at least";
}

TEST(ShareRateControlTest, TheFirstFeedbackTellsTheShareAndOpensTheWindow)
{
    Pair alone;
    alone.Give(1, 1);
    EXPECT_EQ(alone.Rate(), 1.0);
    EXPECT_DOUBLE_EQ(alone.Window(), BDP + ONE_FEEDBACK);
    Pair crowd; // of a hundred: a base RTT at a hundredth, and what bridges two feedbacks
    crowd.Give(1, 0.01);
    EXPECT_DOUBLE_EQ(crowd.Rate(), 0.01);
    EXPECT_DOUBLE_EQ(crowd.Window(), BDP / 100 + ONE_FEEDBACK);
}

TEST(ShareRateControlTest, AFirstFeedbackThatTookLongOpensNothing)
{
    Pair pair;
    auto sample = pair.Sample(2 * TARGET, 0.5);
    sample.inFlightBytes = 3000;
    pair.Give(sample);
    EXPECT_DOUBLE_EQ(pair.Window(), 3000 / 2.0 + QUARTER);
}

TEST(ShareRateControlTest, TheRateFollowsTheShare)
{
    Pair pair;
    pair.Give(1, 1);
    for (const double share : {0.5, 0.1, 0.25, 1.0, 0.01})
    {
        pair.Give(2, share); // a queue shows: nothing is probed for
        EXPECT_DOUBLE_EQ(pair.Rate(), share);
    }
}

TEST(ShareRateControlTest, ALongQueueTakesTheRateAStepBelowTheShare)
{
    Pair pair;
    pair.Give(1, 0.5);
    pair.Give(2.5, 0.5);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.5) << "half of what the target of 4 base RTTs allows";
    pair.Give(2.6, 0.5);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.4875) << "half of the way";
    for (int i = 0; i < 50; ++i)
    {
        pair.Give(5, 0.5);
    }
    EXPECT_NEAR(pair.Rate(), 0.475, 1e-9) << "no further";
    pair.Give(5, 0.25);
    EXPECT_NEAR(pair.Rate(), 0.2375, 1e-9) << "it falls with the share";
    pair.Give(2, 0.25);
    pair.Give(1, 0.25);
    EXPECT_GT(pair.Rate(), 0.25) << "and rises when the queue is gone";
}

TEST(ShareRateControlTest, WithoutAQueueTheRateGrowsBeyondTheShareWithOneHalfOfThatGoes)
{
    Pair pair;
    pair.Give(1, 0.5);
    pair.Give(1, 0.5);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.525);
    pair.Give(1.2, 0.5);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.55) << "a fifth of a base RTT is no queue";
    pair.Give(1.3, 0.5);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.525);
    pair.Give(1.3, 0.25);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.25 + 0.0125 / 2) << "it falls with the share first";
    for (int i = 0; i < 40; ++i)
    {
        pair.Give(1, 0.5);
    }
    EXPECT_DOUBLE_EQ(pair.Rate(), 1.0) << "never above the line";
}

TEST(ShareRateControlTest, TheWindowIsScaledByTargetOverRttOnceARoundTrip)
{
    Pair pair;
    pair.Give(1, 1);
    pair.Give(2 * TARGET, 1);
    const double halved = (BDP + ONE_FEEDBACK) / 2 + QUARTER;
    EXPECT_DOUBLE_EQ(pair.Window(), halved);
    auto soon = pair.Sample(2 * TARGET, 1); // sent before that
    soon.nowPs = pair.nowPs + soon.rttPs - 1;
    pair.control->OnFeedback(soon);
    EXPECT_DOUBLE_EQ(pair.Window(), halved);
    pair.Give(2, 1);
    EXPECT_DOUBLE_EQ(pair.Window(), halved * TARGET / 2 + QUARTER);
    pair.Give(1, 1);
    pair.Give(1, 1);
    EXPECT_DOUBLE_EQ(pair.Window(), TARGET * BDP + ONE_FEEDBACK) << "no more than the rate needs";
}

TEST(ShareRateControlTest, WhatIsInFlightIsWhatALongRoundTripTellsOf)
{
    Pair pair;
    pair.Give(1, 1);
    auto sample = pair.Sample(2 * TARGET, 1);
    sample.inFlightBytes = 10000;
    pair.Give(sample);
    EXPECT_DOUBLE_EQ(pair.Window(), 5000 + QUARTER);
    sample.inFlightBytes = 0;
    pair.Give(sample);
    EXPECT_DOUBLE_EQ(pair.Window(), FRAME) << "a frame at least";
}

TEST(ShareRateControlTest, TheWindowNeverFallsUnderAFrame)
{
    Pair pair;
    pair.Give(1, 1);
    for (int i = 0; i < 50; ++i)
    {
        pair.Give(1000, 1);
    }
    EXPECT_EQ(pair.Window(), FRAME);
}

TEST(ShareRateControlTest, LossCountsWhereAQueueShows)
{
    for (const double rtts : {1.4, 1.6})
    {
        Pair pair;
        pair.Give(1, 1);
        auto sample = pair.Sample(rtts, 1);
        sample.received = 80;
        sample.missing = 20;
        pair.Give(sample);
        const double grown = (BDP + ONE_FEEDBACK) * TARGET / rtts + QUARTER;
        const double expected = rtts > 1.5 ? grown * 96 / 116 : grown; // 16 came before
        EXPECT_NEAR(pair.Window(), std::min(expected, (TARGET + 0.3) * BDP), 0.1 * BDP) << rtts;
        EXPECT_EQ(pair.Window() < 2.6 * BDP, rtts > 1.5) << rtts;
    }
}

TEST(ShareRateControlTest, AStrayLossDoesNotCount)
{
    Pair pair;
    pair.Give(1, 1);
    auto sample = pair.Sample(TARGET, 1); // the target: the window stays
    sample.received = 99;
    sample.missing = 1;
    pair.Give(sample);
    EXPECT_DOUBLE_EQ(pair.Window(), BDP + ONE_FEEDBACK + QUARTER);
}

TEST(ShareRateControlTest, ATimeoutLeavesAFrame)
{
    Pair pair;
    pair.Give(1, 1);
    pair.control->OnTimeout();
    EXPECT_EQ(pair.Window(), FRAME);
}

TEST(ShareRateControlTest, RestartForgetsButTheLeastRtt)
{
    Pair pair;
    pair.Give(1, 0.1);
    pair.Give(6, 0.1);
    pair.control->Restart();
    EXPECT_EQ(pair.Rate(), 1.0);
    EXPECT_EQ(pair.Window(), 4000);
    pair.Give(1.5, 0.1);
    pair.Give(1.5, 0.1);
    EXPECT_DOUBLE_EQ(pair.Rate(), 0.1) << "half a base RTT above the least is a queue";
}

/**
 * Pairs on a slow link that no receiver knows of, a feedback each a round: in flight is what the
 * link carries in the RTT, so RTT = sum of windows over its rate. At rest each window is
 * added / (1 - target / RTT), the same for all, or a frame.
 */
void
ExpectFixedPoint(uint32_t pairs, double linkShare)
{
    std::vector<Pair> all(pairs);
    double rtts = 1;
    for (int round = 0; round < 3000; ++round)
    {
        double sum = 0;
        for (uint32_t i = 0; i < pairs; ++i)
        {
            const bool joins = round >= static_cast<int>(i); // one after the other
            if (joins)
            {
                all[i].Give(rtts, 1);
                sum += all[i].Window();
            }
        }
        rtts = std::max(1.0, sum / (linkShare * BDP));
    }
    const double expectedSum =
        std::max(TARGET * linkShare * BDP + pairs * QUARTER, 1.0 * pairs * FRAME);
    EXPECT_NEAR(rtts * linkShare * BDP, expectedSum, 0.02 * expectedSum);
    for (const Pair& pair : all)
    {
        EXPECT_NEAR(pair.Window() * pairs, expectedSum, 0.02 * expectedSum) << pairs;
    }
}

TEST(ShareRateControlTest, PairsSettleAtEqualWindowsAndTheTarget)
{
    ExpectFixedPoint(2, 0.25);
    ExpectFixedPoint(20, 0.25);
    ExpectFixedPoint(100, 0.1);
    ExpectFixedPoint(100, 0.0001); // 10,000 to 1
}

} // namespace
} // namespace ns3::mlt
