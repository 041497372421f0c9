// SPDX-License-Identifier: GPL-2.0-only
// The shipped queue discipline, and the port's queue that carries its verdicts out: alone, by hand.
#include "ns3/mlt-port-queue.h"
#include "ns3/mlt-strict-priority.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr PortParameters PORT{100000000000, 8000000};

/** Gives the verdicts that a test wants, and keeps what it was asked. */
class ScriptedPolicy : public DropPolicy
{
  public:
    void Configure(const PortParameters&) override
    {
    }

    Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) override
    {
        asked.push_back(frame);
        backlogs.push_back(backlog);
        return verdict;
    }

    Verdict verdict{Verdict::Enqueue};
    std::vector<ArrivingFrame> asked;
    std::vector<PortBacklog> backlogs;
};

/** A port that notes what it is told to do. */
struct NotingPort
{
    void Mark(QueuedFrame& frame, int64_t)
    {
        frame.ce = true;
    }

    bool Trim(QueuedFrame& frame, int64_t)
    {
        if (canTrim)
        {
            frame.wireBytes = 84;
            frame.payload = 0;
        }
        return canTrim;
    }

    void Drop(QueuedFrame& frame, DropReason reason, int64_t)
    {
        drops.emplace_back(frame.source, reason);
    }

    bool canTrim{true};
    std::vector<std::pair<uint32_t, DropReason>> drops; //!< by QueuedFrame::source
};

class StrictPriorityTest : public ::testing::Test
{
  protected:
    StrictPriorityTest()
    {
        auto discipline = CreateObject<StrictPriority>();
        discipline->Configure(PORT, policy);
        queue = PortQueue(discipline);
    }

    /** Offers a frame that bears its number as source. */
    bool Offer(uint16_t number, uint8_t of, uint16_t bytes = 1000, int64_t atPs = 0)
    {
        QueuedFrame& frame = frames.at(number);
        frame.source = number;
        frame.queue = of;
        frame.wireBytes = bytes;
        frame.payload = bytes;
        return queue.Offer(frame, atPs, port);
    }

    std::vector<uint32_t> Drain(ClassSet paused = {})
    {
        std::vector<uint32_t> numbers;
        while (const QueuedFrame* frame = queue.Dequeue(paused, 0))
        {
            numbers.push_back(frame->source);
        }
        return numbers;
    }

    using Numbers = std::vector<uint32_t>;
    using Drops = std::vector<std::pair<uint32_t, DropReason>>;

    std::vector<QueuedFrame> frames{std::vector<QueuedFrame>(20)};
    Ptr<ScriptedPolicy> policy{CreateObject<ScriptedPolicy>()};
    NotingPort port;
    PortQueue queue;
};

TEST_F(StrictPriorityTest, ServesTheFirstClassFirstAndEachInOrder)
{
    const std::vector<uint8_t> queues{3, 7, 0, 3, 1, 7};
    for (uint16_t i = 0; i < queues.size(); ++i)
    {
        EXPECT_TRUE(Offer(i, queues[i]));
    }
    EXPECT_EQ(Drain(), (Numbers{2, 4, 0, 3, 1, 5}));
    EXPECT_TRUE(queue.IsEmpty());
}

TEST_F(StrictPriorityTest, PausedClassesStay)
{
    Offer(1, 1);
    Offer(2, 2);
    Offer(3, 3);
    Offer(4, 2);
    EXPECT_EQ(Drain(ClassSet::Of(2)), (Numbers{1, 3}));
    EXPECT_FALSE(queue.IsEmpty());
    EXPECT_EQ(Drain(ClassSet::Of(1) | ClassSet::Of(3)), (Numbers{2, 4}));
}

TEST_F(StrictPriorityTest, ThePolicyIsToldOfTheFrameAndOfWhatWaits)
{
    frames[4].ect = true;
    frames[4].ingress = 5;
    Offer(1, 2, 100);
    Offer(2, 0, 90);
    Offer(3, 4, 200);
    Offer(4, 2, 300, 77);
    ASSERT_EQ(policy->asked.size(), 4U);
    const ArrivingFrame& frame = policy->asked.back();
    EXPECT_EQ(frame.bytes, 300U);
    EXPECT_EQ(frame.queue, 2);
    EXPECT_TRUE(frame.ect);
    EXPECT_EQ(frame.ingress, 5);
    EXPECT_EQ(frame.atPs, 77);
    EXPECT_EQ(policy->backlogs.back().own, 100U);
    EXPECT_EQ(policy->backlogs.back().data, 300U);
    EXPECT_EQ(policy->backlogs.back().control, 90U);
}

TEST_F(StrictPriorityTest, OccupancyFollowsEachFrame)
{
    Offer(1, 2, 100);
    Offer(2, 0, 90);
    Offer(3, 7, 200);
    EXPECT_EQ(queue.Occupancy().Frames(), 3U);
    EXPECT_EQ(queue.Occupancy().Bytes(), 390U);
    EXPECT_EQ(queue.Occupancy().DataBytes(), 300U);
    EXPECT_EQ(queue.Occupancy().BytesBelow(2), 200U);
    queue.Dequeue({}, 0);
    EXPECT_EQ(queue.Occupancy().Bytes(0), 0U);
    policy->verdict = Verdict::PushOut;
    Offer(4, 1, 50); // 3 makes room
    EXPECT_EQ(queue.Occupancy().Bytes(7), 0U);
    EXPECT_EQ(queue.Occupancy().Bytes(), 150U);
    policy->verdict = Verdict::Trim;
    Offer(5, 3, 1500);
    EXPECT_EQ(queue.Occupancy().Bytes(3), 84U);
    Drain();
    EXPECT_EQ(queue.Occupancy().Bytes(), 0U);
    EXPECT_EQ(queue.Occupancy().Frames(), 0U);
}

