// SPDX-License-Identifier: GPL-2.0-only
// Cables that go down and up: what is lost, when, for which reason, and which way the rest goes.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-fat-tree.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-link-events.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr int64_t S = 1538 * 80; //!< how long a full frame's service takes at 100 Gbit/s
constexpr int64_t DETECTION_PS = 1000 * PS_PER_US;

uint64_t
DroppedFor(const TraceLog& log, DropReason reason)
{
    const auto found = log.dropped.find(reason);
    return found == log.dropped.end() ? 0 : found->second.size();
}

/** Two hosts send ten frames each to a third at once: five wait and five fly at the instant. */
class BusyLinkTest : public ::testing::Test
{
  protected:
    static constexpr uint64_t FRAMES = 20;
    /** Of each sender five frames have come, and five services have begun. */
    static constexpr int64_t DOWN_PS = PS_PER_US + 11 * S / 2;

    void Run()
    {
        FabricBench bench(FabricBench::Star(3));
        TraceLog log(*bench.fabric);
        for (uint32_t i = 0; i < FRAMES; ++i)
        {
            bench.SendAt(0, {i % 2, 2, i, 1, true});
        }
        TakeLinkDownAt(bench.fabric, "leaf0-host2", FromPs(DOWN_PS));
        bench.RunUntil(DOWN_PS + 1);
        lostAtOnce = DroppedFor(log, DropReason::LinkDown);
        bench.fabric->CatchUp();
        inFlight = bench.fabric->InFlight().data.frames;
        bench.ExpectConserved();
        bench.RunUntil(DOWN_PS + DETECTION_PS / 2);
        bench.fabric->CatchUp();
        bench.ExpectConserved();
        lost = DroppedFor(log, DropReason::LinkDown);
        arrived = bench.arrivals.size();
        EXPECT_EQ(bench.fabric->Dropped().data.frames, lost);
        EXPECT_EQ(bench.fabric->InFlight().data.frames, 0U);
    }

    uint64_t lostAtOnce{0};
    uint64_t inFlight{0};
    uint64_t lost{0};
    uint64_t arrived{0};
};

TEST_F(BusyLinkTest, WhatWaitsAndWhatIsOnTheWireIsLost)
{
    for (const bool lookAhead : {true, false})
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
        Run();
        EXPECT_EQ(lostAtOnce, 10U) << "five that wait, five on the wire";
        EXPECT_EQ(inFlight, 10U) << "those on their way to the switch";
        EXPECT_EQ(lost, FRAMES) << "these are sent into the dead link";
        EXPECT_EQ(arrived, 0U);
    }
}

TEST_F(BusyLinkTest, WhatIsOnTheWireMayArrive)
{
    for (const bool lookAhead : {true, false})
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
        Config::SetDefault("ns3::mlt::Fabric::LoseInFlight", BooleanValue(false));
        Run();
        EXPECT_EQ(lostAtOnce, 5U) << "five that wait";
        EXPECT_EQ(arrived, 5U);
        EXPECT_EQ(lost, FRAMES - 5);
    }
}

TEST(LinkStateTest, BothDirectionsGoDownAndUp)
{
    FabricBench bench(FabricBench::Star(2));
    TraceLog log(*bench.fabric);
    TakeLinkDownAt(bench.fabric, "host0-leaf0", FromPs(0));
    BringLinkUpAt(bench.fabric, "leaf0-host0", FromPs(100 * PS_PER_US)); // by its other name
    bench.SendAt(10 * PS_PER_US, {0, 1, 1});
    bench.SendAt(10 * PS_PER_US, {1, 0, 2});
    bench.SendAt(110 * PS_PER_US, {0, 1, 3});
    bench.SendAt(110 * PS_PER_US, {1, 0, 4});
    Simulator::Run();
    EXPECT_EQ(DroppedFor(log, DropReason::LinkDown), 2U);
    auto ids = bench.Ids();
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(ids, (std::vector<uint64_t>{3, 4})) << "it is up before anybody has noticed";
    bench.ExpectConserved();
}

