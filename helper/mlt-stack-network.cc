// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-stack-network.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-routes.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-spray-routing-helper.h"
#include "ns3/mlt-tail-drop.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(StackNetwork);

namespace
{

/** Of a point-to-point frame, beside the IP packet. */
constexpr uint32_t PPP_BYTES = 2;

/** Each cable is a /30 of 10.0.0.0/8. */
constexpr uint32_t FIRST_ADDRESS = 10u << 24;
constexpr uint32_t ADDRESSES_PER_CABLE = 4;
constexpr uint32_t MOST_CABLES = 1u << 22;
constexpr const char* CABLE_MASK = "255.255.255.252";

bool
IsReverse(const NetworkPlan::Link& a, const NetworkPlan::Link& b)
{
    return a.from == b.to && a.to == b.from && a.delayPs == b.delayPs && a.bitRate == b.bitRate;
}

} // namespace

TypeId
StackNetwork::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::StackNetwork")
            .SetParent<Object>()
            .SetGroupName("Mlt")
            .AddConstructor<StackNetwork>()
            .AddAttribute("Mtu",
                          "Largest IP packet, bytes.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&StackNetwork::m_mtu),
                          MakeUintegerChecker<uint32_t>(576, 9216))
            .AddAttribute("LinkOverhead",
                          "Bytes a link is busy with beside the IP packet: Ethernet's header, FCS, "
                          "preamble and gap. At least the 2 of PPP.",
                          UintegerValue(WireFormat{}.linkOverhead),
                          MakeUintegerAccessor(&StackNetwork::m_linkOverhead),
                          MakeUintegerChecker<uint32_t>(PPP_BYTES, 256))
            .AddAttribute("MinimumFrame",
                          "Least bytes that the queue discs count for a frame (Ethernet: 84).",
                          UintegerValue(WireFormat{}.minimumFrame),
                          MakeUintegerAccessor(&StackNetwork::m_minimumFrame),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("DropPolicy",
                          "TypeId of the switches' admission policy (a DropPolicy).",
                          TypeIdValue(SelectiveDropPolicy::GetTypeId()),
                          MakeTypeIdAccessor(&StackNetwork::m_switchPolicy),
                          MakeTypeIdCheckerFor(DropPolicy::GetTypeId()))
            .AddAttribute("HostDropPolicy",
                          "TypeId of the hosts' admission policy (a DropPolicy). Plain drop-tail: "
                          "on the express plane nothing is dropped or marked at hosts either.",
                          TypeIdValue(TailDropPolicy::GetTypeId()),
                          MakeTypeIdAccessor(&StackNetwork::m_hostPolicy),
                          MakeTypeIdCheckerFor(DropPolicy::GetTypeId()))
            .AddAttribute("LossModel",
                          "TypeId of the choice of frames that injected loss takes (a LossModel).",
                          TypeIdValue(RandomLoss::GetTypeId()),
                          MakeTypeIdAccessor(&StackNetwork::m_lossType),
                          MakeTypeIdCheckerFor(LossModel::GetTypeId()));
    return tid;
}

int64_t
StackNetwork::Build(NetworkPlan plan, TypeId chooser, int64_t stream)
{
    RequireFabricResolution();
    m_plan = std::move(plan);
    if (m_plan.routes.empty())
    {
        m_plan.routes = ComputeRoutes(m_plan);
    }
    CheckPlan();
    m_format = {m_mtu, m_linkOverhead, m_minimumFrame};
    m_baseRttPs = m_plan.BaseRttPs(m_format.FullFrame(), m_format.minimumFrame);
    BuildNodes(chooser);
    BuildCables();
    BuildRoutes();
    return AssignStreams(stream);
}

void
StackNetwork::CheckPlan() const
{
    const auto& links = m_plan.links;
    if (links.size() / 2 > MOST_CABLES)
    {
        throw InputError("network plan: got " + std::to_string(links.size() / 2) +
                         " cables, expected at most " + std::to_string(MOST_CABLES));
    }
    for (uint32_t link = 0; link < links.size(); link += 2)
    {
        if (link + 1 == links.size() || !IsReverse(links[link], links[link + 1]))
        {
            throw InputError("network plan: link " + m_plan.LinkName(link) +
                             " is not followed by its other direction with the same rate and "
                             "delay, as NetworkPlan::Connect makes them");
        }
    }
    for (const auto& routes : m_plan.routes)
    {
        if (std::find(routes.groups.begin(), routes.groups.end(), std::vector<uint32_t>()) !=
            routes.groups.end())
        {
            throw InputError("network plan: a switch has no way to a host; expected one from each "
                             "switch to each host");
        }
    }
}

void
StackNetwork::BuildNodes(TypeId chooser)
{
    m_nodes.Create(m_plan.Nodes());
    SprayRoutingHelper routing;
    routing.Set("PathChooser", TypeIdValue(chooser));
    InternetStackHelper stack;
    stack.SetRoutingHelper(routing);
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
}

void
StackNetwork::BuildCables()
{
    for (uint32_t link = 0; link < m_plan.links.size(); link += 2)
    {
        BuildCable(link);
        const Ipv4Address subnet(FIRST_ADDRESS + link / 2 * ADDRESSES_PER_CABLE);
        AddInterface(link, Ipv4Address(subnet.Get() + 1));
        AddInterface(link + 1, Ipv4Address(subnet.Get() + 2));
        InstallQueue(link);
        InstallQueue(link + 1);
    }
}

