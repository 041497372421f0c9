// SPDX-License-Identifier: GPL-2.0-only
// MLT on the hosts of a network from a plan, and what MltHelper takes from links of several kinds.
#include "support/mlt-socket-bench.h"

#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/integer.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-stack-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BIT_RATE = 10000000000;
constexpr uint64_t PACKETS_SENT = 40;

/** Leaves nothing behind in the simulator. */
class StackHelperTest : public testing::Test
{
  protected:
    StackHelperTest()
    {
        Reset();
        UseFabricResolution();
    }

    ~StackHelperTest() override
    {
        Reset();
    }

    static void Reset()
    {
        Simulator::Destroy();
        Ipv4AddressGenerator::Reset();
    }

    static NetworkPlan Plan()
    {
        LeafSpineSpec spec = ParseLeafSpine("2x2x2");
        spec.hostRate = BIT_RATE;
        spec.delayPs = PS_PER_US;
        return PlanLeafSpine(spec);
    }

    /** When a message from host 0 to the last one is complete, in picoseconds. */
    static int64_t DonePs(MessageTransport& transport, uint32_t payload)
    {
        int64_t donePs = 0;
        transport.ListenToDeliveries(
            [&donePs](const Delivery& delivery) { donePs = delivery.atPs; });
        Message message;
        message.destination = Plan().hosts - 1;
        message.bytes = PACKETS_SENT * payload;
        transport.Send(message);
        Simulator::Run();
        return donePs;
    }
};

TEST_F(StackHelperTest, InstallsMltWithTheNetworksSizesAndRoundTrip)
{
    StackHelper helper;
    helper.SetAttribute("Mtu", UintegerValue(9000));
    const auto network = helper.Build(Plan());
    const auto transport = helper.Install("ns3::mlt::MltTransport");
    for (uint32_t host = 0; host < network->Plan().hosts; ++host)
    {
        const auto port = helper.Hosts().Get(host)->GetObject<UdpHostPort>();
        ASSERT_TRUE(port);
        EXPECT_EQ(port->Host(), host);
        EXPECT_EQ(port->BaseRttPs(), network->BaseRttPs());
        EXPECT_EQ(port->Format().FullFrame(), 9038U);
        EXPECT_EQ(port->Format().minimumFrame, 84U);
        EXPECT_EQ(port->BitRate(), BIT_RATE);
    }
}

TEST_F(StackHelperTest, AMessageTakesWhatItTakesOnAnExpressFabric)
{
    StackHelper stack;
    const auto network = stack.Build(Plan());
    const uint32_t payload = MltPayload(network->Format());
    const int64_t stackPs = DonePs(*stack.Install("ns3::mlt::MltTransport"), payload);
    Reset();
    FabricHelper express;
    express.Build(Plan());
    const int64_t expressPs = DonePs(*express.Install("ns3::mlt::MltTransport"), payload);
    EXPECT_GT(expressPs, static_cast<int64_t>(PACKETS_SENT) * 1538 * 800);
    // ns-3 rounds each transmission to a femtosecond
    EXPECT_NEAR(static_cast<double>(stackPs), static_cast<double>(expressPs), 10.0);
}

TEST_F(StackHelperTest, HostsOnLinksOfOneKindCountItsBytes)
{
    SocketBench bench({});
    bench.BuildChain();
    bench.Install();
    EXPECT_EQ(bench.helper.PortOf(0)->Format().linkOverhead, 2U);
    EXPECT_EQ(bench.helper.PortOf(1)->Format().minimumFrame, 1U);
}

/** n0 - n1 by a point-to-point link, n1 and n2 on CSMA. */
NodeContainer
BuildMixed()
{
    NodeContainer nodes(3);
    const auto cable = PointToPointHelper().Install(nodes.Get(0), nodes.Get(1));
    const auto shared = CsmaHelper().Install({nodes.Get(1), nodes.Get(2)});
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(cable);
    Ipv4AddressHelper("10.0.1.0", "255.255.255.0").Assign(shared);
    return nodes;
}

TEST_F(StackHelperTest, HostsOnLinksOfSeveralKindsAgreeOnEthernets)
{
    const NodeContainer nodes = BuildMixed();
    MltHelper helper;
    helper.SetAttribute("BaseRtt", TimeValue(MilliSeconds(1)));
    helper.Install({nodes.Get(0), nodes.Get(2)});
    for (uint32_t host = 0; host < 2; ++host)
    {
        EXPECT_EQ(helper.PortOf(host)->Format().linkOverhead, 38U) << host;
        EXPECT_EQ(helper.PortOf(host)->Format().minimumFrame, 84U) << host;
    }
}

TEST_F(StackHelperTest, WhatIsSetStaysOnLinksOfSeveralKinds)
{
    const NodeContainer nodes = BuildMixed();
    MltHelper helper;
    helper.SetAttribute("BaseRtt", TimeValue(MilliSeconds(1)));
    helper.SetAttribute("LinkOverhead", IntegerValue(20));
    helper.Install({nodes.Get(0), nodes.Get(2)});
    EXPECT_EQ(helper.PortOf(0)->Format().linkOverhead, 20U);
    EXPECT_EQ(helper.PortOf(1)->Format().linkOverhead, 20U);
    EXPECT_EQ(helper.PortOf(1)->Format().minimumFrame, 84U);
}

/** n0 and n1 on a channel without a rate, n1 and n2 on CSMA with one. */
NodeContainer
BuildRateless()
{
    NodeContainer nodes(3);
    const auto rateless = SimpleNetDeviceHelper().Install({nodes.Get(0), nodes.Get(1)});
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    const auto shared = csma.Install({nodes.Get(1), nodes.Get(2)});
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(rateless);
    Ipv4AddressHelper("10.0.1.0", "255.255.255.0").Assign(shared);
    return nodes;
}

TEST_F(StackHelperTest, TheRateIfUnknownIsForLinksThatStateNone)
{
    const NodeContainer nodes = BuildRateless();
    MltHelper helper;
    helper.SetRateIfUnknown(20000000);
    helper.Install({nodes.Get(0), nodes.Get(2)});
    EXPECT_EQ(helper.PortOf(0)->BitRate(), 20000000U);
    EXPECT_EQ(helper.PortOf(1)->BitRate(), 100000000U);
    // an MTU packet over both links, at the one rate and at the other
    EXPECT_GT(helper.PortOf(0)->BaseRttPs(), int64_t{1500} * 8 * (50000 + 10000));
}

TEST_F(StackHelperTest, TheAttributeDataRateHoldsForAll)
{
    const NodeContainer nodes = BuildRateless();
    MltHelper helper;
    helper.SetRateIfUnknown(20000000);
    helper.SetAttribute("DataRate", DataRateValue(DataRate("5Mbps")));
    helper.Install({nodes.Get(0), nodes.Get(2)});
    EXPECT_EQ(helper.PortOf(0)->BitRate(), 5000000U);
    EXPECT_EQ(helper.PortOf(1)->BitRate(), 5000000U);
}

} // namespace
} // namespace ns3::mlt
