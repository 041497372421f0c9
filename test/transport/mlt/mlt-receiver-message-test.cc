// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-random.h"
#include "ns3/mlt-receiver-message.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Outcome = MltReceiverMessage::Outcome;

constexpr uint32_t PACKET_BYTES = 1000;
constexpr uint32_t SOURCE = 5;

MltReceiverMessage
MakeReceiver(uint64_t bytes, double bound = 0)
{
    MessageFields fields{};
    fields.length = bytes;
    fields.packetCount = static_cast<uint32_t>((bytes + PACKET_BYTES - 1) / PACKET_BYTES);
    fields.boundBillionths = LossBound::FromShare(bound).Billionths();
    fields.iteration = 3;
    return MltReceiverMessage(fields, SOURCE);
}

TEST(MltReceiverMessageTest, IsCompleteWithTheFirstByteThatReachesTheBound)
{
    // packets of 1000 bytes, in order: how many complete n x 1000 bytes at p
    const struct
    {
        uint32_t packets;
        double bound;
        uint32_t needed;
    } cases[] = {{1, 0, 1},
                 {10, 0, 10},
                 {10, 0.1, 9},
                 {10, 0.099999, 10}, // 9001 bytes are needed
                 {9, 0.1, 9},        // 8100 bytes are needed
                 {1000, 0.3, 700},
                 {7, 0.5, 4},
                 {1, 0.999, 1}};

    for (const auto& c : cases)
    {
        auto message = MakeReceiver(c.packets * PACKET_BYTES, c.bound);
        for (uint32_t i = 0; i + 1 < c.needed; ++i)
        {
            ASSERT_EQ(message.OnData(i, PACKET_BYTES), Outcome::Useful) << c.packets << " " << i;
            ASSERT_FALSE(message.IsComplete());
        }
        EXPECT_EQ(message.OnData(c.needed - 1, PACKET_BYTES), Outcome::Completing)
            << c.packets << " at " << c.bound;
        EXPECT_TRUE(message.IsComplete());
        EXPECT_EQ(message.DeliveredBytes(), c.needed * PACKET_BYTES);
    }
}

TEST(MltReceiverMessageTest, CountsBytesNotPackets)
{
    // 2001 bytes at p = 0.5: 1001 are needed, so one full packet is not enough, but the last
    // one's single byte is
    auto message = MakeReceiver(2001, 0.5);
    EXPECT_EQ(message.OnData(0, 1000), Outcome::Useful);
    EXPECT_EQ(message.OnData(2, 1), Outcome::Completing);
    EXPECT_EQ(message.DeliveredBytes(), 1001U);
}

TEST(MltReceiverMessageTest, NeededIsTheCeilingForAnySizeAndBound)
{
    SmallRandom random(5);
    for (uint32_t run = 0; run < 200; ++run)
    {
        const uint64_t bytes = 1 + random.Below(100000);
        const uint32_t billionths = random.Below(LossBound::UNIT);
        auto message = MakeReceiver(bytes, billionths * 1e-9);
        // ceil((1 - p) n) in whole numbers
        const uint64_t needed =
            (bytes * (LossBound::UNIT - billionths) + LossBound::UNIT - 1) / LossBound::UNIT;
        std::vector<uint32_t> order((bytes + PACKET_BYTES - 1) / PACKET_BYTES);
        std::iota(order.begin(), order.end(), 0);
        uint64_t sum = 0;
        for (size_t left = order.size(); left > 0; --left)
        {
            std::swap(order[random.Below(static_cast<uint32_t>(left))], order[left - 1]);
            const uint64_t offset = uint64_t{order[left - 1]} * PACKET_BYTES;
            const auto payload =
                static_cast<uint32_t>(std::min<uint64_t>(PACKET_BYTES, bytes - offset));
            const bool wasComplete = sum >= needed;
            const Outcome outcome = message.OnData(order[left - 1], payload);
            sum += payload;
            ASSERT_EQ(outcome,
                      wasComplete     ? Outcome::Late
                      : sum >= needed ? Outcome::Completing
                                      : Outcome::Useful)
                << bytes << " bytes, p = " << billionths << "e-9, at " << sum;
        }
    }
}

TEST(MltReceiverMessageTest, DuplicatesCountForNothing)
{
    auto message = MakeReceiver(3000, 0.3);
    EXPECT_EQ(message.OnData(1, 1000), Outcome::Useful);
    EXPECT_EQ(message.OnData(1, 1000), Outcome::Duplicate);
    EXPECT_EQ(message.OnData(1, 1000), Outcome::Duplicate);
    EXPECT_EQ(message.DeliveredBytes(), 1000U);
    EXPECT_EQ(message.OnData(0, 1000), Outcome::Useful);
    EXPECT_FALSE(message.IsComplete());
    EXPECT_EQ(message.OnData(0, 1000), Outcome::Duplicate);
    EXPECT_EQ(message.OnData(2, 1000), Outcome::Completing);
}