TEST_F(StrictPriorityTest, DropsBearTheirReason)
{
    policy->verdict = Verdict::DropSelective;
    EXPECT_FALSE(Offer(1, 1));
    policy->verdict = Verdict::DropFull;
    EXPECT_FALSE(Offer(2, 1));
    EXPECT_EQ(port.drops, (Drops{{1, DropReason::Selective}, {2, DropReason::Full}}));
    EXPECT_TRUE(queue.IsEmpty());
}

TEST_F(StrictPriorityTest, MarksAndWaits)
{
    policy->verdict = Verdict::EnqueueMarked;
    EXPECT_TRUE(Offer(1, 1));
    EXPECT_TRUE(frames[1].ce);
    policy->verdict = Verdict::Enqueue;
    EXPECT_TRUE(Offer(2, 1));
    EXPECT_FALSE(frames[2].ce);
    EXPECT_EQ(Drain(), (Numbers{1, 2}));
}

TEST_F(StrictPriorityTest, WhatCannotBeTrimmedIsDropped)
{
    policy->verdict = Verdict::Trim;
    EXPECT_TRUE(Offer(1, 1));
    port.canTrim = false;
    EXPECT_FALSE(Offer(2, 1));
    EXPECT_EQ(port.drops, (Drops{{2, DropReason::Full}}));
    EXPECT_EQ(Drain(), (Numbers{1}));
}

TEST_F(StrictPriorityTest, AsManyAsNeededArePushedOutTheNewestOfTheLowestFirst)
{
    Offer(1, 5, 500);
    Offer(2, 7, 500);
    Offer(3, 7, 500);
    Offer(4, 1, 500);
    policy->verdict = Verdict::PushOutMarked;
    EXPECT_TRUE(Offer(5, 2, 900));
    EXPECT_EQ(port.drops, (Drops{{3, DropReason::PushedOut}, {2, DropReason::PushedOut}}));
    EXPECT_TRUE(frames[5].ce);
    EXPECT_EQ(Drain(), (Numbers{4, 5, 1}));
}

TEST_F(StrictPriorityTest, NothingIsPushedOutInVain)
{
    Offer(1, 5, 500);
    Offer(2, 3, 500);
    policy->verdict = Verdict::PushOut;
    EXPECT_FALSE(Offer(3, 3, 501)); // 500 bytes are lower
    EXPECT_EQ(port.drops, (Drops{{3, DropReason::Full}}));
    EXPECT_EQ(Drain(), (Numbers{2, 1}));
}

TEST(FrameQueueTest, TakesTheOldestOfNoPausedClassFromWhereverItStands)
{
    std::vector<QueuedFrame> frames(6);
    FrameQueue queue;
    for (uint16_t i = 0; i < 6; ++i)
    {
        frames[i].source = i;
        frames[i].queue = static_cast<uint8_t>(i % 3);
        frames[i].wireBytes = static_cast<uint16_t>(100 + i);
        queue.Push(frames[i]);
    }
    const ClassSet paused = ClassSet::Of(0) | ClassSet::Of(1);
    EXPECT_EQ(queue.Pop(paused)->source, 2);
    EXPECT_EQ(queue.Pop(paused)->source, 5) << "the newest";
    EXPECT_EQ(queue.Pop(paused), nullptr);
    EXPECT_EQ(queue.Tail()->source, 4);
    EXPECT_EQ(queue.Bytes(), 100U + 101 + 103 + 104);
    EXPECT_EQ(queue.Pop(ClassSet::Of(1))->source, 0) << "the oldest";
    queue.Push(frames[5]);
    EXPECT_EQ(queue.PopNewest()->source, 5);
    EXPECT_EQ(queue.PopNewest()->source, 4);
    EXPECT_EQ(queue.Pop({})->source, 1);
    EXPECT_EQ(queue.Pop()->source, 3);
    EXPECT_EQ(queue.Pop({}), nullptr);
    EXPECT_TRUE(queue.IsEmpty());
    EXPECT_EQ(queue.Bytes(), 0U);
}

/** Last in, first out, and says so; has nothing to push out. */
class StackDiscipline : public QueueDiscipline
{
  public:
    void Configure(const PortParameters&, const Ptr<DropPolicy>&) override
    {
    }

    Verdict Judge(const QueuedFrame&, const PortOccupancy&, int64_t) override
    {
        return verdict;
    }

    void Enqueue(QueuedFrame& frame) override
    {
        m_frames.Push(frame);
    }

    QueuedFrame* Dequeue(ClassSet, int64_t) override
    {
        return m_frames.IsEmpty() ? nullptr : m_frames.PopNewest();
    }

    void ForEach(const std::function<void(const QueuedFrame&)>& visit) const override
    {
        m_frames.ForEach(visit);
    }

    Verdict verdict{Verdict::Enqueue};

  private:
    FrameQueue m_frames;
};

TEST_F(StrictPriorityTest, AnotherDisciplineDecidesTheOrderAndHasItsVerdictsCarriedOutAlike)
{
    auto stack = CreateObject<StackDiscipline>();
    queue = PortQueue(stack);
    Offer(1, 1);
    Offer(2, 0);
    Offer(3, 7);
    stack->verdict = Verdict::PushOut;
    EXPECT_FALSE(Offer(4, 1));
    EXPECT_EQ(port.drops, (Drops{{4, DropReason::Full}}));
    EXPECT_EQ(queue.Occupancy().Frames(), 3U);
    EXPECT_EQ(Drain(), (Numbers{3, 2, 1}));
}

} // namespace
} // namespace ns3::mlt
