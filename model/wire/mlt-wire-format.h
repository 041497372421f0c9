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
/** MLT's header in DATA: the sizes of its fields are listed in doc/wire-format.md. */
constexpr uint32_t MLT_DATA_HEADER_BYTES = 48;
/** MLT's header in every control frame, before the fields of its kind. */
constexpr uint32_t MLT_CONTROL_HEADER_BYTES = 20;
/** Bytes of a control frame after that header, by kind; BITMAP's without its bits. */
constexpr uint32_t MLT_BEGIN_BYTES = 20;
constexpr uint32_t MLT_PROBE_BYTES = 24;
constexpr uint32_t MLT_BITMAP_BYTES = 20;
constexpr uint32_t MLT_STOP_BYTES = 0;
constexpr uint32_t MLT_FEEDBACK_BYTES = 24;
constexpr uint32_t MLT_CHANNEL_ACK_BYTES = 0;
/** Gradients are 4-byte values; a packet carries whole ones. */
constexpr uint32_t GRADIENT_BYTES = 4;

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

    /** Gradient bytes in a full MLT DATA packet: whole 4-byte values. */
    constexpr uint32_t MltPayload() const
    {
        const uint32_t room = mtu - IPV4_HEADER_BYTES - UDP_HEADER_BYTES - MLT_DATA_HEADER_BYTES;
        return room - room % GRADIENT_BYTES;
    }

    /** Wire size of an MLT DATA packet with this payload. */
    constexpr uint16_t MltDataBytes(uint32_t payload) const
    {
        return WireBytes(IPV4_HEADER_BYTES + UDP_HEADER_BYTES + MLT_DATA_HEADER_BYTES + payload);
    }

    /** Wire size of an MLT control packet. @param fields bytes after the common control header. */
    constexpr uint16_t MltControlBytes(uint32_t fields) const
    {
        return WireBytes(IPV4_HEADER_BYTES + UDP_HEADER_BYTES + MLT_CONTROL_HEADER_BYTES + fields);
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
