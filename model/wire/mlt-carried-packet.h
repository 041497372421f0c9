// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CARRIED_PACKET_H
#define MLT_CARRIED_PACKET_H

#include "ns3/mlt-frame.h"
#include "ns3/packet.h"

#include <utility>

namespace ns3::mlt
{

/** The packet of an ns-3 IP stack that a frame of kind Packet or BarePacket carries. */
struct CarriedPacket : public FrameAttachment
{
    /** @param whole IP header first; whoever takes it out copies it. */
    explicit CarriedPacket(Ptr<Packet> whole)
        : packet(std::move(whole))
    {
    }

    Ptr<Packet> packet;

    /** What @p frame carries; only for a frame of kind Packet or BarePacket. */
    static const Ptr<Packet>& Of(const Frame& frame)
    {
        return static_cast<const CarriedPacket&>(*frame.attachment).packet;
    }
};

} // namespace ns3::mlt

#endif // MLT_CARRIED_PACKET_H
