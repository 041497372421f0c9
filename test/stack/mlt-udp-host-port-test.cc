// SPDX-License-Identifier: GPL-2.0-only
// The port alone: between ns-3's sockets and endpoints of the test's own.
#include "support/mlt-socket-bench.h"
#include "support/mlt-test-protocol.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/integer.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/log.h"
#include "ns3/mlt-base-rtt.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dctcp-protocol.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-egress.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-random.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PAYLOAD = 1424; // at MTU 1500

/** What the port says of a frame that arrived. */
struct Arrival
{
    uint8_t type;
    uint32_t source;
    uint8_t queue;
    bool ect;
    bool ce;
    uint16_t wireBytes;
    int64_t atPs;
};

/** An end of a test: sends full DATA frames as long as it has some, notes what arrives. */
class Source : public FrameEndpoint
{
  public:
    Frame* Pull(int64_t nowPs) override
    {
        if (left == 0)
        {
            return nullptr;
        }
        --left;
        pulledPs.push_back(nowPs);
        Frame* frame = port->NewShortFrame();
        frame->destination = 1;
        frame->queue = 3;
        frame->ect = true;
        frame->payload = PAYLOAD;
        frame->wireBytes = MltDataBytes(port->Format(), PAYLOAD);
        MltHeader header{};
        header.length = PAYLOAD;
        header.packetCount = 1;
        header.sendTimePs = nowPs;
        SetDataHeader(*frame, header);
        return frame;
    }

    int64_t NextPullPs(int64_t nowPs) override
    {
        return left > 0 ? nowPs : NEVER_PS;
    }

    void Receive(Frame* frame, int64_t nowPs) override
    {
        arrivals.push_back({frame->type,
                            frame->source,
                            frame->queue,
                            frame->ect,
                            frame->ce,
                            frame->wireBytes,
                            nowPs});
        port->Free(frame);
    }

    HostPort* port{nullptr};
    uint32_t left{0};
    std::vector<int64_t> pulledPs;
    std::vector<Arrival> arrivals;
};

/** Two hosts on one link, with ports but no transport. */
class UdpHostPortTest : public ::testing::Test
{
  protected:
    UdpHostPortTest()
    {
        m_bench.BuildChain();
        for (uint32_t host = 0; host < 2; ++host)
        {
            m_table->Add(m_bench.interfaces.GetAddress(host));
            m_ports.push_back(CreateObject<UdpHostPort>());
            m_ports[host]->SetAttribute("BaseRtt", TimeValue(MicroSeconds(33)));
            m_ends[host].port = PeekPointer(m_ports[host]);
        }
    }

    void Join()
    {
        for (uint32_t host = 0; host < 2; ++host)
        {
            m_ports[host]->Join(m_bench.nodes.Get(host), m_table, host);
            m_bench.nodes.Get(host)->AggregateObject(m_ports[host]);
            m_ports[host]->Attach(MltProtocol::Get(),
                                  static_cast<uint8_t>(MltEnd::Receiver),
                                  m_ends[host]);
        }
    }

    SocketBench m_bench{SocketBench::Options{}};
    Ptr<HostTable> m_table{Create<HostTable>()};
    std::vector<Ptr<UdpHostPort>> m_ports;
    Source m_ends[2];
};

TEST_F(UdpHostPortTest, OneDatagramASerializationTime)
{
    Join();
    m_ends[0].left = 100;
    m_ports[0]->Wake();
    Simulator::Run();
    const int64_t step = m_ports[0]->SerializationPs(PAYLOAD + 76 + 2);
    EXPECT_EQ(step, 1502 * 8 * PS_PER_NS);
    ASSERT_EQ(m_ends[1].arrivals.size(), 100U);
    for (uint32_t i = 0; i < 100; ++i)
    {
        EXPECT_EQ(m_ends[0].pulledPs[i], i * step);
        EXPECT_NEAR(static_cast<double>(m_ends[1].arrivals[i].atPs),
                    static_cast<double>((i + 1) * step + 10 * PS_PER_US),
                    2.0);
        EXPECT_EQ(m_ends[1].arrivals[i].wireBytes, 1502);
        EXPECT_EQ(m_ends[1].arrivals[i].source, 0U);
        EXPECT_EQ(m_ends[1].arrivals[i].queue, 3);
        EXPECT_TRUE(m_ends[1].arrivals[i].ect);
        EXPECT_FALSE(m_ends[1].arrivals[i].ce);
    }
}

