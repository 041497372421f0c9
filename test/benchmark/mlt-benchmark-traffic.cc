// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-benchmark-traffic.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-placement.h"
#include "ns3/mlt-random.h"

#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint32_t HOSTS_PER_RECEIVER = 4; // three senders and the receiver

} // namespace

std::vector<Flow>
Permutation(uint32_t hosts, uint64_t seed)
{
    std::vector<uint32_t> to(hosts);
    std::iota(to.begin(), to.end(), 0);
    SmallRandom random(seed);
    for (uint32_t i = hosts - 1; i > 0; --i)
    {
        std::swap(to[i], to[random.Below(i)]);
    }
    std::vector<Flow> flows;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        flows.push_back({host, to[host]});
    }
    return flows;
}

std::vector<Flow>
Incast(uint32_t hosts, uint64_t seed)
{
    const uint32_t receivers = hosts / HOSTS_PER_RECEIVER;
    auto roles = SpreadOverRacks(hosts, receivers, hosts - receivers);
    SmallRandom random(seed);
    auto& senders = roles.workers;
    for (auto i = static_cast<uint32_t>(senders.size() - 1); i > 0; --i)
    {
        std::swap(senders[i], senders[random.Below(i + 1)]);
    }
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < senders.size(); ++i)
    {
        flows.push_back({senders[i], roles.servers[i % receivers]});
    }
    return flows;
}

std::vector<Flow>
FlowsOf(const std::string& name, uint32_t hosts, uint64_t seed)
{
    if (name != "permutation" && name != "incast")
    {
        throw InputError(
            fmt::format("--traffic: expected permutation or incast, got {}", QuoteInput(name)));
    }
    if (hosts < HOSTS_PER_RECEIVER)
    {
        throw InputError(fmt::format("--topology: expected at least {} hosts, got {}",
                                     HOSTS_PER_RECEIVER,
                                     hosts));
    }
    return name == "permutation" ? Permutation(hosts, seed) : Incast(hosts, seed);
}

} // namespace ns3::mlt