void
StackNetwork::BuildCable(uint32_t link)
{
    const auto& there = m_plan.links[link];
    const Time gap = FromPs(SerializationPs(m_linkOverhead - PPP_BYTES, there.bitRate));
    PointToPointHelper cable;
    cable.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    cable.SetDeviceAttribute("DataRate", DataRateValue(DataRate(there.bitRate)));
    cable.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    cable.SetDeviceAttribute("InterframeGap", TimeValue(gap));
    cable.SetChannelAttribute("Delay", TimeValue(FromPs(there.delayPs) + gap));
    const NetDeviceContainer ends = cable.Install(m_nodes.Get(there.from), m_nodes.Get(there.to));
    m_devices.push_back(DynamicCast<PointToPointNetDevice>(ends.Get(0)));
    m_devices.push_back(DynamicCast<PointToPointNetDevice>(ends.Get(1)));
}

void
StackNetwork::AddInterface(uint32_t link, Ipv4Address address)
{
    const auto ipv4 = m_nodes.Get(m_plan.links[link].from)->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(m_devices[link]);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, Ipv4Mask(CABLE_MASK)));
    ipv4->SetMetric(interface, 1);
    ipv4->SetUp(interface);
    m_interfaces.push_back(interface);
    m_linkAddresses.push_back(address);
}

void
StackNetwork::InstallQueue(uint32_t link)
{
    const bool isHost = m_plan.IsHost(m_plan.links[link].from);
    TrafficControlHelper traffic;
    traffic.SetRootQueueDisc("ns3::mlt::MltQueueDisc",
                             "DropPolicy",
                             TypeIdValue(isHost ? m_hostPolicy : m_switchPolicy),
                             "BaseRtt",
                             TimeValue(FromPs(m_baseRttPs)),
                             "LinkOverhead",
                             UintegerValue(m_linkOverhead),
                             "MinimumFrame",
                             UintegerValue(m_minimumFrame));
    const QueueDiscContainer installed = traffic.Install(m_devices[link]);
    m_queues.push_back(DynamicCast<MltQueueDisc>(installed.Get(0)));
}

Ptr<SprayRouting>
StackNetwork::RouterOf(uint32_t node) const
{
    return DynamicCast<SprayRouting>(m_nodes.Get(node)->GetObject<Ipv4>()->GetRoutingProtocol());
}

SprayRouting::NextHop
StackNetwork::HopOver(uint32_t link) const
{
    const uint32_t reverse = link ^ 1u; // links come in pairs
    return {m_interfaces[link], m_linkAddresses[reverse]};
}

void
StackNetwork::BuildRoutes()
{
    const auto uplinks = m_plan.HostUplinks();
    m_addresses = Create<HostTable>();
    for (uint32_t host = 0; host < m_plan.hosts; ++host)
    {
        m_addresses->Add(m_linkAddresses[uplinks[host].front()]);
        RouteHost(host, uplinks[host].front());
    }
    for (uint32_t index = 0; index < m_plan.routes.size(); ++index)
    {
        RouteSwitch(index);
    }
}

void
StackNetwork::RouteHost(uint32_t host, uint32_t uplink)
{
    const auto router = RouterOf(host);
    router->SetDestinations(m_addresses);
    router->SetDefaultRoute(router->AddGroup({HopOver(uplink)}));
}

void
StackNetwork::RouteSwitch(uint32_t index)
{
    const auto router = RouterOf(m_plan.hosts + index);
    const auto& routes = m_plan.routes[index];
    router->SetDestinations(m_addresses);
    for (const auto& group : routes.groups) // numbered as in the plan
    {
        std::vector<SprayRouting::NextHop> hops;
        for (uint32_t link : group)
        {
            hops.push_back(HopOver(link));
        }
        router->AddGroup(std::move(hops));
    }
    for (uint32_t host = 0; host < m_plan.hosts; ++host)
    {
        router->SetRoute(host, routes.groupOfHost[host]);
    }
}

int64_t
StackNetwork::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (uint32_t node = m_plan.hosts; node < m_plan.Nodes(); ++node)
    {
        next += RouterOf(node)->AssignStreams(next);
    }
    ++next; // of the order of ties on the express plane; here ns-3's events have theirs
    m_lossStream = next;
    return next + static_cast<int64_t>(m_plan.links.size()) - stream;
}

Ptr<LinkErrorModel>
StackNetwork::SetLoss(uint32_t link, const LinkLoss& loss, const UdpProtocol& protocol)
{
    auto model = CreateObject<LinkErrorModel>();
    model->SetAttribute("LossModel", TypeIdValue(m_lossType));
    model->Configure(m_addresses, protocol, m_mtu, link, loss);
    model->AssignStreams(m_lossStream + link);
    const uint32_t end = link ^ 1u; // links come in pairs: the device that sends the other way
    m_devices[end]->SetReceiveErrorModel(model);
    return model;
}

void
StackNetwork::DoDispose()
{
    m_devices.clear();
    m_queues.clear();
    m_nodes = NodeContainer();
    m_addresses = nullptr;
    Object::DoDispose();
}

} // namespace ns3::mlt
