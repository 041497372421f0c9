// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_IP_WRAPPING_H
#define MLT_IP_WRAPPING_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-frame.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/** Host 0's IPv4 address in packets that frames stand for; host i has the i-th after it. */
constexpr uint32_t FIRST_HOST_ADDRESS = 0x0a000001; // 10.0.0.1

/** The address of a host in packets that frames stand for. */
Ipv4Address AddressOfHost(uint32_t host);

/**
 * The IPv4 header of the packet that a frame stands for, with DSCP, ECN and checksum.
 * @param protocol of what it carries (IANA).
 * @param contentBytes how long that is.
 */
Ipv4Header MakeIpHeader(const Frame& frame, uint8_t protocol, uint32_t contentBytes);

/**
 * Puts a transport's header and IPv4's before a frame's content.
 * @tparam TRANSPORT UdpHeader or TcpHeader, with checksums enabled.
 */
template <typename TRANSPORT>
Ptr<Packet>
WrapInIp(const Frame& frame, Ptr<Packet> content, TRANSPORT header, uint8_t protocol)
{
    header.InitializeChecksum(AddressOfHost(frame.source),
                              AddressOfHost(frame.destination),
                              protocol);
    content->AddHeader(header);
    content->AddHeader(MakeIpHeader(frame, protocol, content->GetSize()));
    return content;
}

} // namespace ns3::mlt

#endif // MLT_IP_WRAPPING_H
