// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-event-queue.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-reusable-event.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t SLOT_TICKS = 1 << 20;
constexpr int64_t WHEEL_TICKS = SLOT_TICKS << 11;

/** An event that does nothing but watch how it is fetched ahead. */
class NoEvent final : public ReusableEvent
{
  public:
    bool waits{true};
    mutable std::vector<int> stages; //!< of Prefetch

  private:
    void Fire() override
    {
    }

    void Prefetch(int stage) const override
    {
        EXPECT_TRUE(waits);
        EXPECT_GE(stage, 0);
        EXPECT_LT(stage, PREFETCH_STAGES);
        stages.push_back(stage);
    }
};

/** Drives a queue beside the simplest possible one and compares what they give. */
class EventQueueTest : public ::testing::Test
{
  protected:
    void Insert(int64_t tick)
    {
        m_events.emplace_back();
        m_queue.Insert(&m_events.back(), tick, m_nextUid++);
        m_expected.emplace(std::make_pair(tick, m_order++), &m_events.back());
    }

    void TakeAndCompare()
    {
        ASSERT_FALSE(m_queue.IsEmpty());
        ASSERT_EQ(m_queue.Take(), m_expected.begin()->second);
        m_expected.begin()->second->waits = false;
        const std::vector<int>& stages = m_expected.begin()->second->stages;
        m_fetched += !stages.empty() && stages.back() == ALL_STAGES.back();
        m_nowTick = m_expected.begin()->first.first;
        m_expected.erase(m_expected.begin());
        ASSERT_EQ(m_queue.IsEmpty(), m_expected.empty());
    }

    void TakeAll()
    {
        while (!m_expected.empty())
        {
            ASSERT_EQ(m_queue.Size(), m_expected.size());
            TakeAndCompare();
            if (HasFatalFailure())
            {
                return;
            }
        }
        EXPECT_EQ(m_queue.Size(), 0U);
    }

    EventQueue m_queue;
    std::deque<NoEvent> m_events;
    std::map<std::pair<int64_t, uint64_t>, NoEvent*> m_expected;
    uint64_t m_order{0};
    uint32_t m_nextUid{0};
    int64_t m_nowTick{0};
    uint64_t m_fetched{0}; //!< of those that were taken, by all stages

    const std::vector<int> ALL_STAGES{0, 1, 2, 3, 4};
};

TEST_F(EventQueueTest, EqualTicksComeInOrderOfInsertion)
{
    for (int i = 0; i < 1000; ++i)
    {
        Insert(7 * SLOT_TICKS + i % 3);
    }
    TakeAll();
}

TEST_F(EventQueueTest, TheOrderSurvivesTheWrapAroundOfItsCounter)
{
    m_nextUid = 0xfffffff0;
    for (int i = 0; i < 100; ++i)
    {
        Insert(SLOT_TICKS);
    }
    TakeAll();
}

TEST_F(EventQueueTest, FarEventsMeetNearOnesInOneSlot)
{
    const int64_t tick = WHEEL_TICKS + 5 * SLOT_TICKS;
    Insert(tick + 2); // beyond the wheel now,
    Insert(10 * SLOT_TICKS);
    TakeAndCompare();
    Insert(tick + 1); // ... and within it now
    Insert(tick + 2);
    TakeAll();
}

TEST_F(EventQueueTest, TheWheelsLastSlotAndTheFirstBeyond)
{
    Insert(WHEEL_TICKS - 1);
    Insert(WHEEL_TICKS);
    Insert(WHEEL_TICKS - SLOT_TICKS - 1);
    Insert(0);
    TakeAll();
}

TEST_F(EventQueueTest, LongSilenceIsSkipped)
{
    Insert(int64_t{1} << 60);
    Insert(1);
    TakeAll();
    Insert((int64_t{1} << 60) + 3);
    Insert((int64_t{1} << 60) + 1);
    TakeAll();
}

TEST_F(EventQueueTest, GivesWhatTheSimplestQueueGives)
{
    SmallRandom random(11);
    const int64_t spans[] = {1, 50, SLOT_TICKS, 40 * SLOT_TICKS, WHEEL_TICKS, 5 * WHEEL_TICKS};
    for (int i = 0; i < 200000; ++i)
    {
        const uint64_t most = 1 + 400 * ((i / 20000) % 2); // few events, then many
        if (m_expected.empty() || (m_expected.size() < most && random.Below(2)))
        {
            const auto span = static_cast<uint64_t>(spans[random.Below(6)]);
            Insert(m_nowTick + static_cast<int64_t>(random.Next() % span));
        }
        else
        {
            TakeAndCompare();
        }
        ASSERT_FALSE(HasFatalFailure()) << "at step " << i;
    }
    TakeAll();
}

