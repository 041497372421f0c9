// SPDX-License-Identifier: GPL-2.0-only
#include "workload/mlt-executor-fixture.h"

#include "ns3/mlt-flow-list.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

TimedFlow
FlowAt(int64_t startPs, uint64_t bytes)
{
    TimedFlow flow;
    flow.startPs = startPs;
    flow.source = 0;
    flow.destination = 1;
    flow.bytes = bytes;
    return flow;
}

TEST(FlowList, FlowsWaitForTheirInstantsAlone)
{
    const Graph graph = BuildFlows({FlowAt(70, 1), FlowAt(0, 2), FlowAt(70, 3)}, {4, 9});
    // 0: the wait that ends at 0, 1: that which ends at 70; transfers as given
    EXPECT_EQ(EdgeList(graph), (std::vector<std::string>{"0-3", "0-1", "1-2", "1-4"}));
    EXPECT_EQ(graph.Computes()[0].durationPs, 0);
    EXPECT_EQ(graph.Computes()[1].durationPs, 70);
    EXPECT_EQ(graph.Transfers()[2].bytes, 3U);
    EXPECT_EQ(graph.Transfers()[2].tensor, 2U);
    EXPECT_EQ(graph.Transfers()[2].source, 4U);
    EXPECT_EQ(graph.Transfers()[2].destination, 9U);
    EXPECT_EQ(graph.Phases(), std::vector<std::string>{"flow"});
}

TEST(FlowList, FlowsKeepTheirPriorityAndBound)
{
    TimedFlow flow = FlowAt(0, 1);
    flow.priority = 5;
    flow.bound = LossBound::FromShare(0.5);
    const Graph graph = BuildFlows({flow}, {0, 1});
    EXPECT_EQ(graph.Transfers()[0].priority, 5);
    EXPECT_EQ(graph.Transfers()[0].bound.Billionths(), 500000000U);
}

TEST(FlowList, NeedsATable)
{
    PatternInput input;
    input.placement.workers = {0, 1};
    EXPECT_EQ(InputErrorOf([&] { CreateObject<FlowList>()->Build(input); }),
              "--flows: expected --flows=<csv>, which --pattern=flows reads");
    EXPECT_FALSE(CreateObject<FlowList>()->NeedsModel());
    EXPECT_FALSE(CreateObject<FlowList>()->HasServers());
}

class FlowRunTest : public ExecutorTest
{
};

TEST_F(FlowRunTest, EachFlowIsHandedOverAtItsInstant)
{
    // a byte takes a picosecond; the second begins while the first is under way
    Run(BuildFlows({FlowAt(500, 10), FlowAt(0, 2000), FlowAt(500, 30), FlowAt(9000, 1)}, {0, 1}));
    ASSERT_EQ(m_transfers.size(), 4U);
    std::sort(m_transfers.begin(), m_transfers.end(), [](const auto& a, const auto& b) {
        return a.tensor < b.tensor;
    });
    const std::vector<std::pair<int64_t, int64_t>> expected{{500, 10},
                                                            {0, 2000},
                                                            {500, 30},
                                                            {9000, 1}};
    for (size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(m_transfers[i].startPs, expected[i].first);
        EXPECT_EQ(m_transfers[i].fctPs, expected[i].second);
    }
    EXPECT_TRUE(m_iterations.empty());
    EXPECT_EQ(m_finishedPs, 9001);
}

TEST_F(FlowRunTest, AnotherIterationBeginsWhenAllFlowsAreThrough)
{
    const Graph graph = BuildFlows({FlowAt(10, 5), FlowAt(0, 40)}, {0, 1});
    Run(graph, 2);
    ASSERT_EQ(m_transfers.size(), 4U);
    EXPECT_EQ(m_transfers[2].startPs, 50); // 40 + 10
    EXPECT_EQ(m_transfers[3].startPs, 40);
}

} // namespace
} // namespace ns3::mlt
