// SPDX-License-Identifier: GPL-2.0-only
// The stack plane built from a plan: who reaches whom, how soon, over which paths.
#include "stack/mlt-packet-bench.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/mlt-fat-tree.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-tail-drop.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PAYLOAD = 1480;
constexpr uint8_t TTL = 64;

/** A network, packets by hand, and a record of arrivals and of transmissions. */
class NetworkBench
{
  public:
    struct Arrival
    {
        uint32_t host;
        int64_t atPs;
        uint64_t id;
        uint8_t ttl;
    };

    explicit NetworkBench(NetworkPlan plan, const char* chooser = "ns3::mlt::RandomSpray")
    {
        helper.SetPathChooser(chooser);
        network = helper.Build(std::move(plan));
        sent.resize(network->Plan().links.size());
        for (uint32_t host = 0; host < network->Plan().hosts; ++host)
        {
            helper.Hosts().Get(host)->GetObject<Ipv4>()->TraceConnectWithoutContext(
                "LocalDeliver",
                MakeCallback(&NetworkBench::OnArrival, this).Bind(host));
        }
        for (uint32_t link = 0; link < sent.size(); ++link)
        {
            network->DeviceOf(link)->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeCallback(&NetworkBench::OnSend, this).Bind(link));
        }
    }

    /** Now, from host to host. @param flow stands in the ports; the protocol is UDP's. */
    void Send(uint32_t from, uint32_t to, uint64_t id, uint32_t flow = 0)
    {
        Ipv4Header header = HeaderFor(1, true, PAYLOAD);
        header.SetProtocol(flow ? 17 : TEST_PROTOCOL);
        header.SetSource(network->Addresses()->AddressOf(from));
        header.SetDestination(network->Addresses()->AddressOf(to));
        const auto ipv4 = helper.Hosts().Get(from)->GetObject<Ipv4>();
        // the first bytes are the ports: the flow, and the same for all of it
        auto packet = PacketWithId(flow ? uint64_t{flow} << 8 : id, PAYLOAD);
        Socket::SocketErrno error;
        ipv4->SendWithHeader(
            packet,
            header,
            ipv4->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error));
    }

    void OnArrival(uint32_t host, const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
    {
        const int64_t ps = (NowTick() + TICKS_PER_PS / 2) / TICKS_PER_PS;
        arrivals.push_back({host, ps, IdOf(packet), header.GetTtl()});
    }

    void OnSend(uint32_t link, Ptr<const Packet>)
    {
        ++sent[link];
        order.push_back(link);
    }

    uint32_t Sent(const std::string& link) const
    {
        return sent[LinkNamed(network->Plan(), link)];
    }

    StackHelper helper;
    Ptr<StackNetwork> network;
    std::vector<Arrival> arrivals;
    std::vector<uint32_t> sent; //!< frames by link
    std::vector<uint32_t> order;
};

NetworkPlan
FourAryFatTree()
{
    FatTreeSpec spec;
    spec.k = 4;
    spec.hostRate = 100000000000;
    spec.delayPs = PS_PER_US;
    return PlanFatTree(spec);
}

class StackNetworkTest : public StackTest
{
};

/** Sends one packet between all pairs, each alone, and checks when and how it arrives. */
void
ExpectAllPairs(NetworkPlan plan)
{
    const auto latencies = plan.IdleLatencies(1538);
    NetworkBench bench(std::move(plan));
    const uint32_t hosts = bench.network->Plan().hosts;
    const int64_t every = 20 * PS_PER_US;
    uint64_t id = 0;
    for (uint32_t from = 0; from < hosts; ++from)
    {
        for (uint32_t to = 0; to < hosts; ++to)
        {
            if (from != to)
            {
                Simulator::Schedule(FromPs(every * static_cast<int64_t>(id)),
                                    [&bench, from, to, id] { bench.Send(from, to, id); });
                ++id;
            }
        }
    }
    Simulator::Run();
    ASSERT_EQ(bench.arrivals.size(), uint64_t{hosts} * (hosts - 1));
    uint64_t expected = 0;
    for (uint32_t from = 0; from < hosts; ++from)
    {
        for (uint32_t to = 0; to < hosts; ++to)
        {
            if (from != to)
            {
                const auto& arrival = bench.arrivals[expected];
                const int64_t hopPs = 123040 + PS_PER_US;
                EXPECT_EQ(arrival.id, expected);
                EXPECT_EQ(arrival.host, to);
                EXPECT_EQ(arrival.atPs - every * static_cast<int64_t>(expected),
                          latencies[from][to]);
                // the shortest way, hop by hop: no loop
                EXPECT_EQ(TTL - arrival.ttl + 1, latencies[from][to] / hopPs);
                ++expected;
            }
        }
    }
}

