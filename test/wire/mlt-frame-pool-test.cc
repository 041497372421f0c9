// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-test-protocol.h"

#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"

#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** So many frames of a pool, by turns short and long. */
std::vector<Frame*>
TakeMixed(FramePool& pool, uint32_t count)
{
    std::vector<Frame*> frames;
    for (uint32_t i = 0; i < count; ++i)
    {
        frames.push_back(i % 2 == 0 ? pool.AllocateShort() : pool.Allocate());
    }
    return frames;
}

TEST(FramePoolTest, GivesDistinctFramesAndCountsThem)
{
    FramePool pool;
    std::set<Frame*> frames;
    for (uint32_t i = 0; i < 3000; ++i)
    {
        frames.insert(pool.Allocate());
        EXPECT_EQ(pool.InUse(), i + 1);
    }
    EXPECT_EQ(frames.size(), 3000U);
    EXPECT_GE(pool.Capacity(), 3000U);
    for (Frame* frame : frames)
    {
        EXPECT_EQ(reinterpret_cast<uintptr_t>(frame) % 64, 0U) << "a cache line of its own";
        pool.Free(frame);
    }
    EXPECT_EQ(pool.InUse(), 0U);
}

TEST(FramePoolTest, ShortFramesAreALineEachAndLongOnesTwo)
{
    FramePool pool;
    const auto frames = TakeMixed(pool, 6000);
    EXPECT_EQ(pool.InUse(), 6000U) << "both are counted";
    EXPECT_GE(pool.Capacity(), 6000U);
    std::set<uintptr_t> lines;
    for (size_t i = 0; i < frames.size(); ++i)
    {
        ASSERT_EQ(frames[i]->isShort, i % 2 == 0);
        const auto at = reinterpret_cast<uintptr_t>(frames[i]);
        ASSERT_EQ(at % 64, 0U);
        lines.insert(at);
        if (!frames[i]->isShort)
        {
            lines.insert(at + 64);
        }
    }
    EXPECT_EQ(lines.size(), 9000U) << "no two frames share one";
    for (size_t i = 0; i < frames.size(); ++i)
    {
        pool.Free(frames[i]);
        ASSERT_EQ(pool.InUse(), frames.size() - i - 1);
    }
}

TEST(FramePoolTest, ATrimmedFrameKeepsItsHeadersAndCountsApart)
{
    constexpr uint32_t LEAST = 84;

    struct
    {
        uint16_t wireBytes;
        uint16_t payload;
        uint16_t headerBytes;
    } cases[] = {{1538, 1424, 114}, {118, 4, 114}, {1084, 1000, 84}, {1070, 1000, 84}};

    FramePool pool;
    TrimCount trims;
    FrameCounts counts;
    uint64_t wholeBytes = 0;
    uint64_t headerBytes = 0;
    for (const auto& c : cases)
    {
        Frame* frame = pool.AllocateShort();
        ASSERT_FALSE(frame->trimmed);
        TestProtocol::Get().Label(*frame, TestType::Data, TestEnd::First);
        frame->wireBytes = c.wireBytes;
        frame->payload = c.payload;
        trims.Trim(*frame, LEAST);
        counts.Add(*frame);
        EXPECT_TRUE(frame->trimmed);
        EXPECT_EQ(frame->payload, 0);
        EXPECT_EQ(frame->wireBytes, c.headerBytes);
        wholeBytes += c.wireBytes;
        headerBytes += c.headerBytes;
        pool.Free(frame);
        ASSERT_EQ(frame, pool.AllocateShort()) << "used again";
        EXPECT_FALSE(frame->trimmed);
    }
    EXPECT_EQ(trims.whole, (FrameCount{4, wholeBytes}));
    EXPECT_EQ(trims.headers, (FrameCount{4, headerBytes}));
    EXPECT_EQ(counts.trimmed, trims.headers);
    EXPECT_EQ(counts.data, FrameCount{});
    EXPECT_EQ(counts.control, FrameCount{});
}

TEST(FramePoolTest, HoldsMemoryOnlyForTheSizeThatIsAskedFor)
{
    FramePool pool;
    pool.Free(pool.AllocateShort());
    const uint64_t block = pool.Capacity();
    EXPECT_GT(block, 0U);
    for (uint64_t i = 0; i < 10 * block; ++i)
    {
        pool.Free(pool.AllocateShort());
    }
    EXPECT_EQ(pool.Capacity(), block);
    pool.Free(pool.Allocate());
    EXPECT_EQ(pool.Capacity(), 2 * block) << "the other size has its own";
}

TEST(FramePoolTest, AFrameGoesBackToThoseOfItsSize)
{
    FramePool pool;
    const auto first = TakeMixed(pool, 1000);
    const uint64_t capacity = pool.Capacity();
    for (Frame* frame : first)
    {
        pool.Free(frame);
    }
    const std::set<Frame*> known(first.begin(), first.end());
    for (int round = 0; round < 2; ++round) // as many as there are, first short, then long
    {
        std::vector<Frame*> again;
        for (size_t i = 0; i < first.size() / 2; ++i)
        {
            again.push_back(round == 0 ? pool.AllocateShort() : pool.Allocate());
            ASSERT_EQ(again.back()->isShort, round == 0);
            ASSERT_EQ(known.count(again.back()), 1U) << "used again, the last one first";
        }
        for (Frame* frame : again)
        {
            pool.Free(frame);
        }
    }
    Frame* freed = pool.AllocateShort();
    pool.Free(freed);
    EXPECT_NE(pool.Allocate(), freed);
    EXPECT_EQ(pool.AllocateShort(), freed);
    EXPECT_EQ(pool.Capacity(), capacity);
}

