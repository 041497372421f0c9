// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-helper.h"

#include "ns3/fatal-error.h"
#include "ns3/integer.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-base-rtt.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-egress.h"
#include "ns3/mlt-transport.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

/** Sets an attribute of bytes a frame, if @p differ and it is left to the device. */
void
SetIfOfDevice(UdpHostPort& port, bool differ, const std::string& name, uint32_t bytes)
{
    IntegerValue value;
    port.GetAttribute(name, value);
    if (differ && value.Get() < 0)
    {
        port.SetAttribute(name, IntegerValue(bytes));
    }
}

} // namespace

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
MltHelper::SetRateIfUnknown(uint64_t bitRate)
{
    m_rateIfUnknown = bitRate;
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
    AgreeOnFraming(nodes);
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

ApplicationContainer
MltHelper::InstallSource(uint32_t host, const Address& remote) const
{
    auto source = CreateObject<MltMessageSource>();
    source->SetAttribute("Remote", AddressValue(remote));
    source->Setup(m_transport, m_hosts, host);
    m_nodes.Get(host)->AddApplication(source);
    return ApplicationContainer(source);
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
        assumptions.rateIfUnknown =
            rate.Get().GetBitRate() ? rate.Get().GetBitRate() : m_rateIfUnknown;
        baseRtt.Set(FromPs(EstimateBaseRttPs(nodes, assumptions)));
    }
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        const auto& port = m_ports[host];
        port->SetAttribute("Mtu", mtu);
        port->SetAttribute("BaseRtt", baseRtt);
        if (rate.Get().GetBitRate() == 0 &&
            LinkRateOf(*port->FindEgress(nodes.Get(host)).Device()) == 0)
        {
            port->SetAttribute("DataRate", DataRateValue(DataRate(m_rateIfUnknown)));
        }
    }
}

void
MltHelper::AgreeOnFraming(const NodeContainer& nodes)
{
    std::vector<LinkFraming> framings;
    for (uint32_t host = 0; host < nodes.GetN(); ++host)
    {
        framings.push_back(FramingOf(*m_ports[host]->FindEgress(nodes.Get(host)).Device()));
    }
    const bool differ = std::any_of(framings.begin(), framings.end(), [&](const auto& framing) {
        return framing.overhead != framings[0].overhead || framing.minimum != framings[0].minimum;
    });
    const WireFormat ethernet;
    for (const auto& port : m_ports)
    {
        SetIfOfDevice(*port, differ, "LinkOverhead", ethernet.linkOverhead);
        SetIfOfDevice(*port, differ, "MinimumFrame", ethernet.minimumFrame);
    }
}

} // namespace ns3::mlt
