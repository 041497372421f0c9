// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-random.h"
#include "ns3/mlt-send-order.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** Protects by a hash: about a third of the packets. */
class HashedProtection : public ProtectionView
{
  public:
    bool IsProtected(uint32_t index) const override
    {
        return Mix64(index) % 3 == 0;
    }
};

class AllOrNone : public ProtectionView
{
  public:
    explicit AllOrNone(bool all)
        : m_all(all)
    {
    }

    bool IsProtected(uint32_t) const override
    {
        return m_all;
    }

  private:
    bool m_all;
};

/** The whole first pass; checks that it ends and stays ended. */
std::vector<uint32_t>
Pass(const SendOrder& order, uint32_t packets, uint64_t key, const ProtectionView& view)
{
    SendCursor cursor;
    cursor.key = key;
    std::vector<uint32_t> pass;
    uint32_t index = order.Next(cursor, packets, view);
    while (index != SendOrder::NONE && pass.size() <= packets)
    {
        pass.push_back(index);
        index = order.Next(cursor, packets, view);
    }
    EXPECT_EQ(order.Next(cursor, packets, view), SendOrder::NONE);
    return pass;
}

std::vector<uint32_t>
Sorted(std::vector<uint32_t> values)
{
    std::sort(values.begin(), values.end());
    return values;
}

std::vector<uint32_t>
UpTo(uint32_t packets)
{
    std::vector<uint32_t> all(packets);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

template <typename ORDER>
class SendOrderTest : public ::testing::Test
{
  protected:
    Ptr<ORDER> m_order = CreateObject<ORDER>();
};

using Orders = ::testing::Types<SequentialOrder, RandomOrder, ProtectedFirstOrder>;
TYPED_TEST_SUITE(SendOrderTest, Orders);

TYPED_TEST(SendOrderTest, GivesEachPacketExactlyOnce)
{
    std::vector<uint32_t> sizes(300);
    std::iota(sizes.begin(), sizes.end(), 1U);
    sizes.insert(sizes.end(), {1023, 1024, 1025, 4096, 4097, 65535, 65536, 65537, 281000});
    for (uint32_t packets : sizes)
    {
        const auto pass = Pass(*this->m_order, packets, Mix64(packets), HashedProtection());
        ASSERT_EQ(Sorted(pass), UpTo(packets)) << packets << " packets";
    }
}

TYPED_TEST(SendOrderTest, GivesEachPacketOnceWhateverIsProtected)
{
    for (bool all : {false, true})
    {
        EXPECT_EQ(Sorted(Pass(*this->m_order, 1000, 5, AllOrNone(all))), UpTo(1000));
    }
}

TYPED_TEST(SendOrderTest, IsAFunctionOfTheCursor)
{
    EXPECT_EQ(Pass(*this->m_order, 500, 5, HashedProtection()),
              Pass(*this->m_order, 500, 5, HashedProtection()));
}

TEST(SequentialOrderTest, GoesFromFirstToLast)
{
    auto order = CreateObject<SequentialOrder>();
    EXPECT_EQ(Pass(*order, 1000, 5, HashedProtection()), UpTo(1000));
}

TEST(RandomOrderTest, DiffersByKey)
{
    auto order = CreateObject<RandomOrder>();
    const auto a = Pass(*order, 1000, 5, HashedProtection());
    EXPECT_NE(a, UpTo(1000));
    EXPECT_NE(a, Pass(*order, 1000, 6, HashedProtection()));
}

TEST(RandomOrderTest, LeavesOutEveryPacketEquallyOftenAtAnEarlyStop)
{
    constexpr uint32_t PACKETS = 100;
    constexpr uint32_t KEYS = 4000;
    auto order = CreateObject<RandomOrder>();
    std::vector<uint32_t> left(PACKETS, 0);
    for (uint64_t key = 0; key < KEYS; ++key)
    {
        const auto pass = Pass(*order, PACKETS, Mix64(key), HashedProtection());
        for (size_t i = PACKETS - PACKETS / 10; i < PACKETS; ++i)
        {
            ++left[pass[i]];
        }
    }
    for (uint32_t count : left)
    {
        EXPECT_NEAR(count, KEYS / 10.0, 5 * 19); // 5 sigma
    }
}

TEST(ProtectedFirstOrderTest, SendsAllProtectedPacketsBeforeAnyOther)
{
    auto order = CreateObject<ProtectedFirstOrder>();
    const HashedProtection view;
    const auto pass = Pass(*order, 1000, 5, view);
    EXPECT_TRUE(std::is_partitioned(pass.begin(), pass.end(), [&](uint32_t index) {
        return view.IsProtected(index);
    }));
    EXPECT_TRUE(view.IsProtected(pass.front()));
    EXPECT_FALSE(view.IsProtected(pass.back()));
}

TEST(ProtectedFirstOrderTest, BothSweepsAreRandomAndDifferByKey)
{
    auto order = CreateObject<ProtectedFirstOrder>();
    for (bool all : {false, true})
    {
        const auto a = Pass(*order, 1000, 5, AllOrNone(all));
        EXPECT_NE(a, UpTo(1000));
        EXPECT_NE(a, Pass(*order, 1000, 6, AllOrNone(all)));
    }
}

} // namespace
} // namespace ns3::mlt
