// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-stack-helper.h"

#include "ns3/mlt-path-chooser.h"

#include <utility>

namespace ns3::mlt
{

StackHelper::StackHelper()
    : m_chooser(RandomSpray::GetTypeId())
{
    m_networkFactory.SetTypeId(StackNetwork::GetTypeId());
}

void
StackHelper::SetPathChooser(const std::string& typeId)
{
    m_chooser = TypeId::LookupByName(typeId);
}

void
StackHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_networkFactory.Set(name, value);
}

void
StackHelper::SetStream(int64_t stream)
{
    m_stream = stream;
}

Ptr<StackNetwork>
StackHelper::Build(NetworkPlan plan)
{
    auto network = m_networkFactory.Create<StackNetwork>();
    m_stream += network->Build(std::move(plan), m_chooser, m_stream);
    for (uint32_t node = 0; node < network->Plan().Nodes(); ++node)
    {
        (network->Plan().IsHost(node) ? m_hosts : m_switches).Add(network->Nodes().Get(node));
    }
    return network;
}

} // namespace ns3::mlt
