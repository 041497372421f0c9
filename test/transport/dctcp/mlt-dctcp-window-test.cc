// SPDX-License-Identifier: GPL-2.0-only
// Each decision of the congestion window alone, against numbers worked out by hand.
#include "ns3/mlt-dctcp-rto.h"
#include "ns3/mlt-dctcp-window.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

using State = DctcpWindow::State;

class DctcpWindowTest : public ::testing::Test
{
  protected:
    DctcpWindowTest()
    {
        m_parameters.segmentBytes = 1000;
    }

    /** Lets the window be what limits the sender. */
    static void Fill(DctcpWindow& window)
    {
        window.OnSent(window.Bytes(), 0, 0);
    }

    DctcpParameters m_parameters;
};

TEST_F(DctcpWindowTest, StartsWithTenSegmentsAndAlphaOne)
{
    const DctcpWindow window(m_parameters);
    EXPECT_EQ(window.Bytes(), 10000U);
    EXPECT_EQ(window.Alpha(), 1.0);
    EXPECT_TRUE(window.Admits(9000));
    EXPECT_FALSE(window.Admits(9001));
}

TEST_F(DctcpWindowTest, AlphaIsTheMovingAverageOfTheMarkedShareOfEachWindow)
{
    m_parameters.initialAlpha = 0;
    DctcpWindow window(m_parameters);
    window.CountMarks(1000, true, 1000, 9000); // first window: all marked
    EXPECT_DOUBLE_EQ(window.Alpha(), 1.0 / 16);
    for (uint64_t una = 2000; una <= 9000; una += 1000)
    {
        window.CountMarks(1000, una <= 3000, una, 19000);
        EXPECT_DOUBLE_EQ(window.Alpha(), 1.0 / 16) << "the window's end is not passed yet";
    }
    window.CountMarks(1000, false, 10000, 19000); // 2 of 9 marked
    EXPECT_DOUBLE_EQ(window.Alpha(), 15.0 / 16 / 16 + 2.0 / 9 / 16);
}

TEST_F(DctcpWindowTest, AlphaFallsByGainWithoutMarksAndConvergesToAShare)
{
    DctcpWindow window(m_parameters);
    uint64_t una = 0;
    for (int i = 0; i < 10; ++i, una += 1000)
    {
        window.CountMarks(1000, false, una + 1000, una + 1000);
    }
    EXPECT_NEAR(window.Alpha(), 0.52446, 1e-5); // (15/16)^10
    for (int i = 0; i < 400; ++i, una += 1000)
    {
        window.CountMarks(300, true, una, una + 1000);
        window.CountMarks(700, false, una + 1000, una + 1000);
    }
    EXPECT_NEAR(window.Alpha(), 0.3, 1e-9);
}

TEST_F(DctcpWindowTest, CutIsInProportionToAlphaAndOnceForAWindowOfData)
{
    m_parameters.initialAlpha = 0.5;
    DctcpWindow window(m_parameters);
    window.OnEcho(1000, 10000);
    EXPECT_EQ(window.Bytes(), 7500U); // 10000 (1 - 0.5 / 2)
    EXPECT_EQ(window.Threshold(), 7500U);
    EXPECT_EQ(window.GetState(), State::Reduced);
    window.OnEcho(2000, 11000);
    window.OnProgress(9000);
    window.OnEcho(9000, 12000);
    window.OnProgress(10000);
    window.OnEcho(10000, 19000); // of the last segment that was out at the cut
    EXPECT_EQ(window.Bytes(), 7500U);
    window.OnEcho(11000, 20000);
    EXPECT_EQ(window.Bytes(), 5625U);
}

TEST_F(DctcpWindowTest, CutLeavesTheMinimumWindow)
{
    m_parameters.initialWindow = 2;
    for (const uint32_t minimum : {2U, 1U})
    {
        m_parameters.minimumWindow = minimum;
        DctcpWindow window(m_parameters);
        for (uint64_t i = 0; i < 5; ++i)
        {
            window.OnProgress(1000U * i + 1000);
            window.OnEcho(1000U * i + 1000, 1000U * i + 1000);
        }
        EXPECT_EQ(window.Bytes(), minimum * 1000U);
    }
}

TEST_F(DctcpWindowTest, CutNeverRaisesAWindowThatATimeoutLeft)
{
    DctcpWindow window(m_parameters);
    window.OnTimeout(10000);
    window.OnProgress(10000);
    window.OnEcho(11000, 11000);
    EXPECT_EQ(window.Bytes(), 1000U);
}

