// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-prefetch.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <type_traits>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t ROOM = 31;

static_assert(std::is_trivially_copyable<PrefetchList>::value, "compared as bytes below");
static_assert(sizeof(PrefetchList) == 4 * CACHE_LINE_BYTES, "a count and its room");

/** An address where nothing is. */
const void*
Nowhere(uintptr_t number)
{
    return reinterpret_cast<const void*>(number);
}

void
Fetch(const PrefetchList& list)
{
    list.FetchFirstHalf();
    list.FetchSecondHalf();
}

bool
AreEqual(const PrefetchList& a, const PrefetchList& b)
{
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

TEST(PrefetchListTest, NeverReadsWhatItLists)
{
    PrefetchList list;
    Fetch(list);
    list.Add(nullptr);
    list.Add(Nowhere(1));
    list.Add(Nowhere(~uintptr_t{0}));
    list.AddWhole(static_cast<const int*>(nullptr));
    Fetch(list);
    list.Clear();
    Fetch(list);
}

TEST(PrefetchListTest, LeavesOutWhatFindsNoRoom)
{
    struct
    {
        uint64_t before{0x1234567812345678};
        PrefetchList list;
        uint64_t after{0x8765432187654321};
    } guarded;

    for (uint32_t i = 1; i <= ROOM; ++i)
    {
        const PrefetchList shorter = guarded.list;
        guarded.list.Add(Nowhere(i));
        ASSERT_FALSE(AreEqual(guarded.list, shorter)) << "line " << i << " finds room";
    }
    const PrefetchList full = guarded.list;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        guarded.list.Add(Nowhere(1000 + i));
    }
    EXPECT_TRUE(AreEqual(guarded.list, full));
    EXPECT_EQ(guarded.before, 0x1234567812345678U);
    EXPECT_EQ(guarded.after, 0x8765432187654321U);
    Fetch(guarded.list);
    guarded.list.Clear();
    guarded.list.Add(Nowhere(1));
    EXPECT_FALSE(AreEqual(guarded.list, full)) << "there is room again";
}

TEST(PrefetchListTest, AWholeThingIsAllOfItsLines)
{
    const struct alignas(CACHE_LINE_BYTES)
    {
        char bytes[2 * CACHE_LINE_BYTES + 1];
    } thing{};

    PrefetchList whole;
    whole.AddWhole(&thing);
    PrefetchList lines;
    const auto* start = reinterpret_cast<const char*>(&thing);
    for (size_t line = 0; line < 3; ++line)
    {
        lines.Add(start + line * CACHE_LINE_BYTES);
    }
    EXPECT_TRUE(AreEqual(whole, lines));
}

TEST(PrefetchListTest, WhatIsNotAlignedIsAllLinesThatItTouches)
{
    alignas(CACHE_LINE_BYTES) const char bytes[4 * CACHE_LINE_BYTES]{};
    const auto listed = [](const char* begin, const char* end) {
        PrefetchList list;
        list.AddFromTo(begin, end);
        return list;
    };
    const auto lines = [&bytes](size_t first, size_t count) {
        PrefetchList list;
        for (size_t line = first; line < first + count; ++line)
        {
            list.Add(bytes + line * CACHE_LINE_BYTES);
        }
        return list;
    };
    EXPECT_TRUE(AreEqual(listed(bytes + 63, bytes + 65), lines(0, 2)));
    EXPECT_TRUE(AreEqual(listed(bytes + 64, bytes + 65), lines(1, 1)));
    EXPECT_TRUE(AreEqual(listed(bytes + 10, bytes + 128), lines(0, 2)));
    EXPECT_TRUE(AreEqual(listed(bytes + 10, bytes + 129), lines(0, 3)));
    EXPECT_TRUE(AreEqual(listed(bytes + 10, bytes + 10), lines(0, 1)))
        << "one too many does not matter";
}

TEST(PrefetchListTest, OfManyLinesAFewAreAdded)
{
    alignas(CACHE_LINE_BYTES) const char bytes[9 * CACHE_LINE_BYTES]{};
    PrefetchList few;
    few.AddFirst(bytes, bytes + sizeof(bytes));
    PrefetchList four;
    four.AddFromTo(bytes, bytes + 4 * CACHE_LINE_BYTES);
    EXPECT_TRUE(AreEqual(few, four));
    PrefetchList all;
    all.AddFirst(bytes, bytes + 2 * CACHE_LINE_BYTES);
    PrefetchList two;
    two.AddFromTo(bytes, bytes + 2 * CACHE_LINE_BYTES);
    EXPECT_TRUE(AreEqual(all, two));
}

} // namespace
} // namespace ns3::mlt
