// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/double.h"
#include "ns3/mlt-importance.h"
#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PACKETS = 20000;
constexpr uint32_t LAYERS = 5;

Ptr<HashedImportance>
Make(int64_t stream = 3)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto importance = CreateObject<HashedImportance>();
    EXPECT_EQ(importance->AssignStreams(stream), 1) << "streams used";
    return importance;
}

double
Share(const HashedImportance& importance, uint32_t layer, uint32_t layers)
{
    uint32_t droppable = 0;
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        droppable += importance.IsDroppable({7, 0, layer, layers, index});
    }
    return static_cast<double>(droppable) / PACKETS;
}

/** Share of the packets on which two models (or two names) disagree. */
double
Disagreement(const HashedImportance& a, PacketName x, const HashedImportance& b, PacketName y)
{
    uint32_t differ = 0;
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        x.index = y.index = index;
        differ += a.IsDroppable(x) != b.IsDroppable(y);
    }
    return static_cast<double>(differ) / PACKETS;
}

TEST(HashedImportanceTest, TheDroppableShareFallsLinearlyWithTheLayer)
{
    auto importance = Make();
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        const double expected = 0.75 - 0.125 * layer;
        EXPECT_DOUBLE_EQ(importance->DroppableShare(layer, LAYERS), expected);
        EXPECT_NEAR(Share(*importance, layer, LAYERS), expected, 0.015); // 4 sigma
    }
    EXPECT_DOUBLE_EQ(importance->DroppableShare(0, 1), 0.75) << "a model of one layer";
}

TEST(HashedImportanceTest, SharesAreAttributes)
{
    auto importance = Make();
    importance->SetAttribute("FrontShare", DoubleValue(1.0));
    importance->SetAttribute("BackShare", DoubleValue(0.0));
    EXPECT_EQ(Share(*importance, 0, LAYERS), 1.0);
    EXPECT_EQ(Share(*importance, LAYERS - 1, LAYERS), 0.0);
    EXPECT_NEAR(Share(*importance, 2, LAYERS), 0.5, 0.015);
}

TEST(HashedImportanceTest, IsAFunctionOfSeedAndName)
{
    const PacketName name{7, 1, 2, LAYERS, 0};
    auto a = Make();
    auto b = Make();
    EXPECT_EQ(Disagreement(*a, name, *b, name), 0.0);
    auto c = Make(4);
    EXPECT_NEAR(Disagreement(*a, name, *c, name), 0.5, 0.015);
}

TEST(HashedImportanceTest, IterationsAndMessagesDiffer)
{
    auto importance = Make();
    const PacketName name{7, 1, 2, LAYERS, 0};
    PacketName next = name;
    next.iteration = 2;
    EXPECT_NEAR(Disagreement(*importance, name, *importance, next), 0.5, 0.015);
    PacketName other = name;
    other.message = 8;
    EXPECT_NEAR(Disagreement(*importance, name, *importance, other), 0.5, 0.015);
}

TEST(HashedImportanceTest, ALayersDroppablePacketsAreDroppableFurtherInFrontToo)
{
    auto importance = Make();
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        if (importance->IsDroppable({7, 0, 3, LAYERS, index}))
        {
            EXPECT_TRUE(importance->IsDroppable({7, 0, 2, LAYERS, index}));
        }
    }
}

} // namespace
} // namespace ns3::mlt
