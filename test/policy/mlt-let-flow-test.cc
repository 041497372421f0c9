// SPDX-License-Identifier: GPL-2.0-only
// LetFlow's decisions alone, without a network.
#include "ns3/mlt-let-flow.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t STREAM = 7;
constexpr int64_t GAP_PS = 10000000; // 10 us
constexpr uint32_t FLOWS = 4000;

Ptr<LetFlow>
MakeLetFlow(int64_t stream = STREAM)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto chooser = CreateObjectWithAttributes<LetFlow>("Gap", TimeValue(MicroSeconds(10)));
    EXPECT_EQ(chooser->AssignStreams(stream), 1) << "streams used";
    return chooser;
}

uint32_t
PathOf(LetFlow& chooser, uint32_t flow, int64_t atPs, uint32_t paths = 4, uint32_t group = 0)
{
    return chooser.Choose({1, 2, flow, group, paths, 3, atPs});
}

/** The flows' paths for a packet of each at an instant. */
std::vector<uint32_t>
PathsAt(LetFlow& chooser, int64_t atPs)
{
    std::vector<uint32_t> paths;
    for (uint32_t flow = 0; flow < FLOWS; ++flow)
    {
        paths.push_back(PathOf(chooser, flow, atPs));
    }
    return paths;
}

uint32_t
Differing(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b)
{
    uint32_t count = 0;
    for (size_t i = 0; i < a.size(); ++i)
    {
        count += a[i] != b[i];
    }
    return count;
}

/** Four standard deviations of a count of flows by chance. */
double
Tolerance(double share)
{
    return 4 * std::sqrt(FLOWS * share * (1 - share));
}

TEST(LetFlowTest, DependsOnRequestsAlone)
{
    EXPECT_TRUE(MakeLetFlow()->DependsOnRequestsAlone());
}

TEST(LetFlowTest, KeepsThePathWhilePausesAreShorterThanTheGap)
{
    auto chooser = MakeLetFlow();
    const auto first = PathsAt(*chooser, 0);
    for (int64_t packet = 1; packet < 20; ++packet) // much longer than a gap, all in all
    {
        EXPECT_EQ(PathsAt(*chooser, packet * (GAP_PS - 1)), first);
    }
}

TEST(LetFlowTest, DrawsAnewAfterAPauseOfTheGap)
{
    auto chooser = MakeLetFlow();
    const auto first = PathsAt(*chooser, 0);
    const auto second = PathsAt(*chooser, GAP_PS);
    EXPECT_NEAR(Differing(first, second), 0.75 * FLOWS, Tolerance(0.75))
        << "one of four draws takes the same path again";
}

TEST(LetFlowTest, DrawsUniformly)
{
    const auto paths = PathsAt(*MakeLetFlow(), 0);
    std::vector<uint32_t> flows(4, 0);
    for (const uint32_t path : paths)
    {
        ++flows.at(path);
    }
    for (const uint32_t count : flows)
    {
        EXPECT_NEAR(count, 0.25 * FLOWS, Tolerance(0.25));
    }
}

TEST(LetFlowTest, AFlowsPausesAreItsOwn)
{
    auto chooser = MakeLetFlow();
    const uint32_t path = PathOf(*chooser, 0, 0);
    for (int64_t atPs = GAP_PS / 2; atPs < 20 * GAP_PS; atPs += GAP_PS / 2)
    {
        PathOf(*chooser, 1, atPs - 1); // another flow between all packets
        EXPECT_EQ(PathOf(*chooser, 0, atPs), path);
    }
}

TEST(LetFlowTest, SetsOfPortsAreApart)
{
    auto chooser = MakeLetFlow();
    for (uint32_t flow = 0; flow < 64; ++flow) // flows with equal hashes to other places
    {
        EXPECT_LT(PathOf(*chooser, flow, 0, 8, 0), 8U);
        EXPECT_LT(PathOf(*chooser, flow, 1, 2, 5), 2U);
    }
}

TEST(LetFlowTest, ForgetsWhenRoutesHaveChanged)
{
    auto chooser = MakeLetFlow();
    PathsAt(*chooser, 0);
    chooser->RoutesChanged();
    for (uint32_t flow = 0; flow < 64; ++flow)
    {
        EXPECT_LT(PathOf(*chooser, flow, 1, 2), 2U) << "of the ports that are left";
    }
}

TEST(LetFlowTest, RepeatsWithItsStreamAndDiffersWithAnother)
{
    const auto paths = PathsAt(*MakeLetFlow(), 0);
    EXPECT_EQ(PathsAt(*MakeLetFlow(), 0), paths);
    EXPECT_NE(PathsAt(*MakeLetFlow(STREAM + 1), 0), paths);
}

} // namespace
} // namespace ns3::mlt
