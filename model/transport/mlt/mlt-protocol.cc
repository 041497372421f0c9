// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-protocol.h"

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
    const uint64_t packet = MltPayload(format);
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
    const uint64_t packet = MltPayload(format);
    return payload == std::min(packet, header.length - header.index * packet);
}

/** Whether a segment's place in its round and its packets can be true. */
bool
IsSegment(const MltHeader& header, const BitmapSegment& segment, const WireFormat& format)
{
    const uint64_t mostPackets = (MOST_MESSAGE_BYTES - 1) / MltPayload(format) + 1;
    return header.index < header.packetCount && header.packetCount <= mostPackets &&
           uint64_t{segment.first} + segment.packets <= mostPackets;
}

bool
IsControl(const MltControlHeader& header, const WireFormat& format)
{
    switch (header.Type())
    {
    case MltType::Begin:
    case MltType::Probe:
        return IsMessage(header.Fields(), format);
    case MltType::Bitmap:
        return IsSegment(header.Fields(), *header.Segment(), format);
    case MltType::Feedback:
        return header.Fields().sendTimePs >= 0 && header.Fields().shareKbps > 0;
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
    MltProtocol::Get().Label(frame, header.Type(), MltEnd::Sender); // the end is the caller's
    frame.Header<MltHeader>() = header.Fields();
    frame.payload = 0;
    frame.attachment = header.Segment();
    return true;
}

/** Whether frames of a type may be sent to an end: CHANNEL ACK to either, others to one. */
bool
MayArriveAt(MltType type, MltEnd end)
{
    switch (type)
    {
    case MltType::Data:
    case MltType::Begin:
    case MltType::Probe:
        return end == MltEnd::Receiver;
    case MltType::Bitmap:
    case MltType::Stop:
    case MltType::Feedback:
        return end == MltEnd::Sender;
    case MltType::ChannelAck:
        return true;
    }
    return false;
}

/** When a frame was sent, or the data that it echoes; 0 of frames that do not tell. */
int64_t
SendTimePs(const Frame& frame)
{
    return frame.isData ? frame.Header<PacketFields>().sendTimePs
                        : frame.Header<MltHeader>().sendTimePs;
}

} // namespace

MltHeader
DataHeader(const Frame& frame)
{
    MltHeader header{};
    static_cast<MessageFields&>(header) = MessageOf(frame);
    const auto& packet = frame.Header<PacketFields>();
    header.sendTimePs = packet.sendTimePs;
    header.index = packet.index;
    header.endsPass = packet.endsPass;
    header.asksFeedback = packet.asksFeedback;
    header.pairSequence = packet.pairSequence;
    header.attempt = frame.attempt;
    return header;
}

void
SetDataHeader(Frame& frame, const MltHeader& header)
{
    MltProtocol::Get().Label(frame, MltType::Data, MltEnd::Receiver);
    frame.attachment = Create<MessageDescription>(header);
    frame.Header<PacketFields>() = {header.sendTimePs,
                                    header.index,
                                    header.endsPass,
                                    header.asksFeedback,
                                    header.pairSequence};
    frame.attempt = header.attempt;
}

MltProtocol::MltProtocol()
    : UdpProtocol("MLT",
                  {{"DATA", true},
                   {"BEGIN", false},
                   {"PROBE", false},
                   {"BITMAP", false},
                   {"STOP", false},
                   {"FEEDBACK", false},
                   {"CHANNEL_ACK", false}},
                  {MLT_SENDER_UDP_PORT, MLT_RECEIVER_UDP_PORT})
{
}

const MltProtocol&
MltProtocol::Get()
{
    static const MltProtocol protocol;
    return protocol;
}

Ptr<Packet>
MltProtocol::ToDatagram(const Frame& frame) const
{
    auto packet = Create<Packet>(frame.payload);
    if (frame.Is(MltType::Data))
    {
        packet->AddHeader(MltDataHeader(DataHeader(frame)));
        return packet;
    }
    const Ptr<const BitmapSegment> bitmap = frame.Is(MltType::Bitmap) ? &BitmapOf(frame) : nullptr;
    packet->AddHeader(
        MltControlHeader(static_cast<MltType>(frame.type), frame.Header<MltHeader>(), bitmap));
    return packet;
}

bool
MltProtocol::FromDatagram(const Packet& datagram,
                          const DatagramArrival& arrival,
                          Frame& frame) const
{
    uint8_t type = 0;
    if (datagram.CopyData(&type, 1) != 1 || datagram.GetSize() > arrival.format.UdpContent())
    {
        return false;
    }
    frame.wireBytes = arrival.format.UdpBytes(datagram.GetSize());
    const bool isWhole = type == static_cast<uint8_t>(MltType::Data)
                             ? ReadData(datagram, arrival.format, frame)
                             : ReadControl(datagram, arrival.format, frame);
    frame.end = arrival.end;
    return isWhole && MayArriveAt(static_cast<MltType>(type), static_cast<MltEnd>(arrival.end)) &&
           SendTimePs(frame) <= arrival.nowPs;
}

ChannelPlace
MltProtocol::PlaceOf(const Frame& frame) const
{
    ChannelPlace place;
    place.isInChannel = !frame.isData && !frame.Is(MltType::Feedback);
    place.isNumbered = place.isInChannel && !frame.Is(MltType::ChannelAck);
    place.sequence = place.isNumbered ? frame.Header<MltHeader>().channelSequence : 0;
    return place;
}

void
MltProtocol::Identify(const Frame& frame, LinkCrossing& crossing) const
{
    constexpr uint32_t END_SHIFT = 8;
    crossing.kind = frame.type | uint32_t{frame.end} << END_SHIFT;
    crossing.isNamed = true;
    if (frame.Is(MltType::Data))
    {
        crossing.message = MessageOf(frame).messageId;
        crossing.index = frame.Header<PacketFields>().index;
        crossing.attempt = frame.attempt;
        return;
    }
    const auto& header = frame.Header<MltHeader>();
    crossing.message = header.messageId;
    crossing.index = frame.Is(MltType::Feedback) ? header.pairSequence : header.channelSequence;
    crossing.attempt = header.attempt;
}

} // namespace ns3::mlt
