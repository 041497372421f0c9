// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_CARRIER_H
#define MLT_UDP_CARRIER_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/mlt-tcp-control.h"
#include "ns3/mlt-udp-ends.h"
#include "ns3/mlt-udp-protocol.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3::mlt
{

/**
 * The sockets of one protocol at a host: UDP for its frames, and for its control channel TCP, where
 * that is wanted. Knows no frame but those that it is to send.
 */
class UdpCarrier
{
  public:
    /** Where the sockets are opened, and which. */
    struct Site
    {
        Ptr<Node> node;
        Ipv4Address local;     //!< or any
        uint16_t firstPort{0}; //!< the lowest port, at all hosts; 0: the protocol's own
        TypeId controlFactory; //!< of the control channel's sockets; UdpSocketFactory: none
    };

    /** What has arrived. */
    struct Arrival
    {
        const UdpProtocol& protocol;
        uint8_t end; //!< that it is for
        const Ptr<Packet>& content;
        const Address& from;
        uint8_t tos; //!< octet of its IP header
        bool byTcp;
    };

    using Handler = std::function<void(const Arrival&)>;
    /** Told of each TCP stream that makes no sense, by the address that it comes from. */
    using BrokenHandler = std::function<void(const Address&)>;

    /** Opens the sockets; the program ends with an error if it cannot. */
    UdpCarrier(const UdpProtocol& protocol,
               const Site& site,
               Handler handler,
               BrokenHandler broken);

    /** Whether a frame goes by TCP. */
    bool GoesByTcp(const Frame& frame) const
    {
        return m_control && m_protocol.PlaceOf(frame).isInChannel;
    }

    /** Sends a frame by TCP. @return false if the connection has it already. */
    bool SendByTcp(Ipv4Address to, const Frame& frame)
    {
        return m_control->Send(to, frame);
    }

    /**
     * Sends a frame as a datagram, now.
     * @param datagram of it.
     * @return false if it cannot be sent (no route).
     */
    bool SendByUdp(Ipv4Address to, const Frame& frame, const Ptr<Packet>& datagram);

    const UdpProtocol& Protocol() const
    {
        return m_protocol;
    }

    /** The UDP port of an end, at all hosts. */
    uint16_t PortOf(uint8_t end) const
    {
        return m_ends.PortOf(end);
    }

  private:
    void OpenControl(const Site& site, BrokenHandler broken);

    const UdpProtocol& m_protocol;
    Handler m_handler;
    UdpEnds m_ends;
    std::unique_ptr<TcpControl> m_control; //!< null where control goes by UDP
};

} // namespace ns3::mlt

#endif // MLT_UDP_CARRIER_H
