// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-random.h"
#include "ns3/mlt-sender-message.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PACKET_BYTES = 1424;

/** Every third packet goes first. */
class EveryThird : public ImportanceModel
{
  public:
    double DroppableShare(uint32_t, uint32_t) const override
    {
        return 1;
    }

    double Rank(const PacketName& packet) const override
    {
        return packet.index % 3 == 0 ? 0 : 1;
    }

    int64_t AssignStreams(int64_t) override
    {
        return 0;
    }
};

using Packets = std::vector<MltSenderMessage::Packet>;

class MltSenderMessageTest : public ::testing::Test
{
  protected:
    MltSenderMessage Make(uint64_t bytes, double bound, const SendOrder& order) const
    {
        Message message;
        message.id = 7;
        message.destination = 1;
        message.bytes = bytes;
        message.bound = LossBound::FromShare(bound);
        return MltSenderMessage(message, PACKET_BYTES, order, *m_importance, 99);
    }

    MltSenderMessage Make(uint64_t bytes, double bound = 0) const
    {
        return Make(bytes, bound, *m_sequential);
    }

    static Packets TakeAll(MltSenderMessage& message)
    {
        Packets packets;
        MltSenderMessage::Packet packet{};
        while (message.HasPacket())
        {
            EXPECT_TRUE(message.NextPacket(packet));
            packets.push_back(packet);
        }
        EXPECT_FALSE(message.NextPacket(packet));
        return packets;
    }

    static std::vector<uint32_t> Indices(const Packets& packets)
    {
        std::vector<uint32_t> indices;
        for (const auto& packet : packets)
        {
            indices.push_back(packet.index);
        }
        return indices;
    }

    static std::vector<uint32_t> Sorted(std::vector<uint32_t> indices)
    {
        std::sort(indices.begin(), indices.end());
        return indices;
    }

    /** A segment of a BITMAP with its header. */
    struct Part
    {
        MltHeader header{};
        BitmapSegment segment;
    };

    /** The packets [first, first + packets), of which @p missing have not arrived. */
    static Part MakePart(uint16_t round,
                         uint32_t index,
                         uint32_t count,
                         uint32_t first,
                         uint32_t packets,
                         const std::set<uint32_t>& missing)
    {
        Part part;
        part.header.round = round;
        part.header.index = index;
        part.header.packetCount = count;
        part.segment.first = first;
        part.segment.packets = packets;
        part.segment.bits.assign((packets + 63) / 64, 0);
        for (uint32_t i = 0; i < packets; ++i)
        {
            if (missing.count(first + i) == 0)
            {
                part.segment.bits[i / 64] |= uint64_t{1} << (i % 64);
            }
        }
        return part;
    }

    static bool Give(MltSenderMessage& message, const Part& part)
    {
        return message.OnBitmap(part.header, part.segment);
    }

    Ptr<EveryThird> m_importance{CreateObject<EveryThird>()};
    Ptr<SequentialOrder> m_sequential{CreateObject<SequentialOrder>()};
    Ptr<RandomOrder> m_random{CreateObject<RandomOrder>()};
    Ptr<ProtectedFirstOrder> m_protectedFirst{CreateObject<ProtectedFirstOrder>()};
};

TEST_F(MltSenderMessageTest, FirstPassSendsEveryByteOnceInAnyOrder)
{
    for (const uint64_t bytes : {1U, 1423U, 1424U, 1425U, 14240U, 142401U})
    {
        for (const SendOrder* order : std::vector<const SendOrder*>{PeekPointer(m_sequential),
                                                                    PeekPointer(m_random),
                                                                    PeekPointer(m_protectedFirst)})
        {
            auto message = Make(bytes, 0.1, *order);
            const uint64_t count = (bytes + PACKET_BYTES - 1) / PACKET_BYTES;
            ASSERT_EQ(message.Packets(), count);
            const Packets packets = TakeAll(message);
            ASSERT_EQ(packets.size(), count) << bytes;
            const auto indices = Indices(packets);
            EXPECT_EQ(std::set<uint32_t>(indices.begin(), indices.end()).size(), count);
            uint64_t sum = 0;
            for (const auto& packet : packets)
            {
                const bool isLast = packet.index == count - 1;
                EXPECT_EQ(packet.payload, isLast ? bytes - (count - 1) * PACKET_BYTES : 1424U);
                EXPECT_EQ(packet.attempt, 0);
                sum += packet.payload;
            }
            EXPECT_EQ(sum, bytes);
            EXPECT_EQ(message.SentBytes(), bytes);
            EXPECT_EQ(message.RepairedBytes(), 0U);
        }
    }
}

