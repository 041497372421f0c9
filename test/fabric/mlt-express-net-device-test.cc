// SPDX-License-Identifier: GPL-2.0-only
// ns-3's IP stack and applications over the express fabric, through its device.
#include "support/mlt-device-bench.h"

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-datacenter-tcp.h"
#include "ns3/mlt-dscp.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/udp-echo-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint16_t TEST_PORT = 9;
constexpr int64_t PS_PER_BYTE = 80; // at 100 Gbps
constexpr int64_t DELAY = PS_PER_US;
constexpr uint32_t UDP_AND_IP = 28;
constexpr uint32_t OVERHEAD = 38;

/** How long a UDP packet needs over a leaf: two links. */
int64_t
OneWayPs(uint32_t payload)
{
    return 2 * ((payload + UDP_AND_IP + OVERHEAD) * PS_PER_BYTE + DELAY);
}

Ptr<Socket>
UdpSocket(DeviceBench& bench, uint32_t host)
{
    return Socket::CreateSocket(bench.Host(host), UdpSocketFactory::GetTypeId());
}

/** Sends a datagram with this TOS octet. (Socket::SetIpTos would leave out its ECN bits.) */
void
SendWithTos(const Ptr<Socket>& socket, uint32_t bytes, Ipv4Address to, uint8_t tos)
{
    auto packet = Create<Packet>(bytes);
    SocketIpTosTag tag;
    tag.SetTos(tos);
    packet->AddPacketTag(tag);
    socket->SendTo(packet, 0, InetSocketAddress(to, TEST_PORT));
}

/** A UDP socket that counts what comes and remembers when. */
struct UdpSink
{
    UdpSink(DeviceBench& bench, uint32_t host)
        : socket(UdpSocket(bench, host))
    {
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), TEST_PORT));
        socket->SetRecvCallback(MakeCallback(&UdpSink::Take, this));
    }

    void Take(Ptr<Socket>)
    {
        while (const Ptr<Packet> packet = socket->Recv())
        {
            atPs.push_back(NowPs());
            bytes += packet->GetSize();
        }
    }

    Ptr<Socket> socket;
    std::vector<int64_t> atPs;
    uint64_t bytes{0};
};

/** Counts packets of a trace source. */
struct PacketCounter
{
    void Count(Ptr<const Packet> packet)
    {
        ++packets;
        bytes += packet->GetSize();
        lastPs = NowPs();
    }

    void Listen(const Ptr<ExpressNetDevice>& device, const char* source)
    {
        ASSERT_TRUE(
            device->TraceConnectWithoutContext(source, MakeCallback(&PacketCounter::Count, this)));
    }

    uint64_t packets{0};
    uint64_t bytes{0};
    int64_t lastPs{0};
};

TEST(ExpressNetDeviceTest, UdpEchoTakesExactlyTheTimeOfItsFrames)
{
    DeviceBench bench({});
    constexpr uint32_t PAYLOAD = 100;
    UdpEchoServerHelper server(TEST_PORT);
    server.Install(bench.Host(3)).Start(Seconds(0));
    UdpEchoClientHelper client(bench.AddressOf(3), TEST_PORT);
    client.SetAttribute("MaxPackets", UintegerValue(1));
    client.SetAttribute("PacketSize", UintegerValue(PAYLOAD));
    auto apps = client.Install(bench.Host(0));
    apps.Start(MicroSeconds(1));
    PacketCounter echoed;
    apps.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&PacketCounter::Count, &echoed));
    bench.RunUntil(MilliSeconds(1));
    EXPECT_EQ(echoed.packets, 1U);
    EXPECT_EQ(echoed.lastPs, PS_PER_US + 2 * OneWayPs(PAYLOAD));
    bench.ExpectConserved();
}

