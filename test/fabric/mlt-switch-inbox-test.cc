// SPDX-License-Identifier: GPL-2.0-only
// A switch's inbox against a std::multimap, and when it asks to be handled.
#include "support/mlt-test-protocol.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-switch-inbox.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t LATENESS_PS = PS_PER_US;

class SwitchInboxTest : public ::testing::Test
{
  protected:
    SwitchInboxTest()
    {
        UseFabricResolution();
    }

    ~SwitchInboxTest() override
    {
        Simulator::Destroy();
    }

    Frame* NewFrame(TestType type = TestType::Data, uint16_t bytes = 1538)
    {
        Frame* frame = m_pool.Allocate();
        TestProtocol::Get().Label(*frame, type, TestEnd::First);
        frame->wireBytes = bytes;
        return frame;
    }

    static void At(int64_t ps, const std::function<void()>& action)
    {
        Simulator::Schedule(FromPs(ps), [action] { action(); });
    }

    FramePool m_pool;
    ArrivalSorter m_sorter;
};

/** An inbox and what must be in it. */
class CheckedInbox
{
  public:
    explicit CheckedInbox(FramePool& pool)
        : m_inbox(LATENESS_PS, m_sorter, [] {}),
          m_pool(pool)
    {
    }

    void Add(int64_t tick)
    {
        Frame* frame = m_pool.Allocate();
        TestProtocol::Get().Label(*frame, TestType::Data, TestEnd::First);
        frame->wireBytes = 84;
        m_inbox.Add(frame, tick);
        m_expected.emplace(tick, frame);
    }

    /** Takes all before a tick. @param during ticks of arrivals that come while these are handled.
     */
    void Handle(int64_t tick, const std::vector<int64_t>& during = {})
    {
        const size_t count = m_inbox.SortBefore(tick);
        for (size_t i = 0; i < count; ++i)
        {
            Take(m_inbox.At(i));
        }
        ASSERT_TRUE(m_expected.empty() || m_expected.begin()->first >= tick);
        for (int64_t arrival : during)
        {
            Add(arrival);
        }
        m_inbox.Remove(count);
        ASSERT_EQ(m_inbox.Count().data.frames, m_expected.size());
    }

    size_t Size() const
    {
        return m_expected.size();
    }

  private:
    /** It is one of the earliest. */
    void Take(const SwitchInbox::Arrival& arrival)
    {
        ASSERT_FALSE(m_expected.empty());
        ASSERT_EQ(arrival.tick, m_expected.begin()->first);
        auto [at, end] = m_expected.equal_range(arrival.tick);
        while (at != end && at->second != arrival.frame)
        {
            ++at;
        }
        ASSERT_TRUE(at != end) << "lost before, or given twice";
        m_expected.erase(at);
        m_pool.Free(arrival.frame);
    }

    ArrivalSorter m_sorter;
    SwitchInbox m_inbox;
    FramePool& m_pool;
    std::multimap<int64_t, Frame*> m_expected;
};

/** How the arrivals of a window lie. */
enum class Kind
{
    Few,     //!< or none
    Even,    //!< many
    Cluster, //!< many in nearly one instant, and a few elsewhere
    Sparse,  //!< over many latenesses: far beyond the horizon
    COUNT
};

int64_t
DrawDelay(Kind kind, SmallRandom& random)
{
    constexpr int64_t WINDOW = LATENESS_PS * TICKS_PER_PS;
    switch (kind)
    {
    case Kind::Cluster:
        return random.Below(50) ? WINDOW / 2 + random.Below(300) : 1 + random.Below(2 * WINDOW);
    case Kind::Sparse:
        return 1 + random.Below(1000) * WINDOW + random.Below(WINDOW);
    default:
        return 1 + random.Below(2 * WINDOW);
    }
}

TEST_F(SwitchInboxTest, GivesWhatIsBeforeATickInOrderAndOnce)
{
    size_t most = 0;
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        SmallRandom random(seed);
        CheckedInbox inbox(m_pool);
        int64_t now = 0;
        const auto draw = [&](uint32_t count, Kind kind) {
            std::vector<int64_t> ticks;
            for (uint32_t i = 0; i < count; ++i)
            {
                ticks.push_back(now + DrawDelay(kind, random));
            }
            return ticks;
        };
        for (uint32_t window = 0; window < 30; ++window)
        {
            const auto kind = static_cast<Kind>(random.Below(static_cast<uint32_t>(Kind::COUNT)));
            for (int64_t tick : draw(random.Below(kind == Kind::Few ? 20 : 200), kind))
            {
                inbox.Add(tick);
            }
            most = std::max(most, inbox.Size());
            now += 1 + random.Below(2 * LATENESS_PS * TICKS_PER_PS);
            inbox.Handle(now, draw(random.Below(10), kind));
            ASSERT_FALSE(HasFailure()) << "seed " << seed << ", window " << window;
        }
        inbox.Handle(now + 2000 * LATENESS_PS * TICKS_PER_PS);
        ASSERT_EQ(inbox.Size(), 0U) << "seed " << seed;
        ASSERT_EQ(m_pool.InUse(), 0U);
    }
    EXPECT_GT(most, 500U);
}

