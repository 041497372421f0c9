// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-table.h"

#include "ns3/fatal-error.h"

namespace ns3::mlt
{

uint32_t
HostTable::Add(Ipv4Address address)
{
    const uint32_t host = Count();
    m_addresses.push_back(address);
    AddAlias(host, address);
    return host;
}

void
HostTable::AddAlias(uint32_t host, Ipv4Address address)
{
    const auto added = m_hostOf.emplace(address.Get(), host);
    if (!added.second && added.first->second != host)
    {
        NS_FATAL_ERROR("address " << address << " is given to hosts " << added.first->second
                                  << " and " << host << "; every host needs its own");
    }
}

uint32_t
HostTable::Find(Ipv4Address address) const
{
    const auto found = m_hostOf.find(address.Get());
    return found == m_hostOf.end() ? NONE : found->second;
}

} // namespace ns3::mlt
