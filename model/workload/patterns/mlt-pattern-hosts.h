// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PATTERN_HOSTS_H
#define MLT_PATTERN_HOSTS_H

#include "ns3/mlt-model-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** The largest attribute of a pattern that counts bytes: what a model's table may hold at most. */
constexpr uint64_t MOST_PATTERN_BYTES = ModelTrace::MAX_TOTAL;

/**
 * How many hosts a job has, for a pattern that sends from host to host.
 * @param pattern for the message.
 * @throw InputError if there are fewer than two.
 */
uint32_t CheckedHostCount(const std::string& pattern, const std::vector<uint32_t>& hosts);

/** One more than the highest host of a job, for GraphBuilder. @param hosts at least one. */
uint32_t HostRange(const std::vector<uint32_t>& hosts);

} // namespace ns3::mlt

#endif // MLT_PATTERN_HOSTS_H
