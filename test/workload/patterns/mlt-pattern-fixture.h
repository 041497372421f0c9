// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PATTERN_FIXTURE_H
#define MLT_PATTERN_FIXTURE_H

#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-traffic-pattern.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/** Attributes as a user writes them. */
using PatternAttributes = std::vector<std::pair<std::string, std::string>>;

/** A pattern by its TypeId's name. */
template <typename PATTERN = TrafficPattern>
Ptr<PATTERN>
MakePattern(const std::string& type, const PatternAttributes& attributes = {})
{
    ObjectFactory factory(type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<PATTERN>();
}

/** A job of the hosts 0 to @p hosts - 1, all workers, without a model. */
inline PatternInput
JobOf(uint32_t hosts)
{
    PatternInput input;
    input.placement.workers = AllHosts(hosts);
    return input;
}

/** The payload of all transfers. */
inline uint64_t
PayloadOf(const Graph& graph)
{
    const auto& steps = graph.Transfers();
    return std::accumulate(steps.begin(), steps.end(), uint64_t{0}, [](uint64_t sum, auto& step) {
        return sum + step.bytes;
    });
}

/** What each host gives and gets in all phases together. */
inline std::vector<HostLoad>
TotalLoads(const Graph& graph)
{
    std::vector<HostLoad> total(graph.HostCount());
    for (const TransferStep& step : graph.Transfers())
    {
        total[step.source].bytesOut += step.bytes;
        total[step.destination].bytesIn += step.bytes;
    }
    return total;
}

} // namespace ns3::mlt

#endif // MLT_PATTERN_FIXTURE_H
