// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

class DeadlineTest : public ::testing::Test
{
  protected:
    DeadlineTest()
    {
        UseFabricResolution();
    }

    ~DeadlineTest() override
    {
        m_deadline.Stop();
        Simulator::Destroy();
    }

    /** Does something at an instant, before the deadlines of that instant. */
    static void At(int64_t ps, const std::function<void()>& action)
    {
        Simulator::Schedule(FromPs(ps) - Simulator::Now(), [action] { action(); });
    }

    std::vector<int64_t> m_firedPs;
    std::vector<int64_t> m_firedTicks;
    Deadline m_deadline{[this] {
        m_firedPs.push_back(NowPs());
        m_firedTicks.push_back(NowTick());
    }};
};

using Instants = std::vector<int64_t>;

TEST_F(DeadlineTest, FiresOnceAtItsInstantAfterAllElse)
{
    int64_t tick = 0;
    Deadline deadline([&] { tick = NowTick(); });
    deadline.Set(1000);
    EXPECT_EQ(deadline.AtPs(), 1000);
    Simulator::Run();
    EXPECT_EQ(tick, 1000 * TICKS_PER_PS + TIMER_PHASE);
    EXPECT_EQ(deadline.AtPs(), NEVER_PS);
}

TEST_F(DeadlineTest, MovesEarlier)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Set(500); });
    Simulator::Run();
    EXPECT_EQ(m_firedPs, Instants{500});
}

TEST_F(DeadlineTest, MovesLater)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Set(1500); });
    Simulator::Run();
    EXPECT_EQ(m_firedPs, Instants{1500});
}

TEST_F(DeadlineTest, MovesEarlierAndThenLater)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Set(500); });
    At(200, [&] { m_deadline.Set(2000); });
    At(600, [&] { m_deadline.Set(1200); });
    Simulator::Run();
    EXPECT_EQ(m_firedPs, Instants{1200});
}

TEST_F(DeadlineTest, Stops)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Stop(); });
    Simulator::Run();
    EXPECT_TRUE(m_firedPs.empty());
    EXPECT_EQ(m_deadline.AtPs(), NEVER_PS);
}

TEST_F(DeadlineTest, MayBeSetAgainAfterAStop)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Stop(); });
    At(200, [&] { m_deadline.Set(1000); });
    At(1500, [&] { m_deadline.Set(1600); });
    Simulator::Run();
    EXPECT_EQ(m_firedPs, (Instants{1000, 1600}));
}

TEST_F(DeadlineTest, MayBeSetInItsOwnCallback)
{
    Instants fired;
    Deadline deadline([&] {
        fired.push_back(NowPs());
        if (fired.size() < 4)
        {
            deadline.Set(NowPs() + 10);
        }
    });
    deadline.Set(1000);
    Simulator::Run();
    EXPECT_EQ(fired, (Instants{1000, 1010, 1020, 1030}));
}

TEST_F(DeadlineTest, MayBeSetForThePresentInstant)
{
    At(100, [&] { m_deadline.Set(100); });
    Simulator::Run();
    EXPECT_EQ(m_firedPs, Instants{100});
}

TEST_F(DeadlineTest, ManySetsLeaveFewEvents)
{
    constexpr int64_t SETS = 1000;
    for (int64_t i = 0; i < SETS; ++i)
    {
        At(10 * i, [&, i] { m_deadline.Set(10 * i + 100000); }); // a retransmission timer
    }
    Simulator::Run();
    EXPECT_EQ(m_firedPs, Instants{10 * (SETS - 1) + 100000});
    EXPECT_LE(Simulator::GetEventCount(), SETS + 5U);
}

TEST_F(DeadlineTest, MayGoWhileItStands)
{
    auto deadline = std::make_unique<Deadline>([] { FAIL() << "it is gone"; });
    deadline->Set(1000);
    At(500, [&] { deadline.reset(); });
    Simulator::Run();
    EXPECT_EQ(NowPs(), NowPs()); // no access to what is gone, which a sanitizer would see
}

TEST_F(DeadlineTest, FiresAsTheSimplestModelDoes)
{
    SmallRandom random(3);
    Instants expected;
    int64_t model = NEVER_PS;
    int64_t ps = 0;
    for (int i = 0; i < 5000; ++i)
    {
        ps += 1 + random.Below(100);
        if (model < ps) // a deadline fires after what is done at its own instant
        {
            expected.push_back(model);
            model = NEVER_PS;
        }
        if (random.Below(10) == 0)
        {
            model = NEVER_PS;
            At(ps, [&] { m_deadline.Stop(); });
        }
        else
        {
            model = ps + random.Below(300);
            At(ps, [this, model] { m_deadline.Set(model); });
        }
    }
    if (model != NEVER_PS)
    {
        expected.push_back(model);
    }
    Simulator::Run();
    EXPECT_EQ(m_firedPs, expected);
    EXPECT_GT(expected.size(), 500U);
}

