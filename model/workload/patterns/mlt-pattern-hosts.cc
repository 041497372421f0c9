// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-pattern-hosts.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>

namespace ns3::mlt
{

uint32_t
CheckedHostCount(const std::string& pattern, const std::vector<uint32_t>& hosts)
{
    if (hosts.size() < 2)
    {
        throw InputError(pattern + ": expected at least 2 hosts, got " +
                         std::to_string(hosts.size()));
    }
    return static_cast<uint32_t>(hosts.size());
}

uint32_t
HostRange(const std::vector<uint32_t>& hosts)
{
    return *std::max_element(hosts.begin(), hosts.end()) + 1;
}

} // namespace ns3::mlt
