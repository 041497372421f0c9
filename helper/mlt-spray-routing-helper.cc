// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-spray-routing-helper.h"

#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/node-list.h"
#include "ns3/node.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

// In newer releases of ns-3 the helper's header brings the class; asking for the file alone could
// find that of another, installed ns-3.
#if !defined(IPV4_GLOBAL_ROUTING_H) && !defined(GLOBAL_ROUTING_H)
#include "ns3/ipv4-global-routing.h"
#endif

namespace ns3::mlt
{

namespace
{

using NextHop = SprayRouting::NextHop;
using Hops = std::vector<NextHop>;

bool
Precedes(const NextHop& a, const NextHop& b)
{
    return std::pair(a.interface, a.gateway.Get()) < std::pair(b.interface, b.gateway.Get());
}

bool
IsSame(const NextHop& a, const NextHop& b)
{
    return a.interface == b.interface && a.gateway == b.gateway;
}

/** Sorted, each once: global routing lists some routes twice. */
Hops
Normal(Hops hops)
{
    std::sort(hops.begin(), hops.end(), Precedes);
    hops.erase(std::unique(hops.begin(), hops.end(), IsSame), hops.end());
    return hops;
}

/** The routes of one node's Ipv4GlobalRouting, for look-up by destination. */
class GlobalRoutes
{
  public:
    explicit GlobalRoutes(const Ipv4GlobalRouting& routing)
    {
        for (uint32_t i = 0; i < routing.GetNRoutes(); ++i)
        {
            const Ipv4RoutingTableEntry& entry = *routing.GetRoute(i);
            const NextHop hop{entry.GetInterface(), entry.GetGateway()};
            if (entry.IsHost())
            {
                m_hosts[entry.GetDest().Get()].push_back(hop);
            }
            else
            {
                m_networks.push_back({entry.GetDestNetwork(), entry.GetDestNetworkMask(), hop});
            }
        }
    }

    /** All equal-cost next hops: host routes before networks, the longest prefix first. */
    Hops To(Ipv4Address destination) const
    {
        const auto host = m_hosts.find(destination.Get());
        if (host != m_hosts.end())
        {
            return Normal(host->second);
        }
        Hops hops;
        uint16_t longest = 0;
        for (const Network& network : m_networks)
        {
            const uint16_t length = network.mask.GetPrefixLength();
            if (!network.mask.IsMatch(destination, network.address) || length < longest)
            {
                continue;
            }
            if (length > longest)
            {
                hops.clear();
                longest = length;
            }
            hops.push_back(network.hop);
        }
        return Normal(std::move(hops));
    }

  private:
    struct Network
    {
        Ipv4Address address;
        Ipv4Mask mask;
        NextHop hop;
    };

    std::unordered_map<uint32_t, Hops> m_hosts;
    std::vector<Network> m_networks;
};

/** Calls back for each address of a node but those of the loopback interface. */
template <typename CALLBACK>
void
ForEachAddress(const Ptr<Ipv4>& ipv4, const CALLBACK& callback)
{
    for (uint32_t interface = 1; interface < ipv4->GetNInterfaces(); ++interface)
    {
        for (uint32_t i = 0; i < ipv4->GetNAddresses(interface); ++i)
        {
            callback(interface, ipv4->GetAddress(interface, i));
        }
    }
}

/** What a node had before its routing was replaced, if it was. */
Ptr<Ipv4RoutingProtocol>
WithoutSprayRouting(const Ptr<Ipv4RoutingProtocol>& protocol)
{
    const auto spray = DynamicCast<SprayRouting>(protocol);
    return spray ? spray->GetFallback() : protocol;
}

/**
 * All addresses of all nodes, each a destination by itself; one that several nodes share (anycast)
 * counts once.
 */
Ptr<HostTable>
AllAddresses()
{
    auto table = Create<HostTable>();
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if (const auto ipv4 = (*node)->GetObject<Ipv4>())
        {
            ForEachAddress(ipv4, [&](uint32_t, const Ipv4InterfaceAddress& address) {
                if (table->Find(address.GetLocal()) == HostTable::NONE)
                {
                    table->Add(address.GetLocal());
                }
            });
        }
    }
    return table;
}

/** The way to an address on one of the node's own subnets; empty if it is on none. */
Hops
OnLink(const Ptr<Ipv4>& ipv4, Ipv4Address destination)
{
    Hops hops;
    ForEachAddress(ipv4, [&](uint32_t interface, const Ipv4InterfaceAddress& address) {
        if (hops.empty() && address.GetMask().IsMatch(destination, address.GetLocal()))
        {
            hops.push_back({interface, Ipv4Address::GetAny()});
        }
    });
    return hops;
}

/** Fills a router with the routes of its node to all addresses. */
class RouterFiller
{
  public:
    RouterFiller(SprayRouting& router, const Ptr<Ipv4>& ipv4, const Ipv4GlobalRouting& routing)
        : m_router(router),
          m_ipv4(ipv4),
          m_routes(routing)
    {
    }

