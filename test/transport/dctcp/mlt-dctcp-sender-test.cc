// SPDX-License-Identifier: GPL-2.0-only
// The sender's state machine with a receiver and no network: the test is the network.
#include "ns3/mlt-dctcp-receiver.h"
#include "ns3/mlt-dctcp-sender.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t LENGTH = 1000;
constexpr int64_t US = PS_PER_US;
constexpr int64_t RTT = 10 * US;

class DctcpSenderTest : public ::testing::Test
{
  protected:
    struct Sent
    {
        DctcpHeader header;
        uint32_t payload;
    };

    DctcpSenderTest()
    {
        m_parameters.segmentBytes = LENGTH;
        m_parameters.handshakeRttPs = RTT;
    }

    /** All that the sender may send now. */
    std::vector<Sent> SendAll(DctcpSender& sender)
    {
        std::vector<Sent> segments;
        while (sender.CanSend())
        {
            Sent sent{};
            sent.payload = sender.NextSegment(m_now, sent.header);
            segments.push_back(sent);
        }
        return segments;
    }

    /** Hands one segment to the receiver and its acknowledgement to the sender, at m_now. */
    bool Exchange(DctcpSender& sender, const Sent& sent, bool marked = false)
    {
        m_receiver.OnSegment(sent.header, sent.payload);
        DctcpHeader ack{};
        m_receiver.FillAck(sent.header, marked, ack);
        return sender.OnAck(ack, m_now);
    }

    /** A round trip: all but the segments at @p lost arrive; returns what is sent meanwhile. */
    std::vector<Sent> Round(DctcpSender& sender,
                            const std::vector<Sent>& segments,
                            const std::set<size_t>& lost = {})
    {
        m_now += RTT;
        std::vector<Sent> answers;
        for (size_t i = 0; i < segments.size(); ++i)
        {
            if (lost.count(i) == 0)
            {
                Exchange(sender, segments[i]);
                const auto more = SendAll(sender);
                answers.insert(answers.end(), more.begin(), more.end());
            }
        }
        return answers;
    }

    static size_t Repairs(const std::vector<Sent>& segments)
    {
        size_t repairs = 0;
        for (const auto& sent : segments)
        {
            repairs += sent.header.repair;
        }
        return repairs;
    }

    DctcpParameters m_parameters;
    DctcpReceiver m_receiver;
    int64_t m_now{0};
};

TEST_F(DctcpSenderTest, SendsTheInitialWindowAndDoublesItEachRoundTrip)
{
    DctcpSender sender(m_parameters);
    EXPECT_FALSE(sender.CanSend());
    sender.Write(1, 1000 * LENGTH);
    auto segments = SendAll(sender);
    EXPECT_EQ(segments.size(), 10U);
    for (const size_t expected : {20U, 40U, 80U})
    {
        segments = Round(sender, segments);
        EXPECT_EQ(segments.size(), expected);
    }
}

TEST_F(DctcpSenderTest, SegmentsSpanMessagesAndTheLastIsShort)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 300);
    sender.Write(2, 900);
    const auto segments = SendAll(sender);
    ASSERT_EQ(segments.size(), 2U);
    EXPECT_EQ(segments[0].payload, 1000U);
    EXPECT_EQ(segments[1].payload, 200U);
    EXPECT_EQ(segments[1].header.sequence, 1000U);
    Exchange(sender, segments[0]);
    SenderReport report;
    ASSERT_TRUE(sender.PopFinished(report));
    EXPECT_EQ(report.id, 1U);
    EXPECT_FALSE(sender.PopFinished(report));
    Exchange(sender, segments[1]);
    ASSERT_TRUE(sender.PopFinished(report));
    EXPECT_EQ(report.sentBytes, 900U);
    EXPECT_TRUE(sender.IsIdle());
    EXPECT_EQ(sender.RtoDeadlinePs(), NEVER_PS);
}

