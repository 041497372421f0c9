// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_IP_FLOW_H
#define MLT_IP_FLOW_H

#include "ns3/ipv4-header.h"
#include "ns3/mlt-five-tuple.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3::mlt
{

/**
 * The flow of a packet without its IP header. Ports are read for TCP and UDP, but not from
 * fragments: only the first has them, and all shall take one path.
 * @param packet from the transport header on; may be nullptr.
 */
FiveTuple FlowOf(const Ipv4Header& header, const Ptr<const Packet>& packet);

} // namespace ns3::mlt

#endif // MLT_IP_FLOW_H
