// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-random.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
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
    Deadline m_deadline{[this] { m_firedPs.push_back(NowPs()); }};
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
