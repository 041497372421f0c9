// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_IP_PACKET_H
#define MLT_IP_PACKET_H

#include <cstdint>

namespace ns3::mlt
{

/** The protocol number of IPv4 in Ethernet frames (IANA). */
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;

/** Protocol numbers of the IPv4 header (IANA). */
constexpr uint8_t IP_PROTOCOL_TCP = 6;
constexpr uint8_t IP_PROTOCOL_UDP = 17;

/** What the express plane needs to know of an IPv4 packet. */
struct IpPacketInfo
{
    uint32_t sourceAddress{0};
    uint32_t destinationAddress{0};
    uint16_t sourcePort{0};      //!< 0 where there is none: neither TCP nor UDP, or a fragment
    uint16_t destinationPort{0}; //!< the same
    uint16_t totalBytes{0};      //!< of the packet, as its header says
    uint16_t payloadBytes{0};    //!< behind all headers that are known; all of a fragment's bytes
    uint8_t protocol{0};
    uint8_t tos{0}; //!< DSCP and ECN
};

/** So many bytes from the front are all that ReadIpv4 looks at. */
constexpr uint32_t IP_READ_BYTES = 80;

/**
 * Reads the headers of an IPv4 packet.
 * @param bytes the packet from its first byte on.
 * @param size how many bytes there are, at most IP_READ_BYTES are needed.
 * @param info filled on success.
 * @return whether it is an IPv4 packet whose headers are whole and agree with their own lengths.
 */
bool ReadIpv4(const uint8_t* bytes, uint32_t size, IpPacketInfo& info);

} // namespace ns3::mlt

#endif // MLT_IP_PACKET_H
