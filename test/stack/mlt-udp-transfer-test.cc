// SPDX-License-Identifier: GPL-2.0-only
// MLT's transport over ns-3's UDP, from end to end on small networks.
#include "support/mlt-scoped-default.h"
#include "support/mlt-socket-bench.h"

#include "ns3/application-container.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-message-source.h"
#include "ns3/mlt-random.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr int64_t PS_PER_BYTE = 8 * PS_PER_NS; // at 1 Gbit/s
constexpr int64_t DELAY_PS = 10 * PS_PER_US;
constexpr uint32_t PAYLOAD = 1424;   // at MTU 1500
constexpr int64_t DATA_BYTES = 1502; // on a point-to-point link
constexpr int64_t BEGIN_BYTES = 20 + 8 + 40 + 2;

/** Loses this share of what arrives at a device, from a random stream of its own. */
void
SetLoss(const Ptr<NetDevice>& device, double rate)
{
    auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(rate);
    model->AssignStreams(77);
    device->SetAttribute("ReceiveErrorModel", PointerValue(model));
}

/** The IP header of what a point-to-point device sends. */
Ipv4Header
IpOf(const Ptr<const Packet>& packet)
{
    auto copy = packet->Copy();
    PppHeader ppp;
    Ipv4Header ip;
    copy->RemoveHeader(ppp);
    copy->RemoveHeader(ip);
    return ip;
}

TEST(UdpTransferTest, OneMessageTakesWhatTheLinkNeeds)
{
    for (const uint32_t packets : {1U, 2U, 10U, 63U, 1000U})
    {
        SocketBench bench({});
        bench.BuildChain();
        bench.Install();
        bench.Send(0, 1, uint64_t{packets} * PAYLOAD);
        ASSERT_TRUE(bench.Run());
        // BEGIN goes behind the first data frame
        const int64_t begin = packets > 1 ? BEGIN_BYTES : 0;
        const int64_t expected = (packets * DATA_BYTES + begin) * PS_PER_BYTE + DELAY_PS;
        // ns-3 rounds each transmission down to a femtosecond
        EXPECT_NEAR(static_cast<double>(bench.deliveries.at(0).atPs),
                    static_cast<double>(expected),
                    2.0)
            << packets << " packets";
        EXPECT_EQ(bench.deliveries.at(0).deliveredBytes, packets * PAYLOAD);
        EXPECT_EQ(bench.reports.at(0).repairedBytes, 0U);
        EXPECT_TRUE(bench.IsConserved());
    }
}

TEST(UdpTransferTest, RunsTheSameUnderBothEngines)
{
    const auto run = [](const std::string& engine) {
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue(engine));
        SocketBench bench({});
        bench.BuildChain();
        bench.CountLosses();
        SetLoss(bench.devices.Get(1), 0.05);
        bench.Install();
        bench.Send(0, 1, 500000, 0.02);
        bench.Send(1, 0, 500000);
        EXPECT_TRUE(bench.Run()) << engine;
        return std::vector<int64_t>{bench.deliveries.at(0).atPs,
                                    bench.deliveries.at(1).atPs,
                                    static_cast<int64_t>(bench.lost.data.frames),
                                    static_cast<int64_t>(bench.reports.at(0).sentBytes)};
    };
    const auto plain = run("ns3::DefaultSimulatorImpl");
    const auto express = run("ns3::mlt::ExpressSimulatorImpl");
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
    EXPECT_EQ(plain, express);
    EXPECT_GT(plain[2], 0);
}

