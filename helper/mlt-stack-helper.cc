// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-stack-helper.h"

#include "ns3/integer.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-helper.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/uinteger.h"

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
    m_network = m_networkFactory.Create<StackNetwork>();
    m_stream += m_network->Build(std::move(plan), m_chooser, m_stream);
    for (uint32_t node = 0; node < m_network->Plan().Nodes(); ++node)
    {
        (m_network->Plan().IsHost(node) ? m_hosts : m_switches).Add(m_network->Nodes().Get(node));
    }
    return m_network;
}

Ptr<MessageTransport>
StackHelper::Install(const std::string& typeId)
{
    const WireFormat& format = m_network->Format();
    MltHelper mlt;
    mlt.SetTransport(typeId);
    mlt.SetStream(m_stream);
    mlt.SetAttribute("Mtu", UintegerValue(format.mtu));
    mlt.SetAttribute("BaseRtt", TimeValue(FromPs(m_network->BaseRttPs())));
    mlt.SetAttribute("LinkOverhead", IntegerValue(format.linkOverhead));
    mlt.SetAttribute("MinimumFrame", IntegerValue(format.minimumFrame));
    return mlt.Install(m_hosts);
}

} // namespace ns3::mlt
