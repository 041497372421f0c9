// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STOCK_NETWORK_H
#define MLT_STOCK_NETWORK_H

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/traffic-control-helper.h"

#include <functional>
#include <vector>

namespace ns3::mlt
{

/**
 * A plan built of ns-3's own parts: nodes with IPv4, point-to-point devices (device queue: one
 * packet) and queue discs. Counts packet-hops by a callback at PhyTxBegin, a few ns of a hop of
 * several thousand.
 */
class StockNetwork
{
  public:
    /** Sets the root queue disc for a port of a rate, bit/s. */
    using QueueDiscSetter = std::function<void(TrafficControlHelper&, uint64_t bitRate)>;

    /**
     * @param plan must outlive this; cables of hosts come first, in the order of hosts.
     * @param routing copied onto all nodes.
     */
    StockNetwork(const NetworkPlan& plan,
                 uint32_t mtu,
                 const Ipv4RoutingHelper& routing,
                 const QueueDiscSetter& queueDisc);
    StockNetwork(const StockNetwork&) = delete;
    StockNetwork& operator=(const StockNetwork&) = delete;

    /** Fills the tables of SprayRouters with the plan's routes. */
    void FillSprayRouters(uint64_t seed);

    Ptr<Node> Host(uint32_t host) const
    {
        return m_nodes.Get(host);
    }

    Ipv4Address AddressOf(uint32_t host) const
    {
        return m_addressOfLink[HostLink(host)];
    }

    uint64_t Hops() const
    {
        return m_hops;
    }

    uint64_t DataHops() const
    {
        return m_dataHops;
    }

    /** Packets that queue discs dropped. */
    uint64_t Dropped() const;

  private:
    /** The link out of a host. */
    static uint32_t HostLink(uint32_t host)
    {
        return 2 * host;
    }

    void Connect(uint32_t mtu, const QueueDiscSetter& queueDisc);
    void CountHop(Ptr<const Packet> packet);

    const NetworkPlan& m_plan;
    NodeContainer m_nodes;
    std::vector<Ptr<NetDevice>> m_deviceOfLink; //!< where a directed link begins
    std::vector<Ipv4Address> m_addressOfLink;   //!< of that device
    QueueDiscContainer m_queueDiscs;
    uint64_t m_hops{0};
    uint64_t m_dataHops{0};
};

} // namespace ns3::mlt

#endif // MLT_STOCK_NETWORK_H
