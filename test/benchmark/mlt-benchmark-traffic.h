// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BENCHMARK_TRAFFIC_H
#define MLT_BENCHMARK_TRAFFIC_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** One message of a case: from host to host. */
struct Flow
{
    uint32_t source;
    uint32_t destination;
};

/**
 * Each host sends to one other host and receives from one: a single seeded cycle through all hosts
 * (Sattolo's algorithm), so nobody sends to himself.
 * @param hosts at least 2.
 */
std::vector<Flow> Permutation(uint32_t hosts, uint64_t seed);

/**
 * Three to one: a quarter of the hosts receive, the others send, both spread evenly over the racks;
 * sender i of a seeded shuffle sends to receiver i modulo their number.
 * @param hosts at least 4.
 */
std::vector<Flow> Incast(uint32_t hosts, uint64_t seed);

/**
 * Flows by the name of the traffic.
 * @param name permutation or incast.
 * @throw InputError for another name or too few hosts.
 */
std::vector<Flow> FlowsOf(const std::string& name, uint32_t hosts, uint64_t seed);

} // namespace ns3::mlt

#endif // MLT_BENCHMARK_TRAFFIC_H
