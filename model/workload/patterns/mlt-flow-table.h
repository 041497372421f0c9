// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOW_TABLE_H
#define MLT_FLOW_TABLE_H

#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-priority.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** A transfer that begins at an instant of its own. */
struct TimedFlow
{
    int64_t startPs{0};      //!< from the start of the job
    uint32_t source{0};      //!< host of the job
    uint32_t destination{0}; //!< host of the job, another one
    uint64_t bytes{0};       //!< at least 1
    uint8_t priority{FIRST_DATA_QUEUE};
    LossBound bound;
};

/**
 * Reads flows from a file of comma-separated values: a header line
 * `start_ns,source,destination,bytes[,priority][,bound]`, and a line for each flow, in any order.
 * Empty lines and lines that begin with # are skipped.
 *
 * | column | values |
 * |---|---|
 * | `start_ns` | nanoseconds, from 0 to 9.2e12; of a fraction three digits count (picoseconds) |
 * | `source`, `destination` | two hosts of the job, from 0 |
 * | `bytes` | from 1 to 1e15 |
 * | `priority` | 1 (first) to 7; 1 where it is left out or empty |
 * | `bound` | share of the bytes that may be missing, from 0 to below 1; @p bound where it is left
 * out or empty |
 *
 * @param path of the file.
 * @param hosts how many the job has.
 * @param bound of flows that name none.
 * @return the flows in the order of the file, at least one.
 * @throw InputError `file:line: field: what was expected, what came`.
 */
std::vector<TimedFlow> ReadFlows(const std::string& path, uint32_t hosts, LossBound bound);

} // namespace ns3::mlt

#endif // MLT_FLOW_TABLE_H
