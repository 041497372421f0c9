// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINK_FRAME_READER_H
#define MLT_LINK_FRAME_READER_H

#include "ns3/mlt-host-table.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/mlt-udp-protocol.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/** Which frame a packet on a point-to-point link is, without taking it apart for good. */
class LinkFrameReader
{
  public:
    /** Knows no host: nothing is a frame. */
    LinkFrameReader() = default;

    /**
     * @param hosts by whose numbers addresses are named.
     * @param protocol whose frames are read.
     * @param mtu largest IP packet of the hosts, as their UdpHostPort has it; bytes.
     * @param firstPort the protocol's lowest UDP port, as UdpHostPort has it; 0: its own.
     */
    LinkFrameReader(Ptr<const HostTable> hosts,
                    const UdpProtocol& protocol,
                    uint32_t mtu,
                    uint16_t firstPort = 0);

    /**
     * @param packet with its PPP header, from anywhere: nothing in it is believed unchecked.
     * @return its name as a frame (FrameProtocol::CrossingOf); without one if it is not a whole,
     *         well-formed datagram of the protocol between two of the hosts.
     */
    LinkCrossing Read(const Packet& packet) const;

  private:
    bool FindEnd(uint16_t port, uint8_t& end) const;

    Ptr<const HostTable> m_hosts;
    const UdpProtocol* m_protocol{nullptr};
    uint32_t m_mtu{0};
    uint16_t m_firstPort{0};
};

} // namespace ns3::mlt

#endif // MLT_LINK_FRAME_READER_H
