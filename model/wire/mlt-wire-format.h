// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_WIRE_FORMAT_H
#define MLT_WIRE_FORMAT_H

#include <algorithm>
#include <cstdint>

namespace ns3::mlt
{

/** Bytes of IPv4, UDP and TCP headers without options. */
constexpr uint32_t IPV4_HEADER_BYTES = 20;
constexpr uint32_t UDP_HEADER_BYTES = 8;
constexpr uint32_t TCP_HEADER_BYTES = 20;
/** TCP's timestamp option with padding; a SACK option is 4 bytes and 8 a block. */
constexpr uint32_t TCP_TIMESTAMP_BYTES = 12;
constexpr uint32_t TCP_SACK_BASE_BYTES = 4;
constexpr uint32_t TCP_SACK_BLOCK_BYTES = 8;

/** Sizes on the wire. */
struct WireFormat
{
    uint32_t mtu{1500};        //!< largest IP packet, bytes
    uint32_t linkOverhead{38}; //!< Ethernet: header 14, FCS 4, preamble 8, gap 12
    uint32_t minimumFrame{84}; //!< Ethernet's least: 64, preamble 8, gap 12

    /** Bytes that a link is busy with for an IP packet. @param ipBytes with its IP header. */
    constexpr uint16_t WireBytes(uint32_t ipBytes) const
    {
        return static_cast<uint16_t>(std::max(ipBytes + linkOverhead, minimumFrame));
    }

    /** The largest frame. */
    constexpr uint16_t FullFrame() const
    {
        return WireBytes(mtu);
    }

    /** Wire size of a UDP datagram. @param content bytes, the protocol's header included. */
    constexpr uint16_t UdpBytes(uint32_t content) const
    {
        return WireBytes(IPV4_HEADER_BYTES + UDP_HEADER_BYTES + content);
    }

    /** The largest content of a UDP datagram, bytes. */
    constexpr uint32_t UdpContent() const
    {
        return mtu - IPV4_HEADER_BYTES - UDP_HEADER_BYTES;
    }

    /** Bytes in a full TCP segment, with timestamps. */
    constexpr uint32_t TcpPayload() const
    {
        return mtu - IPV4_HEADER_BYTES - TCP_HEADER_BYTES - TCP_TIMESTAMP_BYTES;
    }

    /** Wire size of a TCP segment with timestamps. @param sackBlocks 0 for none. */
    constexpr uint16_t TcpBytes(uint32_t payload, uint32_t sackBlocks) const
    {
        const uint32_t sack =
            sackBlocks ? TCP_SACK_BASE_BYTES + sackBlocks * TCP_SACK_BLOCK_BYTES : 0;
        return WireBytes(IPV4_HEADER_BYTES + TCP_HEADER_BYTES + TCP_TIMESTAMP_BYTES + sack +
                         payload);
    }
};

} // namespace ns3::mlt

#endif // MLT_WIRE_FORMAT_H