TEST_F(DctcpWindowTest, SlowStartAddsWhatIsAcknowledgedAtMostTwoSegmentsAnAck)
{
    DctcpWindow window(m_parameters);
    Fill(window);
    window.Grow(1000);
    EXPECT_EQ(window.Bytes(), 11000U);
    window.Grow(9000);
    EXPECT_EQ(window.Bytes(), 13000U);
}

TEST_F(DctcpWindowTest, AvoidanceAddsASegmentForAWindowOfAcknowledgedBytes)
{
    m_parameters.initialAlpha = 0;
    DctcpWindow window(m_parameters);
    window.OnEcho(1000, 10000); // leaves 10000, out of slow start
    window.OnProgress(10000);
    Fill(window);
    for (int i = 0; i < 9; ++i)
    {
        window.Grow(1000);
        EXPECT_EQ(window.Bytes(), 10000U);
    }
    window.Grow(1000);
    EXPECT_EQ(window.Bytes(), 11000U);
    for (int i = 0; i < 10; ++i)
    {
        window.Grow(1000);
        EXPECT_EQ(window.Bytes(), 11000U);
    }
    window.Grow(1000);
    EXPECT_EQ(window.Bytes(), 12000U);
}

TEST_F(DctcpWindowTest, DoesNotGrowWhileReducedOrInRecovery)
{
    DctcpWindow reduced(m_parameters);
    reduced.OnEcho(1000, 10000);
    Fill(reduced);
    reduced.Grow(5000);
    EXPECT_EQ(reduced.Bytes(), 5000U);
    DctcpWindow recovering(m_parameters);
    EXPECT_TRUE(recovering.OnLoss(0, 10000));
    Fill(recovering);
    recovering.Grow(5000);
    EXPECT_EQ(recovering.Bytes(), 5000U);
}

TEST_F(DctcpWindowTest, DoesNotGrowWhenTheApplicationIsWhatLimits)
{
    DctcpWindow window(m_parameters);
    window.OnSent(5000, 0, 5000);
    window.Grow(1000);
    EXPECT_EQ(window.Bytes(), 10000U);
    window.OnSent(6000, 0, 6000); // in slow start it may reach twice what was used
    window.Grow(1000);
    window.Grow(1000);
    window.Grow(1000);
    EXPECT_EQ(window.Bytes(), 12000U);
}

TEST_F(DctcpWindowTest, LossHalvesUnlessTheWindowWasCutAlready)
{
    DctcpWindow window(m_parameters);
    EXPECT_TRUE(window.OnLoss(0, 10000));
    EXPECT_EQ(window.Bytes(), 5000U);
    EXPECT_FALSE(window.OnLoss(0, 11000));
    window.OnEcho(1000, 11000);
    EXPECT_EQ(window.Bytes(), 5000U);

    m_parameters.initialAlpha = 0.2;
    DctcpWindow marked(m_parameters);
    marked.OnEcho(1000, 10000);
    EXPECT_EQ(marked.Bytes(), 9000U);
    EXPECT_TRUE(marked.OnLoss(0, 12000)) << "it recovers all the same";
    EXPECT_EQ(marked.Bytes(), 9000U);
    marked.OnProgress(10000);
    EXPECT_EQ(marked.GetState(), State::Recovery);
    marked.OnProgress(12000);
    EXPECT_EQ(marked.GetState(), State::Open);
}

TEST_F(DctcpWindowTest, ShrinksStepByStepToHalfOverAWindowOfAcknowledgements)
{
    DctcpWindow window(m_parameters); // alpha 1: the cut is to 5 segments of 10
    uint64_t pipe = 10000;
    uint64_t sent = 0;
    for (uint64_t acked = 1; acked <= 10; ++acked)
    {
        pipe -= 1000;
        window.OnEcho(acked * 1000 - 1000, 10000);
        window.Reduce(1000, pipe);
        while (window.Admits(pipe))
        {
            window.CountSent(1000);
            pipe += 1000;
            sent += 1000;
        }
        if (pipe > 5000)
        {
            EXPECT_EQ(sent, (acked + 1) / 2 * 1000) << "one for every two, acked " << acked;
        }
    }
    EXPECT_EQ(pipe, 5000U);
    EXPECT_EQ(sent, 5000U);
    window.OnProgress(10000);
    EXPECT_EQ(window.Bytes(), 5000U);
    EXPECT_FALSE(window.Admits(4001));
}

