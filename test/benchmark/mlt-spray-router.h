// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SPRAY_ROUTER_H
#define MLT_SPRAY_ROUTER_H

#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/mlt-random.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace ns3::mlt
{

/** The types of a member function's parameters, for interfaces that vary between ns-3 releases. */
template <typename FUNCTION>
struct ParametersOf;

template <typename RESULT, typename OWNER, typename... PARAMETERS>
struct ParametersOf<RESULT (OWNER::*)(PARAMETERS...)>
{
    template <size_t I>
    using At = std::tuple_element_t<I, std::tuple<PARAMETERS...>>;
};

/**
 * The benchmark's own routing for stock ns-3: one table look-up for a packet, and a random choice
 * among equal-cost routes. Host i has the address first + 4 i.
 */
class SprayRouter : public Ipv4RoutingProtocol
{
  public:
    static TypeId GetTypeId();

    /** What one node knows. */
    struct Table
    {
        Ipv4Address first;                               //!< of host 0
        uint32_t self{0};                                //!< this host, or UINT32_MAX on a switch
        std::vector<std::vector<Ptr<Ipv4Route>>> groups; //!< equal-cost routes
        std::vector<uint32_t> groupOfHost;               //!< by destination
        uint64_t seed{0};                                //!< of the choices
    };

    void SetTable(Table table);

    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;

    using InputParameters = ParametersOf<decltype(&Ipv4RoutingProtocol::RouteInput)>;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> device,
                    InputParameters::At<3> forward,
                    InputParameters::At<4> multicast,
                    InputParameters::At<5> deliver,
                    InputParameters::At<6> fail) override;

    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const override;

  private:
    uint32_t HostOf(Ipv4Address address) const;
    const Ptr<Ipv4Route>& Choose(uint32_t host);

    Table m_table;
    SmallRandom m_random;
};

/** Puts a SprayRouter on each node; the tables come later. */
class SprayRouterHelper : public Ipv4RoutingHelper
{
  public:
    SprayRouterHelper* Copy() const override;
    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> node) const override;
};

} // namespace ns3::mlt

#endif // MLT_SPRAY_ROUTER_H
