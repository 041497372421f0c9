// SPDX-License-Identifier: GPL-2.0-only
// ns-3's own TCP over the stack plane, with the queue disc installed.
#include "stack/mlt-packet-bench.h"
#include "support/mlt-test-bench.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-datacenter-tcp.h"
#include "ns3/mlt-queue-disc.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t RATE = 10000000000;
constexpr uint32_t FULL_FRAME = 1538;
/** The DCTCP paper's K at 10 Gbps (SIGCOMM'10, section 3.5). */
constexpr uint32_t K_FRAMES = 65;
constexpr uint16_t TCP_PORT = 5000;
/** Slow start is over after two. */
constexpr int64_t WARM_UP_MS = 8;
constexpr int64_t MEASURED_MS = 12;
constexpr double MEASURED_SECONDS = MEASURED_MS * 1e-3;

/** Hosts under one switch; host 0 receives, and its port is watched. */
class TcpBench
{
  public:
    explicit TcpBench(uint32_t hosts)
    {
        Config::SetDefault("ns3::mlt::SelectiveDropPolicy::MarkThreshold",
                           QueueSizeValue(QueueSize(QueueSizeUnit::BYTES, K_FRAMES * FULL_FRAME)));
        DatacenterTcp().Apply();
        const auto plan = LeafSpinePlan("1x1x" + std::to_string(hosts), RATE, RATE);
        network = m_helper.Build(plan);
        port = network->QueueOf(LinkNamed(plan, "leaf0-host0"));
        port->TraceConnectWithoutContext("Dequeue", MakeCallback(&TcpBench::OnDequeue, this));
        PacketSinkHelper sink("ns3::TcpSocketFactory",
                              InetSocketAddress(Ipv4Address::GetAny(), TCP_PORT));
        sink.Install(m_helper.Hosts().Get(0));
    }

    void StartTcp(uint32_t from)
    {
        BulkSendHelper bulk("ns3::TcpSocketFactory",
                            InetSocketAddress(network->Addresses()->AddressOf(0), TCP_PORT));
        bulk.SetAttribute("SendSize", UintegerValue(1448));
        bulk.Install(m_helper.Hosts().Get(from));
    }

    /** Full frames of a queue to host 0, evenly in time. @param share of the link. */
    void StartEven(uint32_t from, uint8_t queue, double share)
    {
        SendEven(from, queue, static_cast<int64_t>(SerializationPs(FULL_FRAME, RATE) / share));
    }

    void SendEven(uint32_t from, uint8_t queue, int64_t everyPs)
    {
        constexpr uint32_t PAYLOAD = 1480;
        Ipv4Header header = HeaderFor(queue, true, PAYLOAD);
        header.SetSource(network->Addresses()->AddressOf(from));
        header.SetDestination(network->Addresses()->AddressOf(0));
        const auto ipv4 = m_helper.Hosts().Get(from)->GetObject<Ipv4>();
        const auto packet = PacketWithId(0, PAYLOAD);
        Socket::SocketErrno error;
        ipv4->SendWithHeader(
            packet,
            header,
            ipv4->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error));
        Simulator::Schedule(FromPs(everyPs),
                            [this, from, queue, everyPs] { SendEven(from, queue, everyPs); });
    }

    void OnDequeue(Ptr<const QueueDiscItem> item)
    {
        const ArrivingFrame frame = port->ClassOf(*item);
        sentBytes[frame.queue] += frame.bytes;
    }

    /** Samples the lowest queue's backlog every so often from now on. */
    void Sample(Time every)
    {
        backlog.push_back(port->WaitingBytes(QUEUES - 1));
        Simulator::Schedule(every, [this, every] { Sample(every); });
    }

    static void RunFor(Time duration)
    {
        Simulator::Stop(duration);
        Simulator::Run();
    }

    Ptr<StackNetwork> network;
    Ptr<MltQueueDisc> port;
    std::array<uint64_t, QUEUES> sentBytes{}; //!< on the wire of the watched link
    std::vector<uint64_t> backlog;

  private:
    StackHelper m_helper;
};

class StackTcpMustHoldTest : public StackTest
{
};

TEST_F(StackTcpMustHoldTest, DctcpSeesMarksAndTheQueueStaysNearK)
{
    TcpBench bench(3);
    bench.StartTcp(1);
    bench.StartTcp(2);
    TcpBench::RunFor(MilliSeconds(WARM_UP_MS));
    const uint64_t before = bench.sentBytes[QUEUES - 1];
    bench.Sample(MicroSeconds(10));
    TcpBench::RunFor(MilliSeconds(MEASURED_MS));
    const auto& stats = bench.port->GetStats();
    EXPECT_GT(stats.GetNMarkedPackets(MltQueueDisc::MARK_THRESHOLD), 100U);
    EXPECT_EQ(stats.nTotalDroppedPackets, 0U);
    double mean = 0;
    for (uint64_t bytes : bench.backlog)
    {
        mean += static_cast<double>(bytes) / bench.backlog.size() / FULL_FRAME;
    }
    const double most =
        static_cast<double>(*std::max_element(bench.backlog.begin(), bench.backlog.end())) /
        FULL_FRAME;
    const double used =
        static_cast<double>(bench.sentBytes[QUEUES - 1] - before) * 8 / (MEASURED_SECONDS * RATE);
    RecordFigure("mean queue / K", mean / K_FRAMES);
    RecordFigure("largest queue / K", most / K_FRAMES);
    RecordFigure("share of the link used", used);
    EXPECT_GT(mean, 0.6 * K_FRAMES);
    EXPECT_LT(mean, 1.2 * K_FRAMES);
    EXPECT_LT(most, 1.5 * K_FRAMES);
    EXPECT_GT(used, 0.99);
}

TEST_F(StackTcpMustHoldTest, BandsBelowGetTheHalfThatTheTopBandLeaves)
{
    for (uint8_t top : {0, 1})
    {
        TcpBench bench(5);
        bench.StartTcp(1);
        bench.StartTcp(2);
        Simulator::Schedule(Time(0), [&bench, top] {
            bench.StartEven(3, top, 0.5);
            bench.StartEven(4, 4, 0.1);
        });
        TcpBench::RunFor(MilliSeconds(WARM_UP_MS));
        const auto before = bench.sentBytes;
        TcpBench::RunFor(MilliSeconds(MEASURED_MS));
        const double half = RATE / 8.0 * MEASURED_SECONDS / 2;
        const double above = static_cast<double>(bench.sentBytes[top] - before[top]) / half;
        double below = 0;
        for (uint32_t queue = top + 1u; queue < QUEUES; ++queue)
        {
            below += static_cast<double>(bench.sentBytes[queue] - before[queue]) / half;
        }
        RecordFigure("top band / half", above);
        RecordFigure("bands below / half", below);
        EXPECT_NEAR(above, 1, 0.01);
        EXPECT_NEAR(below, 1, 0.05);
        EXPECT_NEAR(static_cast<double>(bench.sentBytes[4] - before[4]) / half, 0.2, 0.01);
        EXPECT_GT(bench.port->GetStats().GetNMarkedPackets(MltQueueDisc::MARK_THRESHOLD), 100U);
        Simulator::Destroy();
    }
}

} // namespace
} // namespace ns3::mlt
