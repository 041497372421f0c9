// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-workload-fixture.h"

#include "ns3/mlt-graph.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{
namespace
{

/** What Build() says about a graph of 4 hosts and 3 layers. */
template <typename ADD>
std::string
BuildError(ADD add)
{
    return InputErrorOf([&] {
        GraphBuilder builder(4, 3);
        add(builder);
        builder.Build();
    });
}

std::string
ComputeError(const ComputeStep& step)
{
    return BuildError([&](GraphBuilder& builder) {
        builder.AddCompute({});
        builder.AddCompute(step);
    });
}

std::string
TransferError(const TransferStep& step)
{
    return BuildError([&](GraphBuilder& builder) {
        builder.AddTransfer(TransferOf(1, 0, 1));
        builder.AddTransfer(step);
    });
}

TEST(Graph, NumbersComputeStepsBeforeTransfers)
{
    GraphBuilder builder(2, 1);
    const StepId transfer = builder.AddTransfer(TransferOf(8, 0, 1));
    const StepId first = builder.AddCompute({0, false, 5, 0});
    const StepId second = builder.AddCompute({1, false, 6, 0});
    builder.AddEdge(transfer, second);
    builder.AddEdge(first, transfer);
    builder.AddEdgeIntoNext(second, first);
    builder.AddEdge(first, second);
    const Graph graph = builder.Build();
    EXPECT_EQ(graph.ComputeCount(), 2u);
    EXPECT_EQ(graph.TransferCount(), 1u);
    EXPECT_EQ(graph.StepCount(), 3u);
    EXPECT_EQ(graph.Computes()[1].durationPs, 6);
    EXPECT_EQ(graph.Transfers()[0].bytes, 8u);
    const std::vector<std::string> expected{"0-2", "0-1", "1-0 next", "2-1"};
    EXPECT_EQ(EdgeList(graph), expected);
    EXPECT_EQ(graph.InDegrees(), (std::vector<uint32_t>{1, 2, 1}));
}

TEST(Graph, KeepsTheOrderOfAStepsEdges)
{
    GraphBuilder builder(2, 1);
    std::vector<StepId> steps;
    for (int i = 0; i < 5; ++i)
    {
        steps.push_back(builder.AddCompute({}));
    }
    for (const int after : {4, 2, 3, 1})
    {
        builder.AddEdge(steps[0], steps[static_cast<size_t>(after)]);
    }
    const std::vector<std::string> expected{"0-4", "0-2", "0-3", "0-1"};
    EXPECT_EQ(EdgeList(builder.Build()), expected);
}

TEST(Graph, ATransferAndItsEdgesAreSmall)
{
    EXPECT_EQ(sizeof(TransferStep), 32u);
    EXPECT_EQ(sizeof(Graph::Edge), 4u);
}

TEST(Graph, ABuilderIsEmptyAfterBuild)
{
    GraphBuilder builder(3, 2);
    const StepId a = builder.AddCompute({});
    builder.AddEdge(a, builder.AddCompute({}));
    EXPECT_EQ(builder.Build().StepCount(), 2u);
    EXPECT_EQ(InputErrorOf([&] { builder.Build(); }), "graph: it has no step");
    builder.AddCompute({2, false, 0, 0});
    const Graph second = builder.Build();
    EXPECT_EQ(second.StepCount(), 1u);
    EXPECT_EQ(second.HostCount(), 3u);
    EXPECT_EQ(second.LayerCount(), 2u);
    EXPECT_TRUE(EdgeList(second).empty());
}

TEST(Graph, RefusesNoHostsOrLayers)
{
    EXPECT_EQ(InputErrorOf([] { GraphBuilder(0, 1); }),
              "graph: 0 hosts and 1 layers: at least 1 of each is needed");
    EXPECT_EQ(InputErrorOf([] { GraphBuilder(1, 0); }),
              "graph: 1 hosts and 0 layers: at least 1 of each is needed");
}

TEST(Graph, RefusesABrokenComputeStep)
{
    EXPECT_EQ(ComputeError({3, false, 0, 0}), "");
    EXPECT_EQ(ComputeError({4, false, 0, 0}),
              "graph: compute step 1: host 4 is out of range: hosts are 0 to 3");
    EXPECT_EQ(ComputeError({0, false, -1, 0}),
              "graph: compute step 1: a duration of -1 ps: it must be 0 to 9223372036854774");
    EXPECT_EQ(ComputeError({0, false, 0, -2}),
              "graph: compute step 1: a jitter of -2 ps: it must be 0 to 9223372036854774");
    EXPECT_EQ(ComputeError({0, false, 9223372036854775, 0}),
              "graph: compute step 1: a duration of 9223372036854775 ps: it must be 0 to "
              "9223372036854774");
}

TEST(Graph, RefusesABrokenTransfer)
{
    EXPECT_EQ(TransferError(TransferOf(1, 3, 0, 2)), "");
    EXPECT_EQ(TransferError(TransferOf(1, 4, 0)),
              "graph: transfer 1: source 4 is out of range: hosts are 0 to 3");
    EXPECT_EQ(TransferError(TransferOf(1, 0, 9)),
              "graph: transfer 1: destination 9 is out of range: hosts are 0 to 3");
    EXPECT_EQ(TransferError(TransferOf(1, 2, 2)),
              "graph: transfer 1: host 2 is both source and destination: a transfer goes to "
              "another host");
    EXPECT_EQ(TransferError(TransferOf(0, 1, 2)),
              "graph: transfer 1: 0 bytes: a transfer carries at least 1");
    EXPECT_EQ(TransferError(TransferOf(1, 1, 2, 3)),
              "graph: transfer 1: layer 3 is out of range: layers are 0 to 2");
}

TEST(Graph, RefusesASecondStartOfForward)
{
    const auto error = BuildError([](GraphBuilder& builder) {
        builder.AddCompute({1, true, 0, 0});
        builder.AddCompute({2, true, 0, 0});
        builder.AddCompute({1, false, 0, 0});
        builder.AddCompute({1, true, 0, 0});
    });
    EXPECT_EQ(error,
              "graph: compute step 3: host 1 starts its forward pass a second time in one "
              "iteration");
}

TEST(Graph, RefusesACycleWithinAnIteration)
{
    const auto error = BuildError([](GraphBuilder& builder) {
        const StepId before = builder.AddCompute({});
        const StepId one = builder.AddCompute({});
        const StepId two = builder.AddTransfer(TransferOf(1, 0, 1));
        builder.AddEdge(before, one);
        builder.AddEdge(one, two);
        builder.AddEdge(two, one);
    });
    EXPECT_EQ(error,
              "graph: 2 steps can never start, since steps of one iteration wait for each other in "
              "a cycle; the first of them is compute step 1");
    const auto self = BuildError([](GraphBuilder& builder) {
        const StepId transfer = builder.AddTransfer(TransferOf(1, 0, 1));
        builder.AddEdge(transfer, transfer);
    });
    EXPECT_NE(self.find("the first of them is transfer 0"), std::string::npos) << self;
}

TEST(Graph, AnEdgeIntoTheNextIterationFreesNoCycle)
{
    const auto error = BuildError([](GraphBuilder& builder) {
        const StepId before = builder.AddCompute({});
        const StepId one = builder.AddCompute({});
        const StepId two = builder.AddCompute({});
        builder.AddEdgeIntoNext(before, one);
        builder.AddEdge(one, two);
        builder.AddEdge(two, one);
    });
    EXPECT_NE(error.find("2 steps can never start"), std::string::npos) << error;
}

TEST(Graph, ACycleThroughTheNextIterationIsNone)
{
    const auto error = BuildError([](GraphBuilder& builder) {
        const StepId one = builder.AddCompute({});
        const StepId two = builder.AddCompute({});
        builder.AddEdge(one, two);
        builder.AddEdgeIntoNext(two, one);
        builder.AddEdgeIntoNext(one, one);
    });
    EXPECT_EQ(error, "");
}

TEST(Graph, LoadsAreCountedByHostAndPhase)
{
    GraphBuilder builder(3, 1);
    builder.AddTransfer(TransferOf(10, 0, 1));
    builder.AddTransfer(TransferOf(20, 0, 2));
    TransferStep pull = TransferOf(70, 1, 0);
    builder.AddPhase("push");
    pull.phase = builder.AddPhase("pull");
    builder.AddTransfer(pull);
    const Graph graph = builder.Build();
    const auto push = HostLoads(graph, 0);
    ASSERT_EQ(push.size(), 3u);
    EXPECT_EQ(push[0].bytesOut, 30u);
    EXPECT_EQ(push[0].bytesIn, 0u);
    EXPECT_EQ(push[1].bytesIn, 10u);
    EXPECT_EQ(push[2].bytesIn, 20u);
    EXPECT_EQ(LargestLoad(push), 30u);
    EXPECT_EQ(LargestLoad(HostLoads(graph, 1)), 70u);
    const auto plus = [](uint64_t bytes) { return bytes + 5; };
    EXPECT_EQ(LargestLoad(HostLoads(graph, 0, plus)), 40u);
}

TEST(Graph, PhasesKeepTheirNames)
{
    GraphBuilder builder(2, 1);
    EXPECT_EQ(builder.AddPhase("reduce-scatter"), 0);
    EXPECT_EQ(builder.AddPhase("all-gather"), 1);
    builder.AddTransfer(TransferOf(10, 0, 1));
    EXPECT_EQ(builder.Build().Phases(), (std::vector<std::string>{"reduce-scatter", "all-gather"}));
    builder.AddTransfer(TransferOf(10, 0, 1));
    EXPECT_EQ(builder.Build().Phases(), std::vector<std::string>{"transfer"});
}

TEST(Graph, RefusesPhasesAndPrioritiesThatThereAreNot)
{
    const auto error = [](uint8_t phase, uint8_t priority) {
        return BuildError([=](GraphBuilder& builder) {
            TransferStep step = TransferOf(10, 0, 1);
            step.phase = phase;
            step.priority = priority;
            builder.AddTransfer(step);
        });
    };
    EXPECT_EQ(error(0, 7), "");
    EXPECT_EQ(error(1, 1), "graph: transfer 0: phase 1 is out of range: the graph has 1");
    EXPECT_EQ(error(0, 0), "graph: transfer 0: priority 0 is out of range: it is 1 to 7");
    EXPECT_EQ(error(0, 8), "graph: transfer 0: priority 8 is out of range: it is 1 to 7");
}

TEST(Graph, AWaitKeepsNoHostBusy)
{
    GraphBuilder builder(1, 1);
    builder.AddWait(5);
    const Graph graph = builder.Build();
    EXPECT_EQ(graph.Computes()[0].host, ComputeStep::NO_HOST);
    EXPECT_EQ(graph.Computes()[0].durationPs, 5);
    EXPECT_EQ(BuildError([](GraphBuilder& b) { b.AddWait(-1); }),
              "graph: compute step 0: a duration of -1 ps: it must be 0 to 9223372036854774");
}

} // namespace
} // namespace mlt
} // namespace ns3
