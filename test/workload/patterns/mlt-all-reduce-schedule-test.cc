// SPDX-License-Identifier: GPL-2.0-only
// The messages of each all-reduce: every rank gets the whole sum, and the bytes are closed forms.
#include "workload/patterns/mlt-collective-check.h"
#include "workload/patterns/mlt-pattern-fixture.h"

#include "ns3/mlt-tree-all-reduce.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

const std::string RING = "ns3::mlt::RingAllReduce";
const std::string HALVING = "ns3::mlt::HalvingDoublingAllReduce";
const std::string TREE = "ns3::mlt::TreeAllReduce";
const std::string DOUBLE_TREE = "ns3::mlt::DoubleTreeAllReduce";
const std::string HIERARCHICAL = "ns3::mlt::HierarchicalAllReduce";

CollectiveSchedule
ScheduleOf(const std::string& type,
           uint32_t ranks,
           uint64_t bytes,
           const PatternAttributes& attributes = {})
{
    return MakePattern<AllReduce>(type, attributes)->Schedule(ranks, bytes);
}

/** What each rank gives and gets. */
std::vector<HostLoad>
RankLoads(const CollectiveSchedule& schedule, uint32_t ranks)
{
    std::vector<HostLoad> loads(ranks);
    for (const CollectiveSend& send : schedule.Sends())
    {
        loads[send.source].bytesOut += send.range.bytes;
        loads[send.destination].bytesIn += send.range.bytes;
    }
    return loads;
}

uint64_t
TotalBytes(const CollectiveSchedule& schedule, uint32_t ranks)
{
    uint64_t total = 0;
    for (const HostLoad& load : RankLoads(schedule, ranks))
    {
        total += load.bytesOut;
    }
    return total;
}

/** The longest chain of messages that wait for each other. */
uint32_t
LongestChain(const CollectiveSchedule& schedule)
{
    std::vector<uint32_t> length(schedule.Sends().size(), 1);
    for (uint32_t i = 0; i < length.size(); ++i)
    {
        for (const uint32_t before : schedule.BeforeOf(i))
        {
            length[i] = std::max(length[i], length[before] + 1);
        }
    }
    return *std::max_element(length.begin(), length.end());
}

struct Size
{
    uint32_t ranks;
    uint64_t bytes;
};

class AllReduceSchedule : public testing::TestWithParam<Size>
{
  protected:
    const uint32_t n = GetParam().ranks;
    const uint64_t m = GetParam().bytes;
};

TEST_P(AllReduceSchedule, GivesEveryRankTheWholeSum)
{
    const std::string pieces = std::to_string(std::max<uint64_t>(m / 5, 1));
    for (const auto& [type, attributes] : std::vector<std::pair<std::string, PatternAttributes>>{
             {RING, {}},
             {HALVING, {}},
             {TREE, {}},
             {TREE, {{"PieceBytes", pieces}}},
             {DOUBLE_TREE, {}},
             {DOUBLE_TREE, {{"PieceBytes", pieces}}},
             {HIERARCHICAL, {{"GroupSize", "1"}}},
             {HIERARCHICAL, {{"GroupSize", n % 2 == 0 ? "2" : std::to_string(n)}}},
             {HIERARCHICAL, {{"GroupSize", n % 3 == 0 ? "3" : std::to_string(n)}}}})
    {
        SCOPED_TRACE(type);
        AllReduceCheck(ScheduleOf(type, n, m, attributes), n, m).ExpectComplete();
    }
}

TEST_P(AllReduceSchedule, ARingCarriesTheLeastThatIsPossible)
{
    const auto ring = ScheduleOf(RING, n, m);
    EXPECT_EQ(TotalBytes(ring, n), 2 * (n - 1) * m);
    EXPECT_EQ(LongestChain(ring), 2 * (n - 1));
    for (const HostLoad& load : RankLoads(ring, n))
    {
        // all pieces twice but one each time; a piece is an N-th, and a byte more for some
        EXPECT_LE(load.bytesOut, 2 * m - 2 * (m / n));
        EXPECT_GE(load.bytesOut, 2 * m - 2 * ((m + n - 1) / n));
    }
}

TEST_P(AllReduceSchedule, HalvingAndDoublingFoldsWhatIsNoPowerOfTwo)
{
    const auto steps = static_cast<uint32_t>(std::log2(n));
    const uint64_t core = uint64_t{1} << steps;
    const auto schedule = ScheduleOf(HALVING, n, m);
    // 2 (C - 1) / C of the buffer for each of C ranks, and the whole of it there and back
    EXPECT_EQ(TotalBytes(schedule, n), 2 * (core - 1) * m + 2 * (n - core) * m);
    if (m >= n)
    {
        EXPECT_EQ(LongestChain(schedule), 2 * steps + (n > core ? 2 : 0));
    }
}

