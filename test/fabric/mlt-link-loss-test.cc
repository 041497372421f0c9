// SPDX-License-Identifier: GPL-2.0-only
// Injected loss, and that no frame goes missing from the books.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-random.h"
#include "ns3/queue-size.h"

#include <algorithm>
#include <cmath>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;

constexpr int64_t S = 123040; // service of 1538 bytes at 100 Gbps, ps

/** Data and control in both directions between hosts 0 and 1. */
void
SendBothWays(FabricBench& bench, uint64_t frames)
{
    for (uint64_t i = 0; i < frames; ++i)
    {
        const int64_t ps = static_cast<int64_t>(i) * 4 * S;
        bench.SendAt(ps, {0, 1, 4 * i});
        bench.SendAt(ps, {0, 1, 4 * i + 1, 0, false, 90, TestType::Control});
        bench.SendAt(ps, {1, 0, 4 * i + 2});
        bench.SendAt(ps, {1, 0, 4 * i + 3, 0, false, 90, TestType::Control});
    }
}

/** How many of the frames that have arrived there are data, or control. */
double
Received(const FabricBench& bench, uint32_t host, bool data)
{
    uint32_t count = 0;
    for (const auto& arrival : bench.arrivals)
    {
        count += arrival.host == host && (arrival.frame.type == TestType::Data) == data;
    }
    return count;
}

constexpr uint64_t FRAMES = 5000;

double
FourSigma(double rate)
{
    return 4 * std::sqrt(FRAMES * rate * (1 - rate));
}

TEST(LinkLossTest, OfDataLeavesControlAndTheOtherDirectionAlone)
{
    for (double rate : {0.01, 0.2, 0.9})
    {
        FabricBench bench(FabricBench::Star(2));
        bench.fabric->SetLoss(bench.LinkNamed("host0-leaf0"), {rate, true});
        SendBothWays(bench, FRAMES);
        Simulator::Run();
        EXPECT_NEAR(Received(bench, 1, true), FRAMES * (1 - rate), FourSigma(rate));
        EXPECT_LT(Received(bench, 1, true), FRAMES);
        EXPECT_EQ(Received(bench, 1, false), FRAMES);
        EXPECT_EQ(Received(bench, 0, true), FRAMES);
        EXPECT_EQ(Received(bench, 0, false), FRAMES);
        bench.ExpectConserved();
    }
}

TEST(LinkLossTest, OfAllTakesControlToo)
{
    constexpr double RATE = 0.3;
    FabricBench bench(FabricBench::Star(2));
    bench.fabric->SetLoss(bench.LinkNamed("leaf0-host0"), {RATE, false}); // behind a switch port
    SendBothWays(bench, FRAMES);
    Simulator::Run();
    EXPECT_NEAR(Received(bench, 0, true), FRAMES * (1 - RATE), FourSigma(RATE));
    EXPECT_NEAR(Received(bench, 0, false), FRAMES * (1 - RATE), FourSigma(RATE));
    EXPECT_EQ(Received(bench, 1, true), FRAMES);
    EXPECT_EQ(Received(bench, 1, false), FRAMES);
    bench.ExpectConserved();
}

TEST(LinkLossTest, IsCountedAndTracedWithItsReason)
{
    FabricBench bench(FabricBench::Star(2));
    TraceLog log(*bench.fabric);
    const uint32_t link = bench.LinkNamed("host0-leaf0");
    bench.fabric->SetLoss(link, {0.3, false});
    SendBothWays(bench, 500);
    Simulator::Run();
    const auto& lost = log.dropped[DropReason::LinkLoss];
    EXPECT_EQ(lost.size() + bench.arrivals.size(), 2000U);
    EXPECT_EQ(log.dropped.size(), 1U) << "no other reason";
    for (const auto& entry : lost)
    {
        EXPECT_EQ(entry.link, link);
    }
    const auto& counts = bench.fabric->Link(link).Lost();
    EXPECT_EQ(counts.data.frames + counts.control.frames, lost.size());
    EXPECT_EQ(bench.fabric->Link(link).LostByClass()[1][1], counts.data);
    EXPECT_EQ(bench.fabric->Link(link).LostByClass()[0][0], counts.control);
}

