// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-benchmark-memory.h"

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace ns3::mlt
{

uint64_t
ResidentBytes()
{
    uint64_t all = 0;
    uint64_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t
PeakResidentBytes()
{
    constexpr uint64_t BYTES_PER_KIB = 1024;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<uint64_t>(usage.ru_maxrss) * BYTES_PER_KIB;
}

} // namespace ns3::mlt
