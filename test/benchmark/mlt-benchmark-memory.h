// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BENCHMARK_MEMORY_H
#define MLT_BENCHMARK_MEMORY_H

#include <cstdint>

namespace ns3::mlt
{

/** Memory of this process that is resident now, bytes (Linux; 0 where /proc does not tell). */
uint64_t ResidentBytes();

/** The most that was ever resident, bytes. */
uint64_t PeakResidentBytes();

} // namespace ns3::mlt

#endif // MLT_BENCHMARK_MEMORY_H