TEST(FramePoolTest, TakesNoMoreMemoryThanTheMostThatWereOut)
{
    FramePool pool;
    for (int round = 0; round < 100; ++round)
    {
        std::vector<Frame*> frames;
        for (int i = 0; i < 500; ++i)
        {
            frames.push_back(pool.Allocate());
        }
        for (Frame* frame : frames)
        {
            pool.Free(frame);
        }
    }
    EXPECT_LE(pool.Capacity(), 1024U);
}

/** A frame that was used for everything is as a new one. */
void
ExpectComesBackClean(FramePool& pool, const std::function<Frame*()>& allocate)
{
    Frame* used = allocate();
    used->next = used;
    used->previous = used;
    used->flowHash = 5;
    used->remaining = 9;
    used->ingress = 3;
    used->payload = 1424;
    used->queue = 7;
    used->ect = true;
    used->ce = true;
    used->attempt = 3;
    used->protocol = 3;
    used->type = 4;
    used->end = 1;
    used->isData = true;
    used->attachment = Create<FrameAttachment>();
    const bool isShort = used->isShort;
    pool.Free(used);
    const Frame* again = allocate();
    ASSERT_EQ(again, used) << "or this test looks at another frame";
    EXPECT_EQ(again->next, nullptr);
    EXPECT_EQ(again->previous, nullptr);
    EXPECT_EQ(again->flowHash, 0U);
    EXPECT_EQ(again->remaining, 0U);
    EXPECT_EQ(again->ingress, 0);
    EXPECT_EQ(again->payload, 0);
    EXPECT_EQ(again->queue, 0);
    EXPECT_FALSE(again->ect);
    EXPECT_FALSE(again->ce);
    EXPECT_EQ(again->attempt, 0);
    EXPECT_EQ(again->protocol, 0);
    EXPECT_EQ(again->type, 0);
    EXPECT_EQ(again->end, 0);
    EXPECT_FALSE(again->isData);
    EXPECT_FALSE(again->trimmed);
    EXPECT_FALSE(again->attachment);
    EXPECT_EQ(again->isShort, isShort);
}

TEST(FramePoolTest, AFrameComesBackClean)
{
    FramePool pool;
    ExpectComesBackClean(pool, [&pool] { return pool.Allocate(); });
    ExpectComesBackClean(pool, [&pool] { return pool.AllocateShort(); });
}

TEST(FramePoolTest, FreeingAFrameLetsGoOfItsAttachment)
{
    FramePool pool;
    const auto attachment = Create<FrameAttachment>();
    const auto frames = TakeMixed(pool, 10);
    for (Frame* frame : frames)
    {
        frame->attachment = attachment;
    }
    EXPECT_EQ(attachment->GetReferenceCount(), 11U);
    for (Frame* frame : frames)
    {
        pool.Free(frame);
    }
    EXPECT_EQ(attachment->GetReferenceCount(), 1U);
}

/** Frames that are still out when a pool goes, as those in flight at the end of a run. */
TEST(FramePoolTest, LetsGoOfAttachmentsAtItsEnd)
{
    const auto attachment = Create<FrameAttachment>();
    {
        FramePool pool;
        for (Frame* frame : TakeMixed(pool, 10))
        {
            frame->attachment = attachment;
        }
    }
    EXPECT_EQ(attachment->GetReferenceCount(), 1U);
}

/** Headers of just the sizes that there is room for. */
struct ShortestRoom
{
    uint64_t words[SHORT_HEADER_BYTES / sizeof(uint64_t)];
};

struct LongestRoom
{
    uint64_t words[LONG_HEADER_BYTES / sizeof(uint64_t)];
};

/** Fills all of a header, and finds that again, with all beside it as it was. */
template <typename HEADER>
void
ExpectKept(Frame& frame)
{
    frame.attempt = 8;
    frame.isData = true;
    uint64_t value = 0;
    for (uint64_t& word : frame.Header<HEADER>().words)
    {
        word = ~value++;
    }
    const Frame& read = frame;
    value = 0;
    for (uint64_t word : read.Header<HEADER>().words)
    {
        EXPECT_EQ(word, ~value++);
    }
    EXPECT_EQ(frame.attempt, 8);
    EXPECT_TRUE(frame.isData);
    EXPECT_EQ(frame.attachment, nullptr);
}

TEST(FramePoolTest, AFrameKeepsItsHeader)
{
    FramePool pool;
    for (Frame* frame : TakeMixed(pool, 2))
    {
        ExpectKept<ShortestRoom>(*frame);
        if (!frame->isShort)
        {
            ExpectKept<LongestRoom>(*frame);
        }
        pool.Free(frame);
    }
}

TEST(FramePoolDeathTest, AShortFrameHasNoLongHeader)
{
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    FramePool pool;
    Frame* frame = pool.AllocateShort();
    EXPECT_DEATH(frame->Header<LongestRoom>().words[0] = 1,
                 "a header of 80 bytes has no room in a short frame, which takes 16");
    pool.Free(frame);
}

TEST(FrameCountTest, CountsDataAndControlApart)
{
    FramePool pool;
    FrameCounts counts;
    Frame* frame = pool.Allocate();
    frame->wireBytes = 100;
    for (TestType type : {TestType::Data, TestType::Data, TestType::Control})
    {
        TestProtocol::Get().Label(*frame, type, TestEnd::First);
        counts.Add(*frame);
    }
    pool.Free(frame);
    EXPECT_EQ(counts.data, (FrameCount{2, 200}));
    EXPECT_EQ(counts.control, (FrameCount{1, 100}));
    EXPECT_EQ(counts.trimmed, FrameCount{});
    FrameCounts sum = counts;
    sum += counts;
    EXPECT_EQ(sum.control, counts.control + counts.control);
    EXPECT_NE(sum.data, counts.data);
}

} // namespace
} // namespace ns3::mlt
