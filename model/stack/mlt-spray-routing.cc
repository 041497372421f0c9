// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-spray-routing.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-ip-flow.h"
#include "ns3/mlt-queue-disc.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SprayRouting);

namespace
{

constexpr uint8_t UDP = 17;
constexpr uint32_t LOOPBACK_INTERFACE = 0;

/**
 * The flow of a packet that is about to be sent. A UDP socket asks for the route before it has
 * written its header, so there are no ports to read: the pair of hosts stands for the flow.
 */
uint32_t
OutgoingFlowHash(const Ipv4Header& header, const Ptr<const Packet>& packet)
{
    return HashFiveTuple(FlowOf(header, header.GetProtocol() == UDP ? nullptr : packet));
}

/** What waits in the queue discs of a set of next hops; a device without one shows nothing. */
class HopQueues : public PathQueues
{
  public:
    HopQueues(Ipv4& ipv4, const std::vector<SprayRouting::NextHop>& hops)
        : m_ipv4(ipv4),
          m_hops(hops)
    {
    }

    uint64_t QueuedBytes(uint32_t path) const override
    {
        const auto device = m_ipv4.GetNetDevice(m_hops.at(path).interface);
        const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
        const auto disc = control ? control->GetRootQueueDiscOnDevice(device) : nullptr;
        if (const auto ours = DynamicCast<MltQueueDisc>(disc))
        {
            return ours->Occupancy().Bytes();
        }
        return disc ? disc->GetNBytes() : 0;
    }

  private:
    Ipv4& m_ipv4;
    const std::vector<SprayRouting::NextHop>& m_hops;
};

} // namespace

TypeId
SprayRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::SprayRouting")
            .SetParent<Ipv4RoutingProtocol>()
            .SetGroupName("Mlt")
            .AddConstructor<SprayRouting>()
            .AddAttribute(
                "PathChooser",
                "TypeId of the choice among equal-cost next hops (a PathChooser).",
                TypeIdValue(RandomSpray::GetTypeId()),
                MakeTypeIdAccessor(&SprayRouting::SetPathChooser, &SprayRouting::GetPathChooser),
                MakeTypeIdCheckerFor(PathChooser::GetTypeId()));
    return tid;
}

void
SprayRouting::SetPathChooser(TypeId type)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    m_chooserType = type;
    m_chooser = factory.Create<PathChooser>();
    m_seeded = false;
}

TypeId
SprayRouting::GetPathChooser() const
{
    return m_chooserType;
}

int64_t
SprayRouting::AssignStreams(int64_t stream)
{
    m_seeded = true;
    return m_chooser->AssignStreams(stream);
}

void
SprayRouting::SetDestinations(Ptr<const HostTable> destinations)
{
    m_destinations = std::move(destinations);
}

uint32_t
SprayRouting::AddGroup(std::vector<NextHop> hops)
{
    if (hops.empty())
    {
        NS_FATAL_ERROR("SprayRouting::AddGroup: got no next hop, expected at least one");
    }
    m_groups.push_back(std::move(hops));
    return static_cast<uint32_t>(m_groups.size() - 1);
}

void
SprayRouting::SetRoute(uint32_t destination, uint32_t group)
{
    if (destination >= m_groupOf.size())
    {
        m_groupOf.resize(std::max(destination + 1, m_destinations->Count()), NO_GROUP);
    }
    m_groupOf[destination] = group;
}

void
SprayRouting::SetDefaultRoute(uint32_t group)
{
    m_defaultGroup = group;
}

void
SprayRouting::SetFallback(Ptr<Ipv4RoutingProtocol> fallback)
{
    m_fallback = std::move(fallback);
}

uint32_t
SprayRouting::IndexOf(Ipv4Address address) const
{
    return m_destinations ? m_destinations->Find(address) : HostTable::NONE;
}

uint32_t
SprayRouting::GroupOf(Ipv4Address destination) const
{
    const uint32_t index = IndexOf(destination);
    return index < m_groupOf.size() ? m_groupOf[index] : NO_GROUP;
}

uint32_t
SprayRouting::GroupOrDefault(Ipv4Address destination) const
{
    const uint32_t group = GroupOf(destination);
    const bool isUnicast = !destination.IsBroadcast() && !destination.IsMulticast();
    return group == NO_GROUP && isUnicast ? m_defaultGroup : group;
}

bool
SprayRouting::IsSelf(Ipv4Address destination) const
{
    return GroupOf(destination) == NO_GROUP &&
           (destination.IsLocalhost() || m_ipv4->GetInterfaceForAddress(destination) >= 0);
}

std::vector<SprayRouting::NextHop>
SprayRouting::NextHops(Ipv4Address destination) const
{
    const uint32_t group = GroupOrDefault(destination);
    return group == NO_GROUP ? std::vector<NextHop>() : m_groups[group];
}

uint32_t
SprayRouting::Choose(uint32_t group, const Ipv4Header& header, uint32_t flowHash, uint32_t in)
{
    const auto paths = static_cast<uint32_t>(m_groups[group].size());
    if (paths == 1)
    {
        return 0;
    }
    if (!m_seeded)
    {
        constexpr int64_t AUTOMATIC = -1;
        AssignStreams(AUTOMATIC);
    }
    const HopQueues queues(*m_ipv4, m_groups[group]);
    const uint32_t path = m_chooser->Choose({IndexOf(header.GetSource()),
                                             IndexOf(header.GetDestination()),
                                             flowHash,
                                             group,
                                             paths,
                                             QueueOfTos(header.GetTos()),
                                             NowPs(),
                                             in,
                                             &queues});
    if (path >= paths)
    {
        NS_FATAL_ERROR(m_chooserType.GetName()
                       << "::Choose returned path " << path << " of " << paths
                       << "; expected less than the number of paths");
    }
    return path;
}

