// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-pacer.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr int64_t BASE_RTT = 8000000;
constexpr uint32_t BYTES = 1538;
constexpr int64_t AT_LINE_RATE = BYTES * 80; // ps at 100 Gbit/s

/** A rate control that does as the test says. */
class SetRateControl : public RateControl
{
  public:
    void OnFeedback(const FeedbackSample& sample) override
    {
        last = sample;
        m_bitRate = LineRate() / slowdown;
        m_windowBytes = windowFrames * FrameBytes();
    }

    void Restart() override
    {
        ++restarts;
        OnFeedback(last);
    }

    void OnTimeout() override
    {
        ++timeouts;
    }

    FeedbackSample last{};
    double slowdown{1};
    double windowFrames{4};
    int restarts{0};
    int timeouts{0};
};

class PacerTest : public ::testing::Test
{
  protected:
    PacerTest()
        : m_pacer(Started(), BYTES, BASE_RTT)
    {
    }

    Ptr<RateControl> Started()
    {
        m_rate->Start({100000000000, BASE_RTT, BYTES});
        return m_rate;
    }

    /** Sends a frame when it is allowed. @return after how long. */
    int64_t Send()
    {
        const int64_t gap = m_pacer.AllowedPs() - m_nowPs;
        m_nowPs = m_pacer.AllowedPs();
        m_pacer.OnSent(m_nowPs, BYTES, true);
        return gap;
    }

    /** A feedback on a frame comes, @p rtt after that was sent, now. */
    void Hear(uint32_t sequence, int64_t rtt = BASE_RTT)
    {
        FeedbackSample sample{};
        sample.nowPs = m_nowPs;
        sample.rttPs = rtt;
        m_pacer.OnFeedback(sample, sequence);
    }

    Ptr<SetRateControl> m_rate{CreateObject<SetRateControl>()};
    Pacer m_pacer;
    int64_t m_nowPs{0};
};

TEST_F(PacerTest, LetsTheFirstFrameGoAtOnce)
{
    EXPECT_EQ(m_pacer.AllowedPs(), 0);
    EXPECT_EQ(m_pacer.NextSequence(), 0U);
}

TEST_F(PacerTest, SpacesFramesByTheirBytesOverTheRate)
{
    m_pacer.OnSent(1000, BYTES, true);
    EXPECT_NEAR(m_pacer.AllowedPs(), 1000 + AT_LINE_RATE, 1);
    m_pacer.OnSent(500000, 84, true); // later than allowed: the idle time is no credit
    EXPECT_NEAR(m_pacer.AllowedPs(), 500000 + 84 * 80, 1);
    EXPECT_EQ(m_pacer.NextSequence(), 2U);
}

TEST_F(PacerTest, AFeedbackChangesTheSpacingOfTheFrameThatIsNext)
{
    m_rate->slowdown = 2;
    m_pacer.OnSent(1000, BYTES, true);
    Hear(0);
    EXPECT_NEAR(m_pacer.AllowedPs(), 1000 + 2 * AT_LINE_RATE, 2);
}

TEST_F(PacerTest, TheFrameThatFillsTheWindowAsksAndThenItWaits)
{
    for (int frame = 0; frame < 4; ++frame)
    {
        EXPECT_EQ(m_pacer.AsksNext(), frame == 3) << frame;
        EXPECT_LE(Send(), AT_LINE_RATE + 1);
    }
    EXPECT_EQ(m_pacer.AllowedPs() - m_nowPs, 4 * BASE_RTT);
}

TEST_F(PacerTest, HearingOfAFrameOpensTheWindow)
{
    for (int frame = 0; frame < 4; ++frame)
    {
        Send();
    }
    const int64_t sentPs = m_nowPs;
    Hear(0);
    EXPECT_NEAR(m_pacer.AllowedPs(), sentPs + AT_LINE_RATE, 1);
    EXPECT_TRUE(m_pacer.AsksNext()) << "frames 1 to 3 are unheard of";
    EXPECT_EQ(m_rate->last.inFlightBytes, 3 * BYTES);
    Hear(3);
    EXPECT_FALSE(m_pacer.AsksNext());
    EXPECT_EQ(m_rate->last.inFlightBytes, 0);
    Hear(1); // an old one
    EXPECT_EQ(m_rate->last.inFlightBytes, 0) << "does not close it";
}

