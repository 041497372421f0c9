// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-express-simulator.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-reusable-event.h"

#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** What a program did: (what, now in ticks, context). */
using Log = std::vector<std::tuple<int, int64_t, uint32_t>>;

/**
 * A random program of events that schedule, cancel and remove others; what it does depends on
 * nothing but its seed and on what the simulator tells it.
 */
class RandomProgram
{
  public:
    explicit RandomProgram(uint64_t seed)
        : m_random(seed)
    {
    }

    Log Run()
    {
        for (int i = 0; i < 200; ++i)
        {
            Act();
        }
        Simulator::ScheduleDestroy(&RandomProgram::Note, this, -1);
        const EventId gone = Simulator::ScheduleDestroy(&RandomProgram::Note, this, -2);
        Simulator::Cancel(gone);
        Simulator::Stop(TimeStep(LAST_TICK));
        Simulator::Run();
        Note(static_cast<int>(Simulator::GetEventCount()));
        Simulator::Destroy();
        return m_log;
    }

  private:
    static constexpr int64_t LAST_TICK = 20'000'000'000;
    static constexpr int MOST_EVENTS = 3000;

    void Note(int what)
    {
        m_log.emplace_back(what, Simulator::Now().GetTimeStep(), Simulator::GetContext());
    }

    void Fire(int number)
    {
        Note(number);
        const uint32_t actions = Number() % 5;
        for (uint32_t i = 0; i < actions; ++i)
        {
            Act();
        }
    }

    uint32_t Number()
    {
        return m_random.Below(1u << 20);
    }

    void Act()
    {
        if (m_number >= MOST_EVENTS)
        {
            return;
        }
        const Time delay = TimeStep(Number() % 4 == 0 ? 0 : m_random.Next() % 3'000'000'000);
        switch (Number() % 6)
        {
        case 0:
            Simulator::ScheduleWithContext(Number() % 5,
                                           delay,
                                           &RandomProgram::Fire,
                                           this,
                                           m_number++);
            break;
        case 1:
            m_ids.push_back(Simulator::ScheduleNow(&RandomProgram::Fire, this, m_number++));
            break;
        case 2:
            Forget(false);
            break;
        case 3:
            Forget(true);
            break;
        default:
            m_ids.push_back(Simulator::Schedule(delay, &RandomProgram::Fire, this, m_number++));
        }
    }

    void Forget(bool remove)
    {
        if (m_ids.empty())
        {
            return;
        }
        const EventId& id = m_ids[Number() % m_ids.size()];
        Note(Simulator::IsExpired(id) ? -3 : -4);
        Note(static_cast<int>(Simulator::GetDelayLeft(id).GetTimeStep() % 1'000'000));
        remove ? Simulator::Remove(id) : Simulator::Cancel(id);
        Note(id.IsExpired() ? -5 : -6);
    }

    SmallRandom m_random;
    Log m_log;
    std::vector<EventId> m_ids;
    int m_number{0};
};

TEST(ExpressSimulatorTest, DoesWhatTheDefaultSimulatorDoes)
{
    UseFabricResolution();
    for (uint64_t seed = 0; seed < 30; ++seed)
    {
        Simulator::SetImplementation(CreateObject<ExpressSimulatorImpl>());
        ASSERT_NE(ExpressSimulatorImpl::Get(), nullptr);
        Log ours = RandomProgram(seed).Run();
        ASSERT_EQ(ExpressSimulatorImpl::Get(), nullptr);
        Log theirs = RandomProgram(seed).Run();
        ASSERT_GT(ours.size(), 3000U) << "a program that does little shows little";
        // a cancelled event counts with both; a removed one only with ours, which keeps it
        EXPECT_GE(std::get<0>(ours[ours.size() - 2]), std::get<0>(theirs[theirs.size() - 2]));
        ours.erase(ours.end() - 2);
        theirs.erase(theirs.end() - 2);
        ASSERT_EQ(ours, theirs) << "seed " << seed;
    }
}

/** Counts how often what it points to would have been read. */
class FetchingEvent final : public ReusableEvent
{
  public:
    explicit FetchingEvent(uint64_t& fetched)
        : m_fetched(fetched)
    {
    }

    void Fire() override
    {
    }

    void Prefetch(int) const override
    {
        ++m_fetched;
    }

  private:
    uint64_t& m_fetched;
};

TEST(ExpressSimulatorTest, NothingIsFetchedForWhatIsThrownAway)
{
    UseFabricResolution();
    Simulator::SetImplementation(CreateObject<ExpressSimulatorImpl>());
    constexpr int EVENTS = 1500;
    uint64_t fetched = 0;
    for (int i = 0; i < EVENTS; ++i)
    {
        Create<FetchingEvent>(fetched)->ScheduleAt(i * PS_PER_NS * TICKS_PER_PS);
    }
    Simulator::Stop(NanoSeconds(EVENTS / 5));
    Simulator::Run();
    EXPECT_TRUE(ExpressSimulatorImpl::Get()->IsCrowded());
    EXPECT_GT(fetched, 0U);
    const uint64_t inTheRun = fetched;
    Simulator::Destroy(); // hosts, to which such events point, may be gone by now
    EXPECT_EQ(fetched, inTheRun);
}

} // namespace
} // namespace ns3::mlt
