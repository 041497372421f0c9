// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-index-set.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::mlt
{
namespace
{

TEST(IndexSetTest, HoldsNoneThenOneThenSeveral)
{
    IndexSet set(200);
    EXPECT_TRUE(set.IsEmpty());
    EXPECT_EQ(set.Next(0), IndexSet::NONE);
    EXPECT_EQ(set.NextInTurn(7), IndexSet::NONE);

    set.Insert(130);
    EXPECT_FALSE(set.IsEmpty());
    EXPECT_EQ(set.Next(130), 130U);
    EXPECT_EQ(set.Next(131), IndexSet::NONE);
    EXPECT_EQ(set.NextInTurn(131), 130U);

    set.Insert(5);
    set.Insert(5);
    EXPECT_EQ(set.Next(0), 5U);
    EXPECT_EQ(set.Next(6), 130U);
    EXPECT_EQ(set.NextInTurn(131), 5U);

    set.Erase(5);
    set.Erase(5);
    EXPECT_EQ(set.Next(0), 130U);
    set.Erase(130);
    EXPECT_TRUE(set.IsEmpty());
}

TEST(IndexSetTest, WhatIsNotInCanBeErased)
{
    IndexSet set(10);
    set.Erase(3);
    EXPECT_TRUE(set.IsEmpty());
    set.Insert(4);
    set.Erase(3);
    EXPECT_EQ(set.Next(0), 4U);
    set.Insert(4);
    set.Erase(4);
    EXPECT_TRUE(set.IsEmpty());
}

TEST(IndexSetTest, IsASet)
{
    for (const uint32_t size : {1U, 2U, 63U, 64U, 65U, 300U})
    {
        SmallRandom random(size);
        IndexSet set(size);
        std::set<uint32_t> model;
        for (int i = 0; i < 20000; ++i)
        {
            const uint32_t index = random.Below(size);
            const bool fills = (i / 100) % 3 == 0; // empty, or nearly, most of the time
            if (random.Below(10) < (fills ? 7U : 3U))
            {
                set.Insert(index);
                model.insert(index);
            }
            else
            {
                // often one that is in
                const uint32_t member = model.empty() ? index : *model.begin();
                const uint32_t victim = random.Below(2) ? member : index;
                set.Erase(victim);
                model.erase(victim);
            }
            ASSERT_EQ(set.IsEmpty(), model.empty());
            const uint32_t from = random.Below(size + 2);
            const auto next = model.lower_bound(from);
            ASSERT_EQ(set.Next(from), next == model.end() ? IndexSet::NONE : *next);
            const auto first = next == model.end() ? model.begin() : next;
            ASSERT_EQ(set.NextInTurn(from), first == model.end() ? IndexSet::NONE : *first);
        }
    }
}

} // namespace
} // namespace ns3::mlt
