// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-ledger.h"
#include "ns3/mlt-dctcp-scoreboard.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <map>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t LENGTH = 100;

/** An acknowledgement of segments of LENGTH bytes: up to @p next, and the ranges [first, last). */
DctcpHeader
Ack(uint64_t next, std::initializer_list<DctcpHeader::Range> ranges = {})
{
    DctcpHeader ack{};
    ack.acknowledgement = next * LENGTH;
    for (const auto& range : ranges)
    {
        ack.sack[ack.sackCount++] = {range.begin * LENGTH, range.end * LENGTH};
    }
    return ack;
}

DctcpScoreboard
Board(int segments)
{
    DctcpScoreboard board;
    for (int i = 0; i < segments; ++i)
    {
        board.Append(LENGTH);
    }
    return board;
}

TEST(DctcpScoreboardTest, CumulativeAcknowledgementTakesSegmentsOut)
{
    DctcpScoreboard board = Board(10);
    EXPECT_EQ(board.Pipe(), 1000U);
    const auto progress = board.Acknowledge(Ack(4));
    EXPECT_EQ(progress.cumulative, 400U);
    EXPECT_EQ(progress.delivered, 400U);
    EXPECT_EQ(board.Pipe(), 600U);
    EXPECT_EQ(board.Unacknowledged(), 400U);
    EXPECT_EQ(board.Outstanding(), 6U);
    EXPECT_EQ(board.Acknowledge(Ack(3)).cumulative, 0U);
    board.Acknowledge(Ack(10));
    EXPECT_EQ(board.Pipe(), 0U);
    EXPECT_EQ(board.Unacknowledged(), board.End());
}

TEST(DctcpScoreboardTest, CountsEachByteDeliveredOnce)
{
    DctcpScoreboard board = Board(10);
    EXPECT_EQ(board.Acknowledge(Ack(0, {{5, 6}})).delivered, 100U);
    EXPECT_EQ(board.Acknowledge(Ack(0, {{5, 7}})).delivered, 100U);
    EXPECT_EQ(board.Acknowledge(Ack(0, {{8, 9}, {5, 7}})).delivered, 100U);
    EXPECT_EQ(board.Acknowledge(Ack(0, {{8, 9}, {5, 7}})).delivered, 0U);
    EXPECT_EQ(board.Pipe(), 700U);
    const auto progress = board.Acknowledge(Ack(7, {{8, 9}}));
    EXPECT_EQ(progress.cumulative, 700U);
    EXPECT_EQ(progress.delivered, 500U);
    EXPECT_EQ(board.Pipe(), 200U);
}

TEST(DctcpScoreboardTest, ThreeSegmentsAboveMakeALoss)
{
    DctcpScoreboard board = Board(10);
    board.Acknowledge(Ack(0, {{1, 3}}));
    EXPECT_FALSE(board.DetectLosses(3));
    board.Acknowledge(Ack(0, {{1, 4}}));
    EXPECT_TRUE(board.DetectLosses(3));
    EXPECT_EQ(board.Pipe(), 600U);
    EXPECT_EQ(board.TakeLost().begin, 0U);
    EXPECT_EQ(board.Pipe(), 700U) << "it is in flight again";
    EXPECT_FALSE(board.HasLost());
}

TEST(DctcpScoreboardTest, AllHolesBelowAreLostAndTakenInOrder)
{
    DctcpScoreboard board = Board(12);
    board.Acknowledge(Ack(0, {{8, 10}, {3, 5}, {1, 2}}));
    EXPECT_TRUE(board.DetectLosses(3));
    EXPECT_EQ(board.TakeLost().begin, 0U);
    EXPECT_EQ(board.TakeLost().begin, 200U);
    EXPECT_FALSE(board.HasLost()) << "only two are above segments 5 to 7";
    board.Acknowledge(Ack(0, {{8, 11}}));
    EXPECT_TRUE(board.DetectLosses(3));
    EXPECT_EQ(board.TakeLost().begin, 500U);
}

