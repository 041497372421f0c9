// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-express-device-helper.h"

#include "ns3/abort.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/mlt-express-channel.h"
#include "ns3/mlt-express-net-device.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/queue-size.h"

namespace ns3::mlt
{

namespace
{

/** Lets a queue disc above the device know when the transmit queue is full. */
void
AddFlowControl(const Ptr<ExpressNetDevice>& device)
{
    auto queues = CreateObject<NetDeviceQueueInterface>();
    queues->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
    device->AggregateObject(queues);
}

Ptr<Ipv4>
Ipv4Of(const Ptr<Node>& node)
{
    Ptr<Ipv4> ipv4 = node->GetObject<Ipv4>();
    if (!ipv4)
    {
        InternetStackHelper stack;
        stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
        stack.SetIpv6StackInstall(false);
        stack.Install(node);
        ipv4 = node->GetObject<Ipv4>();
    }
    return ipv4;
}

} // namespace

ExpressDeviceHelper::ExpressDeviceHelper()
{
    m_deviceFactory.SetTypeId(ExpressNetDevice::GetTypeId());
    m_queueFactory.SetTypeId("ns3::DropTailQueue<Packet>");
    m_queueFactory.Set("MaxSize", QueueSizeValue(QueueSize("1000p")));
}

void
ExpressDeviceHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_deviceFactory.Set(name, value);
}

void
ExpressDeviceHelper::SetQueue(const std::string& typeId)
{
    m_queueFactory = ObjectFactory(typeId);
}

void
ExpressDeviceHelper::SetQueueAttribute(const std::string& name, const AttributeValue& value)
{
    m_queueFactory.Set(name, value);
}

NetDeviceContainer
ExpressDeviceHelper::Install(const Ptr<Fabric>& fabric, const NodeContainer& hosts)
{
    NS_ABORT_MSG_IF(hosts.GetN() != fabric->Plan().hosts,
                    "ExpressDeviceHelper: " << hosts.GetN() << " nodes for the "
                                            << fabric->Plan().hosts << " hosts of the fabric");
    auto channel = CreateObject<ExpressChannel>();
    NetDeviceContainer devices;
    for (uint32_t host = 0; host < hosts.GetN(); ++host)
    {
        auto device = m_deviceFactory.Create<ExpressNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetQueue(m_queueFactory.Create<Queue<Packet>>());
        AddFlowControl(device);
        hosts.Get(host)->AddDevice(device);
        device->Bind(fabric->Host(host), channel);
        devices.Add(device);
    }
    return devices;
}

Ipv4InterfaceContainer
ExpressDeviceHelper::InstallInternet(const NetDeviceContainer& devices,
                                     Ipv4Address network,
                                     Ipv4Mask mask)
{
    NS_ABORT_MSG_IF(devices.GetN() >= mask.GetInverse(),
                    "ExpressDeviceHelper: " << devices.GetN() << " devices do not fit into "
                                            << network << mask);
    Ipv4InterfaceContainer interfaces;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const Ptr<NetDevice> device = devices.Get(i);
        const Ptr<Ipv4> ipv4 = Ipv4Of(device->GetNode());
        const uint32_t interface = ipv4->AddInterface(device);
        const Ipv4Address address(network.CombineMask(mask).Get() + 1 + i);
        ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, mask));
        ipv4->SetMetric(interface, 1);
        ipv4->SetUp(interface);
        interfaces.Add(ipv4, interface);
    }
    return interfaces;
}

} // namespace ns3::mlt
