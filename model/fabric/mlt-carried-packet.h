// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CARRIED_PACKET_H
#define MLT_CARRIED_PACKET_H

#include "ns3/mlt-frame-protocol.h"
#include "ns3/packet.h"

#include <utility>

namespace ns3::mlt
{

/** The packet of an ns-3 IP stack that a frame of CarriedPacketProtocol carries. */
struct CarriedPacket : public FrameAttachment
{
    /** @param whole IP header first; whoever takes it out copies it. */
    explicit CarriedPacket(Ptr<Packet> whole)
        : packet(std::move(whole))
    {
    }

    Ptr<Packet> packet;

    /** What @p frame carries. */
    static const Ptr<Packet>& Of(const Frame& frame)
    {
        return static_cast<const CarriedPacket&>(*frame.attachment).packet;
    }
};

/**
 * Frames that carry packets of an ns-3 IP stack (ExpressNetDevice). Their bytes are the packets
 * themselves, with the mark that they have got. They have no name for a loss model.
 */
class CarriedPacketProtocol final : public FrameProtocol
{
  public:
    enum Type : uint8_t
    {
        WITH_PAYLOAD, //!< an application's bytes behind the headers: data
        BARE,         //!< headers alone (TCP's SYN, ACK, FIN): control
    };

    /** Its one end at a host. */
    static constexpr uint8_t STACK = 0;

    static const CarriedPacketProtocol& Get();

    Ptr<Packet> ToIpPacket(const Frame& frame, int64_t atPs) const override;

  private:
    CarriedPacketProtocol();
};

} // namespace ns3::mlt

#endif // MLT_CARRIED_PACKET_H
