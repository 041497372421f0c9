// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_CODEC_H
#define MLT_FRAME_CODEC_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * UDP ports of MLT's two ends at a host: ours, from the dynamic range (RFC 6335). What goes to a
 * Port goes to its number, from the number of the other end, so that a pair of hosts has one
 * 5-tuple for each direction and role, and per-flow ECMP keeps it on one path.
 */
constexpr uint16_t MLT_RECEIVER_UDP_PORT = 49420;
constexpr uint16_t MLT_SENDER_UDP_PORT = 49421;

/** Longest message that PacketToFrame believes in: bounds the memory that a forged header costs. */
constexpr uint64_t MOST_MESSAGE_BYTES = uint64_t{1} << 38; // 256 GiB

/** Whether frames of this kind are MLT's and have bytes: those that FrameToPacket takes. */
constexpr bool
IsMlt(FrameKind kind)
{
    return kind <= FrameKind::ChannelAck;
}

/** Whether frames of an MLT kind may be sent to this end: CHANNEL ACK to either, others to one. */
bool MayArriveAt(FrameKind kind, Port port);

/** All that a DATA frame tells; the MltHeader of a long one without a description. */
MltHeader DataHeader(const Frame& frame);

/** The reverse: makes a frame DATA of a message of its own. */
void SetDataHeader(Frame& frame, const MltHeader& header);

/**
 * The UDP datagram's content that a frame stands for: MLT's header and, in DATA, a payload of
 * zeros.
 * @param frame of an MLT kind (IsMlt).
 */
Ptr<Packet> FrameToPacket(const Frame& frame);

/**
 * The reverse. Fills kind, payload, wireBytes, header and attachment of a frame; source,
 * destination, port, queue, ect and ce stand in the headers below and are the caller's.
 *
 * @param packet the UDP datagram's content, from anywhere: nothing in it is believed unchecked.
 * @param format of this host; the sender's must be the same.
 * @return false if it is malformed: cut short or too long, of an unknown kind, a packet index or a
 *         count that does not fit the length, a payload that does not fit its index, a bound of 1
 *         or more, a negative time. The frame's fields above are then undefined.
 */
bool PacketToFrame(const Packet& packet, const WireFormat& format, Frame& frame);

} // namespace ns3::mlt

#endif // MLT_FRAME_CODEC_H