TEST_F(DeadlineTest, ATickIsMetWhateverThePhase)
{
    m_deadline.SetTick(5003);
    EXPECT_EQ(m_deadline.AtPs(), 5);
    Simulator::Run();
    EXPECT_EQ(m_firedTicks, Instants{5003});
    EXPECT_EQ(m_deadline.AtPs(), NEVER_PS);
}

TEST_F(DeadlineTest, APhaseOfItsOwnIsForInstantsAlone)
{
    std::vector<int64_t> ticks;
    Deadline first([&] { ticks.push_back(NowTick()); }, 0);
    Deadline second([&] { ticks.push_back(NowTick()); }, 7);
    second.Set(5);
    first.Set(5);
    At(6, [&] {
        second.SetTick(8003);
        first.SetTick(8002);
    });
    Simulator::Run();
    EXPECT_EQ(ticks, (Instants{5000, 5007, 8002, 8003}));
}

TEST_F(DeadlineTest, ATickInThePastIsNow)
{
    At(100, [&] { m_deadline.SetTick(5); });
    At(200, [&] { m_deadline.SetTick(0); });
    Simulator::Run();
    EXPECT_EQ(m_firedTicks, (Instants{100 * TICKS_PER_PS, 200 * TICKS_PER_PS}));
}

TEST_F(DeadlineTest, ATickInThePastMayMoveOn)
{
    At(100, [&] {
        m_deadline.SetTick(5);
        m_deadline.SetTick(150003);
    });
    At(300, [&] {
        m_deadline.SetTick(5);
        m_deadline.Stop();
    });
    Simulator::Run();
    EXPECT_EQ(m_firedTicks, Instants{150003});
}

TEST_F(DeadlineTest, StepsOfOneInstantDiffer)
{
    m_deadline.Set(10);
    At(1, [&] { m_deadline.SetTick(10002); }); // earlier in the same picosecond
    At(2, [&] { m_deadline.SetTick(10005); }); // and a little later
    At(20, [&] { m_deadline.SetTick(30002); });
    At(21, [&] { m_deadline.Set(30); });
    Simulator::Run();
    EXPECT_EQ(m_firedTicks, (Instants{10005, 30 * TICKS_PER_PS + TIMER_PHASE}));
}

TEST_F(DeadlineTest, MovingOnAndOnByTicksLeavesFewEvents)
{
    constexpr int64_t SETS = 1000;
    for (int64_t i = 0; i < SETS; ++i)
    {
        At(i, [&, i] { m_deadline.SetTick(i * TICKS_PER_PS + 50001); });
    }
    Simulator::Run();
    EXPECT_EQ(m_firedTicks, Instants{(SETS - 1) * TICKS_PER_PS + 50001});
    EXPECT_LE(Simulator::GetEventCount(), SETS + SETS / 50 + 5U);
}

TEST_F(DeadlineTest, AnEventThatStandsYetIsUsedAgain)
{
    m_deadline.Set(1000);
    At(100, [&] { m_deadline.Set(500); });
    At(200, [&] { m_deadline.Set(400); });
    At(450, [&] { m_deadline.Set(600); }); // for which that at 500 will do
    Simulator::Run();
    EXPECT_EQ(m_firedPs, (Instants{400, 600}));
    EXPECT_EQ(Simulator::GetEventCount(), 3U + 4U) << "at 400, 500, 600 and 1000";
}