TEST(ExpressNetDeviceTest, PacketsFollowEachOtherOnTheLinkWithoutGaps)
{
    DeviceBench bench({});
    UdpSink sink(bench, 1);
    constexpr uint32_t PAYLOAD = 1472;
    auto socket = UdpSocket(bench, 0);
    for (int i = 0; i < 5; ++i)
    {
        socket->SendTo(Create<Packet>(PAYLOAD),
                       0,
                       InetSocketAddress(bench.AddressOf(1), TEST_PORT));
    }
    bench.RunUntil(MilliSeconds(1));
    ASSERT_EQ(sink.atPs.size(), 5U);
    for (size_t i = 0; i < sink.atPs.size(); ++i)
    {
        EXPECT_EQ(sink.atPs[i], OneWayPs(PAYLOAD) + static_cast<int64_t>(i) * 1538 * PS_PER_BYTE);
    }
}

TEST(ExpressNetDeviceTest, ADatagramOverTheMtuGoesInFragments)
{
    DeviceBench bench({});
    UdpSink sink(bench, 1);
    UdpSocket(bench, 0)->SendTo(Create<Packet>(10000),
                                0,
                                InetSocketAddress(bench.AddressOf(1), TEST_PORT));
    bench.RunUntil(MilliSeconds(1));
    EXPECT_EQ(sink.bytes, 10000U);
    EXPECT_EQ(bench.Device(1)->Received().data.frames, 7U) << "10008 bytes in pieces of 1480";
    bench.ExpectConserved();
}

TEST(ExpressNetDeviceTest, TheQueueComesFromTheDscpAndPrioritiesHold)
{
    // hosts 1 and 2 overload host 0's port; host 2's packets have a higher priority
    DeviceBench bench({});
    UdpSink sink(bench, 0);
    auto low = UdpSocket(bench, 1);
    auto high = UdpSocket(bench, 2);
    std::vector<uint8_t> queues;
    bench.fabric->TraceConnectWithoutContext(
        "Send",
        Callback<void, const PortEvent&>([&](const PortEvent& event) {
            if (bench.fabric->Plan().LinkName(event.link) == "leaf0-host0")
            {
                queues.push_back(event.frame->queue);
            }
        }));
    for (int i = 0; i < 10; ++i)
    {
        SendWithTos(low, 1000, bench.AddressOf(0), TosOf(5, true));
        SendWithTos(high, 1000, bench.AddressOf(0), TosOf(2, true));
    }
    bench.RunUntil(MilliSeconds(1));
    ASSERT_EQ(queues.size(), 20U);
    // but for a frame of the low class that was in service, the high class goes first
    EXPECT_EQ(std::count(queues.begin(), queues.begin() + 11, 2), 10);
    EXPECT_EQ(sink.atPs.size(), 20U);
    bench.ExpectConserved();
}

TEST(ExpressNetDeviceTest, AMarkOfASwitchStandsInTheDeliveredIpHeader)
{
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::MarkThreshold",
                       QueueSizeValue(QueueSize("3000B")));
    DeviceBench bench({});
    std::vector<Ipv4Header> headers;
    bench.Device(0)->TraceConnectWithoutContext(
        "MacRx",
        Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> packet) {
            Ipv4Header header;
            packet->PeekHeader(header);
            headers.push_back(header);
        }));
    for (uint32_t source : {1, 2})
    {
        auto socket = UdpSocket(bench, source);
        for (int i = 0; i < 10; ++i)
        {
            SendWithTos(socket, 1000, bench.AddressOf(0), TosOf(7, true));
        }
    }
    bench.RunUntil(MilliSeconds(1));
    uint64_t marked = 0;
    for (const auto& header : headers)
    {
        marked += header.GetEcn() == Ipv4Header::ECN_CE;
        EXPECT_NE(header.GetEcn(), Ipv4Header::ECN_NotECT);
        EXPECT_EQ(header.GetDscp(), Ipv4Header::DscpDefault);
        EXPECT_EQ(header.GetPayloadSize(), 1008);
        EXPECT_EQ(header.GetDestination(), bench.AddressOf(0));
    }
    EXPECT_EQ(headers.size(), 20U);
    EXPECT_GT(marked, 0U);
    EXPECT_EQ(marked, bench.Marked());
}

