// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-placement.h"

#include "ns3/mlt-input-error.h"

#include <numeric>
#include <string>

namespace ns3
{
namespace mlt
{

namespace
{

/** Refuses counts that do not fit. */
void
CheckCounts(uint32_t hosts, uint32_t servers, uint32_t workers)
{
    const std::string counts =
        std::to_string(servers) + " servers and " + std::to_string(workers) + " workers";
    const uint64_t needed = uint64_t{servers} + workers;
    if (needed > hosts)
    {
        throw InputError("placement: " + counts + " need " + std::to_string(needed) +
                         " hosts, one role a host; there are " + std::to_string(hosts));
    }
}

} // namespace

Placement
SpreadOverRacks(uint32_t hosts, uint32_t servers, uint32_t workers)
{
    if (servers == 0 || workers == 0)
    {
        throw InputError("placement: " + std::to_string(servers) + " servers and " +
                         std::to_string(workers) + " workers: at least 1 of each is needed");
    }
    return PlaceRoles(AllHosts(hosts), servers, workers);
}

std::vector<uint32_t>
AllHosts(uint32_t hosts)
{
    std::vector<uint32_t> all(hosts);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

Placement
PlaceRoles(const std::vector<uint32_t>& hosts, uint32_t servers, uint32_t workers)
{
    CheckCounts(static_cast<uint32_t>(hosts.size()), servers, workers);
    const uint64_t used = uint64_t{servers} + workers;
    Placement placement;
    for (uint64_t i = 0; i < used; ++i)
    {
        const uint32_t host = hosts[static_cast<size_t>(i * hosts.size() / used)];
        // the first of each stride of used / servers hosts
        const bool serves = servers > 0 && placement.servers.size() * used / servers == i;
        (serves ? placement.servers : placement.workers).push_back(host);
    }
    return placement;
}

} // namespace mlt
} // namespace ns3
