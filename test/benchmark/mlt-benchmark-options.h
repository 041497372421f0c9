// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BENCHMARK_OPTIONS_H
#define MLT_BENCHMARK_OPTIONS_H

#include "ns3/mlt-network-plan.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
    uint64_t pending{0};     //!< floor: events that stand at any time
    uint64_t events{0};      //!< floor: events to time
    bool namesEngine{false}; //!< a global value names an event engine, be it ns-3's default one
    std::vector<std::pair<std::string, std::string>> attributes; //!< name and value, as given
};

/**
 * Reads the command line: options, global values of ns-3 (--SchedulerType=<type>), which are set,
 * and attributes (--ns3::<type>::<attribute>=<value>). Prints help and ends the program where asked
 * for help. Sets the time resolution: the fabric's, but ns-3's own for the stock variants.
 * @throw InputError that names what is wrong and what was expected.
 */
BenchmarkOptions ReadBenchmarkOptions(int argc, char* argv[]);

/** Sets the attributes of the command line as defaults; after defaults of a variant's own. */
void ApplyAttributes(const BenchmarkOptions& options);

} // namespace ns3::mlt

#endif // MLT_BENCHMARK_OPTIONS_H