TEST_F(DctcpSenderTest, MarksCutTheWindowOnceARoundTrip)
{
    m_parameters.initialAlpha = 0.4;
    m_parameters.gain = 1.0 / 16;
    DctcpSender sender(m_parameters);
    sender.Write(1, 1000 * LENGTH);
    const auto segments = SendAll(sender);
    m_now += RTT;
    Exchange(sender, segments[0], true);
    // the first acknowledgement closes the first window: alpha = 0.4 15/16 + 1/16
    EXPECT_DOUBLE_EQ(sender.Window().Alpha(), 0.4375);
    EXPECT_EQ(sender.Window().Bytes(), 7812U); // 10000 (1 - 0.4375 / 2)
    for (size_t i = 1; i < segments.size(); ++i)
    {
        Exchange(sender, segments[i], true);
        EXPECT_EQ(sender.Window().Bytes(), 7812U);
    }
}

TEST_F(DctcpSenderTest, RepairsOneLossWithinARoundTripAndHalvesOnce)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 100 * LENGTH);
    auto segments = Round(sender, SendAll(sender), {2});
    EXPECT_EQ(Repairs(segments), 1U);
    EXPECT_EQ(sender.Window().GetState(), DctcpWindow::State::Recovery);
    EXPECT_EQ(sender.Window().Bytes(), 6000U); // it had grown to 12 before the hole
    Round(sender, segments);
    EXPECT_EQ(sender.Window().GetState(), DctcpWindow::State::Open);
    EXPECT_GE(sender.Scoreboard().Unacknowledged(), 10000U);
}

TEST_F(DctcpSenderTest, LimitedTransmitSendsNewDataOnTheFirstDuplicates)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 100 * LENGTH);
    const auto segments = SendAll(sender);
    m_now += RTT;
    for (const size_t i : {1U, 2U})
    {
        Exchange(sender, segments[i]);
        const auto more = SendAll(sender);
        ASSERT_EQ(more.size(), 1U);
        EXPECT_FALSE(more[0].header.repair);
    }
    Exchange(sender, segments[3]);
    const auto more = SendAll(sender);
    ASSERT_EQ(more.size(), 1U) << "the lost segment waits for no window";
    EXPECT_EQ(more[0].header.sequence, 0U);
    EXPECT_TRUE(more[0].header.repair);
}

TEST_F(DctcpSenderTest, LossesOfWhatWasSentDuringARecoveryHalveTheWindowAgain)
{
    m_parameters.initialWindow = 40;
    DctcpSender sender(m_parameters);
    sender.Write(1, 1000 * LENGTH);
    auto segments = Round(sender, SendAll(sender), {0});
    EXPECT_EQ(sender.Window().Bytes(), 20000U);
    ASSERT_GT(segments.size(), 11U);
    ASSERT_TRUE(segments[2].header.repair) << "two of limited transmit, the repair, and new data";
    // of the new data the first segments are lost; the repair comes after three of the others
    std::vector<Sent> late{segments[0], segments[1]};
    late.insert(late.end(), segments.begin() + 7, segments.begin() + 11);
    late.push_back(segments[2]);
    Round(sender, late);
    EXPECT_EQ(sender.Window().GetState(), DctcpWindow::State::Recovery);
    EXPECT_EQ(sender.Window().Bytes(), 10000U);
}

TEST_F(DctcpSenderTest, RepairsBurstsWithoutATimeout)
{
    for (const size_t burst : {2U, 5U, 12U})
    {
        m_receiver = DctcpReceiver();
        m_now = 0;
        DctcpSender sender(m_parameters);
        sender.Write(1, 60 * LENGTH);
        auto segments = Round(sender, SendAll(sender));
        std::set<size_t> lost;
        for (size_t i = 1; i <= burst; ++i)
        {
            lost.insert(i);
        }
        segments = Round(sender, segments, lost);
        for (int i = 0; i < 50 && !segments.empty(); ++i)
        {
            segments = Round(sender, segments);
        }
        EXPECT_TRUE(sender.IsIdle()) << burst;
        SenderReport report;
        ASSERT_TRUE(sender.PopFinished(report));
        EXPECT_EQ(report.repairedBytes, burst * LENGTH) << "only what was lost is sent again";
        EXPECT_EQ(report.sentBytes, (60 + burst) * LENGTH);
    }
}

