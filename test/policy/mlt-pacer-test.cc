// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-pacer.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t BYTES = 1538;
constexpr int64_t AT_LINE_RATE = 123040;         // 1538 bytes at 100 Gbps, ps
constexpr int64_t AT_LEAST_RATE = 1000 * 123040; // 0.1 %
constexpr int64_t BASE_RTT = 8000000;
constexpr uint32_t WINDOW = 4;

class PacerTest : public ::testing::Test
{
  protected:
    PacerTest()
        : m_pacer(Started(), WINDOW)
    {
    }

    static Ptr<RateControl> Started()
    {
        auto rate = CreateObject<AimdRateControl>();
        rate->Start(100000000000, BASE_RTT);
        return rate;
    }

    void Send(uint32_t frames)
    {
        for (uint32_t i = 0; i < frames; ++i)
        {
            m_pacer.OnSent(m_pacer.AllowedPs(), BYTES);
        }
    }

    /** How long after its last frame the pair may send the next one. */
    int64_t GapAfter(int64_t sentPs)
    {
        m_pacer.OnSent(sentPs, BYTES);
        return m_pacer.AllowedPs() - sentPs;
    }

    static constexpr FeedbackSample CALM{BASE_RTT, BASE_RTT, 16, 0, 0, 0};
    static constexpr FeedbackSample HALF_LOST{BASE_RTT, BASE_RTT, 8, 0, 8, 0};

    Pacer m_pacer;
};

TEST_F(PacerTest, LetsTheFirstFrameGoAtOnce)
{
    EXPECT_EQ(m_pacer.AllowedPs(), 0);
    EXPECT_EQ(m_pacer.NextSequence(), 0U);
}

TEST_F(PacerTest, SpacesFramesByTheirBytesOverTheRate)
{
    m_pacer.OnSent(1000, BYTES);
    EXPECT_NEAR(m_pacer.AllowedPs(), 1000 + AT_LINE_RATE, 1);
    m_pacer.OnSent(500000, 84); // later than allowed: the idle time is no credit
    EXPECT_NEAR(m_pacer.AllowedPs(), 500000 + 84 * 80, 1);
    EXPECT_EQ(m_pacer.NextSequence(), 2U);
}

TEST_F(PacerTest, AFeedbackChangesTheSpacingOfTheFrameThatIsNext)
{
    m_pacer.OnSent(1000, BYTES);
    m_pacer.OnFeedback(HALF_LOST, 0);
    EXPECT_NEAR(m_pacer.AllowedPs(), 1000 + 2 * AT_LINE_RATE, 2);
    EXPECT_NEAR(GapAfter(5000), 2 * AT_LINE_RATE, 2);
    EXPECT_NEAR(m_pacer.Rate().BitRate(), 5e10, 1);
}

TEST_F(PacerTest, SendsAtTheLeastRateBeyondTheWindow)
{
    Send(WINDOW - 1);
    EXPECT_NEAR(GapAfter(10000000), AT_LEAST_RATE, 10) << "the window is full now";
    EXPECT_NEAR(GapAfter(20000000), AT_LEAST_RATE, 10);
}

TEST_F(PacerTest, HearingOfAFrameOpensTheWindow)
{
    Send(WINDOW);
    const int64_t sentPs = m_pacer.AllowedPs() - AT_LEAST_RATE;
    m_pacer.OnFeedback(CALM, 0);
    EXPECT_NEAR(m_pacer.AllowedPs(), sentPs + AT_LINE_RATE, 10);
    EXPECT_NEAR(GapAfter(10000000), AT_LEAST_RATE, 10) << "frames 1 to 4 are unheard of";
    m_pacer.OnFeedback(CALM, 3);
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_NEAR(GapAfter(20000000), AT_LINE_RATE, 1);
    }
    EXPECT_NEAR(GapAfter(20000000), AT_LEAST_RATE, 10) << "frames 4 to 7 are";
}

TEST_F(PacerTest, AnOldFeedbackDoesNotCloseTheWindow)
{
    Send(WINDOW);
    m_pacer.OnFeedback(CALM, 2);
    m_pacer.OnFeedback(CALM, 0);
    EXPECT_NEAR(GapAfter(10000000), AT_LINE_RATE, 1);
    EXPECT_NEAR(GapAfter(10000000), AT_LINE_RATE, 1);
    EXPECT_NEAR(GapAfter(10000000), AT_LEAST_RATE, 10);
}

} // namespace
} // namespace ns3::mlt
