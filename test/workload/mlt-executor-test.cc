// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-executor-fixture.h"

#include "ns3/mlt-parameter-server.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace ns3
{
namespace mlt
{
namespace
{

using Executor = ExecutorTest;

/** Two layers of 4 and 8 bytes; forward 100 and 200 ps, backward 300 and 400 ps. */
Graph
TwoLayers()
{
    ParameterServerOptions options;
    options.jitterShare = 0;
    const ModelTrace trace("m", {Row(0, "a", 1, 1e-4, 3e-4), Row(1, "b", 2, 2e-4, 4e-4)});
    return BuildParameterServer(trace, {{0}, {1}}, options);
}

TEST_F(Executor, ComputeAloneTakesTheSumOfItsSteps)
{
    Run(ComputeOnly(30, 12), 3);
    ASSERT_EQ(m_iterations.size(), 3u);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(m_iterations[i].iteration, i);
        EXPECT_EQ(m_iterations[i].worker, 0u);
        EXPECT_EQ(m_iterations[i].startPs, 42 * i);
        EXPECT_EQ(m_iterations[i].endPs, 42 * (i + 1));
        EXPECT_EQ(m_iterations[i].computePs, 42);
        EXPECT_EQ(m_iterations[i].exposedPs, 0);
    }
    EXPECT_EQ(m_finished, 1);
    EXPECT_EQ(m_finishedPs, 126);
}

TEST_F(Executor, BeginsAtThePresentInstant)
{
    const Graph graph = ComputeOnly(30, 12);
    Simulator::Schedule(FromPs(1000), [&] { Start(graph); });
    Simulator::Run();
    ASSERT_EQ(m_iterations.size(), 1u);
    EXPECT_EQ(m_iterations[0].startPs, 1000);
    EXPECT_EQ(m_iterations[0].endPs, 1042);
}

TEST_F(Executor, ATransferTakesWhatTheTransportTakes)
{
    m_transport->m_latencyPs = 1000;
    m_transport->m_psPerByte = 80;
    Run(Transfers({1500}));
    ASSERT_EQ(m_transfers.size(), 1u);
    EXPECT_EQ(m_transfers[0].startPs, 0);
    EXPECT_EQ(m_transfers[0].fctPs, 1000 + 80 * 1500);
    EXPECT_EQ(m_finishedPs, 1000 + 80 * 1500);
}

TEST_F(Executor, TransfersAloneTakePushAndPull)
{
    m_transport->m_latencyPs = 1000;
    m_transport->m_psPerByte = 10;
    ParameterServerOptions options;
    options.computeScale = 0;
    const ModelTrace trace("m", {Row(0, "a", 25, 1, 1), Row(1, "b", 50, 1, 1)});
    const Graph graph = BuildParameterServer(trace, {{0}, {1, 2}}, options);
    Run(graph, 2);
    // forward of layer 0 waits for a, out and back; the last iteration ends with b, which waits
    // for nothing but its own push
    ASSERT_EQ(m_iterations.size(), 4u);
    EXPECT_EQ(m_iterations[0].endPs, 2 * (1000 + 10 * 100));
    EXPECT_EQ(m_iterations[1].endPs, m_iterations[0].endPs);
    EXPECT_EQ(m_iterations[0].computePs, 0);
    EXPECT_EQ(m_iterations[0].exposedPs, 4000);
    // forward of layer 1 waits for b of the first iteration, at 6000
    EXPECT_EQ(m_iterations[2].startPs, 4000);
    EXPECT_EQ(m_iterations[2].endPs, 6000 + 6000);
}

TEST_F(Executor, CommunicationHidesBehindCompute)
{
    // b: backward done at 700, back at 700 + 2 x 8; a: at 1000, back at 1000 + 2 x 4
    Run(TwoLayers(), 2);
    ASSERT_EQ(m_iterations.size(), 2u);
    EXPECT_EQ(m_iterations[0].endPs, 1008);
    EXPECT_EQ(m_iterations[0].computePs, 1000);
    EXPECT_EQ(m_iterations[0].exposedPs, 8);
    EXPECT_EQ(m_iterations[1].startPs, 1008);
    EXPECT_EQ(m_iterations[1].endPs, 2016);
}

TEST_F(Executor, ForwardOfALayerWaitsForItsOwnPull)
{
    // b comes back at 700 + 2 x 400 = 1500, a at 1000 + 2 x 50 = 1100
    m_transport->m_fate = [](const Message& message) {
        FakeTransport::Fate fate;
        fate.delayPs = message.layer == 1 ? 400 : 50;
        return fate;
    };
    Run(TwoLayers(), 2);
    ASSERT_EQ(m_iterations.size(), 2u);
    EXPECT_EQ(m_iterations[0].endPs, 1100);
    // forward of layer 0 from 1100 to 1200, of layer 1 from 1500 to 1700; b is ready at 2100
    EXPECT_EQ(m_iterations[1].endPs, 2100 + 2 * 400);
    EXPECT_EQ(m_iterations[1].computePs, 1000);
    EXPECT_EQ(m_iterations[1].exposedPs, 1800 - 1000);
}

TEST_F(Executor, AnAggregationWaitsForTheSlowestWorker)
{
    m_transport->m_fate = [](const Message& message) {
        FakeTransport::Fate fate;
        fate.delayPs = message.source == 3 ? 500 : 100;
        return fate;
    };
    ParameterServerOptions options;
    options.jitterShare = 0;
    options.aggregatePsPerByte = 1;
    const Graph graph =
        BuildParameterServer({"m", {Row(0, "a", 5, 1e-4, 1e-4)}}, {{0}, {1, 2, 3}}, options);
    Run(graph);
    // 200 of compute, the slowest push, 3 x 20 bytes to aggregate, pull
    for (const auto& record : m_iterations)
    {
        EXPECT_EQ(record.endPs, 200 + 500 + 60 + 100);
    }
}

TEST_F(Executor, AHostComputesOneStepAtATime)
{
    GraphBuilder builder(2, 1);
    builder.AddCompute({0, true, 10, 0});
    builder.AddCompute({0, false, 7, 0});
    builder.AddCompute({0, false, 0, 0});
    builder.AddCompute({1, true, 5, 0});
    Run(builder.Build());
    EXPECT_EQ(m_iterations[0].endPs, 17);
    EXPECT_EQ(m_iterations[0].computePs, 17);
    EXPECT_EQ(m_iterations[1].endPs, 5);
}

TEST_F(Executor, AStepOfNoLengthWaitsForNoTurn)
{
    GraphBuilder builder(2, 1);
    builder.AddCompute({0, false, 10, 0});
    const StepId barrier = builder.AddCompute({0, false, 0, 0});
    builder.AddEdge(barrier, builder.AddTransfer(TransferOf(1, 0, 1)));
    Run(builder.Build());
    EXPECT_EQ(m_transfers.at(0).startPs, 0);
}

TEST_F(Executor, WhatWaitsForNothingStartsWhenTheIterationBeforeIsDone)
{
    Run(Transfers({5, 20}), 3);
    ASSERT_EQ(m_transfers.size(), 6u);
    for (const auto& record : m_transfers)
    {
        EXPECT_EQ(record.startPs, 20 * record.iteration);
    }
    EXPECT_EQ(m_finishedPs, 60);
}

TEST_F(Executor, JitterIsSeededAndWithinItsRange)
{
    const Graph graph = ComputeOnly(1000, 0, 100, 50);
    Run(graph, 20, 7);
    std::set<int64_t> values;
    for (const auto& record : m_iterations)
    {
        const int64_t jitter = record.computePs - 1000;
        ASSERT_GE(jitter, 0);
        ASSERT_LT(jitter, 100);
        ASSERT_EQ(record.endPs - record.startPs, record.computePs);
        values.insert(jitter);
        const auto& step = graph.Computes()[2 * record.worker];
        ASSERT_EQ(jitter, GraphExecutor::Jitter(step, 7, record.iteration));
    }
    // 1000 draws from 100 values: that more than 5 never come has probability below 1e-10
    EXPECT_GE(values.size(), 95u);
}

TEST_F(Executor, AnotherSeedHostOrIterationHasAnotherJitter)
{
    const ComputeStep step{3, true, 0, 1000000000};
    const ComputeStep other{4, true, 0, 1000000000};
    const int64_t jitter = GraphExecutor::Jitter(step, 1, 0);
    EXPECT_EQ(GraphExecutor::Jitter(step, 1, 0), jitter);
    EXPECT_NE(GraphExecutor::Jitter(step, 2, 0), jitter);
    EXPECT_NE(GraphExecutor::Jitter(step, 1, 1), jitter);
    EXPECT_NE(GraphExecutor::Jitter(other, 1, 0), jitter);
    EXPECT_EQ(GraphExecutor::Jitter({3, true, 9, 0}, 1, 0), 0);
    EXPECT_EQ(GraphExecutor::Jitter({3, true, 9, 1}, 1, 0), 0);
}

TEST_F(Executor, ALongChainOfStepsWithoutLengthNeedsNoStack)
{
    GraphBuilder builder(2, 1);
    StepId last = builder.AddCompute({0, true, 0, 0});
    const StepId first = last;
    for (int i = 1; i < 100000; ++i)
    {
        const StepId step = builder.AddCompute({0, false, 0, 0});
        builder.AddEdge(last, step);
        last = step;
    }
    const StepId transfer = builder.AddTransfer(TransferOf(9, 0, 1));
    builder.AddEdge(last, transfer);
    builder.AddEdgeIntoNext(transfer, first);
    Run(builder.Build(), 3);
    ASSERT_EQ(m_transfers.size(), 3u);
    EXPECT_EQ(m_transfers[2].startPs, 18);
    EXPECT_EQ(m_iterations.at(1).exposedPs, 9);
}

TEST_F(Executor, AMillionTransfersTakeSeconds)
{
    std::vector<TensorTrace> rows;
    for (uint32_t layer = 0; layer < 140; ++layer)
    {
        rows.push_back(Row(layer, "t" + std::to_string(layer), 3600, 10, 20));
    }
    ParameterServerOptions options;
    options.cutAbove = 0;
    const auto begin = std::chrono::steady_clock::now();
    const Graph graph = BuildParameterServer({"m", rows}, SpreadOverRacks(136, 36, 100), options);
    ASSERT_EQ(graph.TransferCount(), 2u * 100 * 36 * 140);
    m_transport->m_keepSent = false;
    Run(graph);
    EXPECT_EQ(m_transfers.size(), 1008000u);
    EXPECT_EQ(m_iterations.size(), 100u);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    // generous, for sanitizers on a busy machine; in Release it takes about two seconds
    EXPECT_LT(taken.count(), 60);
}

TEST_F(Executor, MayGoBeforeTheSimulation)
{
    const Graph graph = ComputeOnly(5, 5);
    Start(graph);
    m_executor.reset();
    Simulator::Run();
    EXPECT_TRUE(m_iterations.empty());
}

TEST_F(Executor, MayGoWhileItsStepsRun)
{
    const Graph graph = ComputeOnly(5, 5, 0, 3);
    Start(graph);
    Simulator::Schedule(FromPs(3), [&] { m_executor.reset(); });
    Simulator::Run();
    EXPECT_TRUE(m_iterations.empty());
    EXPECT_EQ(NowPs(), 5);
}

} // namespace
} // namespace mlt
} // namespace ns3
