// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-path-chooser.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t GBPS = 1000000000;

NetworkPlan
Preset(const char* topology)
{
    LeafSpineSpec spec = ParseLeafSpine(topology);
    spec.hostRate = 100 * GBPS;
    spec.delayPs = 1000000;
    return PlanLeafSpine(spec);
}

/** Two hosts, and two switches in a row between each pair of ways; the second way is longer. */
NetworkPlan
TwoWays()
{
    NetworkPlan plan;
    plan.hosts = 2;
    plan.names = {"host0", "host1", "leaf0", "leaf1", "spine0", "spine1"};
    plan.Connect(0, 2, 100 * GBPS, 10);    // links 0, 1
    plan.Connect(1, 3, 100 * GBPS, 20);    // 2, 3
    plan.Connect(2, 4, 100 * GBPS, 300);   // 4, 5
    plan.Connect(2, 5, 50 * GBPS, 4000);   // 6, 7
    plan.Connect(3, 4, 100 * GBPS, 50000); // 8, 9
    plan.Connect(3, 5, 50 * GBPS, 600000); // 10, 11
    plan.routes = {{{{4, 6}, {1}}, {1, 0}},
                   {{{8, 10}, {3}}, {0, 1}},
                   {{{5}, {9}}, {0, 1}},
                   {{{7}, {11}}, {0, 1}}};
    return plan;
}

TEST(NetworkPlanTest, ConnectMakesALinkInEachDirection)
{
    const NetworkPlan plan = TwoWays();
    ASSERT_EQ(plan.links.size(), 12U);
    EXPECT_EQ(plan.LinkName(6), "leaf0-spine1");
    EXPECT_EQ(plan.LinkName(7), "spine1-leaf0");
    EXPECT_EQ(plan.links[7].bitRate, 50 * GBPS);
    EXPECT_EQ(plan.links[7].delayPs, 4000);
    EXPECT_TRUE(plan.IsHost(1));
    EXPECT_FALSE(plan.IsHost(2));
    EXPECT_EQ(plan.Nodes(), 6U);
}

TEST(NetworkPlanTest, IdleLatencyIsTheSumOverTheLongestPath)
{
    const auto latencies = TwoWays().IdleLatencies(1000);
    // 1000 bytes: 80 ns at 100 Gbps and 160 ns at 50 Gbps, twice each
    EXPECT_EQ(latencies[0][1], 2 * 80000 + 2 * 160000 + 10 + 4000 + 600000 + 20);
    EXPECT_EQ(latencies[1][0], latencies[0][1]);
    EXPECT_EQ(latencies[0][0], 0);
}

TEST(NetworkPlanTest, BaseRttOfThePaperFabric)
{
    const NetworkPlan plan = Preset("9x4x16");
    EXPECT_EQ(plan.BaseRttPs(1538, 84), 8324400);
    const auto latencies = plan.IdleLatencies(1538);
    EXPECT_EQ(latencies[0][15], 2 * 123040 + 2 * 1000000) << "within the rack";
    EXPECT_EQ(latencies[0][16], 2 * 123040 + 2 * 30760 + 4 * 1000000) << "across a spine";
    EXPECT_EQ(latencies[143][0], latencies[0][143]);
}

TEST(NetworkPlanTest, BaseRttOfOtherShapes)
{
    // four hops of one rate: 4 x (123.04 + 6.72) ns and 8 us
    EXPECT_EQ(Preset("12x12x12").BaseRttPs(1538, 84), 8519040);
    EXPECT_EQ(Preset("testbed").BaseRttPs(1538, 84), 8519040);
    EXPECT_EQ(Preset("1x1x2").BaseRttPs(1538, 84), 4259520) << "no pair crosses the spine";
}

TEST(NetworkPlanTest, TheFabricUsesThisBaseRtt)
{
    UseFabricResolution();
    auto fabric = CreateObject<Fabric>();
    fabric->Build(Preset("9x4x16"), RandomSpray::GetTypeId(), 1);
    EXPECT_EQ(fabric->BaseRttPs(), 8324400);
    EXPECT_EQ(fabric->Host(5).BaseRttPs(), 8324400);
    EXPECT_EQ(fabric->Host(5).Host(), 5U);
    EXPECT_EQ(fabric->Host(5).HostCount(), 144U);
    EXPECT_EQ(fabric->Host(5).BitRate(), 100 * GBPS);
    EXPECT_EQ(fabric->Host(5).SerializationPs(1538), 123040);
    fabric->Dispose();
}

// Here and not beside the clock: the child starts anew, at ns-3's own resolution of 1 ns.
TEST(ResolutionDeathTest, ACoarserOneIsRefused)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(CreateObject<Fabric>()->Build(Preset("1x1x2"), RandomSpray::GetTypeId(), 1),
                 "the MLT fabric needs a simulator resolution of 1 fs .*"
                 "call ns3::mlt::UseFabricResolution");
    EXPECT_DEATH(RequireFabricResolution(), "the MLT fabric needs a simulator resolution of 1 fs");
}

} // namespace
} // namespace ns3::mlt
