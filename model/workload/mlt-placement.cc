// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-placement.h"

#include "ns3/mlt-input-error.h"

#include <string>

namespace ns3
{
namespace mlt
{

namespace
{

void
CheckCounts(uint32_t hosts, uint32_t servers, uint32_t workers)
{
    const std::string counts =
        std::to_string(servers) + " servers and " + std::to_string(workers) + " workers";
    if (servers == 0 || workers == 0)
    {
        throw InputError("placement: " + counts + ": at least 1 of each is needed");
    }
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
    CheckCounts(hosts, servers, workers);
    const uint64_t used = uint64_t{servers} + workers;
    Placement placement;
    for (uint64_t i = 0; i < used; ++i)
    {
        const auto host = static_cast<uint32_t>(i * hosts / used);
        // the first of each stride of used / servers hosts
        const bool serves = placement.servers.size() * used / servers == i;
        (serves ? placement.servers : placement.workers).push_back(host);
    }
    return placement;
}

} // namespace mlt
} // namespace ns3