TEST(UdpTransferTest, ALossyLinkDeliversWhatTheBoundAsks)
{
    for (const double bound : {0.0, 0.1})
    {
        SocketBench bench({});
        bench.BuildChain();
        bench.CountLosses();
        SetLoss(bench.devices.Get(0), 0.05); // control's way, and
        SetLoss(bench.devices.Get(1), 0.05); // data's way
        bench.Install();
        const uint64_t bytes = 2000000;
        for (uint32_t i = 0; i < 5; ++i)
        {
            bench.Send(0, 1, bytes, bound);
        }
        ASSERT_TRUE(bench.Run()) << bound;
        for (const auto& entry : bench.deliveries)
        {
            EXPECT_GE(entry.second.deliveredBytes, LossBound::FromShare(bound).Needed(bytes));
            EXPECT_LE(entry.second.deliveredBytes, bytes);
        }
        if (bound > 0)
        {
            EXPECT_EQ(bench.reports.at(0).repairedBytes, 0U) << "5 % lost, 10 % tolerated";
            EXPECT_LT(bench.deliveries.at(0).deliveredBytes, bytes);
        }
        else
        {
            EXPECT_GT(bench.reports.at(0).repairedBytes, bytes / 50);
        }
        EXPECT_GT(bench.lost.data.frames, 100U);
        EXPECT_GT(bench.lost.control.frames, 0U);
        EXPECT_TRUE(bench.IsConserved()) << bound;
        EXPECT_EQ(bench.Counts().malformed, 0U);
        EXPECT_EQ(bench.Counts().unsent.data.frames, 0U);
    }
}

TEST(UdpTransferTest, TheSameSeedGivesTheSameRun)
{
    const auto run = [](uint32_t seed) {
        SocketBench::Options options;
        options.seed = seed;
        SocketBench bench(options);
        bench.BuildChain();
        SetLoss(bench.devices.Get(1), 0.03);
        bench.Install();
        bench.Send(0, 1, 1000000, 0.01);
        bench.Send(0, 1, 300000);
        EXPECT_TRUE(bench.Run());
        const auto counts = bench.Counts();
        return std::vector<uint64_t>{static_cast<uint64_t>(bench.deliveries.at(0).atPs),
                                     static_cast<uint64_t>(bench.deliveries.at(1).atPs),
                                     bench.deliveries.at(0).deliveredBytes,
                                     counts.sent.data.frames,
                                     counts.sent.control.frames};
    };
    const auto first = run(3);
    EXPECT_EQ(first, run(3));
    EXPECT_NE(first, run(4));
}

/** The most packets that waited in a device and in the queue disc above it, together. */
class BacklogWatch
{
  public:
    explicit BacklogWatch(const Ptr<NetDevice>& device)
    {
        PointerValue queue;
        device->GetAttribute("TxQueue", queue);
        queue.Get<QueueBase>()->TraceConnectWithoutContext(
            "PacketsInQueue",
            MakeCallback(&BacklogWatch::OnDevice, this));
        device->GetNode()
            ->GetObject<TrafficControlLayer>()
            ->GetRootQueueDiscOnDevice(device)
            ->TraceConnectWithoutContext("PacketsInQueue",
                                         MakeCallback(&BacklogWatch::OnDisc, this));
    }

    uint32_t Most() const
    {
        return m_most;
    }

  private:
    void OnDevice(uint32_t, uint32_t now)
    {
        m_device = now;
        m_most = std::max(m_most, m_device + m_disc);
    }

    void OnDisc(uint32_t, uint32_t now)
    {
        m_disc = now;
        m_most = std::max(m_most, m_device + m_disc);
    }

    uint32_t m_device{0};
    uint32_t m_disc{0};
    uint32_t m_most{0};
};

TEST(UdpTransferTest, ATensorNeverWaitsInTheDevice)
{
    SocketBench bench({});
    bench.BuildChain();
    bench.Install();
    BacklogWatch watch(bench.devices.Get(0));
    bench.Send(0, 1, 400000000);
    bench.Send(0, 1, 400000000, 0.1);
    bench.RunFor(MilliSeconds(50));
    // in service one, waiting at most one
    EXPECT_LE(watch.Most(), 1U);
    const auto sent = bench.helper.PortOf(0)->Counts().sent.data;
    const double full = 0.05e12 / static_cast<double>(DATA_BYTES * PS_PER_BYTE);
    EXPECT_GT(static_cast<double>(sent.frames), 0.99 * full) << "and the link is never idle";
}

