// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-helper.h"

#include "ns3/mlt-path-chooser.h"

#include <utility>

namespace ns3::mlt
{

FabricHelper::FabricHelper()
    : m_chooser(RandomSpray::GetTypeId())
{
    m_fabricFactory.SetTypeId(Fabric::GetTypeId());
}

void
FabricHelper::SetPathChooser(const std::string& typeId)
{
    m_chooser = TypeId::LookupByName(typeId);
}

void
FabricHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_fabricFactory.Set(name, value);
}

void
FabricHelper::SetStream(int64_t stream)
{
    m_stream = stream;
}

Ptr<Fabric>
FabricHelper::Build(NetworkPlan plan)
{
    m_hosts.Create(plan.hosts);
    m_fabric = m_fabricFactory.Create<Fabric>();
    m_stream += m_fabric->Build(std::move(plan), m_chooser, m_stream);
    return m_fabric;
}

Ptr<MessageTransport>
FabricHelper::Install(const std::string& typeId)
{
    ObjectFactory factory;
    factory.SetTypeId(typeId);
    auto transport = factory.Create<MessageTransport>();
    m_stream += transport->AssignStreams(m_stream);
    std::vector<HostSite> sites;
    for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
    {
        sites.push_back({m_hosts.Get(host), &m_fabric->Host(host)});
    }
    transport->Install(sites);
    return transport;
}

void
FabricHelper::EnablePcap(const std::string& prefix, const std::vector<uint32_t>& hosts)
{
    m_captures.push_back(std::make_shared<FabricCapture>(m_fabric, prefix, hosts));
}

} // namespace ns3::mlt
