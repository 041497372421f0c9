// SPDX-License-Identifier: GPL-2.0-only
// A NIC that pulls late, as its endpoints allow, against one that pulls in time: the same frames at
// the same instants, with fewer events.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-random.h"

#include <algorithm>

namespace ns3::mlt
{
namespace
{

using Instants = std::vector<int64_t>;

constexpr int64_t S = 123040; // service of 1538 bytes at 100 Gbps, ps
constexpr const char* CHOOSER = "ns3::mlt::RandomSpray";

/** What a source does: some messages, the most urgent first, and a pace. */
class Source
{
  public:
    Source(FabricBench& bench, FabricBench::End& end)
        : m_bench(bench),
          m_nic(bench.fabric->Host(0))
    {
        end.pull = [this](int64_t nowPs) { return Pull(nowPs); };
        end.nextPullPs = [this](int64_t nowPs) {
            return m_frames.empty() ? NEVER_PS : std::max(nowPs, m_allowedPs);
        };
    }

    /** Frames of a message, which goes before those with higher numbers. */
    void HandOver(uint64_t message, uint64_t frames)
    {
        m_nic.CatchUp();
        constexpr uint64_t MOST = 1000;
        for (uint64_t i = 0; i < frames; ++i)
        {
            m_frames.push_back(message * MOST + i);
        }
        std::sort(m_frames.begin(), m_frames.end(), std::greater<>());
        m_nic.Wake();
    }

    /** A frame each @p gapPs from now on. */
    void SetPace(int64_t gapPs)
    {
        m_nic.CatchUp();
        m_gapPs = gapPs;
        m_allowedPs = NowPs() + gapPs / 2;
        m_nic.Wake();
    }

    Instants pulledPs;
    int64_t mostLatePs{0};

  private:
    Frame* Pull(int64_t nowPs)
    {
        EXPECT_LE(nowPs, NowPs());
        EXPECT_GE(nowPs, pulledPs.empty() ? 0 : pulledPs.back());
        pulledPs.push_back(nowPs);
        mostLatePs = std::max(mostLatePs, NowPs() - nowPs);
        if (m_frames.empty() || nowPs < m_allowedPs)
        {
            return nullptr;
        }
        m_allowedPs = nowPs + m_gapPs;
        const uint64_t id = m_frames.back();
        m_frames.pop_back();
        return m_bench.Make({0, 1, id, 1, true, static_cast<uint16_t>(84 + Mix64(id) % 1455)});
    }

    FabricBench& m_bench;
    HostPort& m_nic;
    std::vector<uint64_t> m_frames; //!< the next one last
    int64_t m_allowedPs{0};
    int64_t m_gapPs{0};
};

/** What a host sends in a scenario, and how its NIC may be. */
struct Patience
{
    bool lookAhead;
    int64_t latenessPs;      //!< of the first endpoint
    int64_t otherLatenessPs; //!< of the second; NEVER_PS: there is none
};

struct Outcome
{
    std::vector<std::pair<int64_t, uint64_t>> arrivals; //!< instant, frame
    int64_t mostLatePs;
    uint64_t pulls;
};

void
LookAhead(bool on)
{
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(on));
}

/** Things that happen to a host, decided by a seed alone. */
class Scenario
{
  public:
    explicit Scenario(uint32_t seed)
        : m_seed(seed),
          m_grid(seed % 2 == 0)
    {
        const int64_t delays[] = {0, 1, S, PS_PER_US, 5 * PS_PER_US};
        m_delayPs = delays[SmallRandom(seed).Below(5)];
    }

    int64_t DelayPs() const
    {
        return m_delayPs;
    }

    Outcome Run(const Patience& patience) const
    {
        LookAhead(patience.lookAhead);
        FabricBench bench(FabricBench::Star(2, 100000000000, m_delayPs),
                          CHOOSER,
                          1,
                          patience.latenessPs);
        std::vector<std::unique_ptr<Source>> sources;
        sources.push_back(std::make_unique<Source>(bench, *bench.ends[0]));
        FabricBench::End other(bench, bench.fabric->Host(0), patience.otherLatenessPs);
        if (patience.otherLatenessPs != NEVER_PS)
        {
            bench.fabric->Host(0).Attach(TestProtocol::Get(), SECOND, other);
            sources.push_back(std::make_unique<Source>(bench, other));
        }
        Act(bench, sources);
        Simulator::Run();
        bench.ExpectConserved();
        Outcome outcome{};
        for (const auto& arrival : bench.arrivals)
        {
            outcome.arrivals.emplace_back(arrival.atPs, arrival.frame.id);
        }
        for (const auto& source : sources)
        {
            outcome.mostLatePs = std::max(outcome.mostLatePs, source->mostLatePs);
            outcome.pulls += source->pulledPs.size();
        }
        return outcome;
    }

  private:
    void Act(FabricBench& bench, const std::vector<std::unique_ptr<Source>>& sources) const
    {
        SmallRandom random(m_seed);
        for (uint64_t i = 1; i <= 60; ++i)
        {
            int64_t at = random.Below(20 * PS_PER_US);
            at = m_grid ? at / S * S : at;
            Source* source = sources[random.Below(static_cast<uint32_t>(sources.size()))].get();
            const uint32_t what = random.Below(10);
            const uint64_t number = 100 - i; // what comes later is more urgent
            const uint64_t frames = 1 + random.Below(12);
            const int64_t gapPs = random.Below(2) ? 0 : random.Below(2 * PS_PER_US);
            Simulator::Schedule(FromPs(at) + TimeStep(TIMER_PHASE), [=, &bench] {
                switch (what)
                {
                case 0:
                    bench.fabric->Host(0).Wake(); // for nothing
                    break;
                case 1:
                    bench.fabric->Host(0).CatchUp();
                    break;
                case 2:
                case 3:
                    bench.Send({0, 1, 1000000 + i, 0, true, 84, TestType::Control});
                    break;
                case 4:
                    source->SetPace(gapPs);
                    break;
                default:
                    source->HandOver(number, frames);
                }
            });
        }
    }

