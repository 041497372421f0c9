// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-feedback-meter.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t GAP = 8 * PS_PER_US;
constexpr FeedbackMeter::Pace PACE{GAP, 1};
constexpr uint32_t SENDERS = 5;

bool
Give(FeedbackMeter& meter, uint32_t sequence, int64_t nowPs, uint32_t senders = SENDERS)
{
    return meter.OnData({nowPs, sequence, false, false}, PACE, senders);
}

/** A meter that has answered frame 0 at instant 0. */
FeedbackMeter
Answered()
{
    FeedbackMeter meter;
    EXPECT_TRUE(Give(meter, 0, 0)) << "the first frame is answered at once";
    meter.Take(0, SENDERS);
    return meter;
}

TEST(FeedbackMeterTest, OneIsDueAfterTheGapAtTheNextFrame)
{
    FeedbackMeter meter = Answered();
    for (uint32_t i = 1; i <= 100; ++i)
    {
        EXPECT_FALSE(Give(meter, i, i * (GAP / 101)));
    }
    EXPECT_FALSE(Give(meter, 101, GAP - 1)) << "a picosecond too soon";
    EXPECT_TRUE(Give(meter, 102, GAP));
    EXPECT_TRUE(Give(meter, 103, GAP + 1)) << "it is due until it is taken";
    meter.Take(GAP + 1, SENDERS);
    EXPECT_FALSE(Give(meter, 104, 2 * GAP));
    EXPECT_TRUE(Give(meter, 105, 2 * GAP + 1));
}

TEST(FeedbackMeterTest, OneIsDueAfterSoManyFramesAndTheGap)
{
    static constexpr FeedbackMeter::Pace FIVE{GAP, 5};
    FeedbackMeter meter = Answered();
    const auto give = [&meter](uint32_t sequence, int64_t nowPs) {
        return meter.OnData({nowPs, sequence, false, false}, FIVE, SENDERS);
    };
    for (uint32_t i = 1; i <= 4; ++i)
    {
        EXPECT_FALSE(give(i, 100 * GAP)) << "time alone is not enough";
    }
    EXPECT_TRUE(give(5, 100 * GAP));
    meter.Take(100 * GAP, SENDERS);
    for (uint32_t i = 6; i <= 70'000; ++i) // more than 16 bits
    {
        EXPECT_FALSE(give(i, 101 * GAP - 1)) << "nor are frames";
    }
    EXPECT_TRUE(give(70'001, 101 * GAP));
}

TEST(FeedbackMeterTest, MoreSendersThanItRemembersAreToldAtOnce)
{
    FeedbackMeter meter = Answered();
    EXPECT_TRUE(Give(meter, 1, 1, 200'000));
    meter.Take(1, 200'000);
    EXPECT_TRUE(Give(meter, 2, 2, 200'000)) << "too often rather than never";
    EXPECT_TRUE(Give(meter, 3, 3, SENDERS));
}

TEST(FeedbackMeterTest, AFrameThatAsksIsAnsweredAtOnce)
{
    FeedbackMeter meter = Answered();
    EXPECT_TRUE(meter.OnData({1, 1, false, true}, PACE, SENDERS));
}

TEST(FeedbackMeterTest, HalfOrTwiceAsManySendersAreToldAtOnce)
{
    FeedbackMeter meter = Answered();
    EXPECT_FALSE(Give(meter, 1, 1, 9));
    EXPECT_FALSE(Give(meter, 2, 2, 3));
    EXPECT_TRUE(Give(meter, 3, 3, 10));
    EXPECT_TRUE(Give(meter, 4, 4, 2));
    meter.Take(4, 2);
    EXPECT_FALSE(Give(meter, 5, 5, 2));
}

TEST(FeedbackMeterTest, APairThatStartsAnewIsAnsweredAtOnce)
{
    FeedbackMeter meter = Answered();
    EXPECT_FALSE(Give(meter, 1, 1));
    meter.Restart();
    EXPECT_TRUE(Give(meter, 2, 2));
}

TEST(FeedbackMeterTest, CountsSinceTheBeginning)
{
    FeedbackMeter meter = Answered();
    meter.OnData({1, 1, true, false}, PACE, SENDERS);
    meter.OnData({2, 2, false, false}, PACE, SENDERS);
    auto report = meter.Take(3, SENDERS);
    EXPECT_EQ(report.received, 3U);
    EXPECT_EQ(report.marked, 1U);
    meter.OnData({4, 3, true, false}, PACE, SENDERS);
    report = meter.Take(5, SENDERS);
    EXPECT_EQ(report.received, 4U);
    EXPECT_EQ(report.marked, 2U);
}

TEST(FeedbackMeterTest, WhoIsAbsentAtTwoFeedbacksInARowIsLost)
{
    FeedbackMeter meter = Answered();
    Give(meter, 3, 1); // 1 and 2 are absent
    EXPECT_EQ(meter.Take(1, SENDERS).missing, 0U) << "they may come yet";
    Give(meter, 2, 2);
    Give(meter, 4, 3);
    EXPECT_EQ(meter.Take(3, SENDERS).missing, 1U) << "1 did not";
    Give(meter, 1, 4); // very late
    EXPECT_EQ(meter.Take(4, SENDERS).missing, 1U) << "counts never fall";
}

/** Sprayed frames: each overtakes some others, none is lost; then every tenth is. */
TEST(FeedbackMeterTest, OvertakingIsNoLossAndLossIsCounted)
{
    SmallRandom random(7);
    constexpr uint32_t FRAMES = 10000;
    constexpr uint32_t SHUFFLED = 8; // less than a feedback's interval
    for (const uint32_t every : {0U, 10U})
    {
        std::vector<uint32_t> frames;
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            if (every == 0 || i % every != 0)
            {
                frames.push_back(i);
            }
        }
        for (size_t begin = 0; begin + SHUFFLED <= frames.size(); begin += SHUFFLED)
        {
            std::swap(frames[begin + random.Below(SHUFFLED)], frames[begin]);
        }
        FeedbackMeter meter;
        uint32_t missing = 0;
        for (size_t i = 0; i < frames.size(); ++i)
        {
            Give(meter, frames[i], 0);
            if (i % 16 == 15)
            {
                missing = meter.Take(0, SENDERS).missing;
            }
        }
        const double expected = every == 0 ? 0 : FRAMES / every;
        EXPECT_NEAR(missing, expected, SHUFFLED);
    }
}

} // namespace
} // namespace ns3::mlt
