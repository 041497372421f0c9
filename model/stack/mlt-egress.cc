// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-egress.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-clock.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"

#include <string>

namespace ns3::mlt
{

namespace
{

/** PPP as PointToPointNetDevice simulates it: a protocol field. */
constexpr LinkFraming PPP{2, 1};
/** Ethernet as CsmaNetDevice simulates it: header 14 and FCS 4, without preamble and gap. */
constexpr LinkFraming CSMA{18, 64};
/** Ethernet with preamble and gap. */
constexpr LinkFraming ETHERNET{38, 84};
/** ns-3's loopback interface. */
constexpr uint32_t LOOPBACK = 0;

uint32_t
InterfaceOf(Ipv4& ipv4, Ipv4Address local)
{
    if (local != Ipv4Address::GetAny())
    {
        const int32_t interface = ipv4.GetInterfaceForAddress(local);
        if (interface < 0)
        {
            NS_FATAL_ERROR("attribute Local is " << local << ", and the node has no such address");
        }
        return static_cast<uint32_t>(interface);
    }
    for (uint32_t interface = LOOPBACK + 1; interface < ipv4.GetNInterfaces(); ++interface)
    {
        if (ipv4.GetNAddresses(interface) > 0)
        {
            return interface;
        }
    }
    NS_FATAL_ERROR("a host of MLT has no IPv4 address; assign addresses before installing MLT");
}

} // namespace

LinkFraming
FramingOf(const NetDevice& device)
{
    const std::string type = device.GetInstanceTypeId().GetName();
    return type == "ns3::PointToPointNetDevice" ? PPP
           : type == "ns3::CsmaNetDevice"       ? CSMA
                                                : ETHERNET;
}

uint64_t
LinkRateOf(const NetDevice& device)
{
    DataRateValue rate;
    if (device.GetAttributeFailSafe("DataRate", rate))
    {
        return rate.Get().GetBitRate();
    }
    const auto channel = device.GetChannel();
    return channel && channel->GetAttributeFailSafe("DataRate", rate) ? rate.Get().GetBitRate() : 0;
}

int64_t
LinkDelayOf(const NetDevice& device)
{
    TimeValue delay;
    const auto channel = device.GetChannel();
    return channel && channel->GetAttributeFailSafe("Delay", delay) ? ToPs(delay.Get()) : 0;
}

Egress::Egress(const Ptr<Node>& node, Ipv4Address local)
    : m_discHolder(node->GetObject<TrafficControlLayer>())
{
    auto ipv4 = node->GetObject<Ipv4>();
    if (!ipv4)
    {
        NS_FATAL_ERROR("a host of MLT has no IPv4; install an Internet stack before MLT");
    }
    const uint32_t interface = InterfaceOf(*ipv4, local);
    m_device = ipv4->GetNetDevice(interface);
    m_address = local != Ipv4Address::GetAny() ? local : ipv4->GetAddress(interface, 0).GetLocal();
    PointerValue queue;
    if (m_device->GetAttributeFailSafe("TxQueue", queue))
    {
        m_queue = queue.Get<QueueBase>();
    }
}

uint32_t
Egress::Waiting() const
{
    uint32_t waiting = m_queue ? m_queue->GetNPackets() : 0;
    if (m_discHolder)
    {
        const auto disc = m_discHolder->GetRootQueueDiscOnDevice(m_device);
        waiting += disc ? disc->GetNPackets() : 0;
    }
    return waiting;
}

} // namespace ns3::mlt
