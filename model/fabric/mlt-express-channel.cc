// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-express-channel.h"

#include "ns3/abort.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-express-net-device.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(ExpressChannel);

TypeId
ExpressChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::ExpressChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Mlt")
                            .AddConstructor<ExpressChannel>();
    return tid;
}

void
ExpressChannel::Add(uint32_t host, Ptr<ExpressNetDevice> device)
{
    NS_ABORT_MSG_IF(!m_ofHost.emplace(host, m_devices.size()).second,
                    "ExpressChannel: host " << host << " has a device already");
    m_devices.push_back(std::move(device));
}

void
ExpressChannel::AddAddress(Ipv4Address address, uint32_t host)
{
    m_hostOf[address.Get()] = host;
}

bool
ExpressChannel::FindHost(uint32_t address, uint32_t& host)
{
    auto found = m_hostOf.find(address);
    if (found == m_hostOf.end())
    {
        LearnAddresses(); // given since the last look, or never
        found = m_hostOf.find(address);
    }
    if (found == m_hostOf.end())
    {
        return false;
    }
    host = found->second;
    return true;
}

void
ExpressChannel::LearnAddresses()
{
    for (const auto& device : m_devices)
    {
        const Ptr<Ipv4> ipv4 = device->GetNode() ? device->GetNode()->GetObject<Ipv4>() : nullptr;
        const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(device) : -1;
        if (interface < 0)
        {
            continue;
        }
        const auto number = static_cast<uint32_t>(interface);
        for (uint32_t i = 0; i < ipv4->GetNAddresses(number); ++i)
        {
            m_hostOf.emplace(ipv4->GetAddress(number, i).GetLocal().Get(), device->Host());
        }
    }
}

Ptr<ExpressNetDevice>
ExpressChannel::DeviceOf(uint32_t host) const
{
    const auto found = m_ofHost.find(host);
    return found == m_ofHost.end() ? nullptr : m_devices[found->second];
}

std::size_t
ExpressChannel::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
ExpressChannel::GetDevice(std::size_t i) const
{
    return m_devices[i];
}

void
ExpressChannel::DoDispose()
{
    m_devices.clear();
    m_ofHost.clear();
    m_hostOf.clear();
    Channel::DoDispose();
}

} // namespace ns3::mlt