TEST_F(EventQueueTest, GivesTheSameWhenItIsCrowded)
{
    SmallRandom random(12);
    const int64_t spans[] = {50, SLOT_TICKS, 40 * SLOT_TICKS, WHEEL_TICKS, 3 * WHEEL_TICKS};
    uint64_t crowded = 0;
    for (int i = 0; i < 200000; ++i)
    {
        // up and down, past the number that is a crowd
        const size_t most = (i / 25000) % 2 ? 200 : 3000;
        if (m_expected.empty() || (m_expected.size() < most && random.Below(5) < 3))
        {
            const auto span = static_cast<uint64_t>(spans[random.Below(5)]);
            Insert(m_nowTick + static_cast<int64_t>(random.Next() % span));
        }
        else
        {
            TakeAndCompare();
        }
        ASSERT_FALSE(HasFailure()) << "at step " << i;
        crowded += m_queue.IsCrowded();
    }
    TakeAll();
    EXPECT_GT(crowded, 20000U);
    EXPECT_LT(crowded, 190000U);
    EXPECT_GT(m_fetched, 10000U);
}

/** So many events in the wheel are a crowd, and about so many are fetched ahead. */
constexpr size_t CROWD = 1000;
constexpr size_t FORESEEN = 13;

TEST_F(EventQueueTest, ACrowdsEventsAreFetchedInStages)
{
    constexpr size_t EVENTS = 1500;
    for (size_t i = 0; i < EVENTS; ++i)
    {
        Insert(static_cast<int64_t>(i + 1) * SLOT_TICKS); // each in a slot of its own
    }
    EXPECT_FALSE(m_queue.IsCrowded()) << "not told before one is taken";
    for (size_t i = 0; i < EVENTS; ++i)
    {
        TakeAndCompare();
        const size_t left = EVENTS - i;
        ASSERT_EQ(m_queue.IsCrowded(), left > CROWD);
        if (i >= FORESEEN && left > CROWD)
        {
            ASSERT_EQ(m_events[i].stages, ALL_STAGES) << "event " << i;
        }
        else if (left + FORESEEN <= CROWD)
        {
            ASSERT_TRUE(m_events[i].stages.empty()) << "event " << i;
        }
    }
}

TEST_F(EventQueueTest, ALongEventMayHaveTheStagesDoneOneByOne)
{
    constexpr size_t EVENTS = 1500;
    for (size_t i = 0; i < EVENTS; ++i)
    {
        Insert(static_cast<int64_t>(i + 1) * SLOT_TICKS);
    }
    const auto stagesDone = [this] {
        return std::accumulate(m_events.begin(),
                               m_events.end(),
                               size_t{0},
                               [](size_t sum, auto& e) { return sum + e.stages.size(); });
    };
    for (size_t i = 0; i < EVENTS - CROWD; ++i)
    {
        TakeAndCompare();
        if (i > 2 * FORESEEN) // one event joins for each that is taken
        {
            for (size_t call = 0; call < i % 8; ++call)
            {
                const size_t before = stagesDone();
                m_queue.FetchFurther();
                ASSERT_EQ(stagesDone() - before, call < ALL_STAGES.size() ? 1U : 0U)
                    << "event " << i << ", call " << call;
            }
            ASSERT_EQ(m_events[i].stages, ALL_STAGES) << "event " << i;
        }
    }
    TakeAll();
    const size_t done = stagesDone();
    m_queue.FetchFurther();
    EXPECT_EQ(stagesDone(), done) << "nothing comes any more";
}

TEST_F(EventQueueTest, MostOfACrowdAreFetchedHoweverTheyShareSlots)
{
    for (const int inASlot : {1, 2, 3, 5, 8, 12, 17, 40, 300, 1000})
    {
        constexpr int EVENTS = 2000;
        const int64_t start = m_nowTick + SLOT_TICKS;
        for (int i = 0; i < EVENTS; ++i)
        {
            Insert(start + i / inASlot * SLOT_TICKS + i * 37 % 1000);
        }
        const uint64_t before = m_fetched;
        while (m_expected.size() > CROWD)
        {
            TakeAndCompare();
        }
        EXPECT_GT(m_fetched - before, (EVENTS - CROWD) * 2 / 3) << inASlot << " in a slot";
        TakeAll();
    }
}

TEST_F(EventQueueTest, WhatComesInBetweenDoesNotHinderTheOthers)
{
    SmallRandom random(3);
    constexpr int EVENTS = 20000;
    for (int i = 0; i < 2000; ++i)
    {
        Insert(m_nowTick + static_cast<int64_t>(random.Next() % (1000 * SLOT_TICKS)));
    }
    for (int i = 0; i < EVENTS; ++i)
    {
        TakeAndCompare();
        // a host's next turn, and now and then something at once
        Insert(m_nowTick + 1000 * SLOT_TICKS);
        if (random.Below(10) == 0)
        {
            Insert(m_nowTick + static_cast<int64_t>(random.Next() % (3 * SLOT_TICKS)));
            TakeAndCompare();
        }
    }
    EXPECT_GT(m_fetched, EVENTS * 8 / 10);
    TakeAll();
}

TEST_F(EventQueueTest, ManyBeyondTheWheelAreNoCrowdSinceTheyAreNotNear)
{
    for (int i = 0; i < 2000; ++i)
    {
        Insert(m_nowTick + 3 * WHEEL_TICKS + i * WHEEL_TICKS);
    }
    TakeAll();
    EXPECT_EQ(m_fetched, 0U);
}

} // namespace
} // namespace ns3::mlt
