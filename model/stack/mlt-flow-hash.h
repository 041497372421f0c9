// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOW_HASH_H
#define MLT_FLOW_HASH_H

#include "ns3/ipv4-header.h"
#include "ns3/mlt-random.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/** What tells flows apart. Ports are 0 where the protocol has none. */
struct FiveTuple
{
    uint32_t source;
    uint32_t destination;
    uint16_t sourcePort;
    uint16_t destinationPort;
    uint8_t protocol;
};

/** A hash of a flow for per-flow path choice: the same for every packet of it. */
constexpr uint32_t
FlowHash(const FiveTuple& flow)
{
    const uint64_t hosts = uint64_t{flow.source} << 32 | flow.destination;
    const uint64_t ends = uint64_t{flow.protocol} << 32 | uint32_t{flow.sourcePort} << 16 |
                          uint32_t{flow.destinationPort};
    return static_cast<uint32_t>(Mix64(hosts, ends) >> 32);
}

/**
 * The flow of a packet without its IP header. Ports are read for TCP and UDP, but not from
 * fragments: only the first has them, and all shall take one path.
 * @param packet from the transport header on; may be nullptr.
 */
FiveTuple FlowOf(const Ipv4Header& header, const Ptr<const Packet>& packet);

} // namespace ns3::mlt

#endif // MLT_FLOW_HASH_H