TEST(ExpressNetDeviceTest, UnprotectedPacketsAreDroppedSelectively)
{
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::DropBackBdp", DoubleValue(0.05));
    DeviceBench bench({});
    UdpSink sink(bench, 0);
    for (uint32_t source : {1, 2})
    {
        auto socket = UdpSocket(bench, source); // Not-ECT
        for (int i = 0; i < 50; ++i)
        {
            socket->SendTo(Create<Packet>(1000),
                           0,
                           InetSocketAddress(bench.AddressOf(0), TEST_PORT));
        }
    }
    bench.RunUntil(MilliSeconds(1));
    EXPECT_GT(bench.fabric->Dropped().data.frames, 0U);
    EXPECT_EQ(sink.atPs.size() + bench.fabric->Dropped().data.frames, 100U);
    bench.ExpectConserved();
}

TEST(ExpressNetDeviceTest, WhatHasNoPlaceToGoIsDroppedAndTraced)
{
    DeviceBench bench({});
    PacketCounter dropped;
    dropped.Listen(bench.Device(0), "MacTxDrop");
    auto socket = UdpSocket(bench, 0);
    socket->SendTo(Create<Packet>(10), 0, InetSocketAddress("10.0.0.77", TEST_PORT));
    EXPECT_EQ(dropped.packets, 1U) << "no host has the address";
    Ptr<NetDevice> device = bench.Device(0);
    EXPECT_FALSE(device->Send(Create<Packet>(100), device->GetBroadcast(), 0x86dd));
    EXPECT_EQ(dropped.packets, 2U) << "no IPv4";
    EXPECT_FALSE(device->Send(Create<Packet>(100), device->GetBroadcast(), 0x0800));
    EXPECT_EQ(dropped.packets, 3U) << "zeros, no IPv4 header";
    bench.RunUntil(MilliSeconds(1));
    EXPECT_EQ(bench.fabric->SentByHosts().data.frames, 0U);
}

TEST(ExpressNetDeviceTest, AFullQueueStopsTheStackAndWakesItAgain)
{
    DeviceBench::Options options;
    options.queueSize = "4p";
    DeviceBench bench(options);
    UdpSink sink(bench, 1);
    auto socket = UdpSocket(bench, 0);
    const auto burst = [&] {
        for (int i = 0; i < 10; ++i)
        {
            socket->SendTo(Create<Packet>(1000),
                           0,
                           InetSocketAddress(bench.AddressOf(1), TEST_PORT));
        }
    };
    burst();
    Simulator::Schedule(MicroSeconds(100), burst);
    bench.RunUntil(MilliSeconds(1));
    EXPECT_EQ(sink.atPs.size(), 8U) << "four of each burst: no queue disc holds the others";
}

TEST(ExpressNetDeviceTest, AQueueDiscHoldsWhatTheFullQueueCannot)
{
    DeviceBench::Options options;
    options.queueSize = "2p";
    options.hostMarkBytes = 1000000; // nothing is marked here
    DeviceBench bench(options);
    UdpSink sink(bench, 1);
    auto socket = UdpSocket(bench, 0);
    Simulator::Schedule(MicroSeconds(1), [&] {
        for (int i = 0; i < 50; ++i)
        {
            socket->SendTo(Create<Packet>(1472),
                           0,
                           InetSocketAddress(bench.AddressOf(1), TEST_PORT));
        }
    });
    bench.RunUntil(MilliSeconds(1));
    ASSERT_EQ(sink.atPs.size(), 50U);
    EXPECT_EQ(sink.atPs.back() - sink.atPs.front(), 49 * 1538 * PS_PER_BYTE) << "without gaps";
}

TEST(ExpressNetDeviceTest, AnAddressBehindAHostIsReachedThroughIt)
{
    DeviceBench bench({});
    const Ipv4Address behind("192.168.0.1");
    const auto send = [&] {
        auto packet = Create<Packet>(100);
        Ipv4Header header;
        header.SetSource(bench.AddressOf(0));
        header.SetDestination(behind);
        header.SetProtocol(253); // for experiments (RFC 3692)
        header.SetPayloadSize(100);
        packet->AddHeader(header);
        Ptr<NetDevice> device = bench.Device(0);
        return device->Send(packet, device->GetBroadcast(), 0x0800);
    };
    EXPECT_FALSE(send());
    DynamicCast<ExpressChannel>(bench.Device(0)->GetChannel())->AddAddress(behind, 2);
    EXPECT_TRUE(send());
    bench.RunUntil(MilliSeconds(1));
    EXPECT_EQ(bench.Device(2)->Received().data.frames, 1U);
}

