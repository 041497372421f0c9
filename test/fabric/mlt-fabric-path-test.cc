// SPDX-License-Identifier: GPL-2.0-only
// Where frames go, and that an idle path takes exactly what arithmetic says.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"

#include <set>
#include <tuple>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t GBPS = 1000000000;

struct IdleCase
{
    uint64_t hostRate;
    uint64_t uplinkRate;
    int64_t delayPs;
    uint16_t bytes;
};

class IdlePathTest : public ::testing::TestWithParam<IdleCase>
{
  protected:
    /** A frame from host 0 to the last host at an odd instant; expects it after @p latency. */
    static void ExpectLatency(NetworkPlan plan, int64_t latency)
    {
        constexpr int64_t START = 12345677;
        FabricBench bench(std::move(plan));
        const uint32_t last = bench.fabric->Plan().hosts - 1;
        bench.SendAt(START, {0, last, 7, 3, true, GetParam().bytes});
        Simulator::Run();
        ASSERT_EQ(bench.arrivals.size(), 1U);
        EXPECT_EQ(bench.arrivals[0].host, last);
        EXPECT_EQ(bench.arrivals[0].frame.id, 7U);
        EXPECT_EQ(bench.arrivals[0].atPs, START + latency);
        EXPECT_EQ(bench.fabric->Pool().InUse(), 0U);
    }

    static int64_t Hop(uint64_t rate)
    {
        // bits / (bits a ps), rounded, in doubles: exact enough for these sizes
        const double ps = GetParam().bytes * 8e12 / static_cast<double>(rate);
        return static_cast<int64_t>(ps + 0.5) + GetParam().delayPs;
    }
};

TEST_P(IdlePathTest, OneHop)
{
    NetworkPlan plan;
    plan.hosts = 2;
    plan.names = {"host0", "host1"};
    plan.Connect(0, 1, GetParam().hostRate, GetParam().delayPs);
    ExpectLatency(plan, Hop(GetParam().hostRate));
}

TEST_P(IdlePathTest, TwoHops)
{
    ExpectLatency(FabricBench::Star(3, GetParam().hostRate, GetParam().delayPs),
                  2 * Hop(GetParam().hostRate));
}

TEST_P(IdlePathTest, FourHops)
{
    const auto& p = GetParam();
    ExpectLatency(FabricBench::LeafSpine("3x2x2", p.hostRate, p.delayPs, p.uplinkRate),
                  2 * Hop(p.hostRate) + 2 * Hop(p.uplinkRate));
}

INSTANTIATE_TEST_SUITE_P(Rates,
                         IdlePathTest,
                         ::testing::Values(IdleCase{100 * GBPS, 400 * GBPS, 1000000, 1538},
                                           IdleCase{100 * GBPS, 400 * GBPS, 0, 84},
                                           IdleCase{3 * GBPS, 7 * GBPS, 1, 1537},
                                           IdleCase{999999937, 12345678901, 777, 9254},
                                           IdleCase{8000 * GBPS, 1600 * GBPS, 0, 1538},
                                           IdleCase{8000000, 10000000, 123456789, 1538}));

TEST(IdleLinkTest, AByteMayLastMorePicosecondsThanFitInto32Bits)
{
    constexpr uint64_t BIT_RATE = 1000;
    constexpr uint32_t BYTES = 1538;
    NetworkPlan plan;
    plan.hosts = 2;
    plan.names = {"host0", "host1"};
    plan.Connect(0, 1, BIT_RATE, 3);
    FabricBench bench(std::move(plan));
    bench.SendAt(5, {0, 1, 7, 3, true, BYTES});
    Simulator::Run();
    ASSERT_EQ(bench.arrivals.size(), 1U);
    EXPECT_EQ(bench.arrivals[0].atPs, 5 + BYTES * 8 * (PS_PER_SECOND / int64_t{BIT_RATE}) + 3);
}