TEST_P(AllReduceSchedule, TreesCarryTheWholeUpAndDownEveryEdge)
{
    EXPECT_EQ(TotalBytes(ScheduleOf(TREE, n, m), n), 2 * (n - 1) * m);
    EXPECT_EQ(TotalBytes(ScheduleOf(DOUBLE_TREE, n, m), n), 2 * (n - 1) * m);
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         AllReduceSchedule,
                         testing::Values(Size{2, 1},
                                         Size{2, 40},
                                         Size{3, 40},
                                         Size{4, 3},
                                         Size{5, 41},
                                         Size{6, 36},
                                         Size{7, 50},
                                         Size{8, 64},
                                         Size{9, 81},
                                         Size{12, 7},
                                         Size{13, 29},
                                         Size{16, 100},
                                         Size{24, 24},
                                         Size{33, 70},
                                         Size{64, 64}));

TEST(AllReduceScheduleForms, HalvingAndDoublingExchangesHalves)
{
    std::vector<std::string> sends;
    const auto schedule = ScheduleOf(HALVING, 4, 8);
    for (const CollectiveSend& send : schedule.Sends())
    {
        if (send.source == 1)
        {
            sends.push_back(std::to_string(send.destination) + ":" +
                            std::to_string(send.range.first) + "+" +
                            std::to_string(send.range.bytes));
        }
    }
    // rank 1 keeps bytes 4 to 7, then 4 and 5; gives the result of these, then of 4 to 7
    EXPECT_EQ(sends, (std::vector<std::string>{"0:0+4", "3:6+2", "3:4+2", "0:4+4"}));
}

TEST(AllReduceScheduleForms, InAPowerOfTwoHalvingLoadsAllRanksAlike)
{
    for (const HostLoad& load : RankLoads(ScheduleOf(HALVING, 16, 1600), 16))
    {
        EXPECT_EQ(load.bytesOut, 2 * 1500U);
        EXPECT_EQ(load.bytesIn, 2 * 1500U);
    }
}

TEST(AllReduceScheduleForms, TheBinaryTreeIsNcclsOwn)
{
    const RankTree tree = RankTree::Binary(10);
    std::vector<uint32_t> parents;
    for (uint32_t rank = 1; rank < 10; ++rank)
    {
        parents.push_back(tree.ParentOf(rank));
    }
    EXPECT_EQ(tree.ParentOf(0), RankTree::NONE);
    EXPECT_EQ(parents, (std::vector<uint32_t>{2, 4, 2, 8, 6, 4, 6, 0, 8}));
}

TEST(AllReduceScheduleForms, NoRankSumsInBothTreesOfAnEvenNumber)
{
    for (const uint32_t n : {2U, 4U, 6U, 10U, 16U, 144U})
    {
        std::vector<uint32_t> innerOf(n, 0);
        for (const RankTree& tree : {RankTree::Binary(n), RankTree::SecondBinary(n)})
        {
            std::vector<bool> isInner(n, false);
            for (uint32_t rank = 0; rank < n; ++rank)
            {
                if (tree.ParentOf(rank) != RankTree::NONE)
                {
                    isInner[tree.ParentOf(rank)] = true;
                }
            }
            for (uint32_t rank = 0; rank < n; ++rank)
            {
                innerOf[rank] += isInner[rank];
            }
        }
        EXPECT_LE(*std::max_element(innerOf.begin(), innerOf.end()), 1U) << n;
        // two messages in and one out of half the bytes, and as much the other way, and a leaf's
        const auto loads = RankLoads(ScheduleOf(DOUBLE_TREE, n, 1000), n);
        for (const HostLoad& load : loads)
        {
            EXPECT_LE(load.bytesIn, 2000U) << n;
            EXPECT_LE(load.bytesOut, 2000U) << n;
        }
    }
}

TEST(AllReduceScheduleForms, TreesAreAsDeepAsTheLogarithm)
{
    for (const uint32_t n : {2U, 3U, 16U, 17U, 100U, 1024U})
    {
        const auto depth = static_cast<uint32_t>(std::ceil(std::log2(n)));
        EXPECT_LE(LongestChain(ScheduleOf(TREE, n, 1)), 2 * depth) << n;
        EXPECT_GE(LongestChain(ScheduleOf(TREE, n, 1)), 2 * depth - 2) << n;
    }
}

TEST(AllReduceScheduleForms, AHierarchyCrossesGroupsWithAShareOfTheBytes)
{
    constexpr uint32_t N = 12;
    constexpr uint32_t G = 4;
    constexpr uint64_t M = 1200;
    const auto schedule = ScheduleOf(HIERARCHICAL, N, M, {{"GroupSize", "4"}});
    uint64_t across = 0;
    uint64_t within = 0;
    for (const CollectiveSend& send : schedule.Sends())
    {
        (send.source / G == send.destination / G ? within : across) += send.range.bytes;
    }
    EXPECT_EQ(within, 2 * (G - 1) * M * (N / G));
    EXPECT_EQ(across, 2 * (N / G - 1) * M);
    EXPECT_EQ(LongestChain(schedule), 2 * (G - 1) + 2 * (N / G - 1));
}

