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

constexpr int64_t RTT = 8 * PS_PER_US;
constexpr FeedbackMeter::Pace PACE{16, 8 * RTT, RTT};

/** Feeds @p count frames from @p sequence on, @p gap apart; none may make a feedback due. */
int64_t
Feed(FeedbackMeter& meter, uint32_t sequence, uint32_t count, int64_t nowPs, int64_t gap)
{
    for (uint32_t i = 0; i < count; ++i, nowPs += gap)
    {
        EXPECT_FALSE(meter.OnData(sequence + i, false, nowPs, PACE)) << "frame " << sequence + i;
    }
    return nowPs;
}

TEST(FeedbackMeterTest, SixteenFramesMakeOneDue)
{
    FeedbackMeter meter;
    const int64_t now = Feed(meter, 0, 15, 0, RTT / 10);
    EXPECT_TRUE(meter.OnData(15, true, now, PACE));
    const auto report = meter.Take(now);
    EXPECT_EQ(report.received, 16U);
    EXPECT_EQ(report.marked, 1U);
    EXPECT_EQ(report.missing, 0U);
    // and again: the count starts anew
    const int64_t later = Feed(meter, 16, 15, now + RTT / 10, RTT / 10);
    EXPECT_TRUE(meter.OnData(31, false, later, PACE));
    EXPECT_EQ(meter.Take(later).marked, 0U);
}

TEST(FeedbackMeterTest, NeverWithinTheGap)
{
    FeedbackMeter meter;
    // a hundred frames within one RTT make none due; the first after it does
    const int64_t now = Feed(meter, 0, 100, 0, RTT / 100);
    EXPECT_EQ(now, RTT);
    EXPECT_TRUE(meter.OnData(100, false, RTT, PACE));
    EXPECT_EQ(meter.Take(RTT).received, 101U);
    EXPECT_FALSE(meter.OnData(120, false, 2 * RTT - 1, PACE)) << "a picosecond too soon";
    EXPECT_TRUE(meter.OnData(121, false, 2 * RTT, PACE));
}

TEST(FeedbackMeterTest, EightRoundTripsMakeOneDueAtTheNextFrame)
{
    FeedbackMeter meter;
    const int64_t now = Feed(meter, 0, 3, 0, RTT);
    EXPECT_EQ(now, 3 * RTT);
    EXPECT_FALSE(meter.OnData(3, false, 8 * RTT - 1, PACE));
    EXPECT_TRUE(meter.OnData(4, false, 8 * RTT, PACE));
    EXPECT_EQ(meter.Take(8 * RTT).received, 5U);
}

TEST(FeedbackMeterTest, LossDoesNotDelayIt)
{
    FeedbackMeter meter;
    Feed(meter, 0, 1, 0, 1);
    Feed(meter, 5, 1, RTT, 1);
    // two frames came, but sequence 15 tells that sixteen were sent
    EXPECT_TRUE(meter.OnData(15, false, 2 * RTT, PACE));
    const auto report = meter.Take(2 * RTT);
    EXPECT_EQ(report.received, 3U);
    EXPECT_EQ(report.missing, 13U);
}

TEST(FeedbackMeterTest, MissingIsOfTheIntervalOnly)
{
    FeedbackMeter meter;
    meter.OnData(0, false, 0, PACE);
    meter.OnData(10, false, RTT, PACE);
    EXPECT_EQ(meter.Take(RTT).missing, 9U);
    meter.OnData(11, false, 2 * RTT, PACE);
    EXPECT_EQ(meter.Take(2 * RTT).missing, 0U) << "told already";
    meter.OnData(14, false, 3 * RTT, PACE);
    EXPECT_EQ(meter.Take(3 * RTT).missing, 2U);
}