TEST(FabricRoutesTest, AllPairsReachAndNobodyElseGetsAFrame)
{
    for (const char* topology : {"9x4x16", "testbed", "3x2x2"})
    {
        for (const char* chooser :
             {"ns3::mlt::FlowEcmp", "ns3::mlt::RandomSpray", "ns3::mlt::RoundRobinSpray"})
        {
            FabricBench bench(FabricBench::LeafSpine(topology), chooser);
            const uint32_t hosts = bench.fabric->Plan().hosts;
            // host s sends to s + shift: a permutation at a time, so that nothing is dropped
            for (uint32_t shift = 1; shift < hosts; ++shift)
            {
                for (uint32_t s = 0; s < hosts; ++s)
                {
                    const uint32_t d = (s + shift) % hosts;
                    bench.SendAt(shift * 10 * PS_PER_US, {s, d, uint64_t{s} * hosts + d});
                }
            }
            Simulator::Run();
            std::set<uint64_t> seen;
            for (const auto& arrival : bench.arrivals)
            {
                ASSERT_EQ(arrival.host, arrival.frame.destination);
                seen.insert(arrival.frame.id);
            }
            EXPECT_EQ(bench.arrivals.size(), seen.size()) << "a frame came twice";
            EXPECT_EQ(seen.size(), uint64_t{hosts} * (hosts - 1)) << topology << " " << chooser;
            bench.ExpectConserved();
        }
    }
}

/** Uplinks of leaf 0 that 400 frames of one flow take. */
std::set<uint32_t>
UplinksTaken(const char* chooser)
{
    FabricBench bench(FabricBench::LeafSpine("2x4x4"), chooser);
    TraceLog log(*bench.fabric);
    for (uint64_t id = 0; id < 400; ++id)
    {
        bench.Send({0, 7, id});
    }
    Simulator::Run();
    std::set<uint32_t> taken;
    for (const auto& entry : log.sent)
    {
        const auto& link = bench.fabric->Plan().links[entry.link];
        if (bench.fabric->Plan().names[link.from] == "leaf0")
        {
            taken.insert(entry.link);
        }
    }
    EXPECT_EQ(bench.arrivals.size(), 400U);
    return taken;
}

TEST(FabricRoutesTest, TheChooserDecidesAmongEqualPaths)
{
    EXPECT_EQ(UplinksTaken("ns3::mlt::FlowEcmp").size(), 1U);
    EXPECT_EQ(UplinksTaken("ns3::mlt::RandomSpray").size(), 4U);
    EXPECT_EQ(UplinksTaken("ns3::mlt::RoundRobinSpray").size(), 4U);
}

std::vector<int64_t> g_askedForPs; //!< instants that Clockwatcher was told

/** Notes the instant of each request. */
class Clockwatcher : public PathChooser
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::Clockwatcher").SetParent<PathChooser>().AddConstructor<Clockwatcher>();
        return tid;
    }

    uint32_t Choose(const PathRequest& request) override
    {
        g_askedForPs.push_back(request.atPs);
        return 0;
    }
};

NS_OBJECT_ENSURE_REGISTERED(Clockwatcher);

TEST(FabricTest, AChooserIsToldWhenTheFrameArrivedHoweverLateItIsAsked)
{
    g_askedForPs.clear();
    FabricBench bench(FabricBench::LeafSpine("3x2x2"), "test::Clockwatcher");
    const int64_t starts[] = {0, 300000, 900001};
    for (int64_t start : starts)
    {
        bench.SendAt(start, {0, 5, 1});
    }
    Simulator::Run();
    std::vector<int64_t> arrivals;
    for (int64_t start : starts)
    {
        arrivals.push_back(start + 123040 + PS_PER_US); // 1538 bytes at 100 Gbps, and the delay
    }
    EXPECT_EQ(g_askedForPs, arrivals);
}

uint64_t g_sentOnUplinks;              //!< frames put on the uplinks of leaf0
std::vector<uint64_t> g_sentWhenAsked; //!< as many when Onlooker was asked, for each frame

