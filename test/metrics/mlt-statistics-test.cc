// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-statistics.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <vector>

namespace ns3::mlt
{
namespace
{

int64_t
Rank(std::vector<int64_t> values, uint32_t percent)
{
    return NearestRank(values, percent);
}

/** 1, 2, ..., count, from the largest to the smallest. */
std::vector<int64_t>
Descending(int64_t count)
{
    std::vector<int64_t> values(count);
    std::iota(values.rbegin(), values.rend(), 1);
    return values;
}

TEST(StatisticsTest, MeanOfHandValues)
{
    EXPECT_EQ(Mean({}), 0.0);
    EXPECT_EQ(Mean({7}), 7.0);
    EXPECT_EQ(Mean({1, 2, 4}), 7.0 / 3);
    EXPECT_EQ(Mean({-5, 5}), 0.0);
}

TEST(StatisticsTest, MeanOfLargeValuesDoesNotOverflow)
{
    constexpr int64_t LARGE = std::numeric_limits<int64_t>::max();
    EXPECT_EQ(Mean({LARGE, LARGE, LARGE}), static_cast<double>(LARGE));
}

TEST(StatisticsTest, NearestRankOfHandValues)
{
    const std::vector<int64_t> values{15, 50, 20, 40, 35};
    EXPECT_EQ(Rank(values, 5), 15);
    EXPECT_EQ(Rank(values, 20), 15); // 20 % of 5 is exactly the first
    EXPECT_EQ(Rank(values, 21), 20);
    EXPECT_EQ(Rank(values, 30), 20);
    EXPECT_EQ(Rank(values, 40), 20);
    EXPECT_EQ(Rank(values, 50), 35);
    EXPECT_EQ(Rank(values, 99), 50);
    EXPECT_EQ(Rank(values, 100), 50);
}

TEST(StatisticsTest, NearestRankCountsUp)
{
    EXPECT_EQ(Rank({}, 99), 0);
    EXPECT_EQ(Rank({3}, 1), 3);
    EXPECT_EQ(Rank(Descending(99), 99), 99);
    EXPECT_EQ(Rank(Descending(100), 99), 99);
    EXPECT_EQ(Rank(Descending(101), 99), 100);
    EXPECT_EQ(Rank(Descending(1000), 99), 990);
}

TEST(StatisticsTest, NearestRankOfEqualValues)
{
    EXPECT_EQ(Rank({4, 4, 4, 9}, 75), 4);
    EXPECT_EQ(Rank({4, 4, 4, 9}, 76), 9);
}

} // namespace
} // namespace ns3::mlt
