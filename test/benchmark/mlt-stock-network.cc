// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-stock-network.h"

#include "mlt-spray-router.h"

#include "ns3/data-rate.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-clock.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <limits>

namespace ns3::mlt
{

namespace
{

/** PPP 2, IPv4 20 and TCP with options 60: what is larger has payload. */
constexpr uint32_t MOST_HEADER_BYTES = 82;
constexpr uint32_t NO_HOST = std::numeric_limits<uint32_t>::max();

Ptr<Ipv4Route>
MakeRoute(Ptr<NetDevice> device, Ipv4Address own, Ipv4Address peer)
{
    auto route = Create<Ipv4Route>();
    route->SetSource(own);
    route->SetGateway(peer);
    route->SetOutputDevice(device);
    return route;
}

} // namespace

StockNetwork::StockNetwork(const NetworkPlan& plan,
                           uint32_t mtu,
                           const Ipv4RoutingHelper& routing,
                           const QueueDiscSetter& queueDisc)
    : m_plan(plan)
{
    m_nodes.Create(plan.Nodes());
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(routing);
    stack.Install(m_nodes);
    Connect(mtu, queueDisc);
}

void
StockNetwork::Connect(uint32_t mtu, const QueueDiscSetter& queueDisc)
{
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
    for (size_t link = 0; link < m_plan.links.size(); link += 2) // both directions at once
    {
        const auto& plan = m_plan.links[link];
        PointToPointHelper cable;
        cable.SetDeviceAttribute("DataRate", DataRateValue(DataRate(plan.bitRate)));
        cable.SetDeviceAttribute("Mtu", UintegerValue(mtu));
        cable.SetChannelAttribute("Delay", TimeValue(PicoSeconds(plan.delayPs)));
        cable.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        const NetDeviceContainer devices =
            cable.Install(m_nodes.Get(plan.from), m_nodes.Get(plan.to));
        TrafficControlHelper control;
        queueDisc(control, plan.bitRate);
        m_queueDiscs.Add(control.Install(devices));
        const auto interfaces = addresses.Assign(devices);
        addresses.NewNetwork();
        for (uint32_t end = 0; end < 2; ++end)
        {
            m_deviceOfLink.push_back(devices.Get(end));
            m_addressOfLink.push_back(interfaces.GetAddress(end));
            devices.Get(end)->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeCallback(&StockNetwork::CountHop, this));
        }
    }
}

void
StockNetwork::CountHop(Ptr<const Packet> packet)
{
    ++m_hops;
    if (packet->GetSize() > MOST_HEADER_BYTES)
    {
        ++m_dataHops;
    }
}

void
StockNetwork::FillSprayRouters(uint64_t seed)
{
    const auto routeOver = [this](uint32_t link) {
        const uint32_t back = link ^ 1; // the other direction of the cable
        return MakeRoute(m_deviceOfLink[link], m_addressOfLink[link], m_addressOfLink[back]);
    };
    for (uint32_t node = 0; node < m_plan.Nodes(); ++node)
    {
        SprayRouter::Table table;
        table.first = AddressOf(0);
        table.seed = Mix64(seed, node);
        if (m_plan.IsHost(node))
        {
            table.self = node;
            table.groups = {{routeOver(HostLink(node))}};
            table.groupOfHost.assign(m_plan.hosts, 0);
        }
        else
        {
            const auto& routes = m_plan.routes[node - m_plan.hosts];
            table.self = NO_HOST;
            table.groupOfHost = routes.groupOfHost;
            for (const auto& links : routes.groups)
            {
                table.groups.emplace_back();
                for (uint32_t link : links)
                {
                    table.groups.back().push_back(routeOver(link));
                }
            }
        }
        DynamicCast<SprayRouter>(m_nodes.Get(node)->GetObject<Ipv4>()->GetRoutingProtocol())
            ->SetTable(std::move(table));
    }
}

uint64_t
StockNetwork::Dropped() const
{
    uint64_t dropped = 0;
    for (auto i = m_queueDiscs.Begin(); i != m_queueDiscs.End(); ++i)
    {
        dropped += (*i)->GetStats().nTotalDroppedPackets;
    }
    return dropped;
}

} // namespace ns3::mlt
