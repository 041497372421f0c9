// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/double.h"
#include "ns3/mlt-importance.h"
#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>
#include <vector>

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

/** Whether two models (or two names) rank any packet alike. */
bool
Agree(const HashedImportance& a, PacketName x, const HashedImportance& b, PacketName y)
{
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        x.index = y.index = index;
        if (a.Rank(x) == b.Rank(y))
        {
            return true;
        }
    }
    return false;
}

TEST(HashedImportanceTest, TheDroppableShareFallsLinearlyWithTheLayer)
{
    auto importance = Make();
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        EXPECT_DOUBLE_EQ(importance->DroppableShare(layer, LAYERS), 1 - 0.16 * layer);
    }
    EXPECT_DOUBLE_EQ(importance->DroppableShare(0, 1), 1.0) << "a model of one layer";
}

TEST(HashedImportanceTest, SharesAreAttributes)
{
    auto importance = Make();
    importance->SetAttribute("FrontShare", DoubleValue(0.5));
    importance->SetAttribute("BackShare", DoubleValue(0.0));
    EXPECT_EQ(importance->DroppableShare(0, LAYERS), 0.5);
    EXPECT_EQ(importance->DroppableShare(LAYERS - 1, LAYERS), 0.0);
    EXPECT_DOUBLE_EQ(importance->DroppableShare(2, LAYERS), 0.25);
}

TEST(HashedImportanceTest, RanksAreUniformInTheUnitInterval)
{
    auto importance = Make();
    std::vector<uint32_t> tenths(10, 0);
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        const double rank = importance->Rank({7, 0, 1, LAYERS, index});
        ASSERT_GE(rank, 0.0);
        ASSERT_LT(rank, 1.0);
        ++tenths[static_cast<size_t>(10 * rank)];
    }
    for (const uint32_t count : tenths)
    {
        EXPECT_NEAR(count, PACKETS / 10, 170); // 4 sigma
    }
}

TEST(HashedImportanceTest, IsAFunctionOfSeedAndName)
{
    const PacketName name{7, 1, 2, LAYERS, 11};
    EXPECT_EQ(Make()->Rank(name), Make()->Rank(name));
    EXPECT_FALSE(Agree(*Make(), name, *Make(4), name));
}

TEST(HashedImportanceTest, IterationsAndMessagesDiffer)
{
    auto importance = Make();
    const PacketName name{7, 1, 2, LAYERS, 0};
    PacketName next = name;
    next.iteration = 2;
    EXPECT_FALSE(Agree(*importance, name, *importance, next));
    PacketName other = name;
    other.message = 8;
    EXPECT_FALSE(Agree(*importance, name, *importance, other));
}

} // namespace
} // namespace ns3::mlt