TEST_F(UdpHostPortTest, DataRateMaySlowItDown)
{
    m_ports[0]->SetAttribute("DataRate", StringValue("250Mbps"));
    Join();
    m_ends[0].left = 10;
    m_ports[0]->Wake();
    Simulator::Run();
    ASSERT_EQ(m_ends[0].pulledPs.size(), 10U);
    EXPECT_EQ(m_ends[0].pulledPs[9], 9 * 1502 * 32 * PS_PER_NS);
    EXPECT_EQ(m_ports[0]->BitRate(), 250000000U);
    EXPECT_EQ(m_ports[1]->BitRate(), 1000000000U) << "the device's";
}

TEST_F(UdpHostPortTest, ReadsQueueAndMarksFromTheIpHeader)
{
    Join();

    const struct
    {
        uint8_t tos;
        uint8_t queue;
        bool ect;
        bool ce;
    } cases[] = {{0xe0, 0, false, false},
                 {0xc0 | ECN_ECT_0, 1, true, false},
                 {0xc0 | ECN_CE, 1, true, true},
                 {0x20 | ECN_ECT_1, 6, true, false},
                 {0x00, 7, false, false}};

    Simulator::Schedule(MicroSeconds(1), [this, &cases] {
        auto socket = Socket::CreateSocket(m_bench.nodes.Get(0), UdpSocketFactory::GetTypeId());
        m_ends[0].left = 1;
        for (const auto& c : cases)
        {
            Frame* frame = m_ends[0].Pull(0);
            m_ends[0].left = 1;
            auto packet = MltProtocol::Get().ToDatagram(*frame);
            m_ports[0]->Free(frame);
            SocketIpTosTag tag;
            tag.SetTos(c.tos);
            packet->AddPacketTag(tag);
            socket->SendTo(packet, 0, InetSocketAddress(m_bench.interfaces.GetAddress(1), 49420));
        }
        m_ends[0].left = 0;
    });
    Simulator::Run();
    ASSERT_EQ(m_ends[1].arrivals.size(), std::size(cases));
    for (size_t i = 0; i < std::size(cases); ++i)
    {
        EXPECT_EQ(m_ends[1].arrivals[i].queue, cases[i].queue) << i;
        EXPECT_EQ(m_ends[1].arrivals[i].ect, cases[i].ect) << i;
        EXPECT_EQ(m_ends[1].arrivals[i].ce, cases[i].ce) << i;
    }
}

TEST_F(UdpHostPortTest, ATimeToComeIsMalformed)
{
    Join();
    Simulator::Schedule(MicroSeconds(1), [this] {
        auto socket = Socket::CreateSocket(m_bench.nodes.Get(0), UdpSocketFactory::GetTypeId());
        for (const int64_t sentPs : {int64_t{0}, 1000 * PS_PER_US})
        {
            m_ends[0].left = 1;
            Frame* frame = m_ends[0].Pull(sentPs);
            socket->SendTo(MltProtocol::Get().ToDatagram(*frame),
                           0,
                           InetSocketAddress(m_bench.interfaces.GetAddress(1), 49420));
            m_ports[0]->Free(frame);
        }
    });
    Simulator::Run();
    EXPECT_EQ(m_ends[1].arrivals.size(), 1U);
    EXPECT_EQ(m_ports[1]->Counts().malformed, 1U) << "its round trip would be negative";
}