TEST(AllReduceScheduleForms, AHierarchyWantsWholeGroups)
{
    EXPECT_EQ(InputErrorOf([] { ScheduleOf(HIERARCHICAL, 12, 100); }),
              "--groupSize: expected a divisor of the 12 workers, got 8");
}

TEST(AllReduceScheduleForms, AMessageWaitsForWhatItsSourceReceivesAlone)
{
    CollectiveSchedule schedule;
    const CollectiveSend send{0, 1, {0, 1}, REDUCE_PHASE, true};
    EXPECT_EQ(schedule.Add(send, {}), 0U);
    EXPECT_THROW(schedule.Add({2, 3, {0, 1}, REDUCE_PHASE, true}, {0}), std::logic_error);
    EXPECT_THROW(schedule.Add({1, 2, {0, 1}, REDUCE_PHASE, true}, {1}), std::logic_error);
    EXPECT_EQ(schedule.Add({1, 2, {0, 1}, REDUCE_PHASE, true}, {0}), 1U);
}

/** doc/patterns.md on bounded loss, on a ring of three by hand. */
TEST(AllReduceUnderLoss, WhatIsMissingIsMissingInLaterSteps)
{
    // piece 0 (byte 0): 0 to 1, 1 to 2, where the sum is complete; its result 2 to 0, 0 to 1
    const auto ring = ScheduleOf(RING, 3, 3);
    const auto byteZero = [&](const std::set<uint32_t>& lost) {
        const auto sums = SumsUnderLoss(ring, 3, 3, lost);
        EXPECT_EQ(sums[0][1], 7U) << "other pieces are whole";
        return std::vector<uint64_t>{sums[0][0], sums[1][0], sums[2][0]};
    };
    constexpr uint64_t ALL = 7;
    constexpr uint64_t ONE_AND_TWO = 6;
    EXPECT_EQ(byteZero({}), (std::vector<uint64_t>{ALL, ALL, ALL}));
    EXPECT_EQ(byteZero({0}), (std::vector<uint64_t>{ONE_AND_TWO, ONE_AND_TWO, ONE_AND_TWO}))
        << "the first contribution is in nobody's result, its owner's included";
    EXPECT_EQ(byteZero({1}), (std::vector<uint64_t>{4, 4, 4})) << "the last rank's alone";
    EXPECT_EQ(byteZero({2}), (std::vector<uint64_t>{1, 1, ALL}))
        << "rank 0 has its own alone, and passes that on";
    EXPECT_EQ(byteZero({3}), (std::vector<uint64_t>{ALL, 3, ALL})) << "rank 1 has its sum so far";
}

TEST(AllReduceUnderLoss, ALostSumIsMissingEverywhereALostResultBelowItAlone)
{
    // a lost first step of the ring is missing everywhere; a leaf's lost sum likewise; but a lost
    // result is missing below it alone
    const auto missing = [](const CollectiveSchedule& schedule, uint32_t lost) {
        uint32_t ranks = 0;
        for (const auto& sums : SumsUnderLoss(schedule, 8, 8, {lost}))
        {
            ranks += std::any_of(sums.begin(), sums.end(), [](uint64_t sum) { return sum != 255; });
        }
        return ranks;
    };
    EXPECT_EQ(missing(ScheduleOf(RING, 8, 8), 0), 8U);
    const auto tree = ScheduleOf(TREE, 8, 8);
    EXPECT_EQ(missing(tree, 0), 8U);
    const auto last = static_cast<uint32_t>(tree.Sends().size() - 1);
    EXPECT_EQ(missing(tree, last), 1U) << "a leaf's result";
}

TEST(AllReduceScheduleForms, PiecesAreEven)
{
    EXPECT_EQ(EvenPiece({5, 10}, 4, 0).first, 5U);
    EXPECT_EQ(EvenPiece({5, 10}, 4, 0).bytes, 3U);
    EXPECT_EQ(EvenPiece({5, 10}, 4, 1).first, 8U);
    EXPECT_EQ(EvenPiece({5, 10}, 4, 2).first, 11U);
    EXPECT_EQ(EvenPiece({5, 10}, 4, 2).bytes, 2U);
    EXPECT_EQ(EvenPiece({5, 10}, 4, 3).first, 13U);
    EXPECT_EQ(EvenPiece({5, 1}, 4, 3).bytes, 0U);
}

} // namespace
} // namespace ns3::mlt