TEST_F(DctcpWindowTest, GoesBackUpToTheNewWindowWhenTooMuchWasLost)
{
    DctcpWindow window(m_parameters);
    EXPECT_TRUE(window.OnLoss(0, 10000)); // 8 of 10 lost
    uint64_t pipe = 1000;
    uint64_t sent = 0;
    const auto fill = [&] {
        while (window.Admits(pipe))
        {
            window.CountSent(1000);
            pipe += 1000;
            sent += 1000;
        }
    };
    window.Reduce(1000, pipe);
    fill();
    EXPECT_EQ(sent, 2000U) << "what was delivered and one more: slow start";
    for (int i = 0; i < 10; ++i)
    {
        pipe -= 1000;
        window.Reduce(1000, pipe);
        fill();
        EXPECT_LE(pipe, 5000U);
    }
    EXPECT_EQ(pipe, 5000U);
}

TEST_F(DctcpWindowTest, TheFirstSegmentOfAReductionIsFree)
{
    DctcpWindow window(m_parameters);
    window.OnEcho(1000, 10000);
    window.Reduce(1000, 9000); // nine are out, eight too many
    EXPECT_TRUE(window.Admits(9000));
    window.CountSent(1000);
    window.Reduce(1000, 9000); // 2 of 9 delivered: a bit more than one
    EXPECT_TRUE(window.Admits(9000)) << "in whole segments, rounded up";
    window.CountSent(1000);
    window.Reduce(0, 9000);
    EXPECT_FALSE(window.Admits(9000));
}

TEST_F(DctcpWindowTest, ShrinksAtOnceWithoutProportionalReduction)
{
    m_parameters.proportionalReduction = false;
    DctcpWindow window(m_parameters);
    window.OnEcho(1000, 10000);
    window.Reduce(1000, 9000);
    EXPECT_FALSE(window.Admits(9000));
    EXPECT_FALSE(window.Admits(4001));
    EXPECT_TRUE(window.Admits(4000));
}

TEST_F(DctcpWindowTest, ATimeoutEndsAReduction)
{
    DctcpWindow window(m_parameters);
    window.OnEcho(1000, 10000);
    window.Reduce(1000, 9000);
    window.OnTimeout(10000);
    EXPECT_TRUE(window.Admits(0));
    EXPECT_FALSE(window.Admits(1));
    window.Reduce(1000, 9000);
    EXPECT_FALSE(window.Admits(1));
}

TEST_F(DctcpWindowTest, LossLeavesAtLeastTwoSegments)
{
    m_parameters.initialWindow = 3;
    DctcpWindow window(m_parameters);
    window.OnLoss(0, 3000);
    EXPECT_EQ(window.Bytes(), 2000U);
}

TEST_F(DctcpWindowTest, TimeoutStartsFromOneSegmentUpToHalfTheWindow)
{
    DctcpWindow window(m_parameters);
    window.OnTimeout(10000);
    EXPECT_EQ(window.Bytes(), 1000U);
    EXPECT_EQ(window.Threshold(), 5000U);
    window.OnTimeout(10000);
    EXPECT_EQ(window.Threshold(), 5000U) << "a second timeout of the same data keeps it";
    for (int i = 0; i < 4; ++i)
    {
        Fill(window);
        window.Grow(8000); // what was SACKed may be acknowledged at once: a segment each
    }
    EXPECT_EQ(window.Bytes(), 5000U);
    Fill(window);
    window.Grow(1000); // from here on congestion avoidance
    EXPECT_EQ(window.Bytes(), 5000U);
}

constexpr int64_t US = 1000000;

TEST(DctcpRtoTest, FollowsRfc6298FromTheHandshakeOn)
{
    DctcpParameters parameters;
    parameters.handshakeRttPs = 80 * US;
    parameters.minRtoPs = US;
    DctcpRto rto(parameters);
    EXPECT_EQ(rto.RtoPs(), 240 * US); // R + 4 R/2
    rto.Sample(160 * US);             // RTTVAR = 3/4 40 + 1/4 80 = 50, SRTT = 7/8 80 + 1/8 160 = 90
    EXPECT_EQ(rto.SmoothedRttPs(), 90 * US);
    EXPECT_EQ(rto.RtoPs(), 290 * US);
}

TEST(DctcpRtoTest, DoublesUpToTheLargestAndStartsAnewWithASample)
{
    DctcpParameters parameters; // 10 ms to 1 s
    DctcpRto rto(parameters);
    int64_t expected = 10000 * US;
    for (int i = 0; i < 7; ++i, expected *= 2)
    {
        EXPECT_EQ(rto.RtoPs(), std::min(expected, parameters.maxRtoPs));
        rto.Backoff();
    }
    for (int i = 0; i < 100; ++i)
    {
        rto.Backoff();
        EXPECT_EQ(rto.RtoPs(), parameters.maxRtoPs);
    }
    rto.Sample(10 * US);
    EXPECT_EQ(rto.RtoPs(), 10000 * US);
}

} // namespace
} // namespace ns3::mlt