TEST_F(UdpHostPortTest, TracesSeeEveryDatagramWithItsAddresses)
{
    Join();
    uint32_t sent = 0;
    uint32_t received = 0;
    std::vector<Address> addresses;
    std::function<void(Ptr<const Packet>)> onTx = [&](Ptr<const Packet>) { ++sent; };
    std::function<void(Ptr<const Packet>)> onRx = [&](Ptr<const Packet>) { ++received; };
    std::function<void(Ptr<const Packet>, const Address&, const Address&)> onPair =
        [&](Ptr<const Packet>, const Address& from, const Address& to) {
            addresses.push_back(from);
            addresses.push_back(to);
        };
    using Both = Callback<void, Ptr<const Packet>, const Address&, const Address&>;
    m_ports[0]->TraceConnectWithoutContext("Tx", Callback<void, Ptr<const Packet>>(onTx));
    m_ports[1]->TraceConnectWithoutContext("Rx", Callback<void, Ptr<const Packet>>(onRx));
    m_ports[0]->TraceConnectWithoutContext("TxWithAddresses", Both(onPair));
    m_ports[1]->TraceConnectWithoutContext("RxWithAddresses", Both(onPair));
    m_ends[0].left = 1;
    m_ports[0]->Wake();
    Simulator::Run();
    EXPECT_EQ(sent, 1U);
    EXPECT_EQ(received, 1U);
    const Address from = InetSocketAddress(m_bench.interfaces.GetAddress(0), 49421);
    const Address to = InetSocketAddress(m_bench.interfaces.GetAddress(1), 49420);
    EXPECT_EQ(addresses, (std::vector<Address>{from, to, from, to}));
}

TEST_F(UdpHostPortTest, WhatHasNoEndOrNoRouteIsCounted)
{
    Join();
    m_table->Add("192.168.7.7"); // host 2, of which no routing knows
    const auto send = [this](uint32_t destination) {
        Frame* frame = m_ports[0]->NewFrame();
        frame->destination = destination;
        MltProtocol::Get().Label(*frame, MltType::Stop, MltEnd::Sender);
        frame->wireBytes = MltControlBytes(m_ports[0]->Format(), 0);
        frame->Header<MltHeader>() = {};
        m_ports[0]->Send(frame);
    };
    Simulator::Schedule(MicroSeconds(1), [send] {
        send(1); // nobody attached there
        send(2);
    });
    Simulator::Run();
    EXPECT_EQ(m_ports[0]->Counts().sent.control.frames, 2U);
    EXPECT_EQ(m_ports[0]->Counts().unsent.control.frames, 1U);
    EXPECT_EQ(m_ports[1]->Counts().unclaimed.control.frames, 1U);
    EXPECT_EQ(m_ports[1]->Counts().received.control.frames, 0U);
}

TEST_F(UdpHostPortTest, LocalAndPortMoveTheSockets)
{
    for (uint32_t host = 0; host < 2; ++host)
    {
        const InetSocketAddress local(m_bench.interfaces.GetAddress(host), 0);
        m_ports[host]->SetAttribute("Local", AddressValue(local));
        m_ports[host]->SetAttribute("Port", UintegerValue(7000));
    }
    Join();
    std::vector<uint16_t> ports;
    std::function<void(Ptr<const Packet>, const Address&, const Address&)> onPair =
        [&](Ptr<const Packet>, const Address& from, const Address& to) {
            ports.push_back(InetSocketAddress::ConvertFrom(from).GetPort());
            ports.push_back(InetSocketAddress::ConvertFrom(to).GetPort());
        };
    m_ports[1]->TraceConnectWithoutContext(
        "RxWithAddresses",
        Callback<void, Ptr<const Packet>, const Address&, const Address&>(onPair));
    m_ends[0].left = 1;
    m_ports[0]->Wake();
    Simulator::Run();
    EXPECT_EQ(m_ends[1].arrivals.size(), 1U);
    EXPECT_EQ(ports, (std::vector<uint16_t>{7001, 7000}));
}

