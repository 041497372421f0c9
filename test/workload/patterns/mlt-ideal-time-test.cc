// SPDX-License-Identifier: GPL-2.0-only
// Patterns over ideal links, which know only rate and delay: their times are the closed forms of
// doc/patterns.md, to the picosecond.
#include "workload/mlt-executor-fixture.h"
#include "workload/patterns/mlt-pattern-fixture.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t PS_PER_BYTE = 80; // 100 Gbit/s
constexpr int64_t LATENCY_PS = 2 * PS_PER_US;
constexpr uint64_t BYTES = 14400000; // whole pieces for all numbers of hosts here

/** Every host has a link out and a link in, each first come, first served; nothing is stored. */
class IdealTimeTest : public ExecutorTest, public testing::WithParamInterface<uint32_t>
{
  protected:
    const uint32_t n = GetParam();
    const int64_t m = int64_t{BYTES} * PS_PER_BYTE;

    int64_t TimeOf(const std::string& type, PatternAttributes attributes = {})
    {
        std::vector<int64_t> outFreePs(n, 0);
        std::vector<int64_t> inFreePs(n, 0);
        m_transport->m_fate = [&outFreePs, &inFreePs](const Message& message) {
            const int64_t ps = static_cast<int64_t>(message.bytes) * PS_PER_BYTE;
            int64_t& out = outFreePs[message.source];
            int64_t& in = inFreePs[message.destination];
            out = std::max(out, NowPs()) + ps;
            in = std::max(out, in + ps);
            FakeTransport::Fate fate;
            fate.delayPs = in + LATENCY_PS - NowPs();
            return fate;
        };
        attributes.emplace_back("Bytes", std::to_string(BYTES));
        const int64_t startPs = NowPs(); // runs of a test follow each other
        Run(MakeGraph(type, attributes));
        return m_finishedPs - startPs;
    }

  private:
    const Graph& MakeGraph(const std::string& type, const PatternAttributes& attributes)
    {
        m_graphs.push_back(MakePattern(type, attributes)->Build(JobOf(n)));
        return m_graphs.back();
    }

    std::deque<Graph> m_graphs; // the executor keeps a reference
};

TEST_P(IdealTimeTest, OfRings)
{
    EXPECT_EQ(TimeOf("ns3::mlt::RingAllReduce"), 2 * (n - 1) * (m / n + LATENCY_PS));
}

TEST_P(IdealTimeTest, OfHalvingAndDoubling)
{
    int64_t expected = 0;
    uint32_t core = 1;
    for (; 2 * core <= n; core *= 2)
    {
        expected += 2 * (m / (2 * core) + LATENCY_PS);
    }
    const int64_t ps = TimeOf("ns3::mlt::HalvingDoublingAllReduce");
    if (core == n)
    {
        EXPECT_EQ(ps, expected);
        return;
    }
    // what is folded goes there and back; ranks that fold nothing begin early, and are in its way
    expected += 2 * (m + LATENCY_PS);
    EXPECT_GE(ps, expected);
    EXPECT_LE(ps, expected + m / 2);
}

TEST_P(IdealTimeTest, OfHierarchies)
{
    for (uint32_t group = 1; group <= n; ++group)
    {
        if (n % group == 0)
        {
            const uint32_t groups = n / group;
            EXPECT_EQ(
                TimeOf("ns3::mlt::HierarchicalAllReduce", {{"GroupSize", std::to_string(group)}}),
                2 * (group - 1) * (m / group + LATENCY_PS) +
                    2 * (groups - 1) * (m / n + LATENCY_PS));
        }
    }
}

TEST_P(IdealTimeTest, OfAllToAll)
{
    EXPECT_EQ(TimeOf("ns3::mlt::AllToAll"), (n - 1) * (m / n + LATENCY_PS));
}

TEST_P(IdealTimeTest, OfPlainTraffic)
{
    EXPECT_EQ(TimeOf("ns3::mlt::Permutation"), m + LATENCY_PS);
    EXPECT_EQ(TimeOf("ns3::mlt::Incast"), (n - 1) * m + LATENCY_PS);
    EXPECT_EQ(TimeOf("ns3::mlt::AllPairs"), (n - 1) * m + LATENCY_PS);
}

/**
 * Between what the busiest link must carry, and that of a tree whose sums all go before its results
 * (as here, where nothing holds pieces back), with the way of a piece up and down.
 */
TEST_P(IdealTimeTest, OfTrees)
{
    constexpr int64_t PIECES = 100;
    const PatternAttributes pieces{{"PieceBytes", std::to_string(BYTES / PIECES)}};
    const auto depth = static_cast<int64_t>(std::ceil(std::log2(n)));
    // two children share a parent's link: a piece takes up to twice its time at each level
    const int64_t way = 2 * depth * (2 * m / PIECES + LATENCY_PS);
    const int64_t inner = std::min(n - 1, 3U); // buffers into the busiest rank: sums, and a result
    const int64_t tree = TimeOf("ns3::mlt::TreeAllReduce", pieces);
    EXPECT_GE(tree, inner * m);
    EXPECT_LE(tree, 4 * m + way);
    const int64_t doubleTree = TimeOf("ns3::mlt::DoubleTreeAllReduce", pieces);
    EXPECT_GE(doubleTree, (inner + 1) * m / 2); // half of them, and as a leaf a half of its own
    EXPECT_LE(doubleTree, 26 * m / 10 + way);
}

INSTANTIATE_TEST_SUITE_P(Hosts, IdealTimeTest, testing::Values(2, 3, 4, 5, 6, 8, 12, 16, 32));

} // namespace
} // namespace ns3::mlt
