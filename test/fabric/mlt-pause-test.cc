// SPDX-License-Identifier: GPL-2.0-only
// Paused classes, at a switch port and at a NIC, with look-ahead and without: a paused class stands
// still, the others do not, and nothing is lost.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/queue-size.h"

#include <algorithm>
#include <deque>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;

constexpr int64_t S = 123040;          // service of 1538 bytes at 100 Gbps, ps
constexpr int64_t D = PS_PER_US;       // of each link
constexpr int64_t FIRST = 2 * (S + D); // when a frame sent at 0 arrives
constexpr int64_t PAUSE = 100 * PS_PER_US;

class PauseTest : public ::testing::TestWithParam<bool>
{
  protected:
    PauseTest()
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(GetParam()));
        Config::SetDefault("ns3::mlt::SelectiveDropPolicy::SelectiveDrop", BooleanValue(false));
        m_bench = std::make_unique<FabricBench>(FabricBench::Star(4));
    }

    void PauseAt(int64_t ps, const char* link, ClassSet classes)
    {
        const uint32_t id = m_bench->LinkNamed(link);
        Simulator::Schedule(FromPs(ps),
                            [this, id, classes] { m_bench->fabric->SetPaused(id, classes); });
    }

    /** When frames of a class arrive. */
    std::vector<int64_t> ArrivalsOf(uint8_t queue) const
    {
        std::vector<int64_t> instants;
        for (const auto& arrival : m_bench->arrivals)
        {
            if (arrival.frame.queue == queue)
            {
                instants.push_back(arrival.atPs);
            }
        }
        return instants;
    }

    std::unique_ptr<FabricBench> m_bench;
};

/** A frame of class 2 and one of class 5 each 500 ns, at half the link's rate, for 300 us. */
TEST_P(PauseTest, AClassStandsStillAtAPortForAsLongAsItIsPaused)
{
    constexpr int64_t GAP = 500 * PS_PER_NS;
    constexpr int64_t COUNT = 600;
    for (int64_t i = 0; i < COUNT; ++i)
    {
        const auto id = static_cast<uint64_t>(i);
        m_bench->SendAt(i * GAP, {1, 0, id, 2});
        m_bench->SendAt(i * GAP + GAP / 2, {2, 0, COUNT + id, 5});
    }
    constexpr int64_t FROM = 100 * PS_PER_US;
    PauseAt(FROM, "leaf0-host0", ClassSet::Of(2));
    PauseAt(FROM + PAUSE, "leaf0-host0", {});
    Simulator::Run();
    m_bench->ExpectConserved();
    const std::vector<int64_t> other = ArrivalsOf(5);
    ASSERT_EQ(other.size(), COUNT);
    for (int64_t i = 0; i < COUNT; ++i)
    {
        const int64_t due = i * GAP + GAP / 2 + FIRST;
        // during the pause to the picosecond; then the other class's backlog goes before it
        EXPECT_TRUE(other[i] == due || due > FROM + PAUSE) << i;
    }
    const std::vector<int64_t> paused = ArrivalsOf(2);
    ASSERT_EQ(paused.size(), COUNT) << "nothing is lost";
    for (const int64_t at : paused)
    {
        const int64_t start = at - S - D;
        EXPECT_FALSE(start > FROM && start < FROM + PAUSE) << start;
    }
    const auto resumed = std::upper_bound(paused.begin(), paused.end(), FROM + PAUSE);
    // what waited goes back to back from the very instant, or when the present service is over
    EXPECT_GE(*resumed, FROM + PAUSE + S + D);
    EXPECT_LT(*resumed, FROM + PAUSE + 2 * S + D);
    for (int64_t i = 1; i < 100; ++i)
    {
        EXPECT_EQ(*(resumed + i), *resumed + i * S) << i;
    }
}

TEST_P(PauseTest, APortWhereAllThatWaitsIsPausedPassesOthersAtOnce)
{
    PauseAt(0, "leaf0-host0", ClassSet::Of(1));
    m_bench->SendAt(0, {1, 0, 1, 1});
    m_bench->SendAt(0, {2, 0, 2, 1});
    m_bench->SendAt(10 * PS_PER_US, {1, 0, 3, 6});
    m_bench->SendAt(10 * PS_PER_US + 1, {2, 0, 4, 7}); // waits for the last one
    PauseAt(50 * PS_PER_US, "leaf0-host0", {});
    Simulator::Run();
    ASSERT_EQ(m_bench->arrivals.size(), 4U);
    EXPECT_EQ(ArrivalsOf(6), std::vector<int64_t>{10 * PS_PER_US + FIRST});
    EXPECT_EQ(ArrivalsOf(7), std::vector<int64_t>{10 * PS_PER_US + FIRST + S});
    EXPECT_EQ(ArrivalsOf(1),
              (std::vector<int64_t>{50 * PS_PER_US + S + D, 50 * PS_PER_US + 2 * S + D}));
}

