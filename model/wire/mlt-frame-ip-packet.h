// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_IP_PACKET_H
#define MLT_FRAME_IP_PACKET_H

#include "ns3/ipv4-address.h"
#include "ns3/mlt-frame.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/** Host 0's IPv4 address in what FrameToIpPacket makes; host i has the i-th after it. */
constexpr uint32_t FIRST_HOST_ADDRESS = 0x0a000001; // 10.0.0.1

/** TCP port of the receiving end of all connections of DctcpTransport: ours. */
constexpr uint16_t STREAM_TCP_PORT = 49422;

/** The address of a host in what FrameToIpPacket makes. */
Ipv4Address AddressOfHost(uint32_t host);

/**
 * The TCP port of the sending end of a connection: from 1024 on, again after 48,396 connections,
 * so that it is never one of those with a meaning here.
 */
uint16_t StreamSourcePort(uint32_t connection);

/**
 * The IPv4 packet that a frame stands for, with all headers, DSCP and ECN, and its checksums;
 * payload is zeros. MLT's frames are UDP datagrams, DctcpTransport's are TCP segments with
 * timestamps (in microseconds) and SACK blocks, without a handshake and with 32-bit sequence
 * numbers that start at 0; what came from an ns-3 IP stack is itself, with the mark that it has
 * got.
 *
 * @param atPs when it is sent.
 * @return a packet of as many bytes as the frame's wire size says, less the link's overhead.
 */
Ptr<Packet> FrameToIpPacket(const Frame& frame, int64_t atPs);

} // namespace ns3::mlt

#endif // MLT_FRAME_IP_PACKET_H
