// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-droppable-packets.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PACKET_BYTES = 1000;
constexpr uint32_t LAYERS = 8;

Ptr<HashedImportance>
Importance()
{
    auto importance = CreateObject<HashedImportance>();
    importance->AssignStreams(5);
    return importance;
}

Message
MakeMessage(uint64_t bytes, double bound, uint32_t layer = 0)
{
    Message message;
    message.id = 3;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(bound);
    message.layer = layer;
    message.layers = LAYERS;
    return message;
}

TEST(DroppablePacketsTest, AreNeverMoreThanTheBoundSpares)
{
    const auto importance = Importance();
    for (const double bound : {0.0, 0.005, 0.01, 0.0999, 0.1, 0.5})
    {
        for (const uint64_t bytes : {1U, 999U, 10000U, 10001U, 99999U, 123456U})
        {
            for (const uint32_t layer : {0U, 4U, 7U})
            {
                const Message message = MakeMessage(bytes, bound, layer);
                const Bitmap droppable = DroppablePackets(message, PACKET_BYTES, *importance);
                const uint64_t spared = message.bound.Tolerated(bytes);
                EXPECT_LE(uint64_t{droppable.Count()} * PACKET_BYTES, spared);
            }
        }
    }
}

TEST(DroppablePacketsTest, TheFrontLayerMayLoseAllThatTheBoundSparesTheBackLayerAThird)
{
    const auto importance = Importance();
    const auto count = [&](uint32_t layer) {
        const Message message = MakeMessage(1000000, 0.1, layer);
        return DroppablePackets(message, PACKET_BYTES, *importance).Count();
    };
    EXPECT_EQ(count(0), 100U);
    EXPECT_EQ(count(7), 36U); // 0.4 % to 1.1 %, rounded
    for (uint32_t layer = 1; layer < LAYERS; ++layer)
    {
        EXPECT_LT(count(layer), count(layer - 1));
    }
}

TEST(DroppablePacketsTest, AreThoseOfLeastRank)
{
    const auto importance = Importance();
    const Message message = MakeMessage(500000, 0.1);
    const Bitmap droppable = DroppablePackets(message, PACKET_BYTES, *importance);
    double most = 0;
    double least = 1;
    for (uint32_t i = 0; i < droppable.Size(); ++i)
    {
        const double rank = importance->Rank({message.id, 0, 0, LAYERS, i});
        (droppable.Test(i) ? most : least) =
            droppable.Test(i) ? std::max(most, rank) : std::min(least, rank);
    }
    EXPECT_EQ(droppable.Count(), 50U);
    EXPECT_LT(most, least);
}

TEST(DroppablePacketsTest, NoneIsABitmapOfNothing)
{
    const auto importance = Importance();
    EXPECT_EQ(DroppablePackets(MakeMessage(1000000, 0), PACKET_BYTES, *importance).Size(), 0U);
    EXPECT_EQ(DroppablePackets(MakeMessage(9999, 0.1), PACKET_BYTES, *importance).Size(), 0U);
}

} // namespace
} // namespace ns3::mlt
