// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-carried-packet.h"

#include "ns3/ipv4-header.h"

namespace ns3::mlt
{

CarriedPacketProtocol::CarriedPacketProtocol()
    : FrameProtocol("IP", {{"PACKET", true}, {"BARE_PACKET", false}}, 1)
{
}

const CarriedPacketProtocol&
CarriedPacketProtocol::Get()
{
    static const CarriedPacketProtocol protocol;
    return protocol;
}

Ptr<Packet>
CarriedPacketProtocol::ToIpPacket(const Frame& frame, int64_t) const
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

} // namespace ns3::mlt
