// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-path-chooser.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t STREAM = 7;

template <typename CHOOSER>
Ptr<CHOOSER>
Make(int64_t stream = STREAM)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto chooser = CreateObject<CHOOSER>();
    EXPECT_EQ(chooser->AssignStreams(stream), 1) << "streams used";
    return chooser;
}

PathRequest
Flow(uint32_t flowHash, uint32_t paths)
{
    return {1, 2, flowHash, 0, paths, 3, 0};
}

template <typename CHOOSER>
std::vector<uint32_t>
Choices(CHOOSER& chooser, uint32_t count, uint32_t paths, uint32_t group = 0)
{
    std::vector<uint32_t> choices;
    for (uint32_t i = 0; i < count; ++i)
    {
        choices.push_back(chooser.Choose({1, 2, 99, group, paths, 3, 0}));
    }
    return choices;
}

/** Pearson's statistic of choices against the uniform distribution over @p paths. */
double
ChiSquare(const std::vector<uint32_t>& choices, uint32_t paths)
{
    std::vector<double> counts(paths, 0.0);
    for (uint32_t choice : choices)
    {
        counts.at(choice) += 1;
    }
    const double expected = static_cast<double>(choices.size()) / paths;
    double sum = 0;
    for (double count : counts)
    {
        sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
}

TEST(FlowEcmpTest, AFlowKeepsItsPath)
{
    auto ecmp = Make<FlowEcmp>();
    for (uint32_t flow = 0; flow < 100; ++flow)
    {
        const uint32_t path = ecmp->Choose(Flow(flow, 4));
        for (int i = 0; i < 5; ++i)
        {
            ecmp->Choose(Flow(flow + 1000, 4)); // others in between do not matter
            EXPECT_EQ(ecmp->Choose(Flow(flow, 4)), path);
        }
    }
}

TEST(FlowEcmpTest, FlowsSpreadEvenly)
{
    auto ecmp = Make<FlowEcmp>();
    for (uint32_t paths : {2U, 3U, 4U, 12U})
    {
        std::vector<uint32_t> choices;
        for (uint32_t flow = 0; flow < 12000; ++flow)
        {
            choices.push_back(ecmp->Choose(Flow(flow, paths)));
        }
        EXPECT_LT(ChiSquare(choices, paths), 33.1) << "0.05 % point at 11 degrees of freedom";
    }
}

TEST(FlowEcmpTest, SwitchesChooseApart)
{
    auto a = Make<FlowEcmp>(1);
    auto b = Make<FlowEcmp>(2);
    uint32_t equal = 0;
    constexpr uint32_t FLOWS = 4000;
    for (uint32_t flow = 0; flow < FLOWS; ++flow)
    {
        equal += a->Choose(Flow(flow, 4)) == b->Choose(Flow(flow, 4));
    }
    EXPECT_NEAR(equal, FLOWS / 4.0, 4 * 27.4) << "as often as chance has it";
}

TEST(FlowEcmpTest, TheSaltComesFromStreamAndRun)
{
    const auto paths = [](FlowEcmp& ecmp) {
        std::vector<uint32_t> all;
        for (uint32_t flow = 0; flow < 64; ++flow)
        {
            all.push_back(ecmp.Choose(Flow(flow, 8)));
        }
        return all;
    };
    auto a = Make<FlowEcmp>();
    auto b = Make<FlowEcmp>();
    EXPECT_EQ(paths(*a), paths(*b));
    RngSeedManager::SetRun(2);
    b->AssignStreams(STREAM);
    EXPECT_NE(paths(*a), paths(*b));
}

TEST(RandomSprayTest, IsUniformAtAFixedSeed)
{
    auto spray = Make<RandomSpray>();
    for (uint32_t paths : {2U, 3U, 4U, 12U})
    {
        EXPECT_LT(ChiSquare(Choices(*spray, 12000, paths), paths), 33.1);
    }
}

TEST(RandomSprayTest, ChoosesAnewForEachFrame)
{
    auto spray = Make<RandomSpray>();
    const auto choices = Choices(*spray, 4000, 4);
    uint32_t repeats = 0;
    for (size_t i = 1; i < choices.size(); ++i)
    {
        repeats += choices[i] == choices[i - 1];
    }
    EXPECT_NEAR(repeats, 1000, 4 * 27.4);
}

TEST(RandomSprayTest, RepeatsWithItsStreamAndDiffersWithAnother)
{
    auto a = Make<RandomSpray>();
    auto b = Make<RandomSpray>();
    auto c = Make<RandomSpray>(STREAM + 1);
    const auto choices = Choices(*a, 64, 4);
    EXPECT_EQ(Choices(*b, 64, 4), choices);
    EXPECT_NE(Choices(*c, 64, 4), choices);
}

TEST(RoundRobinSprayTest, TakesEachPathOnceAnEpoch)
{
    auto spray = Make<RoundRobinSpray>();
    for (uint32_t epoch = 0; epoch < 50; ++epoch)
    {
        const auto choices = Choices(*spray, 12, 12);
        EXPECT_EQ(std::set<uint32_t>(choices.begin(), choices.end()).size(), 12U);
        EXPECT_EQ(*std::max_element(choices.begin(), choices.end()), 11U);
    }
}

TEST(RoundRobinSprayTest, EpochsDiffer)
{
    auto spray = Make<RoundRobinSpray>();
    std::set<std::vector<uint32_t>> orders;
    std::vector<uint32_t> firsts;
    for (uint32_t epoch = 0; epoch < 4800; ++epoch)
    {
        const auto choices = Choices(*spray, 4, 4);
        orders.insert(choices);
        firsts.push_back(choices.front());
    }
    EXPECT_EQ(orders.size(), 24U) << "every permutation of four";
    EXPECT_LT(ChiSquare(firsts, 4), 17.7) << "0.05 % point at 3 degrees of freedom";
}

TEST(RoundRobinSprayTest, BeginsAnewWhenRoutesHaveChanged)
{
    auto spray = Make<RoundRobinSpray>();
    for (const uint32_t paths : {8U, 3U, 5U}) // fewer, then more
    {
        Choices(*spray, 2, paths); // in the midst of an epoch
        spray->RoutesChanged();
        for (const uint32_t now : {paths - 1, paths - 1})
        {
            const auto choices = Choices(*spray, now, now);
            EXPECT_EQ(std::set<uint32_t>(choices.begin(), choices.end()).size(), now);
            EXPECT_EQ(*std::max_element(choices.begin(), choices.end()), now - 1);
        }
        spray->RoutesChanged();
    }
}

TEST(RoundRobinSprayTest, GroupsTakeTurnsApart)
{
    auto spray = Make<RoundRobinSpray>();
    std::vector<uint32_t> first;
    std::vector<uint32_t> second;
    for (uint32_t i = 0; i < 4; ++i)
    {
        first.push_back(Choices(*spray, 1, 4, 0).front());
        const auto two = Choices(*spray, 2, 8, 5); // a larger group, at twice the pace
        second.insert(second.end(), two.begin(), two.end());
    }
    EXPECT_EQ(std::set<uint32_t>(first.begin(), first.end()).size(), 4U);
    EXPECT_EQ(std::set<uint32_t>(second.begin(), second.end()).size(), 8U);
}

} // namespace
} // namespace ns3::mlt
