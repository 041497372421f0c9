// SPDX-License-Identifier: GPL-2.0-only
// Frames on a fat tree: all pairs, all paths, and the time that an idle path takes.
#include "mlt-fabric-bench.h"

#include "ns3/mlt-fat-tree.h"

#include <set>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BIT_RATE = 100000000000;

NetworkPlan
FatTree(uint32_t k)
{
    return PlanFatTree({k, BIT_RATE, PS_PER_US});
}

TEST(FatTreePathTest, AnIdlePathTakesItsLinksTime)
{
    constexpr uint16_t BYTES = 1538;
    constexpr int64_t HOP_PS = BYTES * 80 + PS_PER_US;

    struct Pair
    {
        uint32_t to;
        int64_t links;
    };

    for (const Pair& pair : {Pair{1, 2}, Pair{3, 4}, Pair{4, 6}, Pair{15, 6}})
    {
        FabricBench bench(FatTree(4));
        bench.SendAt(777, {0, pair.to, 7, 3, true, BYTES});
        Simulator::Run();
        ASSERT_EQ(bench.arrivals.size(), 1U);
        EXPECT_EQ(bench.arrivals[0].host, pair.to);
        EXPECT_EQ(bench.arrivals[0].atPs, 777 + pair.links * HOP_PS);
    }
}

TEST(FatTreePathTest, AllPairsReachAndNobodyElseGetsAFrame)
{
    for (const char* chooser : {"ns3::mlt::FlowEcmp", "ns3::mlt::RandomSpray"})
    {
        FabricBench bench(FatTree(6), chooser);
        const uint32_t hosts = bench.fabric->Plan().hosts;
        for (uint32_t shift = 1; shift < hosts; ++shift) // a permutation at a time
        {
            for (uint32_t s = 0; s < hosts; ++s)
            {
                const uint32_t d = (s + shift) % hosts;
                bench.SendAt(shift * 20 * PS_PER_US, {s, d, uint64_t{s} * hosts + d});
            }
        }
        Simulator::Run();
        std::set<uint64_t> seen;
        for (const auto& arrival : bench.arrivals)
        {
            ASSERT_EQ(arrival.host, arrival.frame.destination);
            seen.insert(arrival.frame.id);
        }
        EXPECT_EQ(bench.arrivals.size(), seen.size()) << "a frame came twice";
        EXPECT_EQ(seen.size(), uint64_t{hosts} * (hosts - 1)) << chooser;
        bench.ExpectConserved();
    }
}

/** Links into hosts' pods from core switches that 400 frames from host 0 to the last host take. */
std::set<uint32_t>
CoreLinksTaken(uint32_t k, const char* chooser)
{
    FabricBench bench(FatTree(k), chooser);
    TraceLog log(*bench.fabric);
    const uint32_t last = bench.fabric->Plan().hosts - 1;
    for (uint64_t id = 0; id < 400; ++id)
    {
        bench.Send({0, last, id});
    }
    Simulator::Run();
    std::set<uint32_t> taken;
    for (const auto& entry : log.sent)
    {
        const auto& plan = bench.fabric->Plan();
        if (plan.names[plan.links[entry.link].from].compare(0, 4, "core") == 0)
        {
            taken.insert(entry.link);
        }
    }
    return taken;
}

TEST(FatTreePathTest, SprayingTakesAllPathsBetweenPodsAndAFlowOne)
{
    EXPECT_EQ(CoreLinksTaken(4, "ns3::mlt::RandomSpray").size(), 4U);
    EXPECT_EQ(CoreLinksTaken(8, "ns3::mlt::RandomSpray").size(), 16U);
    EXPECT_EQ(CoreLinksTaken(8, "ns3::mlt::FlowEcmp").size(), 1U);
}

TEST(FatTreePathTest, FlowsAreHashedAnewAtEachTier)
{
    // were the same hash bits used at both tiers, only k/2 of the (k/2)^2 paths would see flows
    FabricBench bench(FatTree(4), "ns3::mlt::FlowEcmp");
    TraceLog log(*bench.fabric);
    for (uint32_t source = 0; source < 4; ++source) // all of the first pod
    {
        for (uint32_t destination = 4; destination < 16; ++destination)
        {
            bench.Send({source, destination, source * 16 + destination});
        }
    }
    Simulator::Run();
    std::set<uint32_t> taken;
    for (const auto& entry : log.sent)
    {
        const auto& plan = bench.fabric->Plan();
        if (plan.names[plan.links[entry.link].to].compare(0, 4, "core") == 0)
        {
            taken.insert(entry.link);
        }
    }
    EXPECT_EQ(taken.size(), 4U);
}

} // namespace
} // namespace ns3::mlt