TEST(ExpressNetDeviceTest, TracesShowTheLifeOfAPacket)
{
    DeviceBench bench({});
    UdpSink sink(bench, 1);
    PacketCounter macTx;
    PacketCounter txBegin;
    PacketCounter txEnd;
    PacketCounter sniffed;
    PacketCounter rxEnd;
    PacketCounter macRx;
    macTx.Listen(bench.Device(0), "MacTx");
    txBegin.Listen(bench.Device(0), "PhyTxBegin");
    txEnd.Listen(bench.Device(0), "PhyTxEnd");
    sniffed.Listen(bench.Device(0), "Sniffer");
    rxEnd.Listen(bench.Device(1), "PhyRxEnd");
    macRx.Listen(bench.Device(1), "MacRx");
    auto socket = UdpSocket(bench, 0);
    for (int i = 0; i < 2; ++i)
    {
        socket->SendTo(Create<Packet>(934), 0, InetSocketAddress(bench.AddressOf(1), TEST_PORT));
    }
    bench.RunUntil(MilliSeconds(1));
    constexpr int64_t SERVICE = 1000 * PS_PER_BYTE;
    for (const auto* counter : {&macTx, &txBegin, &txEnd, &sniffed, &rxEnd, &macRx})
    {
        EXPECT_EQ(counter->packets, 2U);
        EXPECT_EQ(counter->bytes, 2U * 962);
    }
    EXPECT_EQ(macTx.lastPs, 0);
    EXPECT_EQ(txBegin.lastPs, SERVICE);
    EXPECT_EQ(txEnd.lastPs, 2 * SERVICE);
    EXPECT_EQ(rxEnd.lastPs, 3 * SERVICE + 2 * DELAY);
}

TEST(ExpressNetDeviceTest, TheMtuIsTheFabricsUnlessSetLower)
{
    DeviceBench::Options options;
    options.mtu = 9000;
    DeviceBench bench(options);
    EXPECT_EQ(bench.Device(0)->GetMtu(), 9000);
    EXPECT_FALSE(bench.Device(0)->SetMtu(9001));
    EXPECT_EQ(bench.Device(0)->GetMtu(), 9000);
    EXPECT_TRUE(bench.Device(0)->SetMtu(1500));
    EXPECT_EQ(bench.Device(0)->GetMtu(), 1500);
    EXPECT_TRUE(bench.Device(0)->IsLinkUp());
    EXPECT_FALSE(bench.Device(0)->NeedsArp());
    EXPECT_EQ(bench.Device(0)->GetChannel(), bench.Device(3)->GetChannel());
    EXPECT_EQ(bench.Device(0)->GetChannel()->GetNDevices(), 4U);
}

/** A bulk transfer from host 0 to host 3. */
void
CheckBulkTransfer(const char* control)
{
    DatacenterTcp tcp;
    tcp.congestionControl = control;
    tcp.Apply();
    DeviceBench bench({});
    constexpr uint64_t BYTES = 3000000;
    PacketSinkHelper sinkHelper("ns3::TcpSocketFactory",
                                InetSocketAddress(Ipv4Address::GetAny(), TEST_PORT));
    const auto sinks = sinkHelper.Install(bench.Host(3));
    BulkSendHelper source("ns3::TcpSocketFactory",
                          InetSocketAddress(bench.AddressOf(3), TEST_PORT));
    source.SetAttribute("MaxBytes", UintegerValue(BYTES));
    source.Install(bench.Host(0));
    bench.RunUntil(MilliSeconds(5));
    EXPECT_EQ(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(), BYTES);
    bench.ExpectConserved();
    const FrameCounts received = bench.Device(3)->Received();
    EXPECT_GE(received.data.frames, BYTES / 1448);
    EXPECT_EQ(bench.fabric->InFlight().data.frames, 0U);
}