TEST_F(MltSenderMessageTest, DescribesItselfForItsFrames)
{
    Message message;
    message.id = 7;
    message.iteration = 8;
    message.layer = 9;
    message.bytes = 10 * PACKET_BYTES + 1;
    message.bound = LossBound::FromShare(0.25);
    const MltSenderMessage sender(message, PACKET_BYTES, *m_sequential, *m_importance, 99);
    const MessageFields& fields = sender.fields;
    EXPECT_EQ(fields.messageId, 7U);
    EXPECT_EQ(fields.length, message.bytes);
    EXPECT_EQ(fields.iteration, 8U);
    EXPECT_EQ(fields.packetCount, 11U);
    EXPECT_EQ(fields.boundBillionths, 250000000U);
    EXPECT_EQ(fields.layer, 9);
}

TEST_F(MltSenderMessageTest, ProtectedFirstSendsTheDroppableLast)
{
    auto message = Make(100 * PACKET_BYTES, 0.1, *m_protectedFirst);
    const Packets packets = TakeAll(message);
    ASSERT_EQ(packets.size(), 100U);
    for (size_t i = 0; i < packets.size(); ++i)
    {
        const bool isDroppable = packets[i].index % 3 == 0 && packets[i].index < 30; // ten of them
        EXPECT_EQ(isDroppable, i >= 90) << i;
        EXPECT_EQ(packets[i].isProtected, !isDroppable || i == 99) << i;
        EXPECT_EQ(packets[i].endsPass, i == 99) << "the last one stands for a PROBE";
    }
}

TEST_F(MltSenderMessageTest, AllAreProtectedWhereLessThanAPacketMayBeMissing)
{
    // floor(0.1 x 10 x 1424) is a packet; one byte less is not
    EXPECT_TRUE(Make(10 * PACKET_BYTES, 0.1).IsDroppable(0));
    EXPECT_FALSE(Make(10 * PACKET_BYTES - 1, 0.1).IsDroppable(0));
    EXPECT_FALSE(Make(1000000000, 0).IsDroppable(0));
    auto message = Make(10 * PACKET_BYTES - 1, 0.1);
    for (const auto& packet : TakeAll(message))
    {
        EXPECT_TRUE(packet.isProtected) << packet.index;
    }
    auto exact = Make(1000 * PACKET_BYTES);
    for (const auto& packet : TakeAll(exact))
    {
        ASSERT_TRUE(packet.isProtected) << packet.index;
    }
}

TEST_F(MltSenderMessageTest, ABitmapsHolesAreRepairedProtected)
{
    auto message = Make(100 * PACKET_BYTES - 24, 0.5);
    TakeAll(message);
    const uint16_t round = message.ProbeRound();
    EXPECT_FALSE(message.HasPacket()) << "a probe is no packet";
    EXPECT_TRUE(Give(message, MakePart(round, 0, 1, 0, 100, {0, 3, 50, 99})));
    const Packets repairs = TakeAll(message);
    EXPECT_EQ(Sorted(Indices(repairs)), (std::vector<uint32_t>{0, 3, 50, 99}));
    for (const auto& packet : repairs)
    {
        EXPECT_EQ(packet.attempt, 1);
        EXPECT_TRUE(packet.isProtected) << "packet " << packet.index << " was droppable";
        EXPECT_EQ(packet.payload, packet.index == 99 ? 1400U : 1424U);
    }
    EXPECT_EQ(message.RepairedBytes(), 3 * 1424U + 1400);
    EXPECT_EQ(message.SentBytes(), 100 * PACKET_BYTES - 24 + message.RepairedBytes());
}