    uint32_t m_seed;
    bool m_grid;
    int64_t m_delayPs;
};

TEST(LatePull, GivesTheSameFramesAtTheSameInstants)
{
    const int64_t latenesses[] = {1, 1000, 3 * S, PS_PER_US, 300 * PS_PER_US};
    uint64_t late = 0;
    uint64_t frames = 0;
    for (uint32_t seed = 1; seed <= 300; ++seed)
    {
        const Scenario scenario(seed);
        const int64_t lateness = latenesses[seed % 5];
        const Outcome inTime = scenario.Run({true, 0, NEVER_PS});
        const Outcome patient = scenario.Run({true, lateness, NEVER_PS});
        const Outcome reference = scenario.Run({false, lateness, NEVER_PS});
        ASSERT_EQ(patient.arrivals, inTime.arrivals) << "scenario " << seed;
        ASSERT_EQ(patient.arrivals, reference.arrivals) << "scenario " << seed;
        ASSERT_EQ(inTime.mostLatePs, 0);
        ASSERT_LE(reference.mostLatePs, 1) << "the end of the picosecond";
        const int64_t bound = std::min(lateness, scenario.DelayPs());
        ASSERT_LE(patient.mostLatePs, std::max<int64_t>(bound, 1)) << "scenario " << seed;
        late += patient.mostLatePs > S;
        frames += patient.arrivals.size();
    }
    EXPECT_GT(late, 50U);
    EXPECT_GT(frames, 40000U);
}

TEST(LatePull, IsAsPatientAsTheLeastPatientEndpoint)
{
    for (uint32_t seed = 1; seed <= 100; ++seed)
    {
        const Scenario scenario(seed);
        const Outcome none = scenario.Run({true, 0, 0});
        const Outcome one = scenario.Run({true, 300 * PS_PER_US, 0});
        const Outcome little = scenario.Run({true, 300 * PS_PER_US, 1000});
        ASSERT_EQ(one.arrivals, none.arrivals) << "scenario " << seed;
        ASSERT_EQ(little.arrivals, none.arrivals) << "scenario " << seed;
        ASSERT_EQ(one.mostLatePs, 0) << "scenario " << seed;
        ASSERT_LE(little.mostLatePs, 1000) << "scenario " << seed;
    }
}

TEST(LatePull, CatchesUpWithAllThatWasBefore)
{
    FabricBench bench(FabricBench::Star(2), CHOOSER, 1, PS_PER_US);
    HostPort& nic = bench.fabric->Host(0);
    Instants pulled;
    bench.ends[0]->pull = [&](int64_t nowPs) {
        pulled.push_back(nowPs);
        return bench.Make({0, 1, 1});
    };
    bench.ends[0]->nextPullPs = [](int64_t nowPs) { return nowPs; };
    Simulator::Schedule(FromPs(7), [&] { nic.Wake(); });
    Simulator::Schedule(FromPs(4 * S), [&] {
        EXPECT_EQ(pulled, Instants{}) << "late";
        nic.CatchUp();
        EXPECT_EQ(pulled, (Instants{7, 7 + S, 7 + 2 * S, 7 + 3 * S}));
        nic.CatchUp();
        EXPECT_EQ(pulled.size(), 4U);
    });
    Simulator::Schedule(FromPs(5 * S), [&] {
        bench.Send({0, 1, 2}); // which catches up, too
        EXPECT_EQ(pulled, (Instants{7, 7 + S, 7 + 2 * S, 7 + 3 * S, 7 + 4 * S}));
    });
    bench.RunUntil(5 * S + 1);
}

/** Events of a NIC that sends so many frames, which are lost on its link. */
uint64_t
EventsOfABusyNic(bool lookAhead, uint32_t frames)
{
    LookAhead(lookAhead);
    FabricBench bench(FabricBench::Star(2), CHOOSER, 1, PS_PER_US);
    bench.fabric->SetLoss(bench.LinkNamed("host0-leaf0"), {1 - 1e-12, false});
    uint32_t left = frames;
    bench.ends[0]->pull = [&](int64_t) {
        --left;
        return bench.Make({0, 1, left});
    };
    bench.ends[0]->nextPullPs = [&](int64_t nowPs) { return left ? nowPs : NEVER_PS; };
    bench.fabric->Host(0).Wake();
    const uint64_t before = Simulator::GetEventCount();
    Simulator::Run();
    EXPECT_EQ(bench.fabric->SentByHosts().data.frames, frames);
    return Simulator::GetEventCount() - before;
}

TEST(LatePull, SavesEvents)
{
    constexpr uint32_t FRAMES = 4000;
    EXPECT_GE(EventsOfABusyNic(false, FRAMES), FRAMES);
    EXPECT_LE(EventsOfABusyNic(true, FRAMES), FRAMES / 8 + 2); // a delay lasts eight services
}

} // namespace
} // namespace ns3::mlt