TEST_F(UdpHostPortTest, CarriesAnyProtocolOverUdpBesideOthers)
{
    constexpr uint32_t BYTES = 500;
    constexpr auto SECOND = static_cast<uint8_t>(TestEnd::Second);
    Join();
    Source ours[2];
    for (uint32_t host = 0; host < 2; ++host)
    {
        ours[host].port = PeekPointer(m_ports[host]);
        m_ports[host]->Attach(TestProtocol::Get(), SECOND, ours[host]);
    }
    std::vector<uint16_t> ports;
    std::function<void(Ptr<const Packet>, const Address&, const Address&)> onPair =
        [&](Ptr<const Packet>, const Address& from, const Address& to) {
            ports.push_back(InetSocketAddress::ConvertFrom(from).GetPort());
            ports.push_back(InetSocketAddress::ConvertFrom(to).GetPort());
        };
    m_ports[1]->TraceConnectWithoutContext(
        "RxWithAddresses",
        Callback<void, Ptr<const Packet>, const Address&, const Address&>(onPair));
    Simulator::Schedule(MicroSeconds(1), [this] {
        Frame* frame = m_ports[0]->NewFrame();
        TestProtocol::Get().Label(*frame, TestType::Data, TestEnd::Second);
        frame->destination = 1;
        frame->queue = 4;
        frame->payload = BYTES;
        frame->wireBytes = m_ports[0]->Format().UdpBytes(BYTES);
        m_ports[0]->Send(frame);
        m_ends[0].left = 1;
        m_ports[0]->Wake();
    });
    Simulator::Run();
    ASSERT_EQ(ours[1].arrivals.size(), 1U);
    EXPECT_EQ(ours[1].arrivals[0].wireBytes, m_ports[1]->Format().UdpBytes(BYTES));
    EXPECT_EQ(ours[1].arrivals[0].queue, 4);
    EXPECT_EQ(m_ends[1].arrivals.size(), 1U) << "MLT's";
    EXPECT_EQ(ports, (std::vector<uint16_t>{50001, 50000, 49421, 49420}));
}

TEST_F(UdpHostPortTest, LogsWhatItDrops)
{
    const auto* components = LogComponent::GetComponentList();
    if (components->find("UdpHostPort") == components->end())
    {
        GTEST_SKIP() << "this build has no logging";
    }
    std::ostringstream text;
    std::streambuf* const before = std::clog.rdbuf(text.rdbuf());
    LogComponentEnable("UdpHostPort", LOG_LEVEL_WARN);
    Join();
    Simulator::Schedule(MicroSeconds(1), [this] {
        auto socket = Socket::CreateSocket(m_bench.nodes.Get(0), UdpSocketFactory::GetTypeId());
        socket->SendTo(Create<Packet>(9),
                       0,
                       InetSocketAddress(m_bench.interfaces.GetAddress(1), 49420));
    });
    Simulator::Run();
    LogComponentDisable("UdpHostPort", LOG_LEVEL_ALL);
    std::clog.rdbuf(before);
    EXPECT_NE(text.str().find("host 1: a malformed datagram of 9 bytes from "), std::string::npos)
        << text.str();
}

using UdpHostPortDeathTest = UdpHostPortTest;

TEST_F(UdpHostPortDeathTest, SaysWhatDoesNotFit)
{
    const auto with = [this](const std::string& name, const AttributeValue& value) {
        m_ports[0]->SetAttribute(name, value);
        Join();
    };
    EXPECT_DEATH(with("Mtu", UintegerValue(1501)),
                 "Mtu .* is 1501, expected 576 to the device's 1500");
    EXPECT_DEATH(with("Mtu", UintegerValue(575)), "Mtu .* is 575");
    EXPECT_DEATH(with("BaseRtt", TimeValue(Time(0))), "BaseRtt .* is not set");
    EXPECT_DEATH(with("Local", AddressValue(Ipv4Address("10.9.9.9"))), "Local is 10.9.9.9");
    EXPECT_DEATH(with("ControlSocketFactory", TypeIdValue(UdpHostPort::GetTypeId())),
                 "ControlSocketFactory is ns3::mlt::UdpHostPort, expected a SocketFactory");
    auto taken = Socket::CreateSocket(m_bench.nodes.Get(0), UdpSocketFactory::GetTypeId());
    taken->Bind(InetSocketAddress(Ipv4Address::GetAny(), 49421));
    EXPECT_DEATH(Join(), "UDP port 49421 of node 0 is taken");
    Source stream;
    EXPECT_DEATH(m_ports[1]->Attach(DctcpProtocol::Get(), DctcpProtocol::HOST, stream),
                 "carries protocols over UDP only, and DCTCP is none");
}

