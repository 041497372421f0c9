// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

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

TEST(FramePoolTest, AFrameComesBackClean)
{
    FramePool pool;
    Frame* used = pool.Allocate();
    used->next = used;
    used->previous = used;
    used->flowHash = 5;
    used->payload = 1424;
    used->queue = 7;
    used->ect = true;
    used->ce = true;
    used->attachment = Create<BitmapSegment>();
    pool.Free(used);
    const Frame* again = pool.Allocate();
    ASSERT_EQ(again, used) << "or this test looks at another frame";
    EXPECT_EQ(again->next, nullptr);
    EXPECT_EQ(again->previous, nullptr);
    EXPECT_EQ(again->flowHash, 0U);
    EXPECT_EQ(again->payload, 0);
    EXPECT_EQ(again->queue, 0);
    EXPECT_FALSE(again->ect);
    EXPECT_FALSE(again->ce);
    EXPECT_FALSE(again->attachment);
}

TEST(FramePoolTest, FreeingAFrameGivesItsBitmapBack)
{
    FramePool pool;
    auto segment = Create<BitmapSegment>();
    Frame* frame = pool.Allocate();
    frame->attachment = segment;
    EXPECT_EQ(segment->GetReferenceCount(), 2U);
    pool.Free(frame);
    EXPECT_EQ(segment->GetReferenceCount(), 1U);
}

TEST(FrameCountTest, CountsDataAndControlApart)
{
    FramePool pool;
    FrameCounts counts;
    Frame* frame = pool.Allocate();
    frame->wireBytes = 100;
    for (auto kind : {FrameKind::Data, FrameKind::StreamData, FrameKind::Packet})
    {
        frame->kind = kind;
        counts.Add(*frame);
    }
    for (auto kind : {FrameKind::Begin,
                      FrameKind::Probe,
                      FrameKind::Bitmap,
                      FrameKind::Stop,
                      FrameKind::Feedback,
                      FrameKind::ChannelAck,
                      FrameKind::StreamAck,
                      FrameKind::BarePacket})
    {
        frame->kind = kind;
        counts.Add(*frame);
    }
    pool.Free(frame);
    EXPECT_EQ(counts.data, (FrameCount{3, 300}));
    EXPECT_EQ(counts.control, (FrameCount{8, 800}));
    FrameCounts sum = counts;
    sum += counts;
    EXPECT_EQ(sum.control, counts.control + counts.control);
    EXPECT_NE(sum.data, counts.data);
}

} // namespace
} // namespace ns3::mlt