TEST_F(DctcpSenderTest, ALostRetransmissionWaitsForTheTimeoutAndOnlyItIsSentAgain)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 20 * LENGTH);
    auto segments = Round(sender, SendAll(sender), {0});
    ASSERT_EQ(Repairs(segments), 1U);
    std::set<size_t> lost;
    for (size_t i = 0; i < segments.size(); ++i)
    {
        if (segments[i].header.repair)
        {
            lost.insert(i);
        }
    }
    while (segments.size() > lost.size())
    {
        segments = Round(sender, segments, lost);
        lost.clear();
    }
    EXPECT_TRUE(segments.empty());
    EXPECT_FALSE(sender.IsIdle());
    m_now = sender.RtoDeadlinePs();
    EXPECT_TRUE(sender.OnTimeout(m_now));
    segments = SendAll(sender);
    ASSERT_EQ(segments.size(), 1U);
    EXPECT_EQ(segments[0].header.sequence, 0U);
    Round(sender, segments);
    EXPECT_TRUE(sender.IsIdle()) << "what was SACKed is not sent again";
}

TEST_F(DctcpSenderTest, ALostTailIsRepairedByTheTimeoutAndOnlyByIt)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 8 * LENGTH);
    auto segments = Round(sender, SendAll(sender), {6, 7});
    EXPECT_TRUE(segments.empty());
    EXPECT_EQ(sender.RtoDeadlinePs(), m_now + m_parameters.minRtoPs);
    EXPECT_FALSE(sender.OnTimeout(sender.RtoDeadlinePs() - 1));
    m_now = sender.RtoDeadlinePs();
    EXPECT_TRUE(sender.OnTimeout(m_now));
    segments = SendAll(sender);
    EXPECT_EQ(segments.size(), 1U) << "slow start from one segment";
    segments = Round(sender, segments);
    EXPECT_EQ(segments.size(), 1U);
    Round(sender, segments);
    EXPECT_TRUE(sender.IsIdle());
}

TEST_F(DctcpSenderTest, EarlyRetransmitSparesATimeoutWhenFewAreOut)
{
    for (const bool early : {true, false})
    {
        m_receiver = DctcpReceiver();
        m_parameters.earlyRetransmit = early;
        DctcpSender sender(m_parameters);
        sender.Write(1, 3 * LENGTH);
        const auto segments = SendAll(sender);
        Exchange(sender, segments[1]);
        EXPECT_FALSE(sender.CanSend()) << "one duplicate of two possible";
        Exchange(sender, segments[2]);
        EXPECT_EQ(sender.CanSend(), early);
    }
}

TEST_F(DctcpSenderTest, TimeoutsDoubleUntilSomethingArrives)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, LENGTH);
    SendAll(sender);
    std::vector<Sent> last;
    for (const int64_t ms : {10, 20, 40, 80, 160, 320, 640, 1000, 1000})
    {
        EXPECT_EQ(sender.RtoDeadlinePs() - m_now, ms * 1000 * US);
        m_now = sender.RtoDeadlinePs();
        EXPECT_TRUE(sender.OnTimeout(m_now));
        last = SendAll(sender);
        ASSERT_EQ(last.size(), 1U);
    }
    sender.Write(2, LENGTH);
    Round(sender, last);
    SendAll(sender);
    EXPECT_EQ(sender.RtoDeadlinePs() - m_now, 10000 * US);
}

TEST_F(DctcpSenderTest, ASpuriousDuplicateChangesNothing)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 100 * LENGTH);
    const auto segments = SendAll(sender);
    m_now += RTT;
    EXPECT_TRUE(Exchange(sender, segments[0]));
    SendAll(sender);
    const uint64_t window = sender.Window().Bytes();
    const uint64_t pipe = sender.Scoreboard().Pipe();
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_FALSE(Exchange(sender, segments[0]));
    }
    EXPECT_EQ(sender.Window().Bytes(), window);
    EXPECT_EQ(sender.Scoreboard().Pipe(), pipe);
    EXPECT_FALSE(sender.CanSend());
}

TEST_F(DctcpSenderTest, KeepsItsWindowOverIdleTimes)
{
    DctcpSender sender(m_parameters);
    sender.Write(1, 70 * LENGTH);
    auto segments = SendAll(sender);
    while (!segments.empty())
    {
        segments = Round(sender, segments);
    }
    ASSERT_TRUE(sender.IsIdle());
    const uint64_t window = sender.Window().Bytes();
    EXPECT_GE(window, 40U * LENGTH);
    m_now += 1000 * 1000 * US;
    sender.Write(2, 500 * LENGTH);
    EXPECT_EQ(SendAll(sender).size(), window / LENGTH);
}

} // namespace
} // namespace ns3::mlt
