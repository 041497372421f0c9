// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-executor-fixture.h"

#include "ns3/mlt-parameter-server.h"

#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{
namespace mlt
{
namespace
{

using ExecutorReports = ExecutorTest;

TEST_F(ExecutorReports, MessagesCarryTheGraph)
{
    GraphBuilder builder(3, 4);
    TransferStep step = TransferOf(99, 2, 1, 3);
    step.bound = LossBound::FromShare(0.25);
    builder.AddTransfer(TransferOf(5, 0, 1));
    builder.AddTransfer(step);
    Run(builder.Build(), 2);
    ASSERT_EQ(m_transport->m_sent.size(), 4u);
    for (size_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(m_transport->m_sent[i].message.id, i);
        EXPECT_EQ(m_transport->m_sent[i].message.iteration, i / 2);
        EXPECT_EQ(m_transport->m_sent[i].phase, TIMER_PHASE);
    }
    const Message& message = m_transport->m_sent[3].message;
    EXPECT_EQ(message.source, 2u);
    EXPECT_EQ(message.destination, 1u);
    EXPECT_EQ(message.bytes, 99u);
    EXPECT_EQ(message.layer, 3u);
    EXPECT_EQ(message.layers, 4u);
    EXPECT_EQ(message.bound.Billionths(), 250000000u);
}

TEST_F(ExecutorReports, TheTransportIsToldOfEveryPairOnceBefore)
{
    ParameterServerOptions options;
    options.cutAbove = 0;
    const Graph graph =
        BuildParameterServer({"m", {Row(0, "a", 2), Row(0, "b", 2)}}, {{0, 1}, {2}}, options);
    Start(graph);
    const std::vector<std::pair<uint32_t, uint32_t>> expected{{0, 2}, {1, 2}, {2, 0}, {2, 1}};
    EXPECT_EQ(m_transport->m_prepared, expected);
    EXPECT_TRUE(m_transport->m_sent.empty());
}

TEST_F(ExecutorReports, RecordsAreWhatBothEndsSay)
{
    m_transport->m_fate = [](const Message&) {
        FakeTransport::Fate fate;
        fate.delayPs = 70;
        fate.reportDelayPs = 30;
        fate.lost = 3;
        fate.repaired = 11;
        fate.queue = 5;
        return fate;
    };
    GraphBuilder builder(4, 6);
    TransferStep step = TransferOf(40, 3, 1, 5);
    step.tensor = 8;
    builder.AddPhase("first");
    step.phase = builder.AddPhase("second");
    step.priority = 6;
    step.bound = LossBound::FromShare(0.1);
    builder.AddTransfer(step);
    Run(builder.Build());
    ASSERT_EQ(m_transfers.size(), 1u);
    const TransferRecord& record = m_transfers[0];
    EXPECT_EQ(record.iteration, 0u);
    EXPECT_EQ(record.layer, 5u);
    EXPECT_EQ(record.tensor, 8u);
    EXPECT_EQ(record.phase, 1);
    EXPECT_EQ(m_transport->m_sent.at(0).message.priority, 6);
    EXPECT_EQ(record.source, 3u);
    EXPECT_EQ(record.destination, 1u);
    EXPECT_EQ(record.queue, 5);
    EXPECT_EQ(record.bytes, 40u);
    EXPECT_EQ(record.startPs, 0);
    EXPECT_EQ(record.fctPs, 70);
    EXPECT_EQ(record.sent, 51u);
    EXPECT_EQ(record.delivered, 37u);
    EXPECT_EQ(record.repaired, 11u);
    EXPECT_EQ(m_finishedPs, 100) << "the sender is through later";
}

TEST_F(ExecutorReports, AReportMayComeBeforeItsDelivery)
{
    m_transport->m_fate = [](const Message& message) {
        FakeTransport::Fate fate;
        fate.delayPs = 10;
        fate.reportFirst = message.id % 2 == 0;
        fate.repaired = message.id;
        return fate;
    };
    Run(Transfers({5, 6, 7, 8}), 2);
    ASSERT_EQ(m_transfers.size(), 8u);
    for (size_t i = 0; i < 8; ++i)
    {
        EXPECT_EQ(m_transfers[i].bytes, 5 + i % 4);
        EXPECT_EQ(m_transfers[i].repaired, i);
        EXPECT_EQ(m_transfers[i].fctPs, 10);
    }
}

TEST_F(ExecutorReports, EveryTransferOfEveryIterationHasOneRecord)
{
    const ModelTrace trace("m", {Row(0, "a", 10, 1, 2), Row(1, "b", 3, 1, 2), Row(1, "c", 7)});
    ParameterServerOptions options;
    options.cutAbove = 5;
    const Graph graph = BuildParameterServer(trace, {{0, 4}, {1, 2, 3}}, options);
    Run(graph, 4);
    std::set<std::tuple<uint32_t, uint32_t, uint8_t, uint32_t, uint32_t>> seen;
    for (const auto& record : m_transfers)
    {
        seen.insert(
            {record.iteration, record.tensor, record.phase, record.source, record.destination});
    }
    EXPECT_EQ(graph.TransferCount(), 2u * 3 * 5);
    EXPECT_EQ(m_transfers.size(), 4u * graph.TransferCount());
    EXPECT_EQ(seen.size(), m_transfers.size());
    EXPECT_EQ(m_iterations.size(), 12u);
    EXPECT_EQ(m_executor->Progress().completedBytes, m_executor->Progress().totalBytes);
    EXPECT_EQ(m_executor->Progress().totalBytes, 4u * 2 * 3 * trace.TotalBytes());
}

TEST_F(ExecutorReports, TheBitmapIsHandedOnWhileItLives)
{
    const Graph graph = Transfers({5, 6});
    GraphExecutor executor(m_jobs, graph, m_transport, 2);
    std::vector<std::tuple<uint32_t, uint32_t, uint64_t, bool>> arrivals;
    WorkloadHandlers handlers;
    handlers.arrival = [&](const Message& message, uint32_t transfer, const Delivery& delivery) {
        arrivals.emplace_back(message.iteration,
                              transfer,
                              delivery.deliveredBytes,
                              delivery.received == nullptr);
    };
    executor.SetHandlers(handlers);
    executor.Start();
    Simulator::Run();
    EXPECT_TRUE(executor.Finished());
    const decltype(arrivals) expected{{0, 0, 5, true},
                                      {0, 1, 6, true},
                                      {1, 0, 5, true},
                                      {1, 1, 6, true}};
    EXPECT_EQ(arrivals, expected);
}

TEST_F(ExecutorReports, ProgressCountsBytesAndOpenTransfers)
{
    m_transport->m_fate = [](const Message& message) {
        FakeTransport::Fate fate;
        fate.delayPs = static_cast<int64_t>(message.bytes);
        fate.reportDelayPs = 3;
        return fate;
    };
    const Graph graph = Transfers({10, 20});
    Start(graph);
    WorkloadProgress at[3];
    const int64_t instants[3] = {5, 11, 14};
    for (int i = 0; i < 3; ++i)
    {
        Simulator::Schedule(FromPs(instants[i]), [&, i] { at[i] = m_executor->Progress(); });
    }
    Simulator::Run();
    EXPECT_EQ(at[0].totalBytes, 30u);
    EXPECT_EQ(at[0].completedBytes, 0u);
    EXPECT_EQ(at[0].openTransfers, 2u);
    EXPECT_EQ(at[1].completedBytes, 10u);
    EXPECT_EQ(at[1].openTransfers, 2u);
    EXPECT_EQ(at[2].openTransfers, 1u);
    EXPECT_EQ(m_executor->Progress().openTransfers, 0u);
}

TEST_F(ExecutorReports, IsNotFinishedBeforeTheLastReport)
{
    m_transport->m_fate = [](const Message&) {
        FakeTransport::Fate fate;
        fate.delayPs = 10;
        fate.reportDelayPs = 90;
        return fate;
    };
    const Graph graph = Transfers({4});
    Start(graph);
    bool finishedAt50 = true;
    Simulator::Schedule(FromPs(50), [&] { finishedAt50 = m_executor->Finished(); });
    Simulator::Run();
    EXPECT_FALSE(finishedAt50);
    EXPECT_TRUE(m_executor->Finished());
    EXPECT_EQ(m_finished, 1);
    EXPECT_EQ(m_finishedPs, 100);
}

TEST_F(ExecutorReports, RefusesNoIterations)
{
    const Graph graph = ComputeOnly(1, 1);
    EXPECT_EQ(InputErrorOf([&] { GraphExecutor(m_jobs, graph, m_transport, 0); }),
              "workload: 0 iterations: at least 1 is needed");
}

TEST_F(ExecutorReports, RefusesToComputeBeyondTheLastInstant)
{
    const Graph graph = ComputeOnly(800 * PS_PER_SECOND, 122 * PS_PER_SECOND, 400000000000, 2);
    EXPECT_EQ(InputErrorOf([&] { GraphExecutor(m_jobs, graph, m_transport, 9); }), "");
    EXPECT_EQ(InputErrorOf([&] { GraphExecutor(m_jobs, graph, m_transport, 10); }),
              "workload: host 0 would compute for 922.400000 s in each of 10 iterations: a "
              "simulation can last 9223 s");
}

TEST_F(ExecutorReports, RunsOnce)
{
    const Graph graph = ComputeOnly(1, 1);
    Start(graph);
    EXPECT_EQ(LogicErrorOf([&] { m_executor->Start(); }), "workload: an executor runs once");
}

TEST_F(ExecutorReports, ABrokenTransportEndsTheRun)
{
    const Graph graph = Transfers({100});
    Start(graph);
    const auto deliver = [&](uint64_t id, uint64_t bytes) {
        return LogicErrorOf([&] { m_transport->Deliver(id, bytes); });
    };
    EXPECT_EQ(deliver(0, 100), "transport: delivery of message 0: there is no such message now");
    Simulator::Stop(FromPs(1));
    Simulator::Run();
    EXPECT_EQ(deliver(1, 100), "transport: delivery of message 1: there is no such message now");
    EXPECT_EQ(deliver(0, 99), "transport: delivery of message 0: 99 bytes, it must be 100 to 100");
    EXPECT_EQ(deliver(0, 101),
              "transport: delivery of message 0: 101 bytes, it must be 100 to 100");
    EXPECT_EQ(deliver(0, 100), "");
    EXPECT_EQ(deliver(0, 100), "transport: delivery of message 0: it was delivered before");
    m_transport->Report(0);
    EXPECT_EQ(LogicErrorOf([&] { m_transport->Report(0); }),
              "transport: sender report of message 0: it was not sent, or both its ends are "
              "through with it");
    EXPECT_EQ(deliver(0, 100),
              "transport: delivery of message 0: it was not sent, or both its ends are through "
              "with it");
}

TEST_F(ExecutorReports, TheLossBoundIsWhatMayBeMissing)
{
    GraphBuilder builder(2, 1);
    TransferStep step = TransferOf(99, 0, 1);
    step.bound = LossBound::FromShare(0.1);
    builder.AddTransfer(step);
    const Graph graph = builder.Build();
    Start(graph);
    Simulator::Stop(FromPs(1));
    Simulator::Run();
    EXPECT_EQ(LogicErrorOf([&] { m_transport->Deliver(0, 89); }),
              "transport: delivery of message 0: 89 bytes, it must be 90 to 99");
    EXPECT_EQ(LogicErrorOf([&] { m_transport->Deliver(0, 90); }), "");
}

} // namespace
} // namespace mlt
} // namespace ns3