TEST(LinkLossTest, ALostFrameStillTakesItsTimeOnTheLink)
{
    FabricBench bench(FabricBench::Star(2));
    bench.fabric->SetLoss(bench.LinkNamed("host0-leaf0"), {0.999999, true});
    bench.SendAt(0, {0, 1, 1});
    bench.SendAt(0, {0, 1, 2, 0, false, 1538, TestType::Control});
    Simulator::Run();
    ASSERT_EQ(bench.Ids(), Ids{2});
    EXPECT_EQ(bench.arrivals[0].atPs, 3 * S + 2 * PS_PER_US);
}

/** Which frames of host 0 to host 1 are lost, with loss on these other links as well. */
Ids
LostOnUplink(const std::vector<std::string>& others, uint32_t run)
{
    FabricBench bench(FabricBench::Star(4), "ns3::mlt::RandomSpray", run);
    TraceLog log(*bench.fabric);
    const uint32_t link = bench.LinkNamed("host0-leaf0");
    bench.fabric->SetLoss(link, {0.2, true});
    for (const auto& other : others)
    {
        bench.fabric->SetLoss(bench.LinkNamed(other), {0.5, false});
    }
    SendBothWays(bench, 400);
    Simulator::Run();
    Ids lost;
    for (const auto& entry : log.dropped[DropReason::LinkLoss])
    {
        if (entry.link == link)
        {
            lost.push_back(entry.id);
        }
    }
    return lost;
}

TEST(LinkLossTest, EachLinkHasItsOwnStream)
{
    const Ids alone = LostOnUplink({}, 1);
    EXPECT_GT(alone.size(), 40U);
    EXPECT_EQ(LostOnUplink({"host1-leaf0"}, 1), alone);
    EXPECT_EQ(LostOnUplink({"leaf0-host0", "leaf0-host1", "host1-leaf0"}, 1), alone);
    EXPECT_NE(LostOnUplink({}, 2), alone);
}

TEST(LinkLossTest, LinksDoNotLoseTheSameFrames)
{
    FabricBench bench(FabricBench::Star(3));
    bench.fabric->SetLoss(bench.LinkNamed("host0-leaf0"), {0.5, true});
    bench.fabric->SetLoss(bench.LinkNamed("host1-leaf0"), {0.5, true});
    constexpr uint64_t COUNT = 1000;
    for (uint64_t id = 0; id < COUNT; ++id)
    {
        bench.SendAt(static_cast<int64_t>(id) * 3 * S, {0, 2, id});
        bench.SendAt(static_cast<int64_t>(id) * 3 * S, {1, 2, id});
    }
    Simulator::Run();
    std::map<uint64_t, int> survivors;
    for (uint64_t id : bench.Ids())
    {
        ++survivors[id];
    }
    uint32_t one = 0;
    for (const auto& entry : survivors)
    {
        one += entry.second == 1;
    }
    EXPECT_NEAR(one, COUNT / 2.0, 4 * 15.8);
}

/** Which frames are lost by a hash of their names, of those whose id is a multiple of @p step. */
Ids
LostByHash(uint64_t step)
{
    Config::SetDefault("ns3::mlt::Fabric::LossModel",
                       TypeIdValue(TypeId::LookupByName("ns3::mlt::HashedLoss")));
    FabricBench bench(FabricBench::Star(2));
    TraceLog log(*bench.fabric);
    bench.fabric->SetLoss(bench.LinkNamed("host0-leaf0"), {0.3, true});
    for (uint64_t id = 0; id < 2000; id += step)
    {
        bench.SendAt(static_cast<int64_t>(id) * S, {0, 1, id});
    }
    Simulator::Run();
    bench.ExpectConserved();
    Ids lost;
    for (const auto& entry : log.dropped[DropReason::LinkLoss])
    {
        lost.push_back(entry.id);
    }
    return lost;
}