TEST_P(PauseTest, WhatStartsAtTheVeryInstantGoesOn)
{
    for (uint32_t source = 1; source <= 3; ++source)
    {
        m_bench->SendAt(0, {source, 0, source, 1});
    }
    PauseAt(2 * S + D, "leaf0-host0", ClassSet::Of(1)); // the start of the second service
    PauseAt(PAUSE, "leaf0-host0", {});
    Simulator::Run();
    ASSERT_EQ(m_bench->arrivals.size(), 3U);
    EXPECT_EQ(m_bench->arrivals[0].atPs, FIRST);
    EXPECT_EQ(m_bench->arrivals[1].atPs, FIRST + S);
    EXPECT_EQ(m_bench->arrivals[2].atPs, PAUSE + S + D);
}

TEST_P(PauseTest, AClassStandsStillAtANic)
{
    for (uint64_t i = 0; i < 20; ++i)
    {
        m_bench->SendAt(0, {1, 0, i, static_cast<uint8_t>(i % 2 == 0 ? 2 : 5)});
    }
    const int64_t from = 4 * S + S / 2; // in the midst of the service of frame 4
    PauseAt(from, "host1-leaf0", ClassSet::Of(2));
    PauseAt(PAUSE, "host1-leaf0", {});
    Simulator::Run();
    m_bench->ExpectConserved();
    EXPECT_EQ(m_bench->Ids(),
              (Ids{0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 6, 8, 10, 12, 14, 16, 18}));
    EXPECT_EQ(m_bench->arrivals[12].atPs, 12 * S + FIRST) << "back to back";
    EXPECT_EQ(m_bench->arrivals[13].atPs, PAUSE + FIRST);
    EXPECT_EQ(m_bench->arrivals[19].atPs, PAUSE + 6 * S + FIRST);
}

/** Gives frames of the first class that has one and is not paused, as a transport does. */
TEST_P(PauseTest, AnEndpointThatHeedsAPauseGoesOnWithItsOtherClasses)
{
    struct Source : FabricBench::End
    {
        using End::End;

        void SetPaused(ClassSet classes) override
        {
            paused = classes;
        }

        std::deque<TestFrame>* Next()
        {
            for (uint8_t queue = 0; queue < QUEUES; ++queue)
            {
                if (!frames[queue].empty() && !paused.Has(queue))
                {
                    return &frames[queue];
                }
            }
            return nullptr;
        }

        ClassSet paused;
        std::array<std::deque<TestFrame>, QUEUES> frames;
    };

    HostPort& nic = m_bench->fabric->Host(3);
    Source source(*m_bench, nic, PS_PER_US);
    for (uint64_t i = 0; i < 20; ++i)
    {
        const auto queue = static_cast<uint8_t>(i < 10 ? 1 : 4);
        source.frames[queue].push_back({3, 0, i, queue});
    }
    source.pull = [&](int64_t) -> Frame* {
        auto* next = source.Next();
        if (!next)
        {
            return nullptr;
        }
        Frame* frame = m_bench->Make(next->front());
        next->pop_front();
        return frame;
    };
    source.nextPullPs = [&](int64_t nowPs) { return source.Next() ? nowPs : NEVER_PS; };
    nic.Attach(TestProtocol::Get(), SECOND, source);
    Simulator::Schedule(Time(0), [&nic] { nic.Wake(); });
    PauseAt(4 * S + S / 2, "host3-leaf0", ClassSet::Of(1));
    PauseAt(8 * S + S / 2, "host3-leaf0", {});
    PauseAt(16 * S + S / 2, "host3-leaf0", ClassSet::Of(4));
    PauseAt(PAUSE, "host3-leaf0", {});
    Simulator::Run();
    m_bench->ExpectConserved();
    EXPECT_EQ(m_bench->Ids(),
              (Ids{0, 1, 2, 3, 4, 10, 11, 12, 13, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 19}));
    for (size_t i = 0; i < 17; ++i)
    {
        EXPECT_EQ(m_bench->arrivals[i].atPs, static_cast<int64_t>(i) * S + FIRST) << i;
    }
    EXPECT_EQ(m_bench->arrivals[17].atPs, PAUSE + FIRST);
}

INSTANTIATE_TEST_SUITE_P(WithLookAheadAndWithout, PauseTest, ::testing::Bool());

} // namespace
} // namespace ns3::mlt