TEST_F(MltSenderMessageTest, SegmentsComeInAnyOrderAndARoundEndsWithTheLast)
{
    const std::set<uint32_t> holes{1, 63, 64, 127, 130, 199};
    std::vector<uint32_t> order{0, 1, 2, 3};
    do
    {
        auto message = Make(200 * PACKET_BYTES);
        TakeAll(message);
        const uint16_t round = message.ProbeRound();
        for (uint32_t i = 0; i < order.size(); ++i)
        {
            const uint32_t segment = order[i];
            const uint32_t first = 64 * segment;
            const auto part = MakePart(round, segment, 4, first, std::min(64U, 200 - first), holes);
            EXPECT_EQ(Give(message, part), i == 3) << "segment " << segment;
            EXPECT_EQ(message.HasPacket(), i == 3) << "segment " << segment;
            if (i < 3)
            {
                EXPECT_FALSE(Give(message, part)) << "a duplicate ends no round";
            }
        }
        EXPECT_EQ(Indices(TakeAll(message)), std::vector<uint32_t>(holes.begin(), holes.end()));
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_F(MltSenderMessageTest, OnlyPartsWithHolesNeedToCome)
{
    auto message = Make(200 * PACKET_BYTES);
    TakeAll(message);
    const uint16_t round = message.ProbeRound();
    EXPECT_FALSE(Give(message, MakePart(round, 1, 2, 192, 8, {195})));
    EXPECT_TRUE(Give(message, MakePart(round, 0, 2, 64, 64, {70})));
    EXPECT_EQ(Indices(TakeAll(message)), (std::vector<uint32_t>{70, 195}));
}

TEST_F(MltSenderMessageTest, SegmentsOfOlderRoundsCountForNothing)
{
    auto message = Make(128 * PACKET_BYTES);
    TakeAll(message);
    const uint16_t first = message.ProbeRound();
    EXPECT_TRUE(Give(message, MakePart(first, 0, 1, 0, 128, {5, 100})));
    EXPECT_EQ(TakeAll(message).size(), 2U);
    const uint16_t second = message.ProbeRound();
    ASSERT_NE(first, second);
    EXPECT_FALSE(Give(message, MakePart(first, 0, 2, 0, 64, {5, 6, 7})));
    EXPECT_FALSE(Give(message, MakePart(second, 1, 2, 64, 64, {100})));
    EXPECT_FALSE(Give(message, MakePart(first, 1, 2, 64, 64, {110})));
    EXPECT_FALSE(message.HasPacket());
    EXPECT_TRUE(Give(message, MakePart(second, 0, 2, 0, 64, {5})));
    EXPECT_EQ(Indices(TakeAll(message)), (std::vector<uint32_t>{5, 100}));
    EXPECT_FALSE(Give(message, MakePart(second, 0, 2, 0, 64, {5}))) << "that round is over";
    EXPECT_FALSE(message.HasPacket());
}

TEST_F(MltSenderMessageTest, AnOlderRoundDuringARepairChangesNothing)
{
    auto message = Make(64 * PACKET_BYTES);
    TakeAll(message);
    const uint16_t round = message.ProbeRound();
    ASSERT_TRUE(Give(message, MakePart(round, 0, 1, 0, 64, {5, 10, 20})));
    MltSenderMessage::Packet packet{};
    ASSERT_TRUE(message.NextPacket(packet));
    EXPECT_FALSE(Give(message, MakePart(round, 0, 1, 0, 64, {5, 10, 20})));
    EXPECT_FALSE(Give(message, MakePart(round - 1, 0, 1, 0, 64, {1, 2, 3})));
    EXPECT_EQ(Indices(TakeAll(message)), (std::vector<uint32_t>{10, 20}));
}

TEST_F(MltSenderMessageTest, MalformedSegmentsAreIgnored)
{
    auto message = Make(64 * PACKET_BYTES);
    TakeAll(message);
    const uint16_t round = message.ProbeRound();
    EXPECT_FALSE(Give(message, MakePart(round, 2, 2, 0, 64, {1})));
    EXPECT_FALSE(Give(message, MakePart(round, 0, 0, 0, 64, {1})));
    EXPECT_FALSE(message.HasPacket());
    // bits beyond the last packet are no packets
    EXPECT_TRUE(Give(message, MakePart(round, 0, 1, 0, 128, {2, 70})));
    EXPECT_EQ(Indices(TakeAll(message)), std::vector<uint32_t>{2});
}

TEST_F(MltSenderMessageTest, ABitmapAnswersThePassThatIsOverProbedOrNot)
{
    auto message = Make(64 * PACKET_BYTES);
    TakeAll(message);
    EXPECT_FALSE(Give(message, MakePart(RoundOf(1, false), 0, 1, 0, 64, {1}))) << "of no pass yet";
    EXPECT_TRUE(Give(message, MakePart(RoundOf(0, false), 0, 1, 0, 64, {5, 10})));
    TakeAll(message);
    EXPECT_FALSE(Give(message, MakePart(RoundOf(0, true), 0, 1, 0, 64, {5, 10})))
        << "a PROBE that crossed the repairs is answered too late";
    EXPECT_TRUE(Give(message, MakePart(RoundOf(1, true), 0, 1, 0, 64, {10})));
    EXPECT_EQ(Indices(TakeAll(message)), std::vector<uint32_t>{10});
}

TEST_F(MltSenderMessageTest, SegmentsOfTwoAnswersToOnePassDoNotMix)
{
    auto message = Make(128 * PACKET_BYTES);
    TakeAll(message);
    EXPECT_FALSE(Give(message, MakePart(RoundOf(0, false), 0, 2, 0, 64, {5})));
    EXPECT_TRUE(Give(message, MakePart(RoundOf(0, true), 0, 1, 64, 64, {70})));
    EXPECT_EQ(Indices(TakeAll(message)), std::vector<uint32_t>{70});
}

TEST_F(MltSenderMessageTest, CountsPassesInARowThatBroughtNothing)
{
    auto message = Make(64 * PACKET_BYTES);
    TakeAll(message);
    const std::vector<std::pair<std::set<uint32_t>, int>> answers{{{1, 2, 3}, 0},
                                                                  {{1, 2, 3}, 1},
                                                                  {{1, 2, 3}, 2},
                                                                  {{1, 2}, 0},
                                                                  {{1, 2}, 1},
                                                                  {{1}, 0}};
    for (const auto& [missing, fruitless] : answers)
    {
        ASSERT_TRUE(Give(message, MakePart(message.ProbeRound(), 0, 1, 0, 64, missing)));
        EXPECT_EQ(message.FruitlessPasses(), fruitless);
        TakeAll(message);
    }
}

TEST_F(MltSenderMessageTest, StopEndsItAtAnyTime)
{
    const auto expectDone = [](MltSenderMessage& message) {
        const uint64_t sent = message.SentBytes();
        message.OnStop();
        MltSenderMessage::Packet packet{};
        EXPECT_FALSE(message.HasPacket());
        EXPECT_FALSE(message.NextPacket(packet));
        EXPECT_EQ(message.SentBytes(), sent);
    };
    MltSenderMessage::Packet packet{};
    auto fresh = Make(100 * PACKET_BYTES);
    expectDone(fresh);
    auto sending = Make(100 * PACKET_BYTES);
    sending.NextPacket(packet);
    expectDone(sending);
    auto waiting = Make(128 * PACKET_BYTES);
    TakeAll(waiting);
    expectDone(waiting);
    auto collecting = Make(128 * PACKET_BYTES);
    TakeAll(collecting);
    const uint16_t round = collecting.ProbeRound();
    Give(collecting, MakePart(round, 0, 2, 0, 64, {1}));
    expectDone(collecting);
    auto repairing = Make(128 * PACKET_BYTES);
    TakeAll(repairing);
    Give(repairing, MakePart(repairing.ProbeRound(), 0, 1, 0, 128, {1, 2}));
    repairing.NextPacket(packet);
    expectDone(repairing);
    EXPECT_EQ(repairing.RepairedBytes(), 1424U);
}

TEST_F(MltSenderMessageTest, AttemptCountsHowOftenAPacketWasSentBefore)
{
    auto message = Make(64 * PACKET_BYTES);
    TakeAll(message);
    for (uint32_t round = 1; round <= 300; ++round)
    {
        const uint32_t missing = round <= 3 ? 4 - round : 1; // some repairs arrive
        std::set<uint32_t> holes;
        for (uint32_t i = 0; i < missing; ++i)
        {
            holes.insert(7 * i);
        }
        ASSERT_TRUE(Give(message, MakePart(message.ProbeRound(), 0, 1, 0, 64, holes)));
        const Packets repairs = TakeAll(message);
        ASSERT_EQ(repairs.size(), missing);
        for (const auto& packet : repairs)
        {
            EXPECT_EQ(packet.attempt, std::min<uint32_t>(round, MOST_ATTEMPTS));
        }
    }
}

/** Rounds of random loss until all has arrived, every round cut into segments and shuffled. */
TEST_F(MltSenderMessageTest, RoundsOfRandomLossDeliverEveryByte)
{
    SmallRandom random(42);
    for (uint32_t run = 0; run < 50; ++run)
    {
        const uint64_t bytes = 1 + random.Below(400 * PACKET_BYTES);
        auto message = Make(bytes, 0.1, *m_protectedFirst);
        std::set<uint32_t> missing;
        for (uint32_t i = 0; i < message.Packets(); ++i)
        {
            missing.insert(i);
        }
        uint32_t rounds = 0;
        while (!missing.empty())
        {
            ASSERT_LT(++rounds, 100U);
            for (const auto& packet : TakeAll(message))
            {
                EXPECT_EQ(missing.count(packet.index), 1U) << "was not needed";
                if (random.Unit() >= 0.4)
                {
                    missing.erase(packet.index);
                }
            }
            std::vector<uint32_t> firsts;
            for (uint32_t first = 0; first < message.Packets(); first += 64)
            {
                const auto hole = missing.lower_bound(first);
                if (hole != missing.end() && *hole < first + 64)
                {
                    firsts.push_back(first);
                }
            }
            const uint16_t round = message.ProbeRound();
            const auto count = static_cast<uint32_t>(firsts.size());
            std::vector<Part> parts;
            for (uint32_t i = 0; i < count; ++i)
            {
                const uint32_t packets = std::min(64U, message.Packets() - firsts[i]);
                parts.push_back(MakePart(round, i, count, firsts[i], packets, missing));
            }
            for (uint32_t left = count; left > 0; --left)
            {
                std::swap(parts[random.Below(left)], parts[left - 1]);
                EXPECT_EQ(Give(message, parts[left - 1]), left == 1);
            }
        }
        EXPECT_GE(message.SentBytes(), bytes);
        EXPECT_EQ(message.SentBytes() - message.RepairedBytes(), bytes);
    }
}

} // namespace
} // namespace ns3::mlt