TEST(UdpTransferTest, OtherTrafficOfTheNodeIsWaitedFor)
{
    SocketBench bench({});
    bench.BuildChain();
    bench.Install();
    BacklogWatch watch(bench.devices.Get(0));
    auto socket = Socket::CreateSocket(bench.nodes.Get(0), UdpSocketFactory::GetTypeId());
    socket->Connect(InetSocketAddress(bench.interfaces.GetAddress(1), 9));
    const Time interval = MicroSeconds(40); // about 30 % of the link
    uint32_t datagrams = 0;
    std::function<void()> send = [&] {
        socket->Send(Create<Packet>(1472));
        ++datagrams;
        Simulator::Schedule(interval, send);
    };
    Simulator::Schedule(MicroSeconds(1), send);
    bench.Send(0, 1, 400000000);
    bench.RunFor(MilliSeconds(50));
    EXPECT_LE(watch.Most(), 3U) << "MaxBacklog, and what another application adds to it";
    const auto frames = bench.helper.PortOf(0)->Counts().sent.data.frames + datagrams;
    const double full = 0.05e12 / static_cast<double>(DATA_BYTES * PS_PER_BYTE);
    EXPECT_GT(static_cast<double>(frames), 0.98 * full);
    EXPECT_LT(static_cast<double>(frames), 1.001 * full);
}

TEST(UdpTransferTest, PriorityAndProtectionStandInTheIpHeader)
{
    const ScopedDefault order("ns3::mlt::MltSender::SendOrder", "ns3::mlt::RandomOrder");
    SocketBench bench({});
    bench.BuildChain();
    bench.Install();
    std::map<uint8_t, uint64_t> sizes; // by TOS octet: IP packets sent
    std::function<void(Ptr<const Packet>)> look = [&sizes](Ptr<const Packet> packet) {
        ++sizes[IpOf(packet).GetTos()];
    };
    for (uint32_t i = 0; i < 2; ++i)
    {
        bench.devices.Get(i)->TraceConnectWithoutContext("PhyTxBegin",
                                                         Callback<void, Ptr<const Packet>>(look));
    }
    Message message;
    message.source = 0;
    message.destination = 1;
    message.bytes = 1000 * PAYLOAD;
    message.bound = LossBound::FromShare(0.1);
    message.SetLayer(0, 7); // front: queue 1
    bench.Send(message);
    message.SetLayer(6, 7); // back: queue 7
    bench.Send(message);
    ASSERT_TRUE(bench.Run());
    uint64_t protectedFront = 0;
    uint64_t droppableFront = 0;
    for (uint32_t packet = 0; packet < 1000; ++packet)
    {
        ++(bench.transport->IsDroppable(bench.messages.at(0), packet) ? droppableFront
                                                                      : protectedFront);
    }
    std::set<uint8_t> seen;
    for (const auto& entry : sizes)
    {
        seen.insert(entry.first);
    }
    const std::set<uint8_t> expected{
        0xe0,        // CS7, Not-ECT: control
        0xc0 | 0x02, // CS6, ECT(0): front, protected
        0xc0,        // CS6, Not-ECT: front, droppable
        0x02,        // CS0, ECT(0): back, protected
        0x00,        // CS0, Not-ECT: back, droppable
    };
    EXPECT_EQ(seen, expected);
    EXPECT_LE(sizes[0xc2], protectedFront);
    EXPECT_GT(sizes[0xc2], protectedFront / 2);
    EXPECT_LE(sizes[0xc0], droppableFront);
    EXPECT_GT(sizes[0xc0], droppableFront / 2);
}

TEST(UdpTransferTest, NothingIsFragmentedWhereALinkInTheMiddleIsNarrow)
{
    SocketBench::Options options;
    options.hosts = 4;
    SocketBench bench(options);
    bench.BuildChain();
    // node 1 to node 2
    bench.devices.Get(2)->SetMtu(1000);
    bench.devices.Get(3)->SetMtu(1000);
    NodeContainer ends(bench.nodes.Get(0), bench.nodes.Get(3));
    bench.Install(ends);
    uint32_t largest = 0;
    uint64_t fragments = 0;
    std::function<void(Ptr<const Packet>)> look = [&](Ptr<const Packet> packet) {
        const Ipv4Header ip = IpOf(packet);
        largest = std::max<uint32_t>(largest, ip.GetPayloadSize() + ip.GetSerializedSize());
        fragments += !ip.IsLastFragment() || ip.GetFragmentOffset() > 0;
    };
    for (uint32_t i = 0; i < bench.devices.GetN(); ++i)
    {
        bench.devices.Get(i)->TraceConnectWithoutContext("PhyTxBegin",
                                                         Callback<void, Ptr<const Packet>>(look));
    }
    SetLoss(bench.devices.Get(5), 0.002); // so that there are BITMAPs too
    bench.Send(0, 1, 10000000);
    ASSERT_TRUE(bench.Run());
    EXPECT_EQ(bench.helper.PortOf(0)->Format().mtu, 1000U);
    EXPECT_EQ(largest, 1000U);
    EXPECT_GT(bench.reports.at(0).repairedBytes, 0U);
    EXPECT_EQ(fragments, 0U);
}