TEST(UdpHostPortRateDeathTest, ADeviceWithoutARateNeedsTheAttribute)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto join = [] {
        UseFabricResolution();
        auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetAttribute("DataRate", StringValue("0bps"));
        node->AddDevice(device);
        auto ipv4 = node->GetObject<Ipv4>();
        const uint32_t interface = ipv4->AddInterface(device);
        ipv4->AddAddress(interface, Ipv4InterfaceAddress("10.0.0.1", "255.255.255.0"));
        auto hosts = Create<HostTable>();
        hosts->Add("10.0.0.1");
        auto port = CreateObject<UdpHostPort>();
        port->SetAttribute("BaseRtt", TimeValue(MicroSeconds(10)));
        port->Join(node, hosts, 0);
    };
    EXPECT_DEATH(join(), "rate of a ns3::SimpleNetDevice .* set attribute DataRate");
    const auto bare = [] {
        UseFabricResolution();
        NodeContainer nodes(1);
        MltHelper().Install(nodes);
    };
    EXPECT_DEATH(bare(), "no IPv4; install an Internet stack");
    const auto unaddressed = [] {
        UseFabricResolution();
        NodeContainer nodes(1);
        InternetStackHelper().Install(nodes);
        MltHelper().Install(nodes);
    };
    EXPECT_DEATH(unaddressed(), "no IPv4 address; assign addresses before");
}

// The child starts anew, at ns-3's own resolution of 1 ns.
TEST(UdpHostPortResolutionDeathTest, ACoarserOneIsRefused)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(MltHelper().Install(NodeContainer()), "needs a simulator resolution of 1 fs");
    EXPECT_DEATH(CreateObject<UdpHostPort>()->Join(CreateObject<Node>(), Create<HostTable>(), 0),
                 "needs a simulator resolution of 1 fs");
}

TEST(HostTableTest, FindsHostsByAnyOfTheirAddresses)
{
    auto table = Create<HostTable>();
    EXPECT_EQ(table->Add("10.0.0.1"), 0U);
    EXPECT_EQ(table->Add("10.0.0.2"), 1U);
    table->AddAlias(0, "10.0.1.1");
    table->AddAlias(0, "10.0.0.1"); // its own, again
    EXPECT_EQ(table->Count(), 2U);
    EXPECT_EQ(table->Find("10.0.1.1"), 0U);
    EXPECT_EQ(table->Find("10.0.0.2"), 1U);
    EXPECT_EQ(table->Find("10.0.0.3"), HostTable::NONE);
    EXPECT_EQ(table->AddressOf(0), Ipv4Address("10.0.0.1"));
    EXPECT_DEATH(table->AddAlias(1, "10.0.1.1"), "is given to hosts 0 and 1");
}

TEST(BaseRttTest, IsAnMtuPacketOutAndAMinimalFrameBack)
{
    SocketBench::Options options;
    options.hosts = 3;
    SocketBench bench(options);
    bench.BuildChain();
    BaseRttAssumptions assumptions;
    const auto link = [](int64_t ipBytes) {
        return (ipBytes + 2) * 8 * PS_PER_NS + 10 * PS_PER_US;
    };
    EXPECT_EQ(EstimateBaseRttPs(bench.nodes, assumptions), 2 * (link(1500) + link(46)));
    const NodeContainer neighbours(bench.nodes.Get(1), bench.nodes.Get(2));
    EXPECT_EQ(EstimateBaseRttPs(neighbours, assumptions), link(1500) + link(46));
    EXPECT_EQ(LeastMtu(), 1500U);
    const NodeContainer apart(bench.nodes, CreateObject<Node>());
    EXPECT_DEATH(EstimateBaseRttPs(apart, assumptions), "not connected by any channels");
}

} // namespace
} // namespace ns3::mlt
