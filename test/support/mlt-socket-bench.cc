// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-socket-bench.h"

#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/ppp-header.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

namespace ns3::mlt
{

namespace
{

void
ResetGlobals()
{
    Simulator::Destroy();
    Ipv4AddressGenerator::Reset();
}

} // namespace

SocketBench::SocketBench(const Options& options)
    : m_options(options)
{
    ResetGlobals();
    UseFabricResolution();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(options.seed);
    nodes.Create(options.hosts);
    InternetStackHelper().Install(nodes);
}

SocketBench::~SocketBench()
{
    ResetGlobals();
    if (transport)
    {
        transport->Dispose();
    }
}

void
SocketBench::BuildChain()
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue(m_options.dataRate));
    link.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
    link.SetChannelAttribute("Delay", StringValue(m_options.delay));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i + 1 < nodes.GetN(); ++i)
    {
        const auto ends = link.Install(nodes.Get(i), nodes.Get(i + 1));
        devices.Add(ends);
        interfaces.Add(addresses.Assign(ends));
        addresses.NewNetwork();
    }
    if (nodes.GetN() > 2)
    {
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }
}

void
SocketBench::BuildCsma()
{
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue(m_options.dataRate));
    csma.SetChannelAttribute("Delay", StringValue(m_options.delay));
    csma.SetDeviceAttribute("Mtu", UintegerValue(m_options.mtu));
    devices = csma.Install(nodes);
    interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
}

void
SocketBench::Install(const NodeContainer& hosts)
{
    // what is on its way to the last acknowledgement may still arrive
    Use(helper.Install(hosts), MilliSeconds(1));
}

void
SocketBench::Install()
{
    Install(nodes);
}

void
SocketBench::CountLosses()
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        devices.Get(i)->TraceConnectWithoutContext("PhyRxDrop",
                                                   MakeCallback(&SocketBench::Lose, this));
    }
}

void
SocketBench::Lose(Ptr<const Packet> packet)
{
    auto copy = packet->Copy();
    PppHeader ppp;
    Ipv4Header ip;
    UdpHeader udp;
    copy->RemoveHeader(ppp);
    copy->RemoveHeader(ip);
    if (ip.GetProtocol() != IP_PROTOCOL_UDP)
    {
        return; // TCP repairs it
    }
    copy->RemoveHeader(udp);
    uint8_t type = 0;
    copy->CopyData(&type, 1);
    ++(type == static_cast<uint8_t>(MltType::Data) ? lost.data : lost.control).frames;
}

UdpPortCounts
SocketBench::Counts() const
{
    UdpPortCounts sum;
    for (uint32_t host = 0; host < helper.Hosts()->Count(); ++host)
    {
        const auto& counts = helper.PortOf(host)->Counts();
        sum.sent += counts.sent;
        sum.unsent += counts.unsent;
        sum.received += counts.received;
        sum.unclaimed += counts.unclaimed;
        sum.malformed += counts.malformed;
        sum.strangers += counts.strangers;
    }
    return sum;
}

bool
SocketBench::IsConserved() const
{
    const UdpPortCounts counts = Counts();
    const ReceiptCounts receipts = transport->Receipts();
    FrameCounts taken = receipts.useful;
    taken += receipts.duplicate;
    taken += receipts.late;
    taken += receipts.stale;
    return taken.data == counts.received.data && taken.control == counts.received.control &&
           counts.sent.data.frames == counts.received.data.frames + lost.data.frames &&
           counts.sent.control.frames == counts.received.control.frames + lost.control.frames;
}

} // namespace ns3::mlt
