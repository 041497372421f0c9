// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-traffic-pattern.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(TrafficPattern);

TypeId
TrafficPattern::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::TrafficPattern").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

bool
TrafficPattern::NeedsModel() const
{
    return false;
}

bool
TrafficPattern::HasServers() const
{
    return false;
}

std::vector<std::string>
TrafficPattern::InputFiles() const
{
    return {};
}

} // namespace ns3::mlt
