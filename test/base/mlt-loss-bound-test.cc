// SPDX-License-Identifier: GPL-2.0-only
// The bound's whole numbers, and the queue of a layer.
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-random.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** floor(a x b / 10^9) in 64-bit pieces of 32 bits: another way than the code's. */
uint64_t
FloorOfProduct(uint64_t a, uint64_t b)
{
    constexpr uint64_t LOW = 0xffffffff;
    // the product, as four words of 32 bits, then long division from the top
    uint64_t words[4]{};
    const uint64_t x[2]{a & LOW, a >> 32};
    const uint64_t y[2]{b & LOW, b >> 32};
    for (int i = 0; i < 2; ++i)
    {
        uint64_t carry = 0;
        for (int j = 0; j < 2; ++j)
        {
            const uint64_t sum = words[i + j] + x[i] * y[j] + carry;
            words[i + j] = sum & LOW;
            carry = sum >> 32;
        }
        words[i + 2] += carry;
    }
    uint64_t remainder = 0;
    uint64_t quotient = 0;
    for (int i = 3; i >= 0; --i)
    {
        const uint64_t value = (remainder << 32) | words[i];
        quotient = (quotient << 32) | (value / LossBound::UNIT);
        remainder = value % LossBound::UNIT;
    }
    return quotient;
}

TEST(LossBoundTest, NeededIsTheShareRoundedUp)
{
    const auto tenth = LossBound::FromShare(0.1);
    EXPECT_EQ(tenth.Needed(0), 0U);
    EXPECT_EQ(tenth.Needed(1), 1U);
    EXPECT_EQ(tenth.Needed(9), 9U);
    EXPECT_EQ(tenth.Needed(10), 9U);
    EXPECT_EQ(tenth.Needed(11), 10U);
    EXPECT_EQ(tenth.Needed(19), 18U);
    EXPECT_EQ(tenth.Needed(20), 18U);
    EXPECT_EQ(tenth.Tolerated(102228128), 10222812U); // ResNet-50
}

TEST(LossBoundTest, WithoutABoundEveryByteIsNeeded)
{
    for (uint64_t bytes : {uint64_t{1}, uint64_t{1424}, std::numeric_limits<uint64_t>::max()})
    {
        EXPECT_EQ(LossBound().Needed(bytes), bytes);
        EXPECT_EQ(LossBound::FromShare(0).Tolerated(bytes), 0U);
    }
}

TEST(LossBoundTest, IsExactForAnySizeAndBound)
{
    SmallRandom random(1);
    for (int i = 0; i < 20000; ++i)
    {
        const uint64_t bytes = random.Next() >> random.Below(64);
        const auto bound = LossBound::FromBillionths(random.Below(LossBound::UNIT));
        ASSERT_EQ(bound.Tolerated(bytes), FloorOfProduct(bytes, bound.Billionths()))
            << bytes << " bytes at " << bound.Billionths();
        ASSERT_EQ(bound.Needed(bytes), bytes - bound.Tolerated(bytes));
    }
}

TEST(LossBoundTest, SharesAreRoundedToTheNearestBillionth)
{
    EXPECT_EQ(LossBound::FromShare(0.1).Billionths(), 100000000U);
    EXPECT_EQ(LossBound::FromShare(0.3).Billionths(), 300000000U); // 0.3 is less than 3/10
    EXPECT_EQ(LossBound::FromShare(1.4e-9).Billionths(), 1U);
    EXPECT_EQ(LossBound::FromShare(1.6e-9).Billionths(), 2U);
    EXPECT_DOUBLE_EQ(LossBound::FromShare(0.05).Share(), 0.05);
}

// A share just below 1 is a valid bound; rounded up to 1 a tensor would need nothing.
TEST(LossBoundTest, AShareBelowOneStaysBelowOne)
{
    for (double share : {0.999999999, 0.9999999996, std::nextafter(1.0, 0.0)})
    {
        EXPECT_LT(LossBound::FromShare(share).Billionths(), LossBound::UNIT) << share;
        EXPECT_GE(LossBound::FromShare(share).Needed(1000), 1U) << share;
    }
}

TEST(QueueOfLayerTest, SplitsLayersEvenlyOverSevenQueues)
{
    EXPECT_EQ(QueueOfLayer(0, 1), 1);
    for (uint32_t layers : {1U, 2U, 7U, 8U, 14U, 54U, 161U, 1000000000U})
    {
        EXPECT_EQ(QueueOfLayer(0, layers), 1);
        EXPECT_LE(QueueOfLayer(layers - 1, layers), 7);
    }
    for (uint32_t layer = 0; layer < 14; ++layer)
    {
        EXPECT_EQ(QueueOfLayer(layer, 14), 1 + layer / 2);
    }
    EXPECT_EQ(QueueOfLayer(53, 54), 7);
}

TEST(QueueOfLayerTest, NeverPutsABackLayerBeforeAFrontOne)
{
    std::vector<uint32_t> counts(QUEUES, 0);
    for (uint32_t layer = 0; layer < 161; ++layer)
    {
        ++counts[QueueOfLayer(layer, 161)];
        if (layer > 0)
        {
            EXPECT_GE(QueueOfLayer(layer, 161), QueueOfLayer(layer - 1, 161));
        }
    }
    EXPECT_EQ(counts, (std::vector<uint32_t>{0, 23, 23, 23, 23, 23, 23, 23}));
}

} // namespace
} // namespace ns3::mlt
