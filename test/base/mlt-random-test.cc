// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-random.h"
#include "ns3/mlt-seed.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

// The first outputs of Vigna's splitmix64.c from state 0.
TEST(Mix64Test, IsSplitMix64)
{
    constexpr uint64_t GOLDEN = 0x9e3779b97f4a7c15ULL;
    EXPECT_EQ(Mix64(0), 0xe220a8397b1dcdafULL);
    EXPECT_EQ(Mix64(GOLDEN), 0x6e789e6aa1b965f4ULL);
    EXPECT_EQ(Mix64(2 * GOLDEN), 0x06c45d188009454fULL);
}

TEST(Mix64Test, OfTwoWordsTellsTheirOrder)
{
    EXPECT_NE(Mix64(1, 2), Mix64(2, 1));
    EXPECT_NE(Mix64(1, 2), Mix64(1, 3));
}

TEST(UnitIntervalTest, CoversZeroToBelowOne)
{
    EXPECT_EQ(UnitInterval(0), 0.0);
    EXPECT_LT(UnitInterval(~uint64_t{0}), 1.0);
    EXPECT_GT(UnitInterval(~uint64_t{0}), 0.9999999999999998);
    EXPECT_EQ(UnitInterval(uint64_t{1} << 63), 0.5);
}

TEST(SmallRandomTest, RepeatsBySeed)
{
    SmallRandom a(5);
    SmallRandom b(5);
    SmallRandom c(6);
    std::set<uint64_t> words;
    for (int i = 0; i < 1000; ++i)
    {
        const uint64_t word = a.Next();
        ASSERT_EQ(word, b.Next());
        words.insert(word);
        words.insert(c.Next());
    }
    EXPECT_EQ(words.size(), 2000U);
}

TEST(SmallRandomTest, BelowIsUniform)
{
    SmallRandom random(1);
    for (uint32_t n : {1U, 2U, 3U, 7U, 13U})
    {
        constexpr double DRAWS = 13000;
        std::vector<double> counts(n, 0.0);
        for (int i = 0; i < DRAWS; ++i)
        {
            counts.at(random.Below(n)) += 1;
        }
        double chi = 0;
        for (double count : counts)
        {
            chi += (count - DRAWS / n) * (count - DRAWS / n) / (DRAWS / n);
        }
        EXPECT_LT(chi, 34.8) << "0.05 % point at 12 degrees of freedom, n " << n;
    }
}

TEST(SmallRandomTest, BelowReachesTheWholeRange)
{
    SmallRandom random(1);
    uint32_t highest = 0;
    for (int i = 0; i < 1000; ++i)
    {
        highest = std::max(highest, random.Below(0xffffffff));
    }
    EXPECT_GT(highest, 0xf0000000U);
    EXPECT_LT(highest, 0xffffffffU);
}

TEST(SmallRandomTest, UnitHasMeanAndVarianceOfTheUniform)
{
    SmallRandom random(1);
    constexpr int DRAWS = 100000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; ++i)
    {
        const double u = random.Unit();
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        sum += u;
        squares += u * u;
    }
    EXPECT_NEAR(sum / DRAWS, 0.5, 4 * 0.289 / 316);
    EXPECT_NEAR(squares / DRAWS, 1.0 / 3, 4 * 0.298 / 316);
}

TEST(SeedFromStreamTest, DependsOnSeedRunAndStreamAlone)
{
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    const uint64_t seed = SeedFromStream(5);
    EXPECT_EQ(SeedFromStream(5), seed);
    EXPECT_NE(SeedFromStream(6), seed);
    EXPECT_NE(SeedFromStream(-1), SeedFromStream(-1)) << "automatic streams are all different";
    EXPECT_EQ(SeedFromStream(5), seed);
    RngSeedManager::SetRun(2);
    EXPECT_NE(SeedFromStream(5), seed);
    RngSeedManager::SetRun(1);
    RngSeedManager::SetSeed(2);
    EXPECT_NE(SeedFromStream(5), seed);
    RngSeedManager::SetSeed(1);
}

} // namespace
} // namespace ns3::mlt