/** Takes paths in turn, and looks at what became of the frames before. */
template <bool DENIES>
class Onlooker : public PathChooser
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId(DENIES ? "test::DenyingOnlooker" : "test::Onlooker")
                                .SetParent<PathChooser>()
                                .template AddConstructor<Onlooker>();
        return tid;
    }

    uint32_t Choose(const PathRequest& request) override
    {
        g_sentWhenAsked.push_back(g_sentOnUplinks);
        return m_turn++ % request.paths;
    }

    bool DependsOnRequestsAlone() const override
    {
        return DENIES ? true : PathChooser::DependsOnRequestsAlone();
    }

  private:
    uint32_t m_turn{0};
};

using HonestOnlooker = Onlooker<false>;
using DenyingOnlooker = Onlooker<true>;
NS_OBJECT_ENSURE_REGISTERED(HonestOnlooker);
NS_OBJECT_ENSURE_REGISTERED(DenyingOnlooker);

/** Frames that never wait: 8 hosts send 5 frames each, at a tenth of the rate of the uplinks. */
void
SendPastOnlooker(const char* chooser)
{
    constexpr uint64_t UPLINK_RATE = 100 * GBPS;
    g_sentOnUplinks = 0;
    g_sentWhenAsked.clear();
    FabricBench bench(FabricBench::LeafSpine("2x2x8", UPLINK_RATE / 10, PS_PER_US, UPLINK_RATE),
                      chooser);
    bench.fabric->TraceConnectWithoutContext(
        "Send",
        Callback<void, const PortEvent&>([&bench](const PortEvent& event) {
            const NetworkPlan& plan = bench.fabric->Plan();
            const NetworkPlan::Link& link = plan.links[event.link];
            g_sentOnUplinks += plan.names[link.from] == "leaf0" && link.to >= plan.hosts;
        }));
    for (uint32_t host = 0; host < 8; ++host)
    {
        for (uint64_t frame = 0; frame < 5; ++frame)
        {
            bench.SendAt(host * 130000, {host, 8 + host, frame, 1, true, 128});
        }
    }
    Simulator::Run();
    EXPECT_EQ(bench.arrivals.size(), 40U);
    EXPECT_EQ(g_sentWhenAsked.size(), 40U);
}

TEST(FabricTest, AChooserThatDoesNotSayOtherwiseIsAskedWhenAllBeforeIsDone)
{
    SendPastOnlooker("test::Onlooker");
    for (uint64_t i = 0; i < g_sentWhenAsked.size(); ++i)
    {
        EXPECT_EQ(g_sentWhenAsked[i], i) << "frame " << i;
    }
}

TEST(FabricTest, AChooserThatDependsOnRequestsAloneIsAskedAheadADozenAtMost)
{
    SendPastOnlooker("test::DenyingOnlooker");
    uint64_t most = 0;
    for (uint64_t i = 0; i < g_sentWhenAsked.size(); ++i)
    {
        ASSERT_LE(g_sentWhenAsked[i], i);
        most = std::max(most, i - g_sentWhenAsked[i]);
    }
    EXPECT_GT(most, 0U);
    EXPECT_LE(most, 12U);
}

/** What a chooser was told of one request. */
struct Told
{
    int64_t atPs;
    uint32_t source;
    uint32_t ingress;
    std::vector<uint64_t> queued; //!< by path

    bool operator==(const Told& other) const
    {
        return std::tie(atPs, source, ingress, queued) ==
               std::tie(other.atPs, other.source, other.ingress, other.queued);
    }
};

std::vector<Told> g_told;

/** Notes all, and takes the path that the frame's destination says. */
class QueueReader : public PathChooser
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::QueueReader").SetParent<PathChooser>().AddConstructor<QueueReader>();
        return tid;
    }

    uint32_t Choose(const PathRequest& request) override
    {
        Told told{request.atPs, request.source, request.ingress, {}};
        for (uint32_t path = 0; path < request.paths; ++path)
        {
            told.queued.push_back(request.queues->QueuedBytes(path));
        }
        g_told.push_back(told);
        return request.destination % request.paths;
    }
};

