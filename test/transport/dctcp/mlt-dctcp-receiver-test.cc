// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-ready-set.h"
#include "ns3/mlt-dctcp-receiver.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Blocks = std::vector<std::pair<uint64_t, uint64_t>>;

DctcpHeader
Segment(uint64_t sequence)
{
    DctcpHeader header{};
    header.connection = 5;
    header.sequence = sequence;
    header.timestampPs = 77;
    return header;
}

/** Hands over a segment of 10 bytes and returns its acknowledgement. */
DctcpHeader
Give(DctcpReceiver& receiver, uint64_t sequence, bool expectNews = true)
{
    EXPECT_EQ(receiver.OnSegment(Segment(sequence), 10), expectNews) << "at " << sequence;
    DctcpHeader ack{};
    receiver.FillAck(Segment(sequence), false, ack);
    return ack;
}

Blocks
Sacks(const DctcpHeader& ack)
{
    Blocks blocks;
    for (uint32_t i = 0; i < ack.sackCount; ++i)
    {
        blocks.emplace_back(ack.sack[i].begin, ack.sack[i].end);
    }
    return blocks;
}

TEST(DctcpReceiverTest, AcknowledgesInOrderWithoutBlocks)
{
    DctcpReceiver receiver;
    EXPECT_EQ(Give(receiver, 0).acknowledgement, 10U);
    const DctcpHeader ack = Give(receiver, 10);
    EXPECT_EQ(ack.acknowledgement, 20U);
    EXPECT_EQ(ack.sackCount, 0U);
}

TEST(DctcpReceiverTest, EchoesMarkTimestampAndConnectionOfTheVerySegment)
{
    DctcpReceiver receiver;
    for (const bool marked : {true, false, true})
    {
        DctcpHeader ack{};
        receiver.OnSegment(Segment(0), 10);
        receiver.FillAck(Segment(0), marked, ack);
        EXPECT_EQ(ack.echo, marked);
        EXPECT_EQ(ack.timestampPs, 77);
        EXPECT_EQ(ack.connection, 5U);
    }
}

TEST(DctcpReceiverTest, ReportsTheMostRecentBlockFirst)
{
    DctcpReceiver receiver;
    EXPECT_EQ(Sacks(Give(receiver, 10)), (Blocks{{10, 20}}));
    EXPECT_EQ(Sacks(Give(receiver, 50)), (Blocks{{50, 60}, {10, 20}}));
    EXPECT_EQ(Sacks(Give(receiver, 30)), (Blocks{{30, 40}, {50, 60}, {10, 20}}));
    EXPECT_EQ(Sacks(Give(receiver, 70)), (Blocks{{70, 80}, {30, 40}, {50, 60}}));
    EXPECT_EQ(Sacks(Give(receiver, 20)), (Blocks{{10, 40}, {70, 80}, {50, 60}}));
    EXPECT_EQ(Sacks(Give(receiver, 50, false)), (Blocks{{50, 60}, {10, 40}, {70, 80}}));
}

TEST(DctcpReceiverTest, AFilledHoleDeliversWhatLayBehindIt)
{
    DctcpReceiver receiver;
    Give(receiver, 10);
    Give(receiver, 20);
    Give(receiver, 40);
    const DctcpHeader ack = Give(receiver, 0);
    EXPECT_EQ(ack.acknowledgement, 30U);
    EXPECT_EQ(Sacks(ack), (Blocks{{40, 50}}));
}

TEST(DctcpReceiverTest, RepeatsABlockThatWasCrowdedOutOfTheRecentOnes)
{
    DctcpReceiver receiver;
    for (const uint64_t sequence : {10, 30, 50, 70})
    {
        Give(receiver, sequence);
    }
    EXPECT_EQ(Sacks(Give(receiver, 60)), (Blocks{{50, 80}, {30, 40}, {10, 20}}));
}

TEST(DctcpReceiverTest, KnowsDuplicates)
{
    DctcpReceiver receiver;
    Give(receiver, 0);
    EXPECT_EQ(Give(receiver, 0, false).acknowledgement, 10U);
    Give(receiver, 20);
    Give(receiver, 20, false);
}

TEST(DctcpReceiverTest, AgreesWithASetOfSegmentsInRandomOrder)
{
    SmallRandom random(3);
    for (int run = 0; run < 50; ++run)
    {
        DctcpReceiver receiver;
        std::set<uint64_t> arrived;
        uint64_t next = 0;
        while (next < 100)
        {
            const uint64_t segment = std::min<uint64_t>(next + random.Below(12), 99);
            const bool news = segment >= next && arrived.insert(segment).second;
            const DctcpHeader ack = Give(receiver, segment * 10, news);
            for (; arrived.count(next); ++next)
            {
            }
            ASSERT_EQ(ack.acknowledgement, next * 10);
            for (const auto& block : Sacks(ack))
            {
                ASSERT_FALSE(arrived.count(block.first / 10 - 1) ||
                             arrived.count(block.second / 10));
                for (uint64_t byte = block.first; byte < block.second; byte += 10)
                {
                    ASSERT_TRUE(arrived.count(byte / 10));
                    ASSERT_GT(byte, ack.acknowledgement);
                }
            }
            ASSERT_EQ(ack.sackCount, std::min<size_t>(3, receiver.Ranges().size()));
        }
    }
}

TEST(DctcpReadySetTest, FindsTheNextMemberCyclically)
{
    DctcpReadySet set;
    set.Reserve(20000);
    EXPECT_TRUE(set.IsEmpty());
    for (const uint32_t index : {5U, 63U, 64U, 9000U, 19999U})
    {
        set.Assign(index, true);
        set.Assign(index, true);
    }
    EXPECT_EQ(set.NextFrom(0), 5U);
    EXPECT_EQ(set.NextFrom(6), 63U);
    EXPECT_EQ(set.NextFrom(64), 64U);
    EXPECT_EQ(set.NextFrom(65), 9000U);
    EXPECT_EQ(set.NextFrom(9001), 19999U);
    EXPECT_EQ(set.NextFrom(20000), 5U);
    EXPECT_EQ(set.NextFrom(50000), 5U);
    for (const uint32_t index : {5U, 63U, 64U, 9000U})
    {
        set.Assign(index, false);
        set.Assign(index, false);
    }
    EXPECT_EQ(set.NextFrom(0), 19999U);
    set.Assign(19999, false);
    EXPECT_TRUE(set.IsEmpty());
}

TEST(DctcpReadySetTest, AgreesWithASetOfNumbers)
{
    SmallRandom random(4);
    DctcpReadySet set;
    std::set<uint32_t> simple;
    for (int i = 0; i < 20000; ++i)
    {
        const uint32_t size = 10 + static_cast<uint32_t>(i) / 2;
        set.Reserve(size);
        const uint32_t index = random.Below(size);
        const bool member = random.Below(3) == 0;
        set.Assign(index, member);
        member ? (void)simple.insert(index) : (void)simple.erase(index);
        ASSERT_EQ(set.IsEmpty(), simple.empty());
        if (!simple.empty())
        {
            const uint32_t from = random.Below(size + 1);
            const auto next = simple.lower_bound(from);
            ASSERT_EQ(set.NextFrom(from), next == simple.end() ? *simple.begin() : *next);
        }
    }
}

} // namespace
} // namespace ns3::mlt
