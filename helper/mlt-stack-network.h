// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STACK_NETWORK_H
#define MLT_STACK_NETWORK_H

#include "ns3/mlt-host-table.h"
#include "ns3/mlt-link-error-model.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-queue-disc.h"
#include "ns3/mlt-spray-routing.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/node-container.h"
#include "ns3/object.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * The stack plane of a whole network: what Fabric is to the express plane, made of ns-3's nodes,
 * point-to-point devices and Internet stack, with an MltQueueDisc before every device and a
 * SprayRouting in every node. Built from the same NetworkPlan, with the same attributes.
 *
 * Times agree with the express plane's: a link is busy with a frame for as long as its wire bytes
 * take. A point-to-point frame is the IP packet and 2 bytes of PPP; the rest of LinkOverhead is
 * the device's interframe gap, and is added to the link's delay. (Only a frame that MinimumFrame
 * would stretch is quicker here: an IP packet under 46 bytes.)
 *
 * The simulator must run in femtoseconds (UseFabricResolution).
 */
class StackNetwork : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Builds the network; once.
     * @param plan hosts, switches, links (in pairs, as Connect makes them) and routes; kept.
     * @param chooser the TypeId of the routers' path choosers (a PathChooser).
     * @param stream first random stream to use, for the same things as Fabric does.
     * @return how many random streams were used.
     * @throw InputError if the plan is not made of pairs or has too many links for its addresses.
     */
    int64_t Build(NetworkPlan plan, TypeId chooser, int64_t stream);

    /**
     * Turns injected loss of a protocol's frames on for one link, by the attribute LossModel and
     * from the link's own random stream, the one that Fabric uses. (See LinkErrorModel; the
     * protocol's ports must be at their default numbers.)
     * @param link of the plan.
     * @return what now stands at the link's end.
     */
    Ptr<LinkErrorModel> SetLoss(uint32_t link,
                                const LinkLoss& loss,
                                const UdpProtocol& protocol = MltProtocol::Get());

    const NetworkPlan& Plan() const
    {
        return m_plan;
    }

    /** All nodes, as the plan numbers them. */
    const NodeContainer& Nodes() const
    {
        return m_nodes;
    }

    /** Host i has the address with index i. */
    Ptr<const HostTable> Addresses() const
    {
        return m_addresses;
    }

    /** The device that sends on a directed link of the plan. */
    Ptr<PointToPointNetDevice> DeviceOf(uint32_t link) const
    {
        return m_devices[link];
    }

    /** The queue disc before a directed link of the plan. */
    Ptr<MltQueueDisc> QueueOf(uint32_t link) const
    {
        return m_queues[link];
    }

    /** The router of a node. */
    Ptr<SprayRouting> RouterOf(uint32_t node) const;

    const WireFormat& Format() const
    {
        return m_format;
    }

    /** The same as the express plane's for this plan. */
    int64_t BaseRttPs() const
    {
        return m_baseRttPs;
    }

  protected:
    void DoDispose() override;

  private:
    void CheckPlan() const;
    void BuildNodes(TypeId chooser);
    void BuildCables();
    void BuildCable(uint32_t link);
    void AddInterface(uint32_t link, Ipv4Address address);
    void InstallQueue(uint32_t link);
    void BuildRoutes();
    void RouteHost(uint32_t host, uint32_t uplink);
    void RouteSwitch(uint32_t index);
    int64_t AssignStreams(int64_t stream);
    SprayRouting::NextHop HopOver(uint32_t link) const;

    uint32_t m_mtu;
    uint32_t m_linkOverhead;
    uint32_t m_minimumFrame;
    TypeId m_switchPolicy;
    TypeId m_hostPolicy;
    TypeId m_lossType;
    NetworkPlan m_plan;
    WireFormat m_format;
    int64_t m_baseRttPs{0};
    int64_t m_lossStream{0};
    NodeContainer m_nodes;
    Ptr<HostTable> m_addresses;
    std::vector<Ptr<PointToPointNetDevice>> m_devices; //!< by link
    std::vector<Ptr<MltQueueDisc>> m_queues;           //!< by link
    std::vector<uint32_t> m_interfaces;                //!< by link, at its sending node
    std::vector<Ipv4Address> m_linkAddresses;          //!< by link, of its sending end
};

} // namespace ns3::mlt

#endif // MLT_STACK_NETWORK_H