TEST(LinkStateTest, WithoutARouteFramesAreDroppedOnceThatIsKnown)
{
    FabricBench bench(FabricBench::LeafSpine("2x2x1"));
    TraceLog log(*bench.fabric);
    TakeLinkDownAt(bench.fabric, "leaf1-host1", FromPs(0));
    const uint32_t up = bench.LinkNamed("host0-leaf0");
    bench.SendAt(PS_PER_US, {0, 1, 1});
    bench.SendAt(DETECTION_PS + 1, {0, 1, 2}); // nobody knows a way
    bench.SendAt(DETECTION_PS + 1, {0, 0, 3}); // another one is still known
    bench.RunUntil(2 * DETECTION_PS);
    EXPECT_EQ(TraceLog::Ids(log.dropped[DropReason::LinkDown]), std::vector<uint64_t>{1});
    ASSERT_EQ(TraceLog::Ids(log.dropped[DropReason::NoRoute]), std::vector<uint64_t>{2});
    EXPECT_EQ(log.dropped[DropReason::NoRoute][0].link, up) << "at the first switch: it came there";
    EXPECT_EQ(log.dropped[DropReason::NoRoute][0].atPs, DETECTION_PS + 1 + S + PS_PER_US);
    EXPECT_EQ(bench.Ids(), std::vector<uint64_t>{3});
    EXPECT_EQ(bench.fabric->NoRouteByClass()[1][1].frames, 1U);
    EXPECT_EQ(
        bench.fabric->Faults(),
        (std::vector<std::string>{"link down: host1-leaf1", "no route: 1 frames were dropped"}));
    bench.ExpectConserved();
}

/** What arrives of frames that go over two spines by turns, of which one is down for a while. */
class TwoSpinesTest : public ::testing::Test
{
  protected:
    static constexpr int64_t DOWN_PS = 100 * PS_PER_US;
    static constexpr int64_t UP_PS = DOWN_PS + 4 * DETECTION_PS;

    /** Hosts 0 and 1 send to 2 and 3 at line rate: both uplinks of leaf 0 are full. */
    void Run(bool lookAhead)
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
        FabricBench bench(FabricBench::LeafSpine("2x2x2", 100000000000, PS_PER_US, 100000000000),
                          "ns3::mlt::RoundRobinSpray");
        TraceLog log(*bench.fabric);
        for (uint32_t host : {0U, 1U})
        {
            Feed(bench, host);
        }
        TakeLinkDownAt(bench.fabric, "leaf0-spine1", FromPs(DOWN_PS));
        BringLinkUpAt(bench.fabric, "leaf0-spine1", FromPs(UP_PS));
        bench.RunUntil(UP_PS + 3 * DETECTION_PS);
        bench.fabric->CatchUp();
        bench.ExpectConserved();
        arrivals = bench.arrivals;
        const uint32_t link = bench.LinkNamed("leaf0-spine1");
        for (const auto& entry : log.sent)
        {
            if (entry.link == link)
            {
                overSpine1Ps.push_back(entry.atPs);
            }
        }
        std::sort(overSpine1Ps.begin(), overSpine1Ps.end());
    }

    static void Feed(FabricBench& bench, uint32_t host)
    {
        bench.ends[host]->pull = [&bench, host](int64_t nowPs) -> Frame* {
            return nowPs <= UP_PS + 3 * DETECTION_PS ? bench.Make({host, host + 2, 1}) : nullptr;
        };
        bench.ends[host]->nextPullPs = [](int64_t nowPs) {
            return nowPs <= UP_PS + 3 * DETECTION_PS ? nowPs : NEVER_PS;
        };
        bench.fabric->Host(host).Wake();
    }

    /** Frames that arrive in a span, as a share of what two links carry in it. */
    double Share(int64_t fromPs, int64_t toPs) const
    {
        const auto frames = std::count_if(arrivals.begin(), arrivals.end(), [&](const auto& a) {
            return a.atPs > fromPs && a.atPs <= toPs;
        });
        return static_cast<double>(frames) * S / (2.0 * static_cast<double>(toPs - fromPs));
    }

    std::vector<FabricBench::Arrival> arrivals;
    std::vector<int64_t> overSpine1Ps; //!< services that began, frames that are lost included
};

