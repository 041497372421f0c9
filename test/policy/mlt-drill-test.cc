// SPDX-License-Identifier: GPL-2.0-only
// DRILL's decisions alone, without a network.
#include "support/mlt-fixed-queues.h"

#include "ns3/mlt-drill.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t STREAM = 7;
constexpr uint32_t DECISIONS = 12000;

Ptr<Drill>
MakeDrill(uint32_t d, uint32_t m, int64_t stream = STREAM)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    auto drill = CreateObjectWithAttributes<Drill>("D", UintegerValue(d), "M", UintegerValue(m));
    EXPECT_EQ(drill->AssignStreams(stream), 1) << "streams used";
    return drill;
}

/** How often each port is taken. */
std::vector<double>
Shares(Drill& drill, const FixedQueues& queues)
{
    std::vector<double> shares(queues.bytes.size(), 0.0);
    for (uint32_t i = 0; i < DECISIONS; ++i)
    {
        shares.at(drill.Choose(queues.Request())) += 1.0 / DECISIONS;
    }
    return shares;
}

/** Four standard deviations of a share by chance. */
double
Tolerance(double share)
{
    return 4 * std::sqrt(share * (1 - share) / DECISIONS);
}

TEST(DrillTest, LooksAtQueuesAndSaysSo)
{
    EXPECT_FALSE(MakeDrill(2, 1)->DependsOnRequestsAlone());
}

TEST(DrillTest, WithoutMemoryThePortOfRankKWinsAsOftenAsCombinatoricsSay)
{
    // of 4 ports 2 different ones are drawn: the best wins if it is among them, 3 of 6 pairs
    const auto shares = Shares(*MakeDrill(2, 0), FixedQueues({3000, 0, 9000, 6000}));
    EXPECT_NEAR(shares[1], 3.0 / 6, Tolerance(3.0 / 6));
    EXPECT_NEAR(shares[0], 2.0 / 6, Tolerance(2.0 / 6));
    EXPECT_NEAR(shares[3], 1.0 / 6, Tolerance(1.0 / 6));
    EXPECT_EQ(shares[2], 0) << "the longest queue is never taken";
}

TEST(DrillTest, OneSampleWithoutMemoryIsRandomSpraying)
{
    const auto shares = Shares(*MakeDrill(1, 0), FixedQueues({3000, 0, 9000, 6000}));
    for (const double share : shares)
    {
        EXPECT_NEAR(share, 0.25, Tolerance(0.25));
    }
}

TEST(DrillTest, RemembersTheBestUntilADrawnOneIsAsGood)
{
    auto drill = MakeDrill(2, 1);
    FixedQueues queues({9000, 0, 9000, 9000});
    while (drill->Choose(queues.Request()) != 1)
    {
    }
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(drill->Choose(queues.Request()), 1U) << "once found, it stays the best";
    }
    queues.bytes = {0, 12000, 12000, 12000};
    while (drill->Choose(queues.Request()) != 0)
    {
    }
    EXPECT_EQ(drill->Choose(queues.Request()), 0U);
}

TEST(DrillTest, OfEqualQueuesADrawnPortIsTakenAndAllEquallyOften)
{
    const auto shares = Shares(*MakeDrill(2, 1), FixedQueues({0, 0, 0, 0}));
    for (const double share : shares)
    {
        EXPECT_NEAR(share, 0.25, Tolerance(0.25));
    }
}

TEST(DrillTest, RemembersAsManyAsM)
{
    auto drill = MakeDrill(1, 2);
    FixedQueues queues({0, 1000, 9000, 9000, 9000, 9000, 9000, 9000});
    for (int i = 0; i < 1000; ++i) // it has met both
    {
        drill->Choose(queues.Request());
    }
    queues.bytes[0] = 5000; // the second best of the last decision is now the best
    EXPECT_EQ(drill->Choose(queues.Request()), 1U);
}

TEST(DrillTest, LooksAtNoMoreQueuesThanDAndM)
{
    const FixedQueues queues(std::vector<uint64_t>(16, 1000));
    auto drill = MakeDrill(3, 2);
    for (int i = 0; i < 100; ++i)
    {
        drill->Choose(queues.Request());
    }
    EXPECT_LE(queues.asked, 100U * 5);
    EXPECT_GE(queues.asked, 100U * 3);
}

TEST(DrillTest, MoreSamplesThanPortsIsTheLeastLoadedOfAll)
{
    auto drill = MakeDrill(9, 0);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(drill->Choose(FixedQueues({3, 2, 1}).Request()), 2U);
    }
}

TEST(DrillTest, SetsOfPortsHaveMemoriesOfTheirOwnAndForgetWhenRoutesChange)
{
    auto drill = MakeDrill(1, 1);
    const FixedQueues wide({9000, 9000, 9000, 9000, 0});
    const FixedQueues narrow({0, 9000});
    while (drill->Choose(wide.Request(0)) != 4)
    {
    }
    for (int i = 0; i < 20; ++i)
    {
        EXPECT_LT(drill->Choose(narrow.Request(3)), 2U);
        EXPECT_EQ(drill->Choose(wide.Request(0)), 4U);
    }
    drill->RoutesChanged();
    for (int i = 0; i < 20; ++i)
    {
        EXPECT_LT(drill->Choose(narrow.Request(0)), 2U) << "port 4 is no more";
    }
}

TEST(DrillTest, RepeatsWithItsStreamAndDiffersWithAnother)
{
    const FixedQueues queues({0, 0, 0, 0});
    const auto choices = [&queues](const Ptr<Drill>& drill) {
        std::vector<uint32_t> all;
        for (int i = 0; i < 64; ++i)
        {
            all.push_back(drill->Choose(queues.Request()));
        }
        return all;
    };
    EXPECT_EQ(choices(MakeDrill(2, 1)), choices(MakeDrill(2, 1)));
    EXPECT_NE(choices(MakeDrill(2, 1)), choices(MakeDrill(2, 1, STREAM + 1)));
}

} // namespace
} // namespace ns3::mlt
