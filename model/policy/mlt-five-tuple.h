// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FIVE_TUPLE_H
#define MLT_FIVE_TUPLE_H

#include "ns3/mlt-random.h"

#include <cstdint>

namespace ns3::mlt
{

/** What tells flows of an IP stack apart. Ports are 0 where the protocol has none. */
struct FiveTuple
{
    uint32_t source;      //!< IPv4 address
    uint32_t destination; //!< IPv4 address
    uint16_t sourcePort;
    uint16_t destinationPort;
    uint8_t protocol; //!< of the IP header
};

/** A hash of a flow for per-flow path choice: the same for every packet of it. */
constexpr uint32_t
HashFiveTuple(const FiveTuple& flow)
{
    const uint64_t hosts = uint64_t{flow.source} << 32 | flow.destination;
    const uint64_t ends = uint64_t{flow.protocol} << 32 | uint32_t{flow.sourcePort} << 16 |
                          uint32_t{flow.destinationPort};
    return static_cast<uint32_t>(Mix64(hosts, ends) >> 32);
}

} // namespace ns3::mlt

#endif // MLT_FIVE_TUPLE_H