TEST_F(TwoSpinesTest, ThroughputHalvesWhileOneIsDown)
{
    for (const bool lookAhead : {true, false})
    {
        Run(lookAhead);
        const int64_t settledPs = 50 * PS_PER_US; // queues fill and drain
        EXPECT_GT(Share(settledPs, DOWN_PS), 0.98);
        EXPECT_NEAR(Share(DOWN_PS + settledPs, DOWN_PS + DETECTION_PS), 0.5, 0.01)
            << "not detected: half goes into the dead link";
        EXPECT_NEAR(Share(DOWN_PS + DETECTION_PS + settledPs, UP_PS), 0.5, 0.01)
            << "all goes over the other one, which is full";
        EXPECT_NEAR(Share(UP_PS, UP_PS + DETECTION_PS), 0.5, 0.01) << "up, but not detected";
        EXPECT_GT(Share(UP_PS + DETECTION_PS + 3 * settledPs, UP_PS + 3 * DETECTION_PS), 0.98);
    }
}

TEST_F(TwoSpinesTest, TheDeadLinkIsUsedUntilDetectedAndNoLonger)
{
    Run(true);
    const auto lastBefore = std::lower_bound(overSpine1Ps.begin(), overSpine1Ps.end(), UP_PS);
    ASSERT_NE(lastBefore, overSpine1Ps.begin());
    EXPECT_GT(*std::prev(lastBefore), DOWN_PS + DETECTION_PS - 100 * S);
    EXPECT_LE(*std::prev(lastBefore), DOWN_PS + DETECTION_PS + 700 * S) << "what waited before it";
    ASSERT_NE(lastBefore, overSpine1Ps.end());
    EXPECT_GE(*lastBefore, UP_PS + DETECTION_PS);
}

TEST(LinkStateTest, AFlapShorterThanTheDetectionChangesRoutesForAsLong)
{
    // down from 0 to 10 us, detected from 1000 to 1010 us
    FabricBench bench(FabricBench::LeafSpine("2x1x1"));
    TraceLog log(*bench.fabric);
    TakeLinkDownAt(bench.fabric, "leaf0-spine0", FromPs(0));
    BringLinkUpAt(bench.fabric, "leaf0-spine0", FromPs(10 * PS_PER_US));
    bench.SendAt(20 * PS_PER_US, {0, 1, 1});
    bench.SendAt(DETECTION_PS + PS_PER_US, {0, 1, 2});
    bench.SendAt(DETECTION_PS + 20 * PS_PER_US, {0, 1, 3});
    Simulator::Run();
    EXPECT_EQ(bench.Ids(), (std::vector<uint64_t>{1, 3}));
    EXPECT_EQ(TraceLog::Ids(log.dropped[DropReason::NoRoute]), std::vector<uint64_t>{2});
    EXPECT_TRUE(bench.fabric->Faults().size() == 1) << "what was dropped stays told";
}

/** Random traffic, random cables that go down and up. @return drops for links and for routes. */
std::pair<uint64_t, uint64_t>
RunFlaps(const NetworkPlan& plan, uint64_t seed)
{
    SmallRandom random(seed);
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(seed % 2 == 0));
    Config::SetDefault("ns3::mlt::Fabric::LoseInFlight", BooleanValue(seed % 3 != 0));
    Config::SetDefault("ns3::mlt::Fabric::DetectionDelay",
                       TimeValue(NanoSeconds(random.Below(20000))));
    FabricBench bench(plan, seed % 2 ? "ns3::mlt::RandomSpray" : "ns3::mlt::RoundRobinSpray");
    bench.recording = false;
    TraceLog log(*bench.fabric);
    const auto cables = static_cast<uint32_t>(plan.links.size()) / 2;
    for (uint32_t i = 0; i < 40; ++i)
    {
        const std::string cable = plan.LinkName(2 * random.Below(cables));
        const int64_t at = random.Below(100) * PS_PER_US;
        TakeLinkDownAt(bench.fabric, cable, FromPs(at));
        BringLinkUpAt(bench.fabric, cable, FromPs(at + random.Below(40) * PS_PER_US));
    }
    for (uint32_t i = 0; i < 3000; ++i)
    {
        const uint32_t from = random.Below(plan.hosts);
        const uint32_t to = (from + 1 + random.Below(plan.hosts - 1)) % plan.hosts;
        bench.SendAt(random.Below(150 * PS_PER_US), {from, to, i});
    }
    for (const int64_t at : {30, 70, 110})
    {
        Simulator::Schedule(FromPs(at * PS_PER_US), [&bench] {
            bench.fabric->CatchUp();
            bench.ExpectConserved();
        });
    }
    Simulator::Run();
    bench.ExpectConserved();
    EXPECT_EQ(bench.fabric->InFlight().data.frames, 0U);
    EXPECT_GT(bench.received.data.frames, 1000U);
    EXPECT_EQ(bench.fabric->Pool().InUse(), 0U) << "every frame is given back";
    return {DroppedFor(log, DropReason::LinkDown), DroppedFor(log, DropReason::NoRoute)};
}

