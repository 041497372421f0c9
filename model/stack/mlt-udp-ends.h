// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_ENDS_H
#define MLT_UDP_ENDS_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/mlt-udp-protocol.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::mlt
{

/**
 * The UDP sockets of a protocol's ends at a host. A datagram to an end leaves from the other.
 */
class UdpEnds
{
  public:
    /** Told of each datagram: for which end, its IP TOS octet, and where it comes from. */
    using Handler = std::function<void(uint8_t, const Ptr<Packet>&, uint8_t, const Address&)>;

    /**
     * Opens the sockets; the program ends with an error if a port is taken.
     * @param local to send from and to listen at, or any.
     * @param firstPort the lowest port, at all hosts; 0: the protocol's own.
     */
    UdpEnds(const UdpProtocol& protocol,
            const Ptr<Node>& node,
            Ipv4Address local,
            uint16_t firstPort,
            Handler handler);
    ~UdpEnds();
    UdpEnds(const UdpEnds&) = delete;
    UdpEnds& operator=(const UdpEnds&) = delete;

    /**
     * Sends a datagram, now.
     * @param end of the other host that it is for.
     * @param tos octet of its IP header: DSCP and ECN.
     * @return false if it cannot be sent (no route).
     */
    bool Send(uint8_t end, Ipv4Address to, const Ptr<Packet>& packet, uint8_t tos);

    /** The UDP port of an end, at all hosts. */
    uint16_t PortOf(uint8_t end) const
    {
        return m_protocol.PortOf(end, m_firstPort);
    }

  private:
    void Open(const Ptr<Node>& node, Ipv4Address local, uint8_t end);
    void Receive(Ptr<Socket> socket);

    const UdpProtocol& m_protocol;
    uint16_t m_firstPort;
    Handler m_handler;
    std::vector<Ptr<Socket>> m_sockets; //!< by end
};

} // namespace ns3::mlt

#endif // MLT_UDP_ENDS_H
