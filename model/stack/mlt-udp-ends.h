// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_ENDS_H
#define MLT_UDP_ENDS_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/mlt-frame.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <array>
#include <cstdint>
#include <functional>

namespace ns3::mlt
{

/**
 * The UDP sockets of MLT's two ends at a host: the receiver's port, and the next one for the
 * sender. A datagram to an end leaves from the other.
 */
class UdpEnds
{
  public:
    /** Told of each datagram: for which end, its IP TOS octet, and where it comes from. */
    using Handler = std::function<void(Port, const Ptr<Packet>&, uint8_t, const Address&)>;

    /**
     * Opens the sockets; the program ends with an error if a port is taken.
     * @param local to send from and to listen at, or any.
     * @param port of the receiving end, at all hosts.
     */
    UdpEnds(const Ptr<Node>& node, Ipv4Address local, uint16_t port, Handler handler);
    ~UdpEnds();
    UdpEnds(const UdpEnds&) = delete;
    UdpEnds& operator=(const UdpEnds&) = delete;

    /**
     * Sends a datagram, now.
     * @param end of the other host that it is for.
     * @param tos octet of its IP header: DSCP and ECN.
     * @return false if it cannot be sent (no route).
     */
    bool Send(Port end, Ipv4Address to, const Ptr<Packet>& packet, uint8_t tos);

    /** The UDP port of an end, at all hosts. */
    uint16_t PortOf(Port end) const;

    /** The end that what goes to @p end comes from. */
    static Port Opposite(Port end)
    {
        return end == Port::MltSender ? Port::MltReceiver : Port::MltSender;
    }

  private:
    static constexpr size_t ENDS = 2; //!< Port::MltSender and Port::MltReceiver

    void Open(const Ptr<Node>& node, Ipv4Address local, Port end);
    void Receive(Ptr<Socket> socket);

    uint16_t m_port;
    Handler m_handler;
    std::array<Ptr<Socket>, ENDS> m_sockets; //!< by Port
};

} // namespace ns3::mlt

#endif // MLT_UDP_ENDS_H
