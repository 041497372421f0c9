// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SPRAY_ROUTING_H
#define MLT_SPRAY_ROUTING_H

#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace ns3::mlt
{

/**
 * The parameter types of Ipv4RoutingProtocol::RouteInput, which takes its callbacks by value in
 * some releases of ns-3 and by reference in others.
 */
template <typename METHOD>
struct MethodParameters;

template <typename RESULT, typename CLASS, typename... PARAMETERS>
struct MethodParameters<RESULT (CLASS::*)(PARAMETERS...)>
{
    template <size_t I>
    using Type = std::tuple_element_t<I, std::tuple<PARAMETERS...>>;
};

/**
 * The stack plane's router: picks among equal-cost next hops packet by packet, by a PathChooser,
 * the very classes that the express plane's switches ask. A look-up is one in the table of
 * addresses and one in a vector, however many routes there are.
 *
 * Routes are static, set by SprayRoutingHelper or StackHelper. What has no route goes to the
 * fallback protocol where there is one, else to the error callback (so, inside an Ipv4ListRouting,
 * let it be the last). Packets are not changed; TTL is the IP layer's. Interfaces that go down are
 * not routed around.
 */
class SprayRouting : public Ipv4RoutingProtocol
{
  public:
    /** One way out. */
    struct NextHop
    {
        uint32_t interface;  //!< of this node's Ipv4
        Ipv4Address gateway; //!< 0.0.0.0: the destination is on the link
    };

    /** No group: nothing known. */
    static constexpr uint32_t NO_GROUP = std::numeric_limits<uint32_t>::max();

    static TypeId GetTypeId();

    /** The addresses that routes are set for; before SetRoute. May be shared by many routers. */
    void SetDestinations(Ptr<const HostTable> destinations);

    /** Adds a set of equal-cost next hops, at least one. @return its number. */
    uint32_t AddGroup(std::vector<NextHop> hops);

    /** Sends what is for the address with this index of the table to a group. */
    void SetRoute(uint32_t destination, uint32_t group);

    /** Sends what has no route of its own to a group; asked before the fallback. */
    void SetDefaultRoute(uint32_t group);

    /** Who is asked about all that has no route here (other subnets, multicast). */
    void SetFallback(Ptr<Ipv4RoutingProtocol> fallback);

    /** What SetFallback was given, or nullptr. */
    Ptr<Ipv4RoutingProtocol> GetFallback() const
    {
        return m_fallback;
    }

    /** TypeId of the path chooser; drops the present one. */
    void SetPathChooser(TypeId type);
    TypeId GetPathChooser() const;

    /**
     * Fixed random streams for the path chooser. Without, it takes ns-3's automatic ones.
     * @return how many were used.
     */
    int64_t AssignStreams(int64_t stream);

    /** The next hops towards an address; empty if it has no route. */
    std::vector<NextHop> NextHops(Ipv4Address destination) const;

    using Parameters = MethodParameters<decltype(&Ipv4RoutingProtocol::RouteInput)>;

    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> outDevice,
                               Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> inDevice,
                    Parameters::Type<3> forward,
                    Parameters::Type<4> multicast,
                    Parameters::Type<5> deliver,
                    Parameters::Type<6> fail) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream,
                           Time::Unit unit = Time::S) const override;

  protected:
    void DoDispose() override;

  private:
    uint32_t IndexOf(Ipv4Address address) const;
    uint32_t GroupOf(Ipv4Address destination) const;
    uint32_t GroupOrDefault(Ipv4Address destination) const;
    bool IsSelf(Ipv4Address destination) const;
    uint32_t Choose(uint32_t group, const Ipv4Header& header, uint32_t flowHash, uint32_t in);
    Ptr<Ipv4Route> MakeRoute(const Ipv4Header& header, const NextHop& hop, uint32_t source) const;
    Ptr<Ipv4Route> RouteToSelf(const Ipv4Header& header) const;
    Ptr<Ipv4Route> RouteVia(uint32_t group, const Ipv4Header& header, Ptr<NetDevice> device) const;

    TypeId m_chooserType;
    Ptr<PathChooser> m_chooser;
    bool m_seeded{false};
    Ptr<Ipv4> m_ipv4;
    Ptr<Ipv4RoutingProtocol> m_fallback;
    Ptr<const HostTable> m_destinations;
    std::vector<uint32_t> m_groupOf; //!< by index of the destination
    uint32_t m_defaultGroup{NO_GROUP};
    std::vector<std::vector<NextHop>> m_groups;
};

} // namespace ns3::mlt

#endif // MLT_SPRAY_ROUTING_H