TEST_F(StackNetworkTest, AllPairsOfALeafSpineInTheTimeOfThePlan)
{
    ExpectAllPairs(LeafSpinePlan("3x2x2", 100000000000, 100000000000));
}

TEST_F(StackNetworkTest, AllPairsOfAFatTreeInTheTimeOfThePlan)
{
    ExpectAllPairs(FourAryFatTree());
}

TEST_F(StackNetworkTest, CountsItsEqualCostPaths)
{
    NetworkBench bench(FourAryFatTree());
    const auto& network = *bench.network;
    const uint32_t firstEdge = network.Plan().hosts;
    const auto& addresses = *network.Addresses();
    EXPECT_EQ(network.RouterOf(0)->NextHops(addresses.AddressOf(15)).size(), 1U);
    EXPECT_EQ(network.RouterOf(firstEdge)->NextHops(addresses.AddressOf(15)).size(), 2U);
    EXPECT_EQ(network.RouterOf(firstEdge)->NextHops(addresses.AddressOf(0)).size(), 1U);
    EXPECT_EQ(network.RouterOf(firstEdge + 8)->NextHops(addresses.AddressOf(15)).size(), 2U);
    EXPECT_EQ(network.RouterOf(firstEdge + 8)->NextHops(addresses.AddressOf(2)).size(), 1U);
    EXPECT_EQ(network.RouterOf(firstEdge + 16)->NextHops(addresses.AddressOf(15)).size(), 1U);
}

/** Sends so many packets from host 0 to host 2, spine by spine. @return the spines, in order. */
std::vector<uint32_t>
SpinesTaken(NetworkBench& bench, uint32_t packets, uint32_t flow)
{
    for (uint32_t i = 0; i < packets; ++i)
    {
        Simulator::Schedule(MicroSeconds(i), [&bench, i, flow] { bench.Send(0, 2, i, flow); });
    }
    Simulator::Run();
    std::vector<uint32_t> spines;
    const auto& plan = bench.network->Plan();
    for (uint32_t link : bench.order)
    {
        const std::string name = plan.LinkName(link);
        if (name.rfind("leaf0-spine", 0) == 0)
        {
            spines.push_back(static_cast<uint32_t>(std::stoul(name.substr(11))));
        }
    }
    return spines;
}

TEST_F(StackNetworkTest, RoundRobinTakesEveryPathInTurn)
{
    NetworkBench bench(LeafSpinePlan("2x4x2"), "ns3::mlt::RoundRobinSpray");
    const auto spines = SpinesTaken(bench, 40, 0);
    ASSERT_EQ(spines.size(), 40U);
    for (size_t turn = 0; turn < 40; turn += 4)
    {
        EXPECT_EQ(std::set<uint32_t>(spines.begin() + turn, spines.begin() + turn + 4).size(), 4U);
    }
}

TEST_F(StackNetworkTest, RandomSprayTakesAllPaths)
{
    NetworkBench bench(LeafSpinePlan("2x4x2"));
    std::map<uint32_t, uint32_t> count;
    for (uint32_t spine : SpinesTaken(bench, 400, 0))
    {
        ++count[spine];
    }
    for (uint32_t spine = 0; spine < 4; ++spine)
    {
        EXPECT_NEAR(count[spine], 100, 35) << "spine " << spine; // 4 standard deviations
    }
}

