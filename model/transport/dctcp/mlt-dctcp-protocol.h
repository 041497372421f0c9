// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_PROTOCOL_H
#define MLT_DCTCP_PROTOCOL_H

#include "ns3/mlt-dctcp-header.h"
#include "ns3/mlt-frame-protocol.h"

#include <cstdint>

namespace ns3::mlt
{

/** TCP port of the receiving end of all connections of DctcpTransport: ours. */
constexpr uint16_t DCTCP_TCP_PORT = 49422;

/**
 * The TCP port of the sending end of a connection: from 1024 on, again after 48,396 connections,
 * so that it is never one of those with a meaning here.
 */
uint16_t DctcpSourcePort(uint32_t connection);

/**
 * DctcpTransport's frames: TCP segments with timestamps (in microseconds) and SACK blocks, without
 * a handshake, and with 32-bit sequence numbers that start at 0. A frame's name for a loss model:
 * message: its flow hash, index: sequence or acknowledgement, attempt: timestamp.
 */
class DctcpProtocol final : public FrameProtocol
{
  public:
    /** Its one end at a host. */
    static constexpr uint8_t HOST = 0;

    static const DctcpProtocol& Get();

    Ptr<Packet> ToIpPacket(const Frame& frame, int64_t atPs) const override;

  private:
    DctcpProtocol();
    void Identify(const Frame& frame, LinkCrossing& crossing) const override;
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_PROTOCOL_H
