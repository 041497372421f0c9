// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-protocol.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/mlt-ip-wrapping.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"

namespace ns3::mlt
{

namespace
{

constexpr uint16_t FIRST_FREE_PORT = 1024;
/** What HashedLoss knows the types by: they follow those of MLT, whose numbers are from 0 to 6. */
constexpr uint32_t FIRST_LOSS_KIND = 7;
/** The same of the end, above the type's octet. */
constexpr uint32_t LOSS_KIND_OF_END = 2u << 8;
/** Source ports are below those with a meaning here: 49420 and 49421 are MLT's. */
constexpr uint32_t FREE_PORTS = 49420 - FIRST_FREE_PORT;
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
AddSack(TcpHeader& header, const DctcpHeader& fields)
{
    auto option = CreateObject<TcpOptionSack>();
    for (uint32_t i = 0; i < fields.sackCount; ++i)
    {
        option->AddSackBlock({SequenceNumber32(static_cast<uint32_t>(fields.sack[i].begin)),
                              SequenceNumber32(static_cast<uint32_t>(fields.sack[i].end))});
    }
    AddPadding(header);
    header.AppendOption(option);
}

TcpHeader
MakeTcpHeader(const Frame& frame, int64_t atPs)
{
    const auto& fields = frame.Header<DctcpHeader>();
    const uint16_t port = DctcpSourcePort(fields.connection);
    const bool isSegment = frame.Is(DctcpType::Segment);
    TcpHeader header;
    header.SetSourcePort(isSegment ? port : DCTCP_TCP_PORT);
    header.SetDestinationPort(isSegment ? DCTCP_TCP_PORT : port);
    header.SetWindowSize(WINDOW);
    header.SetFlags(isSegment || !fields.echo ? TcpHeader::ACK : TcpHeader::ACK | TcpHeader::ECE);
    const auto position =
        static_cast<uint32_t>(isSegment ? fields.sequence : fields.acknowledgement);
    isSegment ? header.SetSequenceNumber(SequenceNumber32(position))
              : header.SetAckNumber(SequenceNumber32(position));
    AddTimestamps(header,
                  isSegment ? fields.timestampPs : atPs,
                  isSegment ? 0 : fields.timestampPs);
    if (!isSegment && fields.sackCount > 0)
    {
        AddSack(header, fields);
    }
    header.EnableChecksums();
    return header;
}

} // namespace

uint16_t
DctcpSourcePort(uint32_t connection)
{
    return static_cast<uint16_t>(FIRST_FREE_PORT + connection % FREE_PORTS);
}

DctcpProtocol::DctcpProtocol()
    : FrameProtocol("DCTCP", {{"SEGMENT", true}, {"ACKNOWLEDGEMENT", false}}, 1)
{
}

const DctcpProtocol&
DctcpProtocol::Get()
{
    static const DctcpProtocol protocol;
    return protocol;
}

Ptr<Packet>
DctcpProtocol::ToIpPacket(const Frame& frame, int64_t atPs) const
{
    return WrapInIp(frame,
                    Create<Packet>(frame.payload),
                    MakeTcpHeader(frame, atPs),
                    IP_PROTOCOL_TCP);
}

void
DctcpProtocol::Identify(const Frame& frame, LinkCrossing& crossing) const
{
    const auto& fields = frame.Header<DctcpHeader>();
    crossing.kind = LOSS_KIND_OF_END | (FIRST_LOSS_KIND + frame.type);
    crossing.message = frame.flowHash; // not the connection's number, which says when it was opened
    crossing.index = frame.Is(DctcpType::Segment) ? fields.sequence : fields.acknowledgement;
    crossing.attempt = static_cast<uint64_t>(fields.timestampPs);
    crossing.isNamed = true;
}

} // namespace ns3::mlt