    void Fill(const Ptr<const HostTable>& table)
    {
        m_router.SetDestinations(table);
        for (uint32_t index = 0; index < table->Count(); ++index)
        {
            const Hops hops = HopsTo(table->AddressOf(index));
            if (!hops.empty())
            {
                m_router.SetRoute(index, GroupOf(hops));
            }
        }
    }

  private:
    /** None to itself, and none to what cannot be reached. */
    Hops HopsTo(Ipv4Address destination) const
    {
        if (m_ipv4->GetInterfaceForAddress(destination) >= 0)
        {
            return {};
        }
        Hops hops = OnLink(m_ipv4, destination);
        return hops.empty() ? m_routes.To(destination) : hops;
    }

    /** The group with these hops, made when it is first needed. */
    uint32_t GroupOf(const Hops& hops)
    {
        Key key;
        for (const NextHop& hop : hops)
        {
            key.emplace_back(hop.interface, hop.gateway.Get());
        }
        const auto [entry, isNew] = m_groups.emplace(std::move(key), 0);
        if (isNew)
        {
            entry->second = m_router.AddGroup(hops);
        }
        return entry->second;
    }

    using Key = std::vector<std::pair<uint32_t, uint32_t>>;

    SprayRouting& m_router;
    Ptr<Ipv4> m_ipv4;
    GlobalRoutes m_routes;
    std::map<Key, uint32_t> m_groups;
};

} // namespace

SprayRoutingHelper::SprayRoutingHelper()
{
    m_factory.SetTypeId(SprayRouting::GetTypeId());
}

void
SprayRoutingHelper::Set(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

SprayRoutingHelper*
SprayRoutingHelper::Copy() const
{
    return new SprayRoutingHelper(*this);
}

Ptr<Ipv4RoutingProtocol>
SprayRoutingHelper::Create(Ptr<Node>) const
{
    return m_factory.Create<SprayRouting>();
}

int64_t
SprayRoutingHelper::ReplaceGlobalRouting(const NodeContainer& nodes, int64_t stream) const
{
    Ipv4GlobalRoutingHelper::RecomputeRoutingTables();
    const auto table = AllAddresses();
    int64_t next = stream;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto ipv4 = (*node)->GetObject<Ipv4>();
        const auto before = ipv4 ? WithoutSprayRouting(ipv4->GetRoutingProtocol()) : nullptr;
        const auto global =
            before ? Ipv4RoutingHelper::GetRouting<Ipv4GlobalRouting>(before) : nullptr;
        if (!global)
        {
            continue;
        }
        auto router = m_factory.Create<SprayRouting>();
        RouterFiller(*router, ipv4, *global).Fill(table);
        router->SetFallback(before);
        ipv4->SetRoutingProtocol(router);
        next += router->AssignStreams(next);
    }
    return next - stream;
}

} // namespace ns3::mlt