NS_OBJECT_ENSURE_REGISTERED(QueueReader);

/** Hosts 0 to 3 of a leaf at an instant of their own, over two slower uplinks. */
std::vector<Told>
ReadQueues(bool lookAhead)
{
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
    g_told.clear();
    // an uplink takes 4 times as long as a host's link: 492160 ps for a full frame
    FabricBench bench(FabricBench::LeafSpine("2x2x4", 100 * GBPS, PS_PER_US, 25 * GBPS),
                      "test::QueueReader");
    bench.SendAt(0, {0, 4, 0});              // path 0, at once
    bench.SendAt(1000, {1, 6, 1});           // path 0, waits until the first is through
    bench.SendAt(2000, {2, 4, 2});           // path 0, waits
    bench.SendAt(3000, {3, 5, 3});           // path 1, at once
    bench.SendAt(492160, {0, 5, 4});         // when frame 1 leaves the queue: it has left
    bench.SendAt(2 * 492160 - 1, {1, 5, 5}); // a picosecond before frame 2 leaves it
    Simulator::Run();
    bench.ExpectConserved();
    return g_told;
}

TEST(FabricTest, AChooserThatComparesQueuesSeesThemAsTheyAreAtItsInstant)
{
    constexpr int64_t FIRST = 123040 + PS_PER_US; // arrival of what is sent at 0
    constexpr uint64_t FRAME = 1538;
    const std::vector<Told> expected{{FIRST, 0, 0, {0, 0}},
                                     {FIRST + 1000, 1, 1, {0, 0}},
                                     {FIRST + 2000, 2, 2, {FRAME, 0}},
                                     {FIRST + 3000, 3, 3, {2 * FRAME, 0}},
                                     {FIRST + 492160, 0, 0, {FRAME, 0}},
                                     {FIRST + 2 * 492160 - 1, 1, 1, {FRAME, 0}}};
    EXPECT_EQ(ReadQueues(true), expected);
    EXPECT_EQ(ReadQueues(false), expected);
}

/** A user's chooser with an error. */
class OutOfRange : public PathChooser
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::OutOfRange").SetParent<PathChooser>().AddConstructor<OutOfRange>();
        return tid;
    }

    uint32_t Choose(const PathRequest& request) override
    {
        return request.paths;
    }
};

NS_OBJECT_ENSURE_REGISTERED(OutOfRange);

TEST(FabricDeathTest, APathOutOfRangeEndsTheRun)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            FabricBench bench(FabricBench::LeafSpine("3x2x2"), "test::OutOfRange");
            bench.Send({0, 5});
            Simulator::Run();
        },
        "test::OutOfRange::Choose returned path 2 of 2; expected less than the number of paths");
}

TEST(FabricTest, CountsFramesThatNobodyWants)
{
    FabricBench bench(FabricBench::Star(2));
    Frame* frame = bench.Make({0, 1});
    frame->end = SECOND;
    bench.fabric->Host(0).Send(frame);
    Simulator::Run();
    EXPECT_EQ(bench.fabric->Unclaimed().data, (FrameCount{1, 1538}));
    EXPECT_EQ(bench.fabric->Pool().InUse(), 0U);
}

TEST(FabricTest, TheDropPolicyMustBeOne)
{
    auto fabric = CreateObject<Fabric>();
    EXPECT_FALSE(fabric->SetAttributeFailSafe("DropPolicy", TypeIdValue(RandomSpray::GetTypeId())));
    EXPECT_FALSE(fabric->SetAttributeFailSafe("DropPolicy", TypeIdValue(DropPolicy::GetTypeId())));
}

} // namespace
} // namespace ns3::mlt