TEST(ExpressTcpTest, ABulkTransferOverDctcpCompletes)
{
    CheckBulkTransfer("ns3::TcpDctcp");
}

TEST(ExpressTcpTest, ABulkTransferOverCubicCompletes)
{
    CheckBulkTransfer("ns3::TcpCubic");
}

TEST(ExpressTcpTest, ABulkTransferOverNewRenoCompletes)
{
    CheckBulkTransfer("ns3::TcpNewReno");
}

/** Bulk transfers of @p bytes from each of @p sources to host 0, and what host 0's sinks got. */
ApplicationContainer
StartIncast(DeviceBench& bench, const std::vector<uint32_t>& sources, uint64_t bytes)
{
    ApplicationContainer sinks;
    for (uint32_t source : sources)
    {
        const auto port = static_cast<uint16_t>(TEST_PORT + source);
        PacketSinkHelper sink("ns3::TcpSocketFactory",
                              InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.Add(sink.Install(bench.Host(0)));
        BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(bench.AddressOf(0), port));
        bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
        bulk.Install(bench.Host(source));
    }
    return sinks;
}

TEST(ExpressTcpTest, DctcpSeesMarksAndLosesNothing)
{
    DatacenterTcp().Apply();
    DeviceBench bench({});
    constexpr uint64_t BYTES = 2000000;
    const auto sinks = StartIncast(bench, {1, 2, 3}, BYTES);
    uint64_t marksSeen = 0;
    bench.Device(0)->TraceConnectWithoutContext(
        "MacRx",
        Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> packet) {
            Ipv4Header header;
            packet->PeekHeader(header);
            marksSeen += header.GetEcn() == Ipv4Header::ECN_CE;
        }));
    bench.RunUntil(MilliSeconds(2));
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        EXPECT_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(), BYTES);
    }
    EXPECT_GT(marksSeen, 0U);
    EXPECT_EQ(marksSeen, bench.Marked());
    EXPECT_EQ(bench.fabric->Dropped().data.frames, 0U);
    bench.ExpectConserved();
}

TEST(ExpressTcpTest, WithoutMarksTheQueueOverflowsAndTcpRepairs)
{
    DatacenterTcp tcp;
    tcp.congestionControl = "ns3::TcpNewReno";
    tcp.ecn = false;
    tcp.Apply();
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::SelectiveDrop", BooleanValue(false));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::Buffer", QueueSizeValue(QueueSize("200KB")));
    DeviceBench bench({});
    constexpr uint64_t BYTES = 2000000;
    const auto sinks = StartIncast(bench, {1, 2, 3}, BYTES);
    bench.RunUntil(MilliSeconds(500));
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        EXPECT_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(), BYTES);
    }
    EXPECT_EQ(bench.Marked(), 0U);
    EXPECT_GT(bench.fabric->Dropped().data.frames, 0U);
    bench.ExpectConserved();
}

TEST(ExpressTcpTest, SharesANicWithMltFrameByFrame)
{
    DatacenterTcp().Apply();
    DeviceBench::Options options;
    options.transport = "ns3::mlt::MltTransport";
    DeviceBench bench(options);
    constexpr uint64_t BYTES = 2000000;
    const auto sinks = StartIncast(bench, {1}, BYTES); // host 1 to host 0
    int64_t deliveredPs = 0;
    bench.transport->ListenToDeliveries([&](const Delivery& d) { deliveredPs = d.atPs; });
    Message message;
    message.source = 1;
    message.destination = 2;
    message.bytes = BYTES;
    bench.transport->Send(message);
    bench.RunUntil(MilliSeconds(2));
    EXPECT_EQ(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(), BYTES);
    // both fill host 1's link: MLT gets half of it, and a little more while TCP's window opens
    const int64_t alonePs = static_cast<int64_t>(BYTES) * PS_PER_BYTE;
    EXPECT_GT(deliveredPs, alonePs * 3 / 2);
    EXPECT_LT(deliveredPs, alonePs * 5 / 2);
    bench.ExpectConserved();
}

} // namespace
} // namespace ns3::mlt