TEST_F(SwitchInboxTest, CountsWhatIsNearAndFar)
{
    SwitchInbox inbox(LATENESS_PS, m_sorter, [] {});
    inbox.Add(NewFrame(TestType::Data, 1538), 5);
    inbox.Add(NewFrame(TestType::Control, 86), 6);
    inbox.Add(NewFrame(TestType::Data, 1000), 1000 * LATENESS_PS * TICKS_PER_PS);
    EXPECT_EQ(inbox.Count().data, (FrameCount{2, 2538}));
    EXPECT_EQ(inbox.Count().control, (FrameCount{1, 86}));
    inbox.Remove(inbox.SortBefore(6));
    EXPECT_EQ(inbox.Count().data, (FrameCount{1, 1000}));
    EXPECT_EQ(inbox.Count().control, (FrameCount{1, 86}));
}

/** An inbox that is handled when it asks for it, as a switch does. */
class HandledInbox
{
    ArrivalSorter m_sorter;

  public:
    HandledInbox()
        : inbox(LATENESS_PS, m_sorter, [this] { Handle(); })
    {
    }

    SwitchInbox inbox;
    std::vector<int64_t> handledPs;              //!< each call
    std::vector<int64_t> arrivalPs;              //!< each frame
    std::function<void(int64_t nowTick)> during; //!< while frames are handled

  private:
    void Handle()
    {
        const int64_t nowTick = NowTick();
        handledPs.push_back(NowPs());
        const size_t count = inbox.SortBefore(nowTick);
        for (size_t i = 0; i < count; ++i)
        {
            const int64_t tick = inbox.At(i).tick;
            EXPECT_LT(tick, nowTick);
            EXPECT_LE(nowTick, (tick / TICKS_PER_PS + LATENESS_PS) * TICKS_PER_PS);
            arrivalPs.push_back(tick / TICKS_PER_PS);
        }
        if (during)
        {
            during(nowTick);
        }
        inbox.Remove(count);
    }
};

using Instants = std::vector<int64_t>;

TEST_F(SwitchInboxTest, IsHandledALatenessAfterTheFirstArrival)
{
    HandledInbox box;
    At(0, [&] { box.inbox.Add(NewFrame(), 10 * LATENESS_PS * TICKS_PER_PS + 3); });
    At(1, [&] { box.inbox.Add(NewFrame(), (10 * LATENESS_PS + 500) * TICKS_PER_PS + 1); });
    At(2 * LATENESS_PS, [&] { box.inbox.Add(NewFrame(), 3 * LATENESS_PS * TICKS_PER_PS + 9); });
    Simulator::Run();
    EXPECT_EQ(box.handledPs, (Instants{4 * LATENESS_PS, 11 * LATENESS_PS}));
    EXPECT_EQ(box.arrivalPs, (Instants{3 * LATENESS_PS, 10 * LATENESS_PS, 10 * LATENESS_PS + 500}));
}

TEST_F(SwitchInboxTest, IsHandledForOtherThingsThanArrivals)
{
    HandledInbox box;
    At(0, [&] { box.inbox.Expect(7 * TICKS_PER_PS); });
    At(1, [&] { box.inbox.Expect(9 * TICKS_PER_PS); });
    At(2, [&] { box.inbox.Expect(5 * TICKS_PER_PS); });
    Simulator::Run();
    EXPECT_EQ(box.handledPs, Instants{5 + LATENESS_PS});
}

TEST_F(SwitchInboxTest, DoesNotForgetWhatIsAddedWhileItIsHandled)
{
    HandledInbox box;
    uint32_t more = 3;
    box.during = [&](int64_t nowTick) {
        if (more > 0)
        {
            --more;
            box.inbox.Add(NewFrame(), nowTick + TICKS_PER_PS);
        }
    };
    const int64_t last = 100 * LATENESS_PS; // stands behind all the while
    At(0, [&] { box.inbox.Add(NewFrame(), TICKS_PER_PS); });
    At(0, [&] { box.inbox.Add(NewFrame(), last * TICKS_PER_PS); });
    Simulator::Run();
    constexpr int64_t STEP = LATENESS_PS + 1;
    EXPECT_EQ(box.arrivalPs, (Instants{1, 1 + STEP, 1 + 2 * STEP, 1 + 3 * STEP, last}));
    EXPECT_EQ(box.inbox.Count().data.frames, 0U);
}

TEST_F(SwitchInboxTest, IsNeverHandledTooLateAndForManyAtOnce)
{
    HandledInbox box;
    SmallRandom random(1);
    constexpr uint32_t FRAMES = 20000;
    for (uint32_t i = 0; i < FRAMES; ++i)
    {
        const int64_t sentPs = random.Below(500 * LATENESS_PS);
        const int64_t delayPs = 1 + random.Below(random.Below(10) ? LATENESS_PS : 50 * LATENESS_PS);
        At(sentPs,
           [this, &box, at = (sentPs + delayPs) * TICKS_PER_PS] { box.inbox.Add(NewFrame(), at); });
    }
    Simulator::Run();
    EXPECT_EQ(box.arrivalPs.size(), FRAMES);
    EXPECT_TRUE(std::is_sorted(box.arrivalPs.begin(), box.arrivalPs.end()));
    EXPECT_LT(box.handledPs.size(), FRAMES / 20); // 40 arrive in a lateness
}

} // namespace
} // namespace ns3::mlt