TEST(DctcpScoreboardTest, ARetransmissionIsNotJudgedAgain)
{
    DctcpScoreboard board = Board(10);
    board.Acknowledge(Ack(0, {{1, 5}}));
    EXPECT_TRUE(board.DetectLosses(3));
    board.TakeLost();
    board.Acknowledge(Ack(0, {{1, 10}}));
    EXPECT_FALSE(board.DetectLosses(3));
}

TEST(DctcpScoreboardTest, TimeoutLosesAllButWhatIsSacked)
{
    DctcpScoreboard board = Board(6);
    board.Acknowledge(Ack(1, {{3, 5}}));
    board.LoseAll();
    EXPECT_EQ(board.Pipe(), 0U);
    EXPECT_EQ(board.TakeLost().begin, 100U);
    EXPECT_EQ(board.TakeLost().begin, 200U);
    EXPECT_EQ(board.TakeLost().begin, 500U);
    EXPECT_FALSE(board.HasLost());
    board.LoseAll();
    EXPECT_EQ(board.TakeLost().begin, 100U);
}

TEST(DctcpScoreboardTest, ALostSegmentThatArrivedAfterAllIsNotSentAgain)
{
    DctcpScoreboard board = Board(6);
    board.Acknowledge(Ack(0, {{2, 5}}));
    EXPECT_TRUE(board.DetectLosses(3));
    board.Acknowledge(Ack(1, {{2, 5}}));
    EXPECT_EQ(board.TakeLost().begin, 100U);
    EXPECT_FALSE(board.HasLost());
}

/** The plainest scoreboard: a map of segments, searched whole each time. */
class SimpleScoreboard
{
  public:
    struct Entry
    {
        uint32_t length;
        bool sacked;
        bool lost;
        bool judged;
    };

    void Append(uint32_t length)
    {
        m_segments[m_end] = {length, false, false, false};
        m_end += length;
    }

    uint64_t Acknowledge(const DctcpHeader& ack)
    {
        uint64_t delivered = 0;
        while (!m_segments.empty() &&
               m_segments.begin()->first + m_segments.begin()->second.length <= ack.acknowledgement)
        {
            const Entry& entry = m_segments.begin()->second;
            delivered += entry.sacked ? 0 : entry.length;
            m_segments.erase(m_segments.begin());
        }
        for (uint32_t i = 0; i < ack.sackCount; ++i)
        {
            for (auto& [begin, entry] : m_segments)
            {
                if (begin >= ack.sack[i].begin && begin < ack.sack[i].end && !entry.sacked)
                {
                    delivered += entry.length;
                    entry.sacked = true;
                    entry.lost = false;
                }
            }
        }
        return delivered;
    }

    bool DetectLosses(uint32_t threshold)
    {
        bool found = false;
        for (auto segment = m_segments.begin(); segment != m_segments.end(); ++segment)
        {
            const auto above = std::count_if(std::next(segment), m_segments.end(), [](auto& other) {
                return other.second.sacked;
            });
            if (above < static_cast<int64_t>(threshold) || segment->second.judged)
            {
                continue;
            }
            segment->second.judged = true;
            found = found || !segment->second.sacked;
            segment->second.lost = !segment->second.sacked;
        }
        return found;
    }

    void LoseAll()
    {
        for (auto& [begin, entry] : m_segments)
        {
            entry.lost = !entry.sacked;
            entry.judged = true;
        }
    }

    uint64_t TakeLost()
    {
        const auto lost = std::find_if(m_segments.begin(), m_segments.end(), [](auto& segment) {
            return segment.second.lost;
        });
        lost->second.lost = false;
        return lost->first;
    }

    uint64_t Pipe() const
    {
        uint64_t pipe = 0;
        for (const auto& [begin, entry] : m_segments)
        {
            pipe += entry.sacked || entry.lost ? 0 : entry.length;
        }
        return pipe;
    }

    const std::map<uint64_t, Entry>& Segments() const
    {
        return m_segments;
    }

