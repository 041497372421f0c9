// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-name.h"

#include "ns3/mlt-frame-codec.h"

namespace ns3::mlt
{

namespace
{

constexpr uint32_t PORT_SHIFT = 8; //!< above the kind's octet

void
NameData(const Frame& frame, LinkCrossing& crossing)
{
    const MltHeader header = DataHeader(frame);
    crossing.message = header.messageId;
    crossing.index = header.index;
    crossing.attempt = header.attempt;
}

void
NameControl(const Frame& frame, LinkCrossing& crossing)
{
    const MltHeader& header = frame.Mlt();
    crossing.message = header.messageId;
    crossing.index =
        frame.kind == FrameKind::Feedback ? header.pairSequence : header.channelSequence;
    crossing.attempt = header.attempt;
}

void
NameStream(const Frame& frame, LinkCrossing& crossing)
{
    crossing.message = frame.flowHash; // not the connection's number, which says when it was opened
    crossing.index = frame.kind == FrameKind::StreamData ? frame.Stream().sequence
                                                         : frame.Stream().acknowledgement;
    crossing.attempt = static_cast<uint64_t>(frame.Stream().timestampPs);
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
    if (frame.kind == FrameKind::Data)
    {
        crossing.isNamed = frame.attachment || !frame.isShort;
        NameData(frame, crossing);
    }
    else if (frame.kind <= FrameKind::ChannelAck)
    {
        crossing.isNamed = true;
        NameControl(frame, crossing);
    }
    else if (frame.kind < FrameKind::Packet)
    {
        crossing.isNamed = true;
        NameStream(frame, crossing);
    }
    return crossing;
}

} // namespace ns3::mlt