TEST_F(DeadlineTest, FiresAsTheSimplestModelDoesWithTicksToo)
{
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        SmallRandom random(seed);
        const int64_t phase = random.Below(TICKS_PER_PS);
        Instants fired;
        Deadline deadline([&] { fired.push_back(NowTick()); }, phase);
        Instants expected;
        const int64_t start = NowTick();
        int64_t model = NEVER_TICK;
        int64_t tick = start + TICKS_PER_PS;
        for (int i = 0; i < 1000; ++i)
        {
            tick += 1 + random.Below(random.Below(2) ? 500 : 50 * TICKS_PER_PS);
            if (model < tick) // at the same tick it fires after what was scheduled before
            {
                expected.push_back(model);
                model = NEVER_TICK;
            }
            const auto at = [&](const std::function<void()>& action) {
                Simulator::Schedule(TimeStep(static_cast<uint64_t>(tick - start)), action);
            };
            const uint32_t what = random.Below(10);
            const int64_t ahead = random.Below(random.Below(2) ? 2000 : 150 * TICKS_PER_PS);
            if (what == 0)
            {
                model = NEVER_TICK;
                at([&] { deadline.Stop(); });
            }
            else if (what == 1) // in the past
            {
                model = tick;
                at([&, past = tick - ahead] { deadline.SetTick(past); });
            }
            else if (what < 6)
            {
                model = tick + ahead;
                at([&, model] { deadline.SetTick(model); });
            }
            else
            {
                const int64_t ps = (tick + ahead) / TICKS_PER_PS + 1;
                model = ps * TICKS_PER_PS + phase;
                at([&, ps, model] {
                    deadline.Set(ps);
                    EXPECT_EQ(deadline.AtPs(), ps);
                });
            }
        }
        if (model != NEVER_TICK)
        {
            expected.push_back(model);
        }
        Simulator::Run();
        ASSERT_EQ(fired, expected) << "seed " << seed;
        EXPECT_GT(expected.size(), 50U);
    }
}

/** Deadlines on the express engine, so many of them that it fetches ahead. */
TEST(DeadlinePrefetchTest, IsToldShortlyBeforeWhileItStandsAndNotWhenItIsGone)
{
    UseFabricResolution();
    Simulator::SetImplementation(CreateObject<ExpressSimulatorImpl>());
    constexpr int64_t GAP_PS = 1100; // a little more than a slot of the engine
    constexpr size_t DEADLINES = 3000;
    constexpr size_t GOES = 50;  // about then
    constexpr size_t GONE = 100; // it goes
    std::vector<std::vector<int>> told(DEADLINES);
    std::vector<std::unique_ptr<Deadline>> deadlines;
    size_t fired = 0;
    for (size_t i = 0; i < DEADLINES; ++i)
    {
        deadlines.push_back(std::make_unique<Deadline>(
            [&fired, &told, i] {
                ++fired;
                told[i].push_back(0);
            },
            0,
            [&told, i](int step) { told[i].push_back(step); }));
        deadlines.back()->Set(static_cast<int64_t>(i + 1) * GAP_PS);
    }
    Simulator::Schedule(FromPs(GOES * GAP_PS + 1), [&] {
        EXPECT_TRUE(ExpressSimulatorImpl::Get()->IsCrowded());
        deadlines[GONE].reset();
    });
    Simulator::Run();
    EXPECT_EQ(fired, DEADLINES - 1);
    const std::vector<int> steps{1, 2, 3, 4, 0};
    for (size_t i = 13; i < 600; ++i)
    {
        if (i + 1 != GOES) // which stands in one slot with that event
        {
            ASSERT_EQ(told[i], i == GONE ? std::vector<int>{} : steps) << "deadline " << i;
        }
    }
    EXPECT_EQ(told[DEADLINES - 1], std::vector<int>{0}) << "so few are no crowd";
    Simulator::Destroy();
}

TEST(ClockTest, ConvertsTimesToTheNearestPicosecond)
{
    UseFabricResolution();
    EXPECT_EQ(ToPs(Seconds(1)), PS_PER_SECOND);
    EXPECT_EQ(ToPs(MicroSeconds(3)), 3 * PS_PER_US);
    EXPECT_EQ(ToPs(NanoSeconds(7)), 7 * PS_PER_NS);
    EXPECT_EQ(ToPs(FemtoSeconds(1499)), 1);
    EXPECT_EQ(ToPs(FemtoSeconds(1500)), 2);
    EXPECT_EQ(ToPs(FemtoSeconds(-1500)), -2);
    EXPECT_EQ(FromPs(123), PicoSeconds(123));
    EXPECT_EQ(ToPs(FromPs(123456789012345)), 123456789012345);
    EXPECT_EQ(FromPs(LAST_PS).GetFemtoSeconds() / TICKS_PER_PS, LAST_PS);
}

TEST(ClockTest, NowHasNoPhaseInPicoseconds)
{
    UseFabricResolution();
    Simulator::Schedule(FemtoSeconds(5999), [] {
        EXPECT_EQ(NowTick(), 5999);
        EXPECT_EQ(NowPs(), 5);
    });
    Simulator::Run();
    Simulator::Destroy();
}

} // namespace
} // namespace ns3::mlt