    uint64_t End() const
    {
        return m_end;
    }

  private:
    std::map<uint64_t, Entry> m_segments;
    uint64_t m_end{0};
};

/** An acknowledgement that falls on borders of segments, anywhere in what is outstanding. */
DctcpHeader
RandomAck(SmallRandom& random, const SimpleScoreboard& simple)
{
    const auto border = [&](uint32_t within) {
        auto at = simple.Segments().begin();
        const auto size = static_cast<uint32_t>(simple.Segments().size());
        std::advance(at, std::min(random.Below(within), size));
        return at == simple.Segments().end() ? simple.End() : at->first;
    };
    DctcpHeader ack{};
    ack.acknowledgement = border(3);
    ack.sackCount = random.Below(4);
    for (uint32_t i = 0; i < ack.sackCount; ++i)
    {
        const uint64_t a = border(200);
        const uint64_t b = border(200);
        ack.sack[i] = {std::min(a, b), std::min(std::max(a, b), std::min(a, b) + 700)};
        ack.sack[i].end =
            simple.Segments().count(ack.sack[i].end) ? ack.sack[i].end : std::max(a, b);
    }
    return ack;
}

TEST(DctcpScoreboardTest, AgreesWithAMapOfSegments)
{
    SmallRandom random(5);
    DctcpScoreboard board;
    SimpleScoreboard simple;
    for (int step = 0; step < 20000; ++step)
    {
        const uint32_t what = random.Below(100);
        if (what < 60 && board.Outstanding() < 150)
        {
            const uint32_t length = 1 + random.Below(100);
            board.Append(length);
            simple.Append(length);
        }
        else if (what < 75)
        {
            const DctcpHeader ack = RandomAck(random, simple);
            ASSERT_EQ(board.Acknowledge(ack).delivered, simple.Acknowledge(ack));
            ASSERT_EQ(board.DetectLosses(3), simple.DetectLosses(3));
        }
        else if (what < 99 && board.HasLost())
        {
            ASSERT_EQ(board.TakeLost().begin, simple.TakeLost());
        }
        else if (what == 99 && random.Below(5) == 0)
        {
            board.LoseAll();
            simple.LoseAll();
        }
        ASSERT_EQ(board.Pipe(), simple.Pipe()) << "step " << step;
        ASSERT_EQ(board.Outstanding(), simple.Segments().size());
        ASSERT_EQ(board.End(), simple.End());
    }
}

TEST(DctcpLedgerTest, ChargesEachMessageItsOwnBytes)
{
    DctcpLedger ledger;
    ledger.Append(1, 150);
    ledger.Append(2, 20);
    ledger.Append(3, 100);
    ledger.Charge(0, 100, false);
    ledger.Charge(100, 200, false); // the end of 1, all of 2, the beginning of 3
    ledger.Charge(200, 270, false);
    ledger.Charge(100, 200, true);
    SenderReport report;
    EXPECT_FALSE(ledger.Pop(149, report));
    ASSERT_TRUE(ledger.Pop(200, report));
    EXPECT_EQ(report.id, 1U);
    EXPECT_EQ(report.sentBytes, 200U);
    EXPECT_EQ(report.repairedBytes, 50U);
    ASSERT_TRUE(ledger.Pop(200, report));
    EXPECT_EQ(report.sentBytes, 40U);
    EXPECT_EQ(report.repairedBytes, 20U);
    EXPECT_FALSE(ledger.Pop(200, report));
    ledger.Charge(200, 270, true);
    ledger.Append(4, 10);
    ledger.Charge(270, 280, false);
    ASSERT_TRUE(ledger.Pop(280, report));
    EXPECT_EQ(report.sentBytes, 200U);
    EXPECT_EQ(report.repairedBytes, 100U);
    ASSERT_TRUE(ledger.Pop(280, report));
    EXPECT_EQ(report.id, 4U);
    EXPECT_EQ(report.sentBytes, 10U);
}

} // namespace
} // namespace ns3::mlt