Ptr<Ipv4Route>
SprayRouting::MakeRoute(const Ipv4Header& header, const NextHop& hop, uint32_t source) const
{
    auto route = Create<Ipv4Route>();
    route->SetDestination(header.GetDestination());
    route->SetGateway(hop.gateway);
    route->SetOutputDevice(m_ipv4->GetNetDevice(hop.interface));
    route->SetSource(m_ipv4->GetAddress(source, 0).GetLocal());
    return route;
}

Ptr<Ipv4Route>
SprayRouting::RouteToSelf(const Ipv4Header& header) const
{
    auto route = MakeRoute(header, {LOOPBACK_INTERFACE, Ipv4Address::GetAny()}, LOOPBACK_INTERFACE);
    route->SetSource(header.GetDestination());
    return route;
}

Ptr<Ipv4Route>
SprayRouting::RouteVia(uint32_t group, const Ipv4Header& header, Ptr<NetDevice> device) const
{
    for (const NextHop& hop : m_groups[group])
    {
        if (m_ipv4->GetNetDevice(hop.interface) == device)
        {
            return MakeRoute(header, hop, hop.interface);
        }
    }
    return nullptr;
}

Ptr<Ipv4Route>
SprayRouting::RouteOutput(Ptr<Packet> packet,
                          const Ipv4Header& header,
                          Ptr<NetDevice> outDevice,
                          Socket::SocketErrno& error)
{
    error = Socket::ERROR_NOTERROR;
    if (!outDevice && IsSelf(header.GetDestination()))
    {
        return RouteToSelf(header);
    }
    const uint32_t group = GroupOrDefault(header.GetDestination());
    if (group == NO_GROUP && m_fallback)
    {
        return m_fallback->RouteOutput(packet, header, outDevice, error);
    }
    Ptr<Ipv4Route> route;
    if (group != NO_GROUP && outDevice)
    {
        route = RouteVia(group, header, outDevice);
    }
    else if (group != NO_GROUP)
    {
        // one source address, whichever way: a socket keeps the first that it is told
        const auto& hops = m_groups[group];
        const uint32_t path =
            Choose(group, header, OutgoingFlowHash(header, packet), LOOPBACK_INTERFACE);
        route = MakeRoute(header, hops[path], hops.front().interface);
    }
    if (!route)
    {
        error = Socket::ERROR_NOROUTETOHOST;
    }
    return route;
}

bool
SprayRouting::RouteInput(Ptr<const Packet> packet,
                         const Ipv4Header& header,
                         Ptr<const NetDevice> inDevice,
                         Parameters::Type<3> forward,
                         Parameters::Type<4> multicast,
                         Parameters::Type<5> deliver,
                         Parameters::Type<6> fail)
{
    const auto in = static_cast<uint32_t>(m_ipv4->GetInterfaceForDevice(inDevice));
    const Ipv4Address destination = header.GetDestination();
    // whoever has a route is not this node: transit does not walk over the node's addresses
    if (GroupOf(destination) == NO_GROUP && m_ipv4->IsDestinationAddress(destination, in))
    {
        if (deliver.IsNull())
        {
            return false; // Ipv4ListRouting has delivered it
        }
        deliver(packet, header, in);
        return true;
    }
    const uint32_t group = GroupOrDefault(destination);
    if (group == NO_GROUP && m_fallback)
    {
        return m_fallback->RouteInput(packet, header, inDevice, forward, multicast, deliver, fail);
    }
    if (group == NO_GROUP || !m_ipv4->IsForwarding(in))
    {
        fail(packet, header, Socket::ERROR_NOROUTETOHOST);
        return true;
    }
    const auto& hops = m_groups[group];
    const uint32_t path = Choose(group, header, HashFiveTuple(FlowOf(header, packet)), in);
    forward(MakeRoute(header, hops[path], hops[path].interface), packet, header);
    return true;
}

void
SprayRouting::NotifyInterfaceUp(uint32_t interface)
{
    if (m_fallback)
    {
        m_fallback->NotifyInterfaceUp(interface);
    }
}

void
SprayRouting::NotifyInterfaceDown(uint32_t interface)
{
    if (m_fallback)
    {
        m_fallback->NotifyInterfaceDown(interface);
    }
}

void
SprayRouting::NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    if (m_fallback)
    {
        m_fallback->NotifyAddAddress(interface, address);
    }
}

void
SprayRouting::NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    if (m_fallback)
    {
        m_fallback->NotifyRemoveAddress(interface, address);
    }
}

void
SprayRouting::SetIpv4(Ptr<Ipv4> ipv4)
{
    m_ipv4 = std::move(ipv4);
}

void
SprayRouting::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    std::ostream& out = *stream->GetStream();
    out << "SprayRouting, " << m_chooserType.GetName() << "\n";
    for (uint32_t index = 0; index < m_groupOf.size(); ++index)
    {
        if (m_groupOf[index] == NO_GROUP)
        {
            continue;
        }
        out << m_destinations->AddressOf(index) << " via";
        for (const NextHop& hop : m_groups[m_groupOf[index]])
        {
            out << " " << hop.gateway << "@" << hop.interface;
        }
        out << "\n";
    }
    if (m_fallback)
    {
        m_fallback->PrintRoutingTable(stream, unit);
    }
}

void
SprayRouting::DoDispose()
{
    if (m_fallback)
    {
        m_fallback->Dispose();
    }
    m_fallback = nullptr;
    m_ipv4 = nullptr;
    m_chooser = nullptr;
    m_destinations = nullptr;
    Ipv4RoutingProtocol::DoDispose();
}

} // namespace ns3::mlt
