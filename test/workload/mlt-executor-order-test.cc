// SPDX-License-Identifier: GPL-2.0-only
// The order in which steps start that become ready in one picosecond: job, iteration, step.
#include "workload/mlt-executor-fixture.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t LATENCY_PS = 30;

class ExecutorOrder : public ExecutorTest
{
  protected:
    void SetUp() override
    {
        ExecutorTest::SetUp();
        m_transport->m_psPerByte = 0;
        m_transport->m_latencyPs = LATENCY_PS;
    }

    /** The bytes of all messages in the order in which they were handed over. */
    std::vector<uint64_t> SentBytes() const
    {
        std::vector<uint64_t> bytes;
        for (const auto& sent : m_transport->m_sent)
        {
            bytes.push_back(sent.message.bytes);
        }
        return bytes;
    }
};

/** Transfers of 1 and 2 bytes, and followers of 20 and 10 bytes, that of the second one first. */
Graph
CrossedTransfers()
{
    GraphBuilder builder(4, 1);
    const StepId one = builder.AddTransfer(TransferOf(1, 0, 1));
    const StepId two = builder.AddTransfer(TransferOf(2, 2, 3));
    const StepId afterTwo = builder.AddTransfer(TransferOf(20, 3, 2));
    const StepId afterOne = builder.AddTransfer(TransferOf(10, 1, 0));
    builder.AddEdge(one, afterOne);
    builder.AddEdge(two, afterTwo);
    return builder.Build();
}

TEST_F(ExecutorOrder, FollowersOfArrivalsStartByStep)
{
    const Graph graph = CrossedTransfers();
    Run(graph); // one arrives before two in the same picosecond
    EXPECT_EQ(SentBytes(), (std::vector<uint64_t>{1, 2, 20, 10}));
    EXPECT_EQ(m_transport->m_sent[2].atPs, LATENCY_PS);
    EXPECT_EQ(m_transport->m_sent[3].atPs, LATENCY_PS);
}

TEST_F(ExecutorOrder, FollowersOfComputeAndArrivalsStartByStep)
{
    GraphBuilder builder(3, 1);
    const StepId first = builder.AddCompute({0, false, LATENCY_PS, 0});
    const StepId second = builder.AddCompute({1, false, LATENCY_PS, 0});
    const StepId arrival = builder.AddTransfer(TransferOf(1, 1, 2));
    const StepId afterArrival = builder.AddTransfer(TransferOf(30, 2, 1));
    const StepId afterSecond = builder.AddTransfer(TransferOf(20, 1, 2));
    const StepId afterFirst = builder.AddTransfer(TransferOf(10, 0, 1));
    builder.AddEdge(first, afterFirst);
    builder.AddEdge(second, afterSecond);
    builder.AddEdge(arrival, afterArrival);
    Run(builder.Build());
    EXPECT_EQ(SentBytes(), (std::vector<uint64_t>{1, 30, 20, 10}));
}

TEST_F(ExecutorOrder, AnEarlierIterationGoesFirst)
{
    // host 0 begins its second iteration as host 1 ends its first one
    GraphBuilder builder(3, 1);
    const StepId quick = builder.AddCompute({0, true, 10, 0});
    const StepId slow = builder.AddCompute({1, true, 20, 0});
    const StepId afterQuick = builder.AddTransfer(TransferOf(1, 0, 2));
    const StepId afterSlow = builder.AddTransfer(TransferOf(2, 1, 2));
    builder.AddEdge(quick, afterQuick);
    builder.AddEdge(slow, afterSlow);
    builder.AddEdgeIntoNext(quick, quick);
    builder.AddEdgeIntoNext(slow, slow);
    Run(builder.Build(), 2);
    EXPECT_EQ(SentBytes(), (std::vector<uint64_t>{1, 2, 1, 2}));
    EXPECT_EQ(m_transport->m_sent[1].message.iteration, 0U);
    EXPECT_EQ(m_transport->m_sent[1].atPs, 20);
    EXPECT_EQ(m_transport->m_sent[2].message.iteration, 1U);
    EXPECT_EQ(m_transport->m_sent[2].atPs, 20);
}

TEST_F(ExecutorOrder, JobsStartByTheirNumbers)
{
    const Graph graph = CrossedTransfers();
    GraphExecutor first(m_jobs, graph, m_transport);
    GraphExecutor second(m_jobs, graph, m_transport);
    second.Start(); // its messages are the first to arrive, too
    Simulator::Schedule(FromPs(0), [&first] { first.Start(); });
    Simulator::Run();
    EXPECT_TRUE(first.Finished());
    EXPECT_TRUE(second.Finished());
    ASSERT_EQ(m_transport->m_sent.size(), 8U);
    for (size_t i = 4; i < 8; ++i)
    {
        EXPECT_EQ(m_transport->m_sent[i].message.Job(), i < 6 ? 0U : 1U) << i;
        EXPECT_EQ(m_transport->m_sent[i].atPs, LATENCY_PS);
    }
}

} // namespace
} // namespace ns3::mlt
