// SPDX-License-Identifier: GPL-2.0-only
// Objects in a row: where they stand, and that each is made and destroyed once.
#include "ns3/mlt-row.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** So many bytes, and a record of those that live. */
template <size_t BYTES>
struct Thing
{
    Thing(std::vector<int>& alive, int which)
        : log(alive),
          number(which)
    {
        log.push_back(number);
    }

    ~Thing()
    {
        EXPECT_EQ(log.back(), number) << "the last made goes first";
        log.pop_back();
    }

    std::vector<int>& log;
    int number;
    char rest[BYTES - sizeof(void*) - sizeof(int)];
};

template <size_t BYTES>
void
StandsAtAnOddDistance(size_t lines)
{
    constexpr int THINGS = 200; // several blocks
    std::vector<int> alive;
    {
        Row<Thing<BYTES>> row;
        std::vector<Thing<BYTES>*> made;
        for (int i = 0; i < THINGS; ++i)
        {
            made.push_back(&row.Emplace(alive, i));
            ASSERT_EQ(AddressOf(made[i]) % CACHE_LINE_BYTES, 0U);
        }
        ASSERT_EQ(alive.size(), size_t{THINGS});
        for (int i = 0; i < THINGS; ++i)
        {
            ASSERT_EQ(made[i]->number, i) << "it has stayed where it was";
        }
        EXPECT_EQ(AddressOf(made[1]) - AddressOf(made[0]), lines * CACHE_LINE_BYTES);
        EXPECT_EQ(AddressOf(made[63]) - AddressOf(made[0]), 63 * lines * CACHE_LINE_BYTES);
    }
    EXPECT_TRUE(alive.empty());
}

TEST(Row, NeighboursStandAnOddNumberOfLinesApart)
{
    StandsAtAnOddDistance<16>(1);
    StandsAtAnOddDistance<64>(1);
    StandsAtAnOddDistance<72>(3);
    StandsAtAnOddDistance<128>(3);
    StandsAtAnOddDistance<192>(3);
    StandsAtAnOddDistance<200>(5);
}

} // namespace
} // namespace ns3::mlt
