// SPDX-License-Identifier: GPL-2.0-only
// The least-loaded chooser's decisions alone, without a network.
#include "support/mlt-fixed-queues.h"

#include "ns3/mlt-least-loaded.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t STREAM = 7;

Ptr<LeastLoaded>
MakeLeastLoaded(int64_t stream = STREAM)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto chooser = CreateObject<LeastLoaded>();
    EXPECT_EQ(chooser->AssignStreams(stream), 1) << "streams used";
    return chooser;
}

std::vector<uint32_t>
Choices(LeastLoaded& chooser, const FixedQueues& queues, uint32_t count)
{
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < count; ++i)
    {
        all.push_back(chooser.Choose(queues.Request()));
    }
    return all;
}

TEST(LeastLoadedTest, LooksAtQueuesAndSaysSo)
{
    EXPECT_FALSE(MakeLeastLoaded()->DependsOnRequestsAlone());
}

TEST(LeastLoadedTest, TakesTheShortestQueueWhereverItIs)
{
    auto chooser = MakeLeastLoaded();
    for (uint32_t shortest = 0; shortest < 5; ++shortest)
    {
        FixedQueues queues({3000, 4000, 3000, 9000, 3000});
        queues.bytes[shortest] = 2999;
        EXPECT_EQ(Choices(*chooser, queues, 10), std::vector<uint32_t>(10, shortest));
    }
}

TEST(LeastLoadedTest, TakesOneOfEqualOnesAtRandom)
{
    auto chooser = MakeLeastLoaded();
    constexpr uint32_t COUNT = 12000;
    std::vector<double> shares(5, 0.0);
    for (const uint32_t choice : Choices(*chooser, FixedQueues({70, 5, 80, 5, 5}), COUNT))
    {
        shares.at(choice) += 1.0 / COUNT;
    }
    const double fourDeviations = 4 * std::sqrt(1.0 / 3 * 2 / 3 / COUNT);
    EXPECT_EQ(shares[0], 0);
    EXPECT_EQ(shares[2], 0);
    for (const uint32_t path : {1U, 3U, 4U})
    {
        EXPECT_NEAR(shares[path], 1.0 / 3, fourDeviations);
    }
}

TEST(LeastLoadedTest, RepeatsWithItsStreamAndDiffersWithAnother)
{
    const FixedQueues queues({0, 0, 0, 0});
    const auto choices = Choices(*MakeLeastLoaded(), queues, 64);
    EXPECT_EQ(Choices(*MakeLeastLoaded(), queues, 64), choices);
    EXPECT_NE(Choices(*MakeLeastLoaded(STREAM + 1), queues, 64), choices);
}

} // namespace
} // namespace ns3::mlt
