// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BENCHMARK_OPTIONS_H
#define MLT_BENCHMARK_OPTIONS_H

#include "ns3/mlt-network-plan.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/** One case of the benchmark, checked. */
struct BenchmarkOptions
{
    std::string variant;
    std::string traffic;
    std::string topology;
    NetworkPlan plan;
    uint64_t messageBytes{0};
    uint32_t mtu{0};
    double lossBound{0};
    uint64_t seed{0};
    uint64_t pending{0}; //!< floor: events that stand at any time
    uint64_t events{0};  //!< floor: events to time
};

/**
 * Reads the command line: the options below, and every attribute and global value of ns-3
 * (--ns3::<type>::<attribute>=<value>, --SchedulerType=<type>), which are set as defaults. Prints
 * help and ends the program where asked for help.
 * @throw InputError that names what is wrong and what was expected.
 */
BenchmarkOptions ReadBenchmarkOptions(int argc, char* argv[]);

} // namespace ns3::mlt

#endif // MLT_BENCHMARK_OPTIONS_H