TEST(FeedbackMeterTest, LateArrivalsMakeUpForWhatWasToldMissing)
{
    FeedbackMeter meter;
    meter.OnData(0, false, 0, PACE);
    meter.OnData(5, false, RTT, PACE);
    EXPECT_EQ(meter.Take(RTT).missing, 4U); // 1 to 4 are only late
    for (uint32_t sequence = 1; sequence <= 4; ++sequence)
    {
        meter.OnData(sequence, false, 2 * RTT, PACE);
    }
    // 7 is missing, but four that were told missing have come
    meter.OnData(6, false, 2 * RTT, PACE);
    meter.OnData(8, false, 2 * RTT, PACE);
    const auto report = meter.Take(2 * RTT);
    EXPECT_EQ(report.received, 6U);
    EXPECT_EQ(report.missing, 0U);
    // from there on a new loss is told again
    meter.OnData(10, false, 3 * RTT, PACE);
    EXPECT_EQ(meter.Take(3 * RTT).missing, 1U) << "9";
}

/** Runs frames 0 to n - 1, shuffled within windows, less those lost. @return all that was told. */
FeedbackMeter::Report
TotalOf(uint32_t frames, uint32_t window, double loss, uint64_t seed)
{
    SmallRandom random(seed);
    std::vector<uint32_t> order(frames);
    for (uint32_t i = 0; i < frames; ++i)
    {
        order[i] = i;
    }
    for (uint32_t first = 0; window > 1 && first < frames; first += window)
    {
        for (uint32_t left = std::min(window, frames - first); left > 1; --left)
        {
            std::swap(order[first + random.Below(left)], order[first + left - 1]);
        }
    }
    FeedbackMeter meter;
    FeedbackMeter::Report total{0, 0, 0};
    int64_t now = 0;
    const auto add = [&] {
        const auto report = meter.Take(now);
        total.received += report.received;
        total.marked += report.marked;
        total.missing += report.missing;
    };
    for (const uint32_t sequence : order)
    {
        now += RTT / 20;
        if (random.Unit() >= loss && meter.OnData(sequence, random.Unit() < 0.5, now, PACE))
        {
            add();
        }
    }
    add();
    return total;
}

TEST(FeedbackMeterTest, UnderPureLossMissingIsWhatWasLost)
{
    for (const double loss : {0.0, 0.01, 0.3, 0.9})
    {
        const auto total = TotalOf(100000, 1, loss, 3);
        EXPECT_NEAR(total.missing, 100000 * loss, 1000) << loss;
        // the very last frames may be lost without anything to tell of it
        EXPECT_LE(100000 - (total.received + total.missing), loss > 0 ? 200U : 0U) << loss;
        EXPECT_NEAR(total.marked, 0.5 * total.received, 1000);
    }
}

TEST(FeedbackMeterTest, PureReorderingLooksLikeLittleLoss)
{
    // within a window of 4 frames, as between four paths of unlike length: what is told missing
    // at a feedback's edge is made up for at the next; it does not add up
    const auto total = TotalOf(100000, 4, 0, 4);
    EXPECT_EQ(total.received, 100000U);
    EXPECT_GT(total.missing, 0U) << "frames on the edge of an interval are told missing";
    EXPECT_LT(total.missing, 100000 * 0.1) << "below the threshold that cuts the rate";
}

TEST(FeedbackMeterTest, MissingNeverExceedsWhatWasLostPlusWhatIsUnderWay)
{
    SmallRandom random(9);
    for (uint32_t run = 0; run < 20; ++run)
    {
        FeedbackMeter meter;
        const uint32_t window = 1 + random.Below(32);
        int64_t told = 0;
        int64_t lost = 0;
        int64_t now = 0;
        for (uint32_t first = 0; first < 20 * window; first += window)
        {
            for (uint32_t i = window; i > 0; --i) // each window backwards: the worst order
            {
                now += RTT / 4;
                if (random.Unit() < 0.2)
                {
                    ++lost;
                }
                else if (meter.OnData(first + i - 1, false, now, PACE))
                {
                    told += meter.Take(now).missing;
                }
            }
        }
        EXPECT_LE(told, lost + 20 * window) << window;
    }
}

} // namespace
} // namespace ns3::mlt
