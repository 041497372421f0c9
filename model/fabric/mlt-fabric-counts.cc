// SPDX-License-Identifier: GPL-2.0-only
// What a Fabric counts: sums over its links, ports and NICs.
#include "ns3/mlt-fabric.h"

namespace ns3::mlt
{

FrameCounts
Fabric::SentByHosts() const
{
    FrameCounts counts;
    for (size_t i = 0; i < m_links.size(); ++i)
    {
        if (!m_portOfLink[i])
        {
            counts += m_links[i]->Sent();
        }
    }
    return counts;
}

FrameCounts
Fabric::PacketHops() const
{
    FrameCounts counts;
    for (const auto& link : m_links)
    {
        counts += link->Sent();
    }
    return counts;
}

FrameCounts
Fabric::Dropped() const
{
    FrameCounts counts = NoRoute();
    for (size_t i = 0; i < m_links.size(); ++i)
    {
        counts += m_links[i]->Lost();
        if (m_portOfLink[i])
        {
            counts += m_portOfLink[i]->Counts().droppedByKind;
        }
    }
    return counts;
}

TrimCount
Fabric::Trimmed() const
{
    TrimCount count;
    for (const SwitchPort* port : m_portOfLink)
    {
        if (port)
        {
            count += port->Counts().trimmed;
        }
    }
    return count;
}

FrameCounts
Fabric::InFlight() const
{
    FrameCounts counts;
    for (const auto& node : m_switches)
    {
        if (node->Inbox())
        {
            counts += node->Inbox()->Count();
        }
    }
    for (size_t i = 0; i < m_links.size(); ++i)
    {
        counts += m_links[i]->InFlight();
        if (m_portOfLink[i])
        {
            counts += m_portOfLink[i]->CountWaiting();
        }
    }
    return counts;
}

FrameCounts
Fabric::Unclaimed() const
{
    FrameCounts counts;
    for (const auto& nic : m_nics)
    {
        counts += nic->Unclaimed();
    }
    return counts;
}

} // namespace ns3::mlt
