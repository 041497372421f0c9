// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STATISTICS_H
#define MLT_STATISTICS_H

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** The arithmetic mean; 0 of none. */
double Mean(const std::vector<int64_t>& values);

/**
 * The nearest-rank percentile: the smallest value such that at least @p percent of all values are
 * not above it; 0 of none.
 * @param values in any order; are reordered.
 * @param percent in (0, 100].
 */
int64_t NearestRank(std::vector<int64_t>& values, uint32_t percent);

} // namespace ns3::mlt

#endif // MLT_STATISTICS_H
