// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TCP_CONTROL_H
#define MLT_TCP_CONTROL_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/mlt-control-stream.h"
#include "ns3/mlt-udp-protocol.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>

namespace ns3::mlt
{

/**
 * A protocol's control channel over stream sockets: for each (source, destination) pair of hosts a
 * connection of its own, made when it is first used and kept. The channel's own timers and
 * acknowledgements go on above it, but what it sends again is not sent again while the connection
 * stands: TCP has it. Where a connection fails, the channel's next try makes a new one.
 */
class TcpControl
{
  public:
    /** Told of each header that has arrived: for which end, and from where. */
    using Handler = std::function<void(uint8_t, const Ptr<Packet>&, const Address&)>;
    /** Told of each stream that makes no sense; it is closed. */
    using BrokenHandler = std::function<void(const Address&)>;

    struct Site
    {
        Ptr<Node> node;
        TypeId socketFactory; //!< of stream sockets
        Ipv4Address local;    //!< or any
        uint16_t port{0};     //!< where all hosts listen
        uint8_t tos{0};       //!< octet of all that is sent
    };

    /** Listens; the program ends with an error if it cannot. */
    TcpControl(const UdpProtocol& protocol,
               const Site& site,
               Handler handler,
               BrokenHandler broken);
    ~TcpControl();
    TcpControl(const TcpControl&) = delete;
    TcpControl& operator=(const TcpControl&) = delete;

    /**
     * Sends a control frame to a host.
     * @param to its address.
     * @param frame in the protocol's control channel (UdpProtocol::PlaceOf).
     * @return false if the connection has that frame already; nothing is done then.
     */
    bool Send(Ipv4Address to, const Frame& frame);

  private:
    /** To one host. */
    struct Outgoing
    {
        Ptr<Socket> socket;
        std::deque<Ptr<Packet>> waiting; //!< for room in the socket
        /** By end: the channel sequences below are sent. */
        std::array<uint32_t, FrameProtocol::MOST_ENDS> next{{}};
        bool connected{false};
    };

    Ptr<Socket> Connect(Ipv4Address to);
    Outgoing* FindOutgoing(const Ptr<Socket>& socket);
    void Flush(Outgoing& out);
    void Connected(Ptr<Socket> socket);
    void HasRoom(Ptr<Socket> socket, uint32_t bytes);
    void Failed(Ptr<Socket> socket);
    void Accepted(Ptr<Socket> socket, const Address& from);
    void Receive(Ptr<Socket> socket);
    void Ended(Ptr<Socket> socket);
    static void Silence(const Ptr<Socket>& socket);

    const UdpProtocol& m_protocol;
    Site m_site;
    Handler m_handler;
    BrokenHandler m_broken;
    Ptr<Socket> m_listener;
    std::map<Ipv4Address, Outgoing> m_outgoing;
    std::map<Ptr<Socket>, ControlStream> m_incoming;
};

} // namespace ns3::mlt

#endif // MLT_TCP_CONTROL_H