TEST(LinkLossTest, ByHashIsTheSameWhateverElseIsSent)
{
    Ids ofAll = LostByHash(1);
    const Ids ofSome = LostByHash(3);
    EXPECT_GT(ofSome.size(), 100U);
    const auto isAbsent = [](uint64_t id) { return id % 3 != 0; };
    ofAll.erase(std::remove_if(ofAll.begin(), ofAll.end(), isAbsent), ofAll.end());
    EXPECT_EQ(ofSome, ofAll);
}

/** Random traffic over small buffers and lossy links, looked at while it runs. */
void
ExpectConservedThroughout(const char* chooser, bool pushOut)
{
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::Buffer",
                       QueueSizeValue(QueueSize("20000B")));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::ControlBuffer",
                       QueueSizeValue(QueueSize("300B")));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::PushOut", BooleanValue(pushOut));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::MarkThreshold",
                       QueueSizeValue(QueueSize("3000B")));
    FabricBench bench(FabricBench::LeafSpine("3x2x2", 100000000000, PS_PER_US, 50000000000),
                      chooser);
    TraceLog log(*bench.fabric);
    bench.fabric->SetLoss(bench.LinkNamed("leaf1-spine0"), {0.2, false});
    bench.fabric->SetLoss(bench.LinkNamed("host2-leaf1"), {0.1, true});
    SmallRandom random(4);
    constexpr uint64_t SENT = 8000;
    for (uint64_t id = 0; id < SENT; ++id)
    {
        const uint32_t source = random.Below(6);
        const uint32_t destination = random.Below(3) ? 5 - (source == 5) : (source + 1) % 6;
        const bool control = random.Below(4) == 0;
        bench.SendAt(random.Below(200000000),
                     {source,
                      destination,
                      id,
                      static_cast<uint8_t>(control ? 0 : 1 + random.Below(7)),
                      random.Below(2) == 0,
                      static_cast<uint16_t>(84 + random.Below(1455)),
                      control ? TestType::Control : TestType::Data});
    }
    uint64_t most = 0;
    for (int64_t ps = 1000000; ps < 400000000; ps += 1234567)
    {
        bench.RunUntil(ps);
        bench.ExpectConserved();
        const FrameCounts flying = bench.fabric->InFlight();
        most = std::max(most, flying.data.frames + flying.control.frames);
    }
    EXPECT_GT(most, 20U) << "it was looked at while frames were in flight";
    Simulator::Run();
    bench.ExpectConserved();
    EXPECT_EQ(bench.fabric->InFlight().data.frames, 0U);
    EXPECT_EQ(bench.fabric->InFlight().control.frames, 0U);
    EXPECT_EQ(bench.fabric->Pool().InUse(), 0U);
    size_t dropped = 0;
    for (const auto& entry : log.dropped)
    {
        dropped += entry.second.size();
    }
    EXPECT_EQ(bench.arrivals.size() + dropped, SENT);
    EXPECT_EQ(log.dropped.count(DropReason::PushedOut), pushOut ? 1U : 0U);
    EXPECT_EQ(log.dropped.count(DropReason::Full), 1U);
    EXPECT_EQ(log.dropped.count(DropReason::LinkLoss), 1U);
    EXPECT_FALSE(log.marked.empty());
}

TEST(FabricConservationTest, HoldsAtAnyInstant)
{
    ExpectConservedThroughout("ns3::mlt::RandomSpray", false);
    ExpectConservedThroughout("ns3::mlt::FlowEcmp", true);
    ExpectConservedThroughout("ns3::mlt::RoundRobinSpray", true);
}

} // namespace
} // namespace ns3::mlt
