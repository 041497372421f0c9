// SPDX-License-Identifier: GPL-2.0-only
// Routes taken from ns-3's global routing on a small network of no regular shape:
//
//             b
//           /   \                       .
//     e == a     d --- f        a - e: two cables; d, f, g: a CSMA segment behind f
//           \   /      |
//             c        g
#include "stack/mlt-packet-bench.h"

#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/mlt-spray-routing-helper.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"

#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace ns3::mlt
{
namespace
{

enum Name : uint32_t
{
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    NODES
};

/** Longer than ARP's jitter: it keeps only three packets while it resolves an address. */
constexpr int64_t EVERY_MS = 20;

class SprayRoutingTest : public StackTest
{
  public:
    SprayRoutingTest()
    {
        nodes.Create(NODES);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(nodes);
        Join(A, B);
        Join(A, C);
        Join(B, D);
        Join(C, D);
        Join(A, E);
        Join(A, E);
        Join(D, F);
        // not CSMA: ns-3's global routing asserts that equal-cost paths lead to no such segment
        Join(F, G);
        for (uint32_t node = 0; node < NODES; ++node)
        {
            const auto ipv4 = nodes.Get(node)->GetObject<Ipv4>();
            ipv4->TraceConnectWithoutContext(
                "LocalDeliver",
                MakeCallback(&SprayRoutingTest::OnArrival, this).Bind(node));
            ipv4->TraceConnectWithoutContext(
                "UnicastForward",
                MakeCallback(&SprayRoutingTest::OnForward, this).Bind(node));
            ipv4->TraceConnectWithoutContext("Drop", MakeCallback(&SprayRoutingTest::OnDrop, this));
        }
    }

    void Join(uint32_t a, uint32_t b)
    {
        PointToPointHelper cable;
        cable.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        Assign(cable.Install(nodes.Get(a), nodes.Get(b)));
    }

    /** A segment of its own behind a node. */
    void AddStub(uint32_t node, const char* network, const char* mask)
    {
        CsmaHelper csma;
        Ipv4AddressHelper(network, mask).Assign(csma.Install(nodes.Get(node)));
    }

    void Assign(const NetDeviceContainer& devices)
    {
        m_address.Assign(devices);
        m_address.NewNetwork();
    }

    void Replace(const char* chooser = "ns3::mlt::RoundRobinSpray")
    {
        SprayRoutingHelper spray;
        spray.Set("PathChooser", StringValue(chooser));
        EXPECT_EQ(spray.ReplaceGlobalRouting(nodes, 1), NODES);
    }

    Ptr<Ipv4> Ip(uint32_t node) const
    {
        return nodes.Get(node)->GetObject<Ipv4>();
    }

    Ptr<SprayRouting> Router(uint32_t node) const
    {
        return DynamicCast<SprayRouting>(Ip(node)->GetRoutingProtocol());
    }

    Ipv4Address Address(uint32_t node, uint32_t interface = 1) const
    {
        return Ip(node)->GetAddress(interface, 0).GetLocal();
    }

    /** Sends from a node's own choice of source. @return the errno of the look-up. */
    Socket::SocketErrno Send(uint32_t from, Ipv4Address to, uint64_t id)
    {
        Ipv4Header header = HeaderFor(1, true, 100);
        header.SetDestination(to);
        const auto packet = PacketWithId(id, 100);
        Socket::SocketErrno error;
        const auto route =
            Ip(from)->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error);
        if (route)
        {
            header.SetSource(route->GetSource());
            Ip(from)->SendWithHeader(packet, header, route);
        }
        return error;
    }

    /** The same when the simulation runs: a node must be initialized before it sends. */
    void SendLater(uint32_t from,
                   Ipv4Address to,
                   uint64_t id,
                   Socket::SocketErrno expected = Socket::ERROR_NOTERROR)
    {
        Simulator::Schedule(MilliSeconds(EVERY_MS * id), [this, from, to, id, expected] {
            EXPECT_EQ(Send(from, to, id), expected) << "packet " << id;
        });
    }

    void OnArrival(uint32_t node, const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        arrivals[IdOf(packet)].push_back(node);
    }

    void OnForward(uint32_t node, const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        paths[IdOf(packet)].push_back(node);
    }

    void OnDrop(const Ipv4Header&,
                Ptr<const Packet>,
                Ipv4L3Protocol::DropReason reason,
                Ptr<Ipv4>,
                uint32_t)
    {
        drops.push_back(reason);
    }

    NodeContainer nodes;
    std::map<uint64_t, std::vector<uint32_t>> arrivals; //!< nodes, by id
    std::map<uint64_t, std::vector<uint32_t>> paths;    //!< forwarding nodes, by id
    std::vector<Ipv4L3Protocol::DropReason> drops;

  private:
    Ipv4AddressHelper m_address{"10.1.0.0", "255.255.255.0"};
};

TEST_F(SprayRoutingTest, EverybodyReachesEveryAddress)
{
    Replace();
    uint64_t id = 0;
    std::map<uint64_t, uint32_t> expected;
    for (uint32_t from = 0; from < NODES; ++from)
    {
        for (uint32_t to = 0; to < NODES; ++to)
        {
            for (uint32_t interface = 1; interface < Ip(to)->GetNInterfaces(); ++interface)
            {
                expected[++id] = to;
                SendLater(from, Address(to, interface), id);
            }
        }
    }
    Simulator::Run();
    EXPECT_EQ(arrivals.size(), expected.size());
    for (const auto& [sent, to] : expected)
    {
        EXPECT_EQ(arrivals[sent], std::vector<uint32_t>{to}) << "packet " << sent;
        const auto& path = paths[sent];
        EXPECT_EQ(std::set<uint32_t>(path.begin(), path.end()).size(), path.size()) << "a loop";
    }
    EXPECT_TRUE(drops.empty());
}

TEST_F(SprayRoutingTest, FindsAllEqualCostPathsAndNoOthers)
{
    Replace();
    EXPECT_EQ(Router(A)->NextHops(Address(F)).size(), 2U); // over b and c
    EXPECT_EQ(Router(D)->NextHops(Address(E)).size(), 2U);
    EXPECT_EQ(Router(B)->NextHops(Address(F)).size(), 1U);
    EXPECT_EQ(Router(E)->NextHops(Address(G)).size(), 2U); // over both cables
    EXPECT_EQ(Router(A)->NextHops(Address(G)).size(), 2U);
    EXPECT_EQ(Router(G)->NextHops(Address(A)).size(), 1U);
    EXPECT_EQ(Router(A)->NextHops(Address(B)).size(), 1U); // on the link
    EXPECT_TRUE(Router(A)->NextHops(Address(A)).empty());
    EXPECT_TRUE(Router(A)->NextHops("10.9.9.9").empty());
}

TEST_F(SprayRoutingTest, MayBeReplacedAgainWhenTheNetworkHasGrown)
{
    Replace();
    const auto first = Router(A);
    Join(A, F);
    Replace();
    EXPECT_NE(Router(A), first);
    EXPECT_EQ(Router(A)->GetFallback(), first->GetFallback());
    EXPECT_EQ(Router(A)->NextHops(Address(G)).size(), 1U); // the new cable is the shortest way
    EXPECT_EQ(first->NextHops(Address(G)).size(), 2U);
    SendLater(E, Address(G), 1);
    Simulator::Run();
    EXPECT_EQ(arrivals[1], std::vector<uint32_t>{G});
    EXPECT_EQ(paths[1], (std::vector<uint32_t>{A, F}));
}

TEST_F(SprayRoutingTest, TheLongestPrefixWins)
{
    AddStub(E, "10.2.0.0", "255.255.0.0");
    AddStub(D, "10.2.1.0", "255.255.255.0");
    AddStub(B, "10.3.0.0", "255.255.0.0");
    AddStub(E, "10.3.1.0", "255.255.255.0");
    Replace();
    const auto devices = [this](const char* destination) {
        std::set<uint32_t> interfaces;
        for (const auto& hop : Router(A)->NextHops(destination))
        {
            interfaces.insert(hop.interface);
        }
        return interfaces;
    };
    EXPECT_EQ(devices("10.2.0.1"), (std::set<uint32_t>{3, 4})); // both cables to e
    EXPECT_EQ(devices("10.2.1.1"), (std::set<uint32_t>{1, 2})); // over b and c
    EXPECT_EQ(devices("10.3.0.1"), (std::set<uint32_t>{1}));
    EXPECT_EQ(devices("10.3.1.1"), (std::set<uint32_t>{3, 4}));
}

TEST_F(SprayRoutingTest, KeepsAUdpFlowTogetherAlthoughItsPortsAreNotYetWritten)
{
    Replace("ns3::mlt::FlowEcmp");
    Ipv4Header header;
    header.SetProtocol(17);
    header.SetDestination(Address(F));
    std::set<uint32_t> taken;
    for (uint64_t payload = 0; payload < 64; ++payload)
    {
        Socket::SocketErrno error;
        const auto packet = PacketWithId(payload * 0x10001, 100);
        taken.insert(Router(A)
                         ->RouteOutput(packet, header, nullptr, error)
                         ->GetOutputDevice()
                         ->GetIfIndex());
    }
    EXPECT_EQ(taken.size(), 1U);
    header.SetProtocol(6);
    for (uint64_t ports = 0; ports < 64; ++ports)
    {
        Socket::SocketErrno error;
        const auto packet = PacketWithId(ports * 0x10001, 100);
        taken.insert(Router(A)
                         ->RouteOutput(packet, header, nullptr, error)
                         ->GetOutputDevice()
                         ->GetIfIndex());
    }
    EXPECT_EQ(taken.size(), 2U); // TCP's are
}

TEST_F(SprayRoutingTest, SpraysOverThem)
{
    Replace();
    for (uint64_t id = 0; id < 20; ++id)
    {
        SendLater(E, Address(F), id);
    }
    Simulator::Run();
    std::map<uint32_t, uint32_t> via;
    for (uint64_t id = 0; id < 20; id += 2)
    {
        ASSERT_EQ(paths[id].size(), 3U); // a, b or c, d
        ASSERT_EQ(paths[id + 1].size(), 3U);
        EXPECT_NE(paths[id][1], paths[id + 1][1]); // in turn
        ++via[paths[id][1]];
        ++via[paths[id + 1][1]];
    }
    EXPECT_EQ(via[B], 10U);
    EXPECT_EQ(via[C], 10U);
}

TEST_F(SprayRoutingTest, LeavesWhatItDoesNotKnowToWhatWasThereBefore)
{
    Ipv4StaticRoutingHelper().GetStaticRouting(Ip(A))->AddNetworkRouteTo("10.9.0.0",
                                                                         "255.255.0.0",
                                                                         1);
    Replace();
    Ipv4Header header;
    header.SetDestination("10.9.1.1");
    Socket::SocketErrno error;
    const auto route = Router(A)->RouteOutput(nullptr, header, nullptr, error);
    ASSERT_NE(route, nullptr);
    EXPECT_EQ(route->GetOutputDevice(), Ip(A)->GetNetDevice(1));
    header.SetDestination("10.8.1.1");
    EXPECT_EQ(Router(A)->RouteOutput(nullptr, header, nullptr, error), nullptr);
    EXPECT_EQ(error, Socket::ERROR_NOROUTETOHOST);
}

TEST_F(SprayRoutingTest, TellsTheErrorOfAPacketWithoutARoute)
{
    // without a fallback: the error callback, which the IP layer counts as a drop
    Replace();
    Ip(E)->SetRoutingProtocol([this] {
        auto router = CreateObject<SprayRouting>();
        router->SetDefaultRoute(router->AddGroup({{1, Address(A, 3)}}));
        return router;
    }());
    auto lost = CreateObject<SprayRouting>();
    Ip(A)->SetRoutingProtocol(lost);
    SendLater(E, "10.9.9.9", 1);
    SendLater(A, "10.9.9.9", 2, Socket::ERROR_NOROUTETOHOST);
    Simulator::Run();
    EXPECT_EQ(drops, std::vector<Ipv4L3Protocol::DropReason>{Ipv4L3Protocol::DROP_ROUTE_ERROR});
}

TEST_F(SprayRoutingTest, DoesNotForwardWhereForwardingIsOff)
{
    Replace();
    for (uint32_t interface = 1; interface < Ip(D)->GetNInterfaces(); ++interface)
    {
        Ip(D)->SetForwarding(interface, false);
    }
    SendLater(A, Address(F), 1);
    SendLater(A, Address(D), 2);
    Simulator::Run();
    EXPECT_EQ(arrivals.count(1), 0U);
    EXPECT_EQ(arrivals[2], std::vector<uint32_t>{D});
    EXPECT_EQ(drops, std::vector<Ipv4L3Protocol::DropReason>{Ipv4L3Protocol::DROP_ROUTE_ERROR});
}

TEST_F(SprayRoutingTest, ReachesItselfAndItsLoopback)
{
    Replace();
    auto alone = CreateObject<SprayRouting>();
    Ip(A)->SetRoutingProtocol(alone);
    SendLater(A, Address(A), 1);
    SendLater(A, "127.0.0.1", 2);
    Simulator::Run();
    EXPECT_EQ(arrivals[1], std::vector<uint32_t>{A});
    EXPECT_EQ(arrivals[2], std::vector<uint32_t>{A});
}

TEST_F(SprayRoutingTest, KeepsToTheDeviceThatASocketIsBoundTo)
{
    Replace();
    Ipv4Header header;
    header.SetDestination(Address(F));
    Socket::SocketErrno error;
    for (uint32_t interface : {1, 2})
    {
        const auto device = Ip(A)->GetNetDevice(interface);
        const auto route = Router(A)->RouteOutput(nullptr, header, device, error);
        ASSERT_NE(route, nullptr);
        EXPECT_EQ(route->GetOutputDevice(), device);
        EXPECT_EQ(route->GetSource(), Address(A, interface));
    }
    EXPECT_EQ(Router(A)->RouteOutput(nullptr, header, Ip(A)->GetNetDevice(3), error), nullptr);
    EXPECT_EQ(error, Socket::ERROR_NOROUTETOHOST);
}

TEST_F(SprayRoutingTest, DrawsFromAutomaticStreamsWhereNoneAreAssigned)
{
    // two routers of which nobody seeded the choosers must not take the same paths
    std::vector<std::vector<uint32_t>> taken(2);
    for (auto& devices : taken)
    {
        auto router = CreateObject<SprayRouting>();
        router->SetIpv4(Ip(A));
        router->SetDefaultRoute(router->AddGroup({{1, Address(B)}, {2, Address(C)}}));
        Ipv4Header header;
        header.SetDestination("10.9.9.9");
        for (int i = 0; i < 64; ++i)
        {
            Socket::SocketErrno error;
            const auto route = router->RouteOutput(nullptr, header, nullptr, error);
            devices.push_back(route->GetOutputDevice()->GetIfIndex());
            EXPECT_EQ(route->GetSource(), Address(A, 1)); // whichever way
        }
        router->SetIpv4(nullptr);
    }
    EXPECT_NE(taken[0], taken[1]);
}

TEST_F(SprayRoutingTest, PrintsItsRoutes)
{
    Replace();
    std::ostringstream text;
    Router(A)->PrintRoutingTable(Create<OutputStreamWrapper>(&text));
    EXPECT_NE(text.str().find("SprayRouting, ns3::mlt::RoundRobinSpray\n"), std::string::npos);
    EXPECT_NE(text.str().find("10.1.6.2 via 10.1.0.2@1 10.1.1.2@2\n"), std::string::npos)
        << text.str();
}

} // namespace
} // namespace ns3::mlt
