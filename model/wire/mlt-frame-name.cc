// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-name.h"

namespace ns3::mlt
{

namespace
{

constexpr uint32_t PORT_SHIFT = 8; //!< above the kind's octet

void
NameMlt(const Frame& frame, LinkCrossing& crossing)
{
    crossing.message = frame.mlt.messageId;
    crossing.index = frame.kind == FrameKind::Data       ? frame.mlt.index
                     : frame.kind == FrameKind::Feedback ? frame.mlt.pairSequence
                                                         : frame.mlt.channelSequence;
    crossing.attempt = frame.mlt.attempt;
}

void
NameStream(const Frame& frame, LinkCrossing& crossing)
{
    crossing.message = frame.flowHash; // not the connection's number, which says when it was opened
    crossing.index =
        frame.kind == FrameKind::StreamData ? frame.stream.sequence : frame.stream.acknowledgement;
    crossing.attempt = static_cast<uint64_t>(frame.stream.timestampPs);
}

} // namespace

LinkCrossing
CrossingOf(const Frame& frame)
{
    LinkCrossing crossing;
    crossing.source = frame.source;
    crossing.destination = frame.destination;
    crossing.kind = static_cast<uint32_t>(frame.kind) | static_cast<uint32_t>(frame.port)
                                                            << PORT_SHIFT;
    crossing.isData = IsData(frame.kind);
    crossing.isNamed = frame.kind < FrameKind::Packet;
    if (frame.kind <= FrameKind::ChannelAck)
    {
        NameMlt(frame, crossing);
    }
    else if (crossing.isNamed)
    {
        NameStream(frame, crossing);
    }
    return crossing;
}

} // namespace ns3::mlt
