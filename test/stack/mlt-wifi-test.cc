// SPDX-License-Identifier: GPL-2.0-only
// MLT on a network that states neither rate nor delay and loses frames of its own: Wi-Fi, ad hoc.
#include "support/mlt-socket-bench.h"

#include "ns3/data-rate.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mobility-helper.h"
#include "ns3/neighbor-cache-helper.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

void
BuildWifi(SocketBench& bench)
{
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211a);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("OfdmRate54Mbps"));
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    bench.devices = wifi.Install(phy, mac, bench.nodes);
    MobilityHelper mobility;
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(bench.nodes);
    bench.interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(bench.devices);
    // without it, in some runs ARP gives up at the start, and is silent for 100 s
    NeighborCacheHelper().PopulateNeighborCache();
}

TEST(WifiTest, MessagesArriveOverSomebodyElsesNetwork)
{
    SocketBench::Options options;
    options.hosts = 3;
    SocketBench bench(options);
    BuildWifi(bench);
    bench.helper.SetAttribute("DataRate", StringValue("20Mbps"));
    bench.helper.SetAttribute("BaseRtt", StringValue("2ms"));
    bench.Install();
    bench.Send(1, 0, 100000);
    bench.Send(2, 0, 100000, 0.1);
    bench.Send(0, 1, 50000);
    ASSERT_TRUE(bench.Run(Seconds(5)));
    EXPECT_EQ(bench.deliveries.at(0).deliveredBytes, 100000U);
    EXPECT_GE(bench.deliveries.at(1).deliveredBytes, 90000U);
    EXPECT_EQ(bench.helper.PortOf(0)->BitRate(), 20000000U);
    // 100 kB at no more than 20 Mbit/s
    EXPECT_GT(bench.deliveries.at(0).atPs, 40000 * PS_PER_US);
}

} // namespace
} // namespace ns3::mlt