Ptr<MltMessageSource>
SourceOf(const ApplicationContainer& applications)
{
    return DynamicCast<MltMessageSource>(applications.Get(0));
}

TEST(UdpTransferTest, ASourceSendsFromStartToStop)
{
    SocketBench bench({});
    bench.BuildChain();
    bench.Install();
    std::map<uint64_t, int64_t> delivered;
    bench.transport->ListenToDeliveries(
        [&delivered](const Delivery& delivery) { delivered[delivery.id] = delivery.atPs; });
    const auto few = SourceOf(bench.helper.InstallSource(0, bench.interfaces.GetAddress(1)));
    few->SetAttribute("MessageSize", UintegerValue(PAYLOAD));
    few->SetAttribute("MaxMessages", UintegerValue(3));
    few->SetAttribute("Interval", TimeValue(MilliSeconds(1)));
    few->SetStartTime(MilliSeconds(2));
    const auto many = SourceOf(bench.helper.InstallSource(1, bench.interfaces.GetAddress(0)));
    many->SetAttribute("MaxMessages", UintegerValue(0));
    many->SetAttribute("MessageSize", UintegerValue(10000));
    many->SetAttribute("Layers", UintegerValue(4));
    many->SetAttribute("Layer", UintegerValue(3));
    many->SetAttribute("LossBound", DoubleValue(0.1));
    many->SetStopTime(MilliSeconds(45));
    std::vector<Message> handedOver;
    std::function<void(const Message&)> note = [&](const Message& m) { handedOver.push_back(m); };
    many->TraceConnectWithoutContext("Tx", Callback<void, const Message&>(note));
    bench.RunFor(MilliSeconds(100));
    EXPECT_EQ(few->Sent(), 3U);
    EXPECT_EQ(many->Sent(), 5U) << "at 0, 10, 20, 30 and 40 ms";
    EXPECT_EQ(delivered.size(), 8U) << "ids differ";
    ASSERT_EQ(handedOver.size(), 5U);
    EXPECT_EQ(handedOver[0].destination, 0U);
    EXPECT_EQ(handedOver[0].layer, 3U);
    EXPECT_EQ(handedOver[0].bound.Billionths(), 100000000U);
    const int64_t first = delivered.begin()->second; // host 0's ids are the least
    EXPECT_NEAR(static_cast<double>(first),
                2e3 * PS_PER_US + DATA_BYTES * PS_PER_BYTE + DELAY_PS,
                2.0);
}

TEST(UdpTransferTest, WorksOnASharedChannel)
{
    SocketBench::Options options;
    options.hosts = 4;
    options.dataRate = "100Mbps";
    options.delay = "6us";
    SocketBench bench(options);
    bench.BuildCsma();
    bench.Install();
    EXPECT_EQ(bench.helper.PortOf(0)->BitRate(), 100000000U) << "the channel's";
    for (uint32_t host = 1; host < 4; ++host)
    {
        bench.Send(host, 0, 200000);
        bench.Send(0, host, 100000, 0.1);
    }
    ASSERT_TRUE(bench.Run());
    EXPECT_EQ(bench.deliveries.size(), 6U);
}