TEST(LinkStateTest, FramesAreConservedWhateverGoesDownAndUp)
{
    FatTreeSpec tree;
    tree.hostRate = 100000000000;
    tree.delayPs = PS_PER_US;
    uint64_t linkDown = 0;
    uint64_t noRoute = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        const NetworkPlan plan =
            seed % 4 == 0 ? PlanFatTree(tree) : FabricBench::LeafSpine("3x2x3");
        const auto [down, route] = RunFlaps(plan, seed);
        linkDown += down;
        noRoute += route;
    }
    EXPECT_GT(linkDown, 500U);
    EXPECT_GT(noRoute, 500U);
}

/** Host 1 has two NICs, at both leaves. */
NetworkPlan
WithTwoNics()
{
    NetworkPlan plan;
    plan.hosts = 3;
    plan.names = {"host0", "host1", "host2", "leaf0", "leaf1", "spine0"};
    plan.Connect(0, 3, 100000000000, PS_PER_US);
    plan.Connect(1, 3, 100000000000, PS_PER_US);
    plan.Connect(1, 4, 100000000000, PS_PER_US);
    plan.Connect(2, 4, 100000000000, PS_PER_US);
    plan.Connect(3, 5, 100000000000, PS_PER_US);
    plan.Connect(4, 5, 100000000000, PS_PER_US);
    return plan; // its routes are computed
}

TEST(LinkStateTest, AHostWithTwoNicsSendsOverTheFirstAndReceivesOverBoth)
{
    FabricBench bench(WithTwoNics());
    TraceLog log(*bench.fabric);
    EXPECT_EQ(bench.fabric->Plan().HostUplinks()[1], (std::vector<uint32_t>{2, 4}));
    bench.SendAt(0, {0, 1, 1});
    bench.SendAt(0, {2, 1, 2});
    bench.SendAt(20 * PS_PER_US, {1, 2, 3});
    Simulator::Run();
    EXPECT_EQ(bench.arrivals.size(), 3U);
    const auto used = [&log](uint32_t link) {
        return std::count_if(log.sent.begin(), log.sent.end(), [link](const auto& entry) {
            return entry.link == link;
        });
    };
    EXPECT_EQ(used(bench.LinkNamed("leaf0-host1")), 1);
    EXPECT_EQ(used(bench.LinkNamed("leaf1-host1")), 1);
    EXPECT_EQ(used(bench.LinkNamed("host1-leaf0")), 1);
    EXPECT_EQ(used(bench.LinkNamed("host1-leaf1")), 0);
    bench.ExpectConserved();
}

TEST(LinkStateTest, WhatIsWrongIsNamed)
{
    FabricBench bench(FabricBench::Star(2));
    const auto error = [&bench](const std::string& cable, int64_t ps) {
        try
        {
            TakeLinkDownAt(bench.fabric, cable, FromPs(ps));
        }
        catch (const InputError& refused)
        {
            return std::string(refused.what());
        }
        return std::string();
    };
    EXPECT_EQ(
        error("leaf0-spine7", 0),
        "link events: there is no cable \"leaf0-spine7\"; expected two nodes that are joined, "
        "such as host0-leaf0");
    bench.RunUntil(PS_PER_US);
    EXPECT_EQ(error("leaf0-host1", 0),
              "link events: leaf0-host1: expected an instant to come, got 0 ns, which is past");
    NetworkPlan plan;
    plan.hosts = 1;
    plan.names = {"host0", "leaf0"};
    EXPECT_THROW(plan.HostUplinks(), InputError);
}

} // namespace
} // namespace ns3::mlt
