// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-ip-packet.h"

#include "ns3/ipv4-header.h"
#include "ns3/mlt-carried-packet.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-frame-codec.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/udp-header.h"

namespace ns3::mlt
{

namespace
{

constexpr uint16_t FIRST_FREE_PORT = 1024;
constexpr uint32_t FREE_PORTS = MLT_RECEIVER_UDP_PORT - FIRST_FREE_PORT;
constexpr uint8_t TIME_TO_LIVE = 64;
constexpr uint16_t WINDOW = 65535; // there is no receive window: the largest

void
AddPadding(TcpHeader& header)
{
    // as Linux does, so that the options that follow are aligned; the wire format counts them
    header.AppendOption(CreateObject<TcpOptionNOP>());
    header.AppendOption(CreateObject<TcpOptionNOP>());
}

void
AddTimestamps(TcpHeader& header, int64_t sentPs, int64_t echoPs)
{
    auto option = CreateObject<TcpOptionTS>();
    option->SetTimestamp(static_cast<uint32_t>(sentPs / PS_PER_US));
    option->SetEcho(static_cast<uint32_t>(echoPs / PS_PER_US));
    AddPadding(header);
    header.AppendOption(option);
}

void
AddSack(TcpHeader& header, const StreamHeader& stream)
{
    auto option = CreateObject<TcpOptionSack>();
    for (uint32_t i = 0; i < stream.sackCount; ++i)
    {
        option->AddSackBlock({SequenceNumber32(static_cast<uint32_t>(stream.sack[i].begin)),
                              SequenceNumber32(static_cast<uint32_t>(stream.sack[i].end))});
    }
    AddPadding(header);
    header.AppendOption(option);
}

TcpHeader
MakeTcpHeader(const Frame& frame, int64_t atPs)
{
    const StreamHeader& stream = frame.Stream();
    const uint16_t port = StreamSourcePort(stream.connection);
    const bool isData = frame.kind == FrameKind::StreamData;
    TcpHeader header;
    header.SetSourcePort(isData ? port : STREAM_TCP_PORT);
    header.SetDestinationPort(isData ? STREAM_TCP_PORT : port);
    header.SetWindowSize(WINDOW);
    header.SetFlags(isData || !stream.echo ? TcpHeader::ACK : TcpHeader::ACK | TcpHeader::ECE);
    const auto position = static_cast<uint32_t>(isData ? stream.sequence : stream.acknowledgement);
    isData ? header.SetSequenceNumber(SequenceNumber32(position))
           : header.SetAckNumber(SequenceNumber32(position));
    AddTimestamps(header, isData ? stream.timestampPs : atPs, isData ? 0 : stream.timestampPs);
    if (!isData && stream.sackCount > 0)
    {
        AddSack(header, stream);
    }
    header.EnableChecksums();
    return header;
}

UdpHeader
MakeUdpHeader(const Frame& frame)
{
    const bool toReceiver = frame.port == Port::MltReceiver;
    UdpHeader header;
    header.SetSourcePort(toReceiver ? MLT_SENDER_UDP_PORT : MLT_RECEIVER_UDP_PORT);
    header.SetDestinationPort(toReceiver ? MLT_RECEIVER_UDP_PORT : MLT_SENDER_UDP_PORT);
    header.EnableChecksums();
    return header;
}

Ipv4Header
MakeIpHeader(const Frame& frame, uint8_t protocol, uint32_t contentBytes)
{
    Ipv4Header header;
    header.SetSource(AddressOfHost(frame.source));
    header.SetDestination(AddressOfHost(frame.destination));
    header.SetProtocol(protocol);
    header.SetPayloadSize(static_cast<uint16_t>(contentBytes));
    header.SetTtl(TIME_TO_LIVE);
    header.SetDontFragment();
    header.SetTos(TosOf(frame.queue, frame.ect));
    if (frame.ce)
    {
        header.SetEcn(Ipv4Header::ECN_CE);
    }
    header.EnableChecksum();
    return header;
}

template <typename TRANSPORT>
Ptr<Packet>
Wrap(const Frame& frame, Ptr<Packet> packet, TRANSPORT transport, uint8_t protocol)
{
    transport.InitializeChecksum(AddressOfHost(frame.source),
                                 AddressOfHost(frame.destination),
                                 protocol);
    packet->AddHeader(transport);
    packet->AddHeader(MakeIpHeader(frame, protocol, packet->GetSize()));
    return packet;
}

Ptr<Packet>
CopyWithMark(const Frame& frame)
{
    const Ptr<Packet> packet = CarriedPacket::Of(frame)->Copy();
    Ipv4Header header;
    packet->RemoveHeader(header);
    if (frame.ce)
    {
        header.SetEcn(Ipv4Header::ECN_CE);
    }
    header.EnableChecksum();
    packet->AddHeader(header);
    return packet;
}

} // namespace

Ipv4Address
AddressOfHost(uint32_t host)
{
    return Ipv4Address(FIRST_HOST_ADDRESS + host);
}

uint16_t
StreamSourcePort(uint32_t connection)
{
    return static_cast<uint16_t>(FIRST_FREE_PORT + connection % FREE_PORTS);
}

Ptr<Packet>
FrameToIpPacket(const Frame& frame, int64_t atPs)
{
    switch (frame.kind)
    {
    case FrameKind::Packet:
    case FrameKind::BarePacket:
        return CopyWithMark(frame);
    case FrameKind::StreamData:
    case FrameKind::StreamAck:
        return Wrap(frame,
                    Create<Packet>(frame.payload),
                    MakeTcpHeader(frame, atPs),
                    IP_PROTOCOL_TCP);
    default:
        return Wrap(frame, FrameToPacket(frame), MakeUdpHeader(frame), IP_PROTOCOL_UDP);
    }
}

} // namespace ns3::mlt
