// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPRESS_DEVICE_HELPER_H
#define MLT_EXPRESS_DEVICE_HELPER_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/mlt-fabric.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * Puts ns-3's IP stack on the hosts of an express fabric:
 *
 *     UseFabricResolution();
 *     FabricHelper fabric;
 *     fabric.SetPathChooser("ns3::mlt::FlowEcmp");
 *     auto net = fabric.Build(PlanLeafSpine(spec));
 *     ExpressDeviceHelper helper;
 *     auto devices = helper.Install(net, fabric.Hosts());
 *     auto interfaces = helper.InstallInternet(devices);
 *
 * and then any ns-3 application runs on fabric.Hosts(). A transport of this module may be installed
 * on the same hosts; it shares their NICs.
 */
class ExpressDeviceHelper
{
  public:
    ExpressDeviceHelper();

    /** Sets an attribute of the devices; see ns3::mlt::ExpressNetDevice. */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Sets the devices' transmit queue.
     * @param typeId of a Queue<Packet>. The default is ns3::DropTailQueue<Packet> of 1000 packets,
     * as Linux's txqueuelen.
     */
    void SetQueue(const std::string& typeId);

    /** Sets an attribute of the transmit queue, such as MaxSize. */
    void SetQueueAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Makes a device on each host.
     * @param fabric must outlive the run.
     * @param hosts the nodes of the hosts, in order (FabricHelper::Hosts).
     */
    NetDeviceContainer Install(const Ptr<Fabric>& fabric, const NodeContainer& hosts);

    /**
     * Puts ns-3's IPv4 stack on the nodes that have none, and gives the devices addresses of one
     * network, in order: every host reaches every other directly, without a router. No queue disc
     * is installed: put one on the devices by TrafficControlHelper before this, if you want one.
     * @param network address of the network.
     * @param mask must leave room for all devices.
     */
    Ipv4InterfaceContainer InstallInternet(const NetDeviceContainer& devices,
                                           Ipv4Address network = Ipv4Address("10.0.0.0"),
                                           Ipv4Mask mask = Ipv4Mask("255.0.0.0"));

  private:
    ObjectFactory m_deviceFactory;
    ObjectFactory m_queueFactory;
};

} // namespace ns3::mlt

#endif // MLT_EXPRESS_DEVICE_HELPER_H
