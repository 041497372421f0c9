// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-helper.h"

#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-base-rtt.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-transport.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

namespace ns3::mlt
{

MltHelper::MltHelper()
    : m_transportType(MltTransport::GetTypeId().GetName()),
      m_hosts(Create<HostTable>())
{
    m_portFactory.SetTypeId(UdpHostPort::GetTypeId());
}

void
MltHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_portFactory.Set(name, value);
}

void
MltHelper::SetTransport(const std::string& typeId)
{
    m_transportType = typeId;
}

void
MltHelper::SetStream(int64_t stream)
{
    m_stream = stream;
}

Ptr<MessageTransport>
MltHelper::Install(const NodeContainer& nodes)
{
    RequireFabricResolution();
    if (m_hosts->Count() > 0 || nodes.GetN() == 0)
    {
        NS_FATAL_ERROR("MltHelper::Install is called once, with at least one node");
    }
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        m_ports.push_back(m_portFactory.Create<UdpHostPort>());
    }
    FillTable(nodes);
    Complete(nodes);
    std::vector<HostSite> sites;
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        m_ports[host]->Join(nodes.Get(host), m_hosts, host);
        nodes.Get(host)->AggregateObject(m_ports[host]);
        sites.push_back({nodes.Get(host), PeekPointer(m_ports[host])});
    }
    ObjectFactory factory;
    factory.SetTypeId(m_transportType);
    auto transport = factory.Create<MessageTransport>();
    m_stream += transport->AssignStreams(m_stream);
    transport->Install(sites);
    m_nodes = nodes;
    m_transport = transport;
    return transport;
}

Ptr<MltMessageSource>
MltHelper::InstallSource(uint32_t host, const Address& remote) const
{
    auto source = CreateObject<MltMessageSource>();
    source->SetAttribute("Remote", AddressValue(remote));
    source->Setup(m_transport, m_hosts, host);
    m_nodes.Get(host)->AddApplication(source);
    return source;
}

void
MltHelper::FillTable(const NodeContainer& nodes)
{
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        m_hosts->Add(m_ports[host]->FindEgress(nodes.Get(host)).Address());
    }
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        const auto ipv4 = nodes.Get(host)->GetObject<Ipv4>();
        for (uint32_t i = 1; i < ipv4->GetNInterfaces(); ++i) // 0 is the loopback
        {
            for (uint32_t a = 0; a < ipv4->GetNAddresses(i); ++a)
            {
                m_hosts->AddAlias(host, ipv4->GetAddress(i, a).GetLocal());
            }
        }
    }
}

void
MltHelper::Complete(const NodeContainer& nodes)
{
    UintegerValue mtu;
    TimeValue baseRtt;
    DataRateValue rate;
    const auto& any = m_ports.front();
    any->GetAttribute("Mtu", mtu);
    any->GetAttribute("BaseRtt", baseRtt);
    any->GetAttribute("DataRate", rate);
    if (mtu.Get() == 0)
    {
        mtu.Set(LeastMtu());
    }
    if (baseRtt.Get().IsZero())
    {
        BaseRttAssumptions assumptions;
        assumptions.mtu = static_cast<uint32_t>(mtu.Get());
        assumptions.rateIfUnknown = rate.Get().GetBitRate();
        baseRtt.Set(FromPs(EstimateBaseRttPs(nodes, assumptions)));
    }
    for (const auto& port : m_ports)
    {
        port->SetAttribute("Mtu", mtu);
        port->SetAttribute("BaseRtt", baseRtt);
    }
}

} // namespace ns3::mlt