TEST_F(StackNetworkTest, RandomSprayFollowsTheRun)
{
    std::vector<std::vector<uint32_t>> taken;
    for (uint32_t run : {1, 2, 1})
    {
        RngSeedManager::SetRun(run);
        NetworkBench bench(LeafSpinePlan("2x4x2"));
        taken.push_back(SpinesTaken(bench, 50, 0));
        Simulator::Destroy();
    }
    EXPECT_NE(taken[0], taken[1]);
    EXPECT_EQ(taken[0], taken[2]);
}

TEST_F(StackNetworkTest, PerFlowEcmpKeepsAFlowOnItsPathAndSpreadsFlows)
{
    std::set<uint32_t> all;
    for (uint32_t flow = 1; flow <= 12; ++flow)
    {
        NetworkBench bench(LeafSpinePlan("2x4x2"), "ns3::mlt::FlowEcmp");
        const auto spines = SpinesTaken(bench, 5, flow);
        ASSERT_EQ(spines.size(), 5U);
        EXPECT_EQ(std::set<uint32_t>(spines.begin(), spines.end()).size(), 1U) << flow;
        all.insert(spines[0]);
        Simulator::Destroy();
    }
    EXPECT_GE(all.size(), 3U);
}

TEST_F(StackNetworkTest, TakesThePathsOfTheExpressPlaneWithTheSameSeeds)
{
    // both planes give stream 1 + i to switch i: the first choices of a chooser made by hand
    auto chooser = CreateObject<RoundRobinSpray>();
    chooser->AssignStreams(1);
    NetworkBench bench(LeafSpinePlan("2x4x2"), "ns3::mlt::RoundRobinSpray");
    for (uint32_t spine : SpinesTaken(bench, 12, 0))
    {
        EXPECT_EQ(spine, chooser->Choose({0, 2, 0, 0, 4, 1, 0}));
    }
}

TEST_F(StackNetworkTest, SwitchesGetTheDropPolicyAndHostsThePlainOne)
{
    NetworkBench bench(LeafSpinePlan("1x1x2"));
    Simulator::Stop(NanoSeconds(1));
    Simulator::Run();
    const auto& network = *bench.network;
    const auto port = network.QueueOf(LinkNamed(network.Plan(), "leaf0-host1"));
    const auto host = network.QueueOf(LinkNamed(network.Plan(), "host1-leaf0"));
    EXPECT_NE(DynamicCast<const SelectiveDropPolicy>(port->Policy()), nullptr);
    EXPECT_NE(DynamicCast<const TailDropPolicy>(host->Policy()), nullptr);
}

TEST_F(StackNetworkTest, ThresholdsAreThoseOfTheExpressPlane)
{
    const auto plan = LeafSpinePlan("2x2x2");
    const int64_t baseRtt = plan.BaseRttPs(1538, 84);
    NetworkBench bench(plan);
    EXPECT_EQ(bench.network->BaseRttPs(), baseRtt);
    Simulator::Stop(NanoSeconds(1));
    Simulator::Run();
    const auto port = bench.network->QueueOf(LinkNamed(plan, "leaf0-host1"));
    const auto policy = DynamicCast<const SelectiveDropPolicy>(port->Policy());
    auto expected = CreateObject<SelectiveDropPolicy>();
    expected->Configure({100000000000, baseRtt});
    EXPECT_EQ(policy->MarkThreshold(), expected->MarkThreshold());
    EXPECT_EQ(policy->DropThreshold(3), expected->DropThreshold(3));
}

TEST_F(StackNetworkTest, RefusesAPlanThatIsNotMadeOfPairs)
{
    auto plan = LeafSpinePlan("1x1x2");
    plan.links.pop_back();
    auto network = CreateObject<StackNetwork>();
    try
    {
        network->Build(plan, RandomSpray::GetTypeId(), 1);
        FAIL() << "accepted";
    }
    catch (const InputError& error)
    {
        EXPECT_STREQ(error.what(),
                     "network plan: link leaf0-spine0 is not followed by its other direction with "
                     "the same rate and delay, as NetworkPlan::Connect makes them");
    }
}

} // namespace
} // namespace ns3::mlt