TEST_F(PacerTest, WithoutAFeedbackFramesGoLaterAndLaterUpTo10Ms)
{
    for (int frame = 0; frame < 4; ++frame)
    {
        Send();
    }
    for (int64_t silence = 4 * BASE_RTT; silence < 10'000'000'000; silence *= 2)
    {
        EXPECT_EQ(Send(), silence);
    }
    EXPECT_EQ(Send(), 10'000'000'000);
    EXPECT_EQ(Send(), 10'000'000'000);
    Hear(m_pacer.NextSequence() - 1);
    EXPECT_LE(Send(), AT_LINE_RATE + 1) << "then all is as before";
}

TEST_F(PacerTest, SilenceIsMeasuredByTheRttThatWasSeen)
{
    Send();
    Hear(0, 1000 * BASE_RTT);
    EXPECT_EQ(m_pacer.SmoothedRttPs(), 1000 * BASE_RTT);
    for (int frame = 0; frame < 4; ++frame)
    {
        Send();
    }
    EXPECT_EQ(Send(), 4 * 1000 * BASE_RTT);
    EXPECT_EQ(Send(), 8 * 1000 * BASE_RTT);
    EXPECT_EQ(Send(), 16 * 1000 * BASE_RTT);
    EXPECT_EQ(Send(), 16 * 1000 * BASE_RTT) << "the most, where that is longer than 10 ms";
}

TEST_F(PacerTest, AWindowThatShrinksUnderWhatIsInFlightHasTheNextFrameAsk)
{
    for (int frame = 0; frame < 3; ++frame)
    {
        Send();
    }
    m_rate->windowFrames = 1;
    Hear(0, 2 * BASE_RTT);
    EXPECT_TRUE(m_pacer.AsksNext());
    EXPECT_EQ(Send(), 2 * BASE_RTT) << "nothing in flight asks for a feedback";
    EXPECT_GE(Send(), 4 * BASE_RTT) << "that frame did";
}

TEST_F(PacerTest, ADroppableFrameIsNotWaitedForLong)
{
    for (int frame = 0; frame < 3; ++frame)
    {
        Send();
    }
    for (int frame = 0; frame < 5; ++frame)
    {
        m_pacer.OnSent(m_pacer.AllowedPs(), BYTES, false);
        EXPECT_EQ(m_pacer.AllowedPs() - m_nowPs, (frame + 1) * BASE_RTT + AT_LINE_RATE);
    }
    m_nowPs = m_pacer.AllowedPs();
    Send();
    EXPECT_EQ(Send(), 4 * BASE_RTT) << "nor counted";
}

TEST_F(PacerTest, TheSmoothedRttRisesAtOnceAndFallsByHalves)
{
    EXPECT_EQ(m_pacer.SmoothedRttPs(), BASE_RTT);
    Hear(0, 9 * BASE_RTT);
    EXPECT_EQ(m_pacer.SmoothedRttPs(), 9 * BASE_RTT);
    Hear(0, BASE_RTT);
    EXPECT_EQ(m_pacer.SmoothedRttPs(), 5 * BASE_RTT);
}

TEST_F(PacerTest, APairThatRestedStartsAnew)
{
    EXPECT_FALSE(m_pacer.Resume(0)) << "it never sent";
    for (int frame = 0; frame < 4; ++frame)
    {
        Send();
    }
    EXPECT_FALSE(m_pacer.Resume(m_nowPs + 16 * BASE_RTT));
    EXPECT_TRUE(m_pacer.Resume(m_nowPs + 16 * BASE_RTT + 1));
    EXPECT_EQ(m_pacer.AllowedPs(), m_nowPs + 16 * BASE_RTT + 1) << "what was unheard of is past";
    EXPECT_FALSE(m_pacer.AsksNext());
    EXPECT_EQ(m_rate->restarts, 2) << "one of them at the start";
}

TEST_F(PacerTest, AProbeTellsOfATimeoutIfNothingWasHeardSinceTheLastFrame)
{
    Send();
    m_nowPs += BASE_RTT;
    Hear(0);
    m_pacer.OnProbe();
    EXPECT_EQ(m_rate->timeouts, 0);
    m_pacer.OnSent(m_nowPs + 1, BYTES, true);
    m_pacer.OnProbe();
    EXPECT_EQ(m_rate->timeouts, 1);
}

} // namespace
} // namespace ns3::mlt
