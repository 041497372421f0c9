// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-spray-router.h"

#include "ns3/ipv4-header.h"
#include "ns3/node.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/packet.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SprayRouter);

namespace
{

constexpr uint32_t ADDRESSES_PER_LINK = 4; // a /30 network
constexpr uint32_t FIRST_INTERFACE = 1;    // 0 is the loopback

} // namespace

TypeId
SprayRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::benchmark::SprayRouter")
                            .SetParent<Ipv4RoutingProtocol>()
                            .SetGroupName("MltBenchmark")
                            .AddConstructor<SprayRouter>();
    return tid;
}

void
SprayRouter::SetTable(Table table)
{
    m_table = std::move(table);
    m_random = SmallRandom(m_table.seed);
}

uint32_t
SprayRouter::HostOf(Ipv4Address address) const
{
    return (address.Get() - m_table.first.Get()) / ADDRESSES_PER_LINK;
}

const Ptr<Ipv4Route>&
SprayRouter::Choose(uint32_t host)
{
    const auto& group = m_table.groups[m_table.groupOfHost[host]];
    const auto paths = static_cast<uint32_t>(group.size());
    return group[paths == 1 ? 0 : m_random.Below(paths)];
}

Ptr<Ipv4Route>
SprayRouter::RouteOutput(Ptr<Packet>,
                         const Ipv4Header& header,
                         Ptr<NetDevice>,
                         Socket::SocketErrno& error)
{
    error = Socket::ERROR_NOTERROR;
    return Choose(HostOf(header.GetDestination()));
}

bool
SprayRouter::RouteInput(Ptr<const Packet> packet,
                        const Ipv4Header& header,
                        Ptr<const NetDevice>,
                        InputParameters::At<3> forward,
                        InputParameters::At<4>,
                        InputParameters::At<5> deliver,
                        InputParameters::At<6>)
{
    const uint32_t host = HostOf(header.GetDestination());
    if (host == m_table.self)
    {
        deliver(packet, header, FIRST_INTERFACE);
    }
    else
    {
        forward(Choose(host), packet, header);
    }
    return true;
}

// Tables are fixed: nothing below changes them.

void
SprayRouter::NotifyInterfaceUp(uint32_t)
{
}

void
SprayRouter::NotifyInterfaceDown(uint32_t)
{
}

void
SprayRouter::NotifyAddAddress(uint32_t, Ipv4InterfaceAddress)
{
}

void
SprayRouter::NotifyRemoveAddress(uint32_t, Ipv4InterfaceAddress)
{
}

void
SprayRouter::SetIpv4(Ptr<Ipv4>)
{
}

void
SprayRouter::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit) const
{
    *stream->GetStream() << m_table.groupOfHost.size() << " hosts, " << m_table.groups.size()
                         << " sets of equal-cost routes\n";
}

SprayRouterHelper*
SprayRouterHelper::Copy() const
{
    return new SprayRouterHelper(*this);
}

Ptr<Ipv4RoutingProtocol>
SprayRouterHelper::Create(Ptr<Node>) const
{
    return CreateObject<SprayRouter>();
}

} // namespace ns3::mlt
