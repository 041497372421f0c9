// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PROTOCOL_H
#define MLT_PROTOCOL_H

#include "ns3/mlt-header.h"
#include "ns3/mlt-udp-protocol.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * UDP ports of MLT's two ends at a host: ours, from the dynamic range (RFC 6335).
 */
constexpr uint16_t MLT_RECEIVER_UDP_PORT = 49420;
constexpr uint16_t MLT_SENDER_UDP_PORT = 49421;

/** Longest message that a datagram is believed to tell of: bounds what a forged header costs. */
constexpr uint64_t MOST_MESSAGE_BYTES = uint64_t{1} << 38; // 256 GiB

/** All that a DATA frame tells. */
MltHeader DataHeader(const Frame& frame);

/** The reverse: makes a frame DATA of a message of its own. */
void SetDataHeader(Frame& frame, const MltHeader& header);

/**
 * MLT's frames. The bytes are laid out in doc/wire-format.md. A frame's name for a loss model:
 *
 * | frame | message | index | attempt |
 * |---|---|---|---|
 * | DATA | id | of the packet | how often it was sent before |
 * | BEGIN, PROBE, BITMAP, STOP | id | channel sequence | how often it was sent before |
 * | CHANNEL ACK | 0 | channel sequence acknowledged | attempt acknowledged |
 * | FEEDBACK | 0 | pair sequence echoed | 0 |
 *
 * A datagram is malformed, beside what UdpProtocol says, where a packet index or a count does not
 * fit the length, a payload does not fit its index, a bound is 1 or more, a time is negative or to
 * come.
 */
class MltProtocol final : public UdpProtocol
{
  public:
    static const MltProtocol& Get();

    Ptr<Packet> ToDatagram(const Frame& frame) const override;
    bool FromDatagram(const Packet& datagram,
                      const DatagramArrival& arrival,
                      Frame& frame) const override;

    /** The control channel has all control but FEEDBACK; a CHANNEL ACK has no number in it. */
    ChannelPlace PlaceOf(const Frame& frame) const override;

  private:
    MltProtocol();
    void Identify(const Frame& frame, LinkCrossing& crossing) const override;
};

} // namespace ns3::mlt

#endif // MLT_PROTOCOL_H
