// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-ip-packet.h"

#include "ns3/mlt-wire-format.h"

namespace ns3::mlt
{

namespace
{

constexpr uint32_t WORD_BYTES = 4; // header lengths count 32-bit words
constexpr uint32_t IP_VERSION = 4;
// offsets in the IPv4 header (RFC 791)
constexpr uint32_t TOS_AT = 1;
constexpr uint32_t TOTAL_LENGTH_AT = 2;
constexpr uint32_t FRAGMENT_AT = 6;
constexpr uint32_t PROTOCOL_AT = 9;
constexpr uint32_t SOURCE_AT = 12;
constexpr uint32_t DESTINATION_AT = 16;
constexpr uint32_t MORE_OR_OFFSET = 0x3fff; // "more fragments" and the fragment's offset
// offset in the TCP header (RFC 9293)
constexpr uint32_t TCP_LENGTH_AT = 12;

uint16_t
Read16(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

uint32_t
Read32(const uint8_t* bytes)
{
    return static_cast<uint32_t>(Read16(bytes)) << 16 | Read16(bytes + 2);
}

/** @return the length of the transport header, or 0 if it is cut short or contradicts itself. */
uint32_t
TransportHeaderBytes(const uint8_t* header, uint32_t size, uint8_t protocol)
{
    if (protocol == IP_PROTOCOL_UDP)
    {
        return size >= UDP_HEADER_BYTES ? UDP_HEADER_BYTES : 0;
    }
    if (size < TCP_HEADER_BYTES)
    {
        return 0;
    }
    const uint32_t length = (header[TCP_LENGTH_AT] >> 4) * WORD_BYTES;
    return length >= TCP_HEADER_BYTES ? length : 0;
}

} // namespace

bool
ReadIpv4(const uint8_t* bytes, uint32_t size, IpPacketInfo& info)
{
    if (size < IPV4_HEADER_BYTES || bytes[0] >> 4 != IP_VERSION)
    {
        return false;
    }
    const uint32_t headerBytes = (bytes[0] & 0x0f) * WORD_BYTES;
    info.totalBytes = Read16(bytes + TOTAL_LENGTH_AT);
    if (headerBytes < IPV4_HEADER_BYTES || headerBytes > size || info.totalBytes < headerBytes)
    {
        return false;
    }
    info.tos = bytes[TOS_AT];
    info.protocol = bytes[PROTOCOL_AT];
    info.sourceAddress = Read32(bytes + SOURCE_AT);
    info.destinationAddress = Read32(bytes + DESTINATION_AT);
    info.sourcePort = 0;
    info.destinationPort = 0;
    info.payloadBytes = static_cast<uint16_t>(info.totalBytes - headerBytes);
    const bool hasPorts = info.protocol == IP_PROTOCOL_TCP || info.protocol == IP_PROTOCOL_UDP;
    if (!hasPorts || (Read16(bytes + FRAGMENT_AT) & MORE_OR_OFFSET) != 0)
    {
        return true; // all fragments of a packet must look alike: later ones have no ports
    }
    const uint8_t* transport = bytes + headerBytes;
    const uint32_t transportBytes =
        TransportHeaderBytes(transport, size - headerBytes, info.protocol);
    if (transportBytes == 0 || transportBytes > info.payloadBytes)
    {
        return false;
    }
    info.sourcePort = Read16(transport);
    info.destinationPort = Read16(transport + 2);
    info.payloadBytes = static_cast<uint16_t>(info.payloadBytes - transportBytes);
    return true;
}

} // namespace ns3::mlt
