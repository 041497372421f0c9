// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-codec.h"

#include "ns3/mlt-control-header.h"
#include "ns3/mlt-data-header.h"
#include "ns3/mlt-loss-bound.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

/** Whether length, count and bound of a message can be true. */
bool
IsMessage(const MltHeader& header, const WireFormat& format)
{
    const uint64_t packet = format.MltPayload();
    return header.length > 0 && header.length <= MOST_MESSAGE_BYTES &&
           header.packetCount == (header.length + packet - 1) / packet &&
           header.boundBillionths < LossBound::UNIT;
}

/** Whether an index can be true and has this payload. */
bool
IsDataPacket(const MltHeader& header, uint64_t payload, const WireFormat& format)
{
    if (!IsMessage(header, format) || header.index >= header.packetCount || header.sendTimePs < 0)
    {
        return false;
    }
    const uint64_t packet = format.MltPayload();
    return payload == std::min(packet, header.length - header.index * packet);
}

/** Whether a segment's place in its round and its packets can be true. */
bool
IsSegment(const MltHeader& header, const BitmapSegment& segment, const WireFormat& format)
{
    const uint64_t mostPackets = (MOST_MESSAGE_BYTES - 1) / format.MltPayload() + 1;
    return header.index < header.packetCount && header.packetCount <= mostPackets &&
           uint64_t{segment.first} + segment.packets <= mostPackets;
}

bool
IsControl(const MltControlHeader& header, const WireFormat& format)
{
    switch (header.Kind())
    {
    case FrameKind::Begin:
    case FrameKind::Probe:
        return IsMessage(header.Fields(), format);
    case FrameKind::Bitmap:
        return IsSegment(header.Fields(), *header.Segment(), format);
    case FrameKind::Feedback:
        return header.Fields().sendTimePs >= 0;
    default:
        return true;
    }
}

bool
ReadData(const Packet& packet, const WireFormat& format, Frame& frame)
{
    MltDataHeader header;
    if (packet.PeekHeader(header) == 0)
    {
        return false;
    }
    const uint32_t payload = packet.GetSize() - MLT_DATA_HEADER_BYTES;
    frame.payload = static_cast<uint16_t>(payload);
    SetDataHeader(frame, header.Fields());
    return IsDataPacket(header.Fields(), payload, format);
}

bool
ReadControl(const Packet& packet, const WireFormat& format, Frame& frame)
{
    MltControlHeader header;
    if (packet.PeekHeader(header) != packet.GetSize() || !IsControl(header, format))
    {
        return false;
    }
    frame.kind = header.Kind();
    frame.Mlt() = header.Fields();
    frame.payload = 0;
    frame.attachment = header.Segment();
    return true;
}

} // namespace

bool
MayArriveAt(FrameKind kind, Port port)
{
    switch (kind)
    {
    case FrameKind::Data:
    case FrameKind::Begin:
    case FrameKind::Probe:
        return port == Port::MltReceiver;
    case FrameKind::Bitmap:
    case FrameKind::Stop:
    case FrameKind::Feedback:
        return port == Port::MltSender;
    case FrameKind::ChannelAck:
        return port == Port::MltReceiver || port == Port::MltSender;
    default:
        return false;
    }
}

MltHeader
DataHeader(const Frame& frame)
{
    if (!frame.attachment && !frame.isShort)
    {
        return frame.Mlt(); // of a transport of one's own
    }
    MltHeader header{};
    if (frame.attachment)
    {
        static_cast<MessageFields&>(header) = frame.Message();
    }
    header.sendTimePs = frame.Data().sendTimePs;
    header.index = frame.Data().index;
    header.pairSequence = frame.Data().pairSequence;
    header.attempt = frame.attempt;
    return header;
}

void
SetDataHeader(Frame& frame, const MltHeader& header)
{
    frame.kind = FrameKind::Data;
    frame.attachment = Create<MessageDescription>(header);
    frame.Data() = {header.sendTimePs, header.index, header.pairSequence};
    frame.attempt = header.attempt;
}

Ptr<Packet>
FrameToPacket(const Frame& frame)
{
    auto packet = Create<Packet>(frame.payload);
    if (frame.kind == FrameKind::Data)
    {
        packet->AddHeader(MltDataHeader(DataHeader(frame)));
    }
    else
    {
        const Ptr<const BitmapSegment> bitmap =
            frame.kind == FrameKind::Bitmap ? &frame.Bitmap() : nullptr;
        packet->AddHeader(MltControlHeader(frame.kind, frame.Mlt(), bitmap));
    }
    return packet;
}

bool
PacketToFrame(const Packet& packet, const WireFormat& format, Frame& frame)
{
    uint8_t kind = 0;
    const uint32_t ipBytes = IPV4_HEADER_BYTES + UDP_HEADER_BYTES + packet.GetSize();
    if (packet.CopyData(&kind, 1) != 1 || ipBytes > format.mtu)
    {
        return false;
    }
    frame.wireBytes = format.WireBytes(ipBytes);
    return kind == static_cast<uint8_t>(FrameKind::Data) ? ReadData(packet, format, frame)
                                                         : ReadControl(packet, format, frame);
}

} // namespace ns3::mlt
