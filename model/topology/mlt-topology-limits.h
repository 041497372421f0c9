// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TOPOLOGY_LIMITS_H
#define MLT_TOPOLOGY_LIMITS_H

#include "ns3/mlt-input-error.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/** What ArrivalOrder can tell apart. */
constexpr uint32_t MOST_LINKS_OF_A_SWITCH = 512;
/** Pairs of hosts are looked at one by one for the base round trip. */
constexpr uint64_t MOST_HOSTS = 4096;
/** 1 Tbit/s x 8: a byte lasts at least a picosecond. */
constexpr uint64_t MOST_BIT_RATE = 8000000000000;
/** Below, a byte would last over a microsecond and long transfers leave the simulator's range. */
constexpr uint64_t LEAST_BIT_RATE = 8000000;

/** What --topology may be, as errors say it. */
constexpr const char* TOPOLOGY_FORMS =
    "<leaves>x<spines>x<hosts per leaf>, such as 9x4x16, testbed, or fattree:<k>, such as "
    "fattree:16";

/** @throw InputError if a link's rate is out of range. @param what the option that gave it. */
inline void
CheckLinkRate(uint64_t rate, const char* what)
{
    if (rate < LEAST_BIT_RATE || rate > MOST_BIT_RATE)
    {
        throw InputError(std::string(what) + ": got " + std::to_string(rate) +
                         " bit/s; expected 8Mbps to 8000Gbps");
    }
}

} // namespace ns3::mlt

#endif // MLT_TOPOLOGY_LIMITS_H