TEST(MltReceiverMessageTest, WhatComesAfterCompletionIsLate)
{
    auto message = MakeReceiver(10000, 0.5);
    for (uint32_t i = 0; i < 5; ++i)
    {
        message.OnData(i, 1000);
    }
    ASSERT_TRUE(message.IsComplete());
    EXPECT_EQ(message.OnData(9, 1000), Outcome::Late) << "new, but too late";
    EXPECT_EQ(message.OnData(0, 1000), Outcome::Late) << "had come";
    EXPECT_EQ(message.DeliveredBytes(), 5000U);
    EXPECT_FALSE(message.Received().Test(9)) << "what was handed over does not change";
    message.Forget();
    EXPECT_EQ(message.Received().Size(), 0U);
    EXPECT_EQ(message.OnData(8, 1000), Outcome::Late);
    EXPECT_EQ(message.DeliveredBytes(), 5000U);
    EXPECT_EQ(message.Iteration(), 3U);
}

TEST(MltReceiverMessageTest, APacketThatItDoesNotHaveIsForeign)
{
    auto message = MakeReceiver(3000);
    EXPECT_EQ(message.OnData(3, 1000), Outcome::Foreign);
    EXPECT_EQ(message.OnData(0xffffffff, 1000), Outcome::Foreign);
    EXPECT_EQ(message.DeliveredBytes(), 0U);
    EXPECT_EQ(message.OnData(2, 1000), Outcome::Useful);
}

TEST(MltReceiverMessageTest, HolesTellOfThePartsThatHaveThem)
{
    auto message = MakeReceiver(200 * PACKET_BYTES);
    for (uint32_t i = 0; i < 200; ++i)
    {
        if (i != 64 && i != 127 && i != 199)
        {
            message.OnData(i, 1000);
        }
    }
    const auto segments = message.Holes(64);
    ASSERT_EQ(segments.size(), 2U) << "packets 0 to 63 and 128 to 191 are all there";
    EXPECT_EQ(segments[0]->first, 64U);
    EXPECT_EQ(segments[0]->packets, 64U);
    EXPECT_EQ(segments[0]->bits, std::vector<uint64_t>{~(uint64_t{1} | uint64_t{1} << 63)});
    EXPECT_EQ(segments[1]->first, 192U);
    EXPECT_EQ(segments[1]->packets, 8U);
    EXPECT_EQ(segments[1]->bits, std::vector<uint64_t>{0x7f});
}

TEST(MltReceiverMessageTest, HolesTogetherAreExactlyWhatIsMissing)
{
    SmallRandom random(11);
    for (uint32_t run = 0; run < 60; ++run)
    {
        const uint32_t packets = 1 + random.Below(3000);
        const double loss = run % 3 == 0 ? 0.9 : 0.002;
        auto message = MakeReceiver(uint64_t{packets} * PACKET_BYTES);
        std::set<uint32_t> missing;
        for (uint32_t i = 0; i < packets; ++i)
        {
            if (random.Unit() < loss)
            {
                missing.insert(i);
            }
            else
            {
                message.OnData(i, PACKET_BYTES);
            }
        }
        const uint32_t most = 64 * (1 + random.Below(12));
        std::set<uint32_t> told;
        for (const auto& segment : message.Holes(most))
        {
            EXPECT_LE(segment->packets, most);
            EXPECT_EQ(segment->bits.size(), (segment->packets + 63) / 64);
            const size_t before = told.size();
            for (uint32_t i = 0; i < segment->packets; ++i)
            {
                if (!((segment->bits[i / 64] >> (i % 64)) & 1))
                {
                    told.insert(segment->first + i);
                }
            }
            EXPECT_GT(told.size(), before) << "a segment without a hole";
        }
        EXPECT_EQ(told, missing) << packets << " packets in segments of " << most;
    }
}

TEST(MltReceiverMessageTest, NothingHasComeYetIsOneHole)
{
    const auto segments = MakeReceiver(100 * PACKET_BYTES).Holes(1024);
    ASSERT_EQ(segments.size(), 1U);
    EXPECT_EQ(segments[0]->first, 0U);
    EXPECT_EQ(segments[0]->packets, 100U);
    EXPECT_EQ(segments[0]->bits, (std::vector<uint64_t>{0, 0}));
}

} // namespace
} // namespace ns3::mlt
