// SPDX-License-Identifier: GPL-2.0-only
// All-to-all as data: every host's piece for every other, step by step.
#include "workload/patterns/mlt-pattern-fixture.h"

#include "ns3/mlt-all-to-all.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

class AllToAllTest : public testing::TestWithParam<std::pair<uint32_t, uint64_t>>
{
};

TEST_P(AllToAllTest, EachRankGetsItsPieceOfEachOthersBuffer)
{
    const auto [n, m] = GetParam();
    const auto schedule = AllToAllSchedule(n, m);
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
    for (const CollectiveSend& send : schedule.Sends())
    {
        EXPECT_EQ(bytes.count({send.source, send.destination}), 0U);
        bytes[{send.source, send.destination}] = send.range.bytes;
        const ByteRange piece = EvenPiece({0, m}, n, send.destination);
        EXPECT_EQ(send.range.first, piece.first);
        EXPECT_EQ(send.range.bytes, piece.bytes);
    }
    uint64_t total = 0;
    for (const auto& [pair, count] : bytes)
    {
        EXPECT_NE(pair.first, pair.second);
        total += count;
    }
    EXPECT_EQ(total, (n - 1) * m);
    EXPECT_EQ(bytes.size(), m >= n ? n * (n - 1) : m * (n - 1));
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         AllToAllTest,
                         testing::Values(std::pair{2U, 10U},
                                         std::pair{3U, 10U},
                                         std::pair{5U, 3U},
                                         std::pair{8U, 8000U},
                                         std::pair{17U, 1000U}));

TEST(AllToAll, AStepWaitsForWhatCameInTheStepBefore)
{
    const Graph graph = MakePattern("ns3::mlt::AllToAll", {{"Bytes", "9"}})->Build(JobOf(3));
    std::vector<std::string> sends;
    for (const TransferStep& step : graph.Transfers())
    {
        sends.push_back(std::to_string(step.source) + "-" + std::to_string(step.destination));
    }
    EXPECT_EQ(sends, (std::vector<std::string>{"0-1", "1-2", "2-0", "0-2", "1-0", "2-1"}));
    EXPECT_EQ(EdgeList(graph), (std::vector<std::string>{"0-4", "1-5", "2-3"}));
    EXPECT_EQ(graph.Phases(), std::vector<std::string>{"all-to-all"});
}

TEST(AllToAll, NeedsTwoHosts)
{
    EXPECT_EQ(InputErrorOf([] { MakePattern("ns3::mlt::AllToAll")->Build(JobOf(1)); }),
              "ns3::mlt::AllToAll: expected at least 2 hosts, got 1");
}

} // namespace
} // namespace ns3::mlt
