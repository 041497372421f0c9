// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINK_FRAME_READER_H
#define MLT_LINK_FRAME_READER_H

#include "ns3/mlt-frame-codec.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-loss-model.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/** Which MLT frame a packet on a point-to-point link is, without taking it apart for good. */
class LinkFrameReader
{
  public:
    /** Knows no host: nothing is MLT's. */
    LinkFrameReader() = default;

    /**
     * @param hosts by whose numbers addresses are named.
     * @param mtu largest IP packet of the hosts, as their UdpHostPort has it; bytes.
     * @param port UDP port of MLT's receiving end, as UdpHostPort has it.
     */
    LinkFrameReader(Ptr<const HostTable> hosts,
                    uint32_t mtu,
                    uint16_t port = MLT_RECEIVER_UDP_PORT);

    /**
     * @param packet with its PPP header, from anywhere: nothing in it is believed unchecked.
     * @return its name as a frame (CrossingOf); without one if it is not a whole, well-formed MLT
     *         datagram between two of the hosts.
     */
    LinkCrossing Read(const Packet& packet) const;

  private:
    Ptr<const HostTable> m_hosts;
    uint32_t m_mtu{0};
    uint16_t m_port{0};
};

} // namespace ns3::mlt

#endif // MLT_LINK_FRAME_READER_H
