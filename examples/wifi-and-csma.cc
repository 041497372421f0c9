// SPDX-License-Identifier: GPL-2.0-only
/**
 * MLT on somebody else's topology: the network of ns-3's tutorial (its third.cc), Wi-Fi at one end
 * and a shared Ethernet at the other. Nothing in it knows of MLT.
 *
 *     Wi-Fi 10.1.3.0  AP
 *     *    *    *    *
 *     |    |    |    |    10.1.1.0
 *     n5   n6   n7   n0 -------------- n1   n2   n3   n4
 *                       point-to-point  |    |    |    |
 *                       5 Mbit/s, 2 ms  ================
 *                                         LAN 10.1.2.0, 100 Mbit/s
 *
 * n7 sends a gradient to n4 over all of it, which may lose 5 %. MltHelper learns MTU and base round
 * trip from devices and channels; only for Wi-Fi, which has no one rate, it is told how fast to let
 * out packets. Neighbours' addresses are filled in beforehand, for ARP drops most of a first burst.
 *
 * The gradient cannot be quicker than 95 % of it over the narrow link: the floor. n7 begins at 20
 * Mbit/s, too much for that link, and its rate control has to find a rate that is not.
 */
#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-helper.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/mobility-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <cstdio>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr double NARROWEST = 5e6; // bit/s

NetDeviceContainer
BuildWifi(const NodeContainer& stations, const Ptr<Node>& accessPoint)
{
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211a);
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(Ssid("mlt")));
    NetDeviceContainer devices = wifi.Install(phy, mac, stations);
    mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(Ssid("mlt")));
    devices.Add(wifi.Install(phy, mac, accessPoint));
    MobilityHelper mobility; // by default somewhere within a metre
    mobility.Install({stations, accessPoint});
    return devices;
}

/** Nodes n0 to n7, as drawn. */
NodeContainer
BuildTutorialNetwork()
{
    NodeContainer nodes(8);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("5Mbps"));
    link.SetChannelAttribute("Delay", StringValue("2ms"));
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
    csma.SetChannelAttribute("Delay", StringValue("6560ns"));
    const auto pair = link.Install(nodes.Get(0), nodes.Get(1));
    const auto shared = csma.Install({nodes.Get(1), nodes.Get(2), nodes.Get(3), nodes.Get(4)});
    const auto radio = BuildWifi({nodes.Get(5), nodes.Get(6), nodes.Get(7)}, nodes.Get(0));
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(pair);
    Ipv4AddressHelper("10.1.2.0", "255.255.255.0").Assign(shared);
    Ipv4AddressHelper("10.1.3.0", "255.255.255.0").Assign(radio);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    NeighborCacheHelper().PopulateNeighborCache();
    return nodes;
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 500000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of the gradient", bytes, 1, 100000000);
    command.Parse(argc, argv);
    const Time start = Seconds(1); // stations have joined by then
    const NodeContainer nodes = BuildTutorialNetwork();
    MltHelper mlt;
    mlt.SetRateIfUnknown(20000000);
    const Ptr<MessageTransport> transport = mlt.Install(NodeContainer(nodes.Get(7), nodes.Get(4)));
    transport->ListenToDeliveries([=](const Delivery& delivery) {
        const double percent = static_cast<double>(bytes) / 100;
        std::printf(
            "complete after   %.1f ms\nfloor            %.1f ms\ndelivered        %.2f %%\n",
            (FromPs(delivery.atPs) - start).ToDouble(Time::MS),
            95 * percent * 8 / NARROWEST * 1e3,
            static_cast<double>(delivery.deliveredBytes) / percent);
        Simulator::Stop(); // beacons have no end
    });
    Message message; // from the first of these hosts to the second
    message.destination = 1;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(0.05);
    Simulator::Schedule(start, [=] { transport->Send(message); });
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
