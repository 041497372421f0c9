// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXECUTOR_FIXTURE_H
#define MLT_EXECUTOR_FIXTURE_H

#include "support/mlt-fake-transport.h"
#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-executor.h"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{

/** A worker that computes in two steps and repeats. */
inline Graph
ComputeOnly(int64_t firstPs, int64_t secondPs, int64_t jitterPs = 0, uint32_t hosts = 1)
{
    GraphBuilder builder(hosts, 1);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const StepId first = builder.AddCompute({host, true, firstPs, jitterPs});
        const StepId second = builder.AddCompute({host, false, secondPs, 0});
        builder.AddEdge(first, second);
        builder.AddEdgeIntoNext(second, first);
    }
    return builder.Build();
}

/** Transfers from host 0 to host 1, each of its bytes. */
inline Graph
Transfers(const std::vector<uint64_t>& bytes)
{
    GraphBuilder builder(2, 1);
    for (const uint64_t count : bytes)
    {
        builder.AddTransfer(TransferOf(count, 0, 1));
    }
    return builder.Build();
}

/** Runs graphs over a FakeTransport, and keeps all records. */
class ExecutorTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        UseFabricResolution();
        m_transport = CreateObject<FakeTransport>();
    }

    void TearDown() override
    {
        m_executor.reset();
        Simulator::Destroy();
    }

    /** Makes the executor, and begins at the present instant. */
    void Start(const Graph& graph, uint32_t iterations = 1, uint64_t seed = 1)
    {
        m_executor = std::make_unique<GraphExecutor>(m_jobs, graph, m_transport, iterations, seed);
        WorkloadHandlers handlers;
        handlers.transfer = [this](const TransferRecord& record) { m_transfers.push_back(record); };
        handlers.iteration = [this](const IterationRecord& record) {
            m_iterations.push_back(record);
        };
        handlers.finished = [this] {
            ++m_finished;
            m_finishedPs = NowPs();
        };
        m_executor->SetHandlers(handlers);
        m_executor->Start();
    }

    /** The graph must outlive the run. */
    void Start(const Graph&& graph, uint32_t iterations = 1, uint64_t seed = 1) = delete;

    /** Runs a graph to its end. */
    void Run(const Graph& graph, uint32_t iterations = 1, uint64_t seed = 1)
    {
        Start(graph, iterations, seed);
        Simulator::Run();
        ASSERT_TRUE(m_executor->Finished());
    }

    /** The text of the std::logic_error that @p action throws, or nothing. */
    template <typename ACTION>
    static std::string LogicErrorOf(ACTION action)
    {
        try
        {
            action();
        }
        catch (const std::logic_error& error)
        {
            return error.what();
        }
        return "";
    }

    Ptr<FakeTransport> m_transport;
    JobDispatcher m_jobs;
    std::unique_ptr<GraphExecutor> m_executor;
    std::vector<TransferRecord> m_transfers;
    std::vector<IterationRecord> m_iterations;
    int m_finished{0};
    int64_t m_finishedPs{-1};
};

} // namespace mlt
} // namespace ns3

#endif // MLT_EXECUTOR_FIXTURE_H
