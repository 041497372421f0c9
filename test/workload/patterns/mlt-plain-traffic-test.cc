// SPDX-License-Identifier: GPL-2.0-only
// Plain patterns as data: who sends what to whom.
#include "workload/patterns/mlt-pattern-fixture.h"

#include "ns3/mlt-permutation.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr const char* PERMUTATION = "ns3::mlt::Permutation";
constexpr const char* INCAST = "ns3::mlt::Incast";
constexpr const char* ALL_PAIRS = "ns3::mlt::AllPairs";

/** Transfers as "source-destination". */
std::vector<std::string>
PairList(const Graph& graph)
{
    std::vector<std::string> list;
    for (const TransferStep& step : graph.Transfers())
    {
        list.push_back(std::to_string(step.source) + "-" + std::to_string(step.destination));
    }
    return list;
}

class PlainTrafficTest : public testing::TestWithParam<uint32_t>
{
};

TEST_P(PlainTrafficTest, InAPermutationEachHostSendsOnceAndReceivesOnce)
{
    const uint32_t n = GetParam();
    const Graph graph = MakePattern(PERMUTATION, {{"Bytes", "700"}})->Build(JobOf(n));
    ASSERT_EQ(graph.TransferCount(), n);
    for (const HostLoad& load : TotalLoads(graph))
    {
        EXPECT_EQ(load.bytesIn, 700U);
        EXPECT_EQ(load.bytesOut, 700U);
    }
}

TEST_P(PlainTrafficTest, InAnIncastOneHostReceivesAll)
{
    const uint32_t n = GetParam();
    const Graph graph = MakePattern(INCAST, {{"Bytes", "700"}})->Build(JobOf(n));
    ASSERT_EQ(graph.TransferCount(), n - 1);
    const auto loads = TotalLoads(graph);
    EXPECT_EQ(loads[0].bytesIn, 700U * (n - 1));
    EXPECT_EQ(loads[0].bytesOut, 0U);
    for (uint32_t host = 1; host < n; ++host)
    {
        EXPECT_EQ(loads[host].bytesOut, 700U);
    }
}

TEST_P(PlainTrafficTest, AmongAllPairsEachSendsToEach)
{
    const uint32_t n = GetParam();
    const Graph graph = MakePattern(ALL_PAIRS, {{"Bytes", "700"}})->Build(JobOf(n));
    const auto pairs = PairList(graph);
    EXPECT_EQ(pairs.size(), n * (n - 1));
    EXPECT_EQ(std::set<std::string>(pairs.begin(), pairs.end()).size(), n * (n - 1));
    EXPECT_EQ(PayloadOf(graph), 700U * n * (n - 1));
}

INSTANTIATE_TEST_SUITE_P(Hosts, PlainTrafficTest, testing::Values(2, 3, 7, 16, 144));

TEST(PlainTraffic, AllFlowsBeginAtOnceAndCarryTheBound)
{
    PatternInput input = JobOf(3);
    input.placement.workers = {9, 4, 6};
    input.bound = LossBound::FromShare(0.25);
    const Graph graph = MakePattern(ALL_PAIRS)->Build(input);
    EXPECT_EQ(PairList(graph),
              (std::vector<std::string>{"9-4", "4-6", "6-9", "9-6", "4-9", "6-4"}));
    EXPECT_EQ(graph.ComputeCount(), 0U);
    EXPECT_TRUE(EdgeList(graph).empty());
    EXPECT_EQ(graph.Phases(), std::vector<std::string>{"flow"});
    for (uint32_t i = 0; i < graph.TransferCount(); ++i)
    {
        EXPECT_EQ(graph.Transfers()[i].bound.Billionths(), 250000000U);
        EXPECT_EQ(graph.Transfers()[i].tensor, i);
        EXPECT_EQ(graph.Transfers()[i].bytes, 1000000U); // the default
    }
}

TEST(PlainTraffic, AnotherDrawIsAnotherPermutation)
{
    const auto draw = [](const std::string& number) {
        return PairList(MakePattern(PERMUTATION, {{"Draw", number}})->Build(JobOf(64)));
    };
    EXPECT_EQ(draw("1"), draw("1"));
    EXPECT_NE(draw("1"), draw("2"));
}

TEST(PlainTraffic, PermutationsAreEquallyProbable)
{
    // of three hosts there are two cycles: 500 times each within four standard deviations
    uint32_t upward = 0;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        upward += MakePattern<Permutation>(PERMUTATION, {{"Draw", std::to_string(i)}})
                      ->Pairs(3)[0]
                      .destination == 1;
    }
    EXPECT_NEAR(upward, 500, 63);
}

TEST(PlainTraffic, TheSendersOfAnIncastAreSpread)
{
    const auto of = [](const std::string& fanIn, uint32_t hosts) {
        return PairList(MakePattern(INCAST, {{"FanIn", fanIn}})->Build(JobOf(hosts)));
    };
    EXPECT_EQ(of("1", 9), (std::vector<std::string>{"1-0"}));
    EXPECT_EQ(of("4", 9), (std::vector<std::string>{"1-0", "3-0", "5-0", "7-0"}));
    EXPECT_EQ(of("3", 9), (std::vector<std::string>{"1-0", "3-0", "6-0"}));
    EXPECT_EQ(of("8", 9), of("0", 9));
}

TEST(PlainTraffic, SaysWhatItCannotDo)
{
    EXPECT_EQ(InputErrorOf([] {
                  MakePattern(INCAST, {{"FanIn", "8"}})->Build(JobOf(8));
              }),
              "--fanIn: expected 0 to 7, the job's hosts but the receiver, got 8");
    EXPECT_EQ(InputErrorOf([] { MakePattern(PERMUTATION)->Build(JobOf(1)); }),
              "ns3::mlt::Permutation: expected at least 2 hosts, got 1");
    EXPECT_FALSE(MakePattern(INCAST)->NeedsModel());
    EXPECT_FALSE(MakePattern(INCAST)->HasServers());
}

} // namespace
} // namespace ns3::mlt
