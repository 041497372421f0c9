// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOOR_CASE_H
#define MLT_FLOOR_CASE_H

#include "mlt-benchmark-options.h"
#include "mlt-benchmark-result.h"

namespace ns3::mlt
{

/**
 * The floor under any simulation here: events that do nothing but schedule themselves anew through
 * Simulator::Schedule, a link's delay ahead, options.pending of them at any time. A "hop" is an
 * event.
 */
BenchmarkResult RunFloorCase(const BenchmarkOptions& options);

} // namespace ns3::mlt

#endif // MLT_FLOOR_CASE_H