TEST(UdpTransferTest, MalformedDatagramsAreCountedAndDropped)
{
    SocketBench::Options options;
    options.hosts = 3;
    SocketBench bench(options);
    bench.BuildChain();
    bench.Install(NodeContainer(bench.nodes.Get(0), bench.nodes.Get(1)));
    const auto send = [&bench](uint32_t node, uint16_t port, std::vector<uint8_t> bytes) {
        auto socket = Socket::CreateSocket(bench.nodes.Get(node), UdpSocketFactory::GetTypeId());
        socket->Connect(InetSocketAddress(bench.interfaces.GetAddress(1), port));
        socket->Send(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())));
    };
    uint32_t bad = 0;
    SmallRandom random(9);
    std::function<void()> disturb = [&] {
        std::vector<uint8_t> bytes(1 + random.Below(200));
        std::generate(bytes.begin(), bytes.end(), [&random] {
            return static_cast<uint8_t>(random.Next());
        });
        bytes[0] = static_cast<uint8_t>(random.Below(7)); // a kind of MLT
        // STOP and CHANNEL ACK of the right length would be believed
        bytes.resize(bytes[0] == 4 || bytes[0] == 6 ? 19 : bytes.size());
        send(0, random.Below(2) ? 49420 : 49421, bytes);
        if (++bad < 500)
        {
            Simulator::Schedule(MicroSeconds(20), disturb);
        }
    };
    Simulator::Schedule(MicroSeconds(1), disturb);
    Simulator::Schedule(MicroSeconds(2), [send] {
        send(2, 49420, {6, 0, 0, 0});                // from a host that is not of the run
        send(0, 49420, std::vector<uint8_t>(20, 4)); // a STOP, well formed, at the wrong end
    });
    bench.Send(0, 1, 1000000);
    bench.Send(1, 0, 1000000, 0.05);
    bench.RunFor(MilliSeconds(30));
    EXPECT_EQ(bench.deliveries.size(), 2U);
    EXPECT_EQ(bench.reports.size(), 2U);
    EXPECT_EQ(bench.Counts().malformed, bad + 1);
    EXPECT_EQ(bench.Counts().strangers, 1U);
    EXPECT_TRUE(bench.IsConserved());
}

/** Copies of true datagrams with some bits of their headers flipped go beside them. */
TEST(UdpTransferTest, FlippedCopiesOfTrueDatagramsNeverHarm)
{
    uint32_t copies = 0;
    uint64_t malformed = 0;
    for (uint32_t seed = 1; seed <= 40; ++seed)
    {
        SocketBench bench({});
        bench.BuildChain();
        bench.Install();
        SmallRandom random(seed);
        using Both = Callback<void, Ptr<const Packet>, const Address&, const Address&>;
        for (uint32_t host = 0; host < 2; ++host)
        {
            auto socket =
                Socket::CreateSocket(bench.nodes.Get(host), UdpSocketFactory::GetTypeId());
            // the node holds the socket; a Ptr to it in a trace of the node's port would be a cycle
            std::function<void(Ptr<const Packet>, const Address&, const Address&)> copy =
                [&, socket = PeekPointer(socket)](Ptr<const Packet> packet,
                                                  const Address&,
                                                  const Address& to) {
                    std::vector<uint8_t> bytes(packet->GetSize());
                    packet->CopyData(bytes.data(), packet->GetSize());
                    const auto header = std::min<uint32_t>(packet->GetSize(), 48);
                    for (uint32_t flips = 1 + random.Below(3); flips > 0; --flips)
                    {
                        bytes[random.Below(header)] ^= static_cast<uint8_t>(1 << random.Below(8));
                    }
                    socket->SendTo(Create<Packet>(bytes.data(), packet->GetSize()), 0, to);
                    ++copies;
                };
            bench.helper.PortOf(host)->TraceConnectWithoutContext("TxWithAddresses", Both(copy));
        }
        SetLoss(bench.devices.Get(1), 0.02);
        for (uint32_t i = 0; i < 10; ++i)
        {
            bench.Send(i % 2, 1 - i % 2, 150000, i % 3 * 0.05);
        }
        bench.RunFor(MilliSeconds(40));
        const auto counts = bench.Counts();
        const auto receipts = bench.transport->Receipts();
        malformed += counts.malformed;
        EXPECT_EQ(counts.received.data.frames,
                  receipts.useful.data.frames + receipts.duplicate.data.frames +
                      receipts.late.data.frames + receipts.stale.data.frames);
    }
    // (a lie about the pair's sequence numbers looks like heavy loss, and slows the pair down)
    EXPECT_GT(copies, 1000U);
    EXPECT_GT(malformed, copies / 10) << "no length, index, time or kind was hit";
    EXPECT_LT(malformed, copies) << "no copy was believed";
}

} // namespace
} // namespace ns3::mlt
