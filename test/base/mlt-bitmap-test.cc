// SPDX-License-Identifier: GPL-2.0-only
// The fast set against a simple one.
#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::mlt
{
namespace
{

uint32_t
NextSetOf(const std::set<uint32_t>& reference, uint32_t from)
{
    const auto found = reference.lower_bound(from);
    return found == reference.end() ? Bitmap::NONE : *found;
}

uint32_t
NextClearOf(const std::set<uint32_t>& reference, uint32_t from, uint32_t size)
{
    while (from < size && reference.count(from))
    {
        ++from;
    }
    return from < size ? from : Bitmap::NONE;
}

void
CompareRandomOperations(uint32_t size, SmallRandom& random)
{
    Bitmap bitmap(size);
    std::set<uint32_t> reference;
    for (int i = 0; i < 3000; ++i)
    {
        const uint32_t index = random.Below(size);
        const bool setting = random.Below(1000) < (i < 1500 ? 900U : 100U); // fill, then drain
        if (setting)
        {
            ASSERT_EQ(bitmap.Set(index), reference.insert(index).second);
        }
        else
        {
            ASSERT_EQ(bitmap.Clear(index), reference.erase(index) == 1);
        }
        const uint32_t probe = random.Below(size + 2);
        ASSERT_EQ(bitmap.Count(), reference.size());
        ASSERT_EQ(bitmap.Test(index), setting);
        ASSERT_EQ(bitmap.NextSet(probe), NextSetOf(reference, probe));
        ASSERT_EQ(bitmap.NextClear(probe), NextClearOf(reference, probe, size));
    }
}

TEST(BitmapTest, BehavesAsASet)
{
    SmallRandom random(1);
    for (uint32_t size : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U})
    {
        SCOPED_TRACE(size);
        CompareRandomOperations(size, random);
    }
}

TEST(BitmapTest, FullAndEmptySetsHaveNoNext)
{
    for (uint32_t size : {0U, 1U, 64U, 100U})
    {
        Bitmap bitmap(size);
        EXPECT_EQ(bitmap.NextSet(0), Bitmap::NONE);
        EXPECT_EQ(bitmap.NextClear(0), size ? 0U : Bitmap::NONE);
        for (uint32_t i = 0; i < size; ++i)
        {
            bitmap.Set(i);
        }
        EXPECT_EQ(bitmap.Count(), size);
        EXPECT_EQ(bitmap.NextClear(0), Bitmap::NONE) << "of " << size;
        EXPECT_EQ(bitmap.NextSet(size), Bitmap::NONE);
    }
}

TEST(BitmapTest, ResetEmptiesAndResizes)
{
    Bitmap bitmap(100);
    bitmap.Set(7);
    bitmap.Set(99);
    bitmap.Reset(70);
    EXPECT_EQ(bitmap.Size(), 70U);
    EXPECT_EQ(bitmap.Count(), 0U);
    EXPECT_EQ(bitmap.NextSet(0), Bitmap::NONE);
    bitmap.Set(69);
    bitmap.Release();
    EXPECT_EQ(bitmap.Size(), 0U);
    EXPECT_EQ(bitmap.Count(), 0U);
    EXPECT_EQ(bitmap.NextSet(0), Bitmap::NONE);
}

} // namespace
} // namespace ns3::mlt
