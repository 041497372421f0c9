// SPDX-License-Identifier: GPL-2.0-only
// The queue disc before real devices: what waits in the disc, and what the device has taken.
#include "mlt-packet-bench.h"

#include "ns3/boolean.h"
#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-line-gate.h"
#include "ns3/mlt-queue-disc.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t IP_BYTES = 1500;

/** Two nodes on one link of 1 Gbps with the queue disc on the first one's device. */
class LinkBench
{
  public:
    template <typename HELPER>
    LinkBench(HELPER& link, bool gate)
    {
        m_nodes.Create(2);
        const NetDeviceContainer devices = link.Install(m_nodes);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(m_nodes);
        TrafficControlHelper traffic;
        traffic.SetRootQueueDisc("ns3::mlt::MltQueueDisc",
                                 "BaseRtt",
                                 TimeValue(MilliSeconds(1)),
                                 "HoldUntilSent",
                                 BooleanValue(gate));
        disc = traffic.Install(devices.Get(0)).Get(0);
        Ipv4AddressHelper address("10.1.1.0", "255.255.255.0");
        address.Assign(devices);
        m_nodes.Get(1)->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeCallback(&LinkBench::OnArrival, this));
    }

    void Send(uint64_t id, uint8_t queue)
    {
        const uint32_t payload = IP_BYTES - IP_HEADER;
        Ipv4Header header = HeaderFor(queue, true, payload);
        header.SetSource("10.1.1.1");
        header.SetDestination("10.1.1.2");
        const auto ipv4 = m_nodes.Get(0)->GetObject<Ipv4>();
        const auto packet = PacketWithId(id, payload);
        Socket::SocketErrno error;
        ipv4->SendWithHeader(
            packet,
            header,
            ipv4->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error));
    }

    void SendAt(Time at, uint64_t id, uint8_t queue)
    {
        Simulator::Schedule(at - Simulator::Now(), [this, id, queue] { Send(id, queue); });
    }

    void OnArrival(const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        ids.push_back(IdOf(packet));
    }

    Ptr<QueueDisc> disc;
    std::vector<uint64_t> ids;

  private:
    NodeContainer m_nodes;
};

class LineGateTest : public StackTest
{
  public:
    LineGateTest()
    {
        m_pointToPoint.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        m_pointToPoint.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        m_csma.SetChannelAttribute("DataRate", StringValue("1Gbps"));
    }

    /** Four packets of the lowest band, and while the first is sent one of the highest. */
    template <typename HELPER>
    static std::vector<uint64_t> Overtake(HELPER& link, bool gate)
    {
        LinkBench bench(link, gate);
        bench.SendAt(MilliSeconds(1), 0, 0); // CSMA resolves the address first
        for (uint64_t id = 1; id <= 4; ++id)
        {
            bench.SendAt(MilliSeconds(10), id, 7);
        }
        bench.SendAt(MilliSeconds(10) + MicroSeconds(5), 100, 1);
        Simulator::Run();
        Simulator::Destroy();
        return bench.ids;
    }

  protected:
    PointToPointHelper m_pointToPoint;
    CsmaHelper m_csma;
};

TEST_F(LineGateTest, WhatWaitsCanBeOvertaken)
{
    const std::vector<uint64_t> gated{0, 1, 100, 2, 3, 4};
    EXPECT_EQ(Overtake(m_pointToPoint, true), gated);
    EXPECT_EQ(Overtake(m_csma, true), gated);
}

TEST_F(LineGateTest, WithoutItTheDeviceHasTakenOneMore)
{
    EXPECT_EQ(Overtake(m_pointToPoint, false), (std::vector<uint64_t>{0, 1, 2, 100, 3, 4}));
}

TEST_F(LineGateTest, TheLinkIsNeverIdleWhileSomethingWaits)
{
    LinkBench bench(m_pointToPoint, true);
    constexpr uint64_t PACKETS = 100;
    for (uint64_t id = 0; id < PACKETS; ++id)
    {
        bench.SendAt(Time(0), id, 7);
    }
    Simulator::Run();
    EXPECT_EQ(bench.ids.size(), PACKETS);
    // 2 bytes of PPP, no delay, no gap: 12016 ns each
    EXPECT_EQ(Simulator::Now().GetNanoSeconds(), static_cast<int64_t>(PACKETS) * 12016);
}

TEST_F(LineGateTest, IsNotForDevicesThatDoNotTell)
{
    NodeContainer nodes(2);
    SimpleNetDeviceHelper simple;
    const NetDeviceContainer devices = simple.Install(nodes);
    EXPECT_FALSE(LineGate::Install(devices.Get(0)));
    const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>();
    if (queue)
    {
        EXPECT_EQ(queue->GetTxQueue(0)->GetQueueLimits(), nullptr);
    }
}

TEST_F(LineGateTest, LeavesTheLimitsOfOthersAlone)
{
    NodeContainer nodes(2);
    const NetDeviceContainer devices = m_pointToPoint.Install(nodes);
    EXPECT_TRUE(LineGate::Install(devices.Get(0)));
    const auto queue = devices.Get(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    const auto limits = queue->GetQueueLimits();
    EXPECT_NE(limits, nullptr);
    EXPECT_FALSE(LineGate::Install(devices.Get(0)));
    EXPECT_EQ(queue->GetQueueLimits(), limits);
}

} // namespace
} // namespace ns3::mlt
