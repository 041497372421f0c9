// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-ends.h"

#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/mlt-frame-codec.h"
#include "ns3/udp-socket-factory.h"

#include <utility>

namespace ns3::mlt
{

UdpEnds::UdpEnds(const Ptr<Node>& node, Ipv4Address local, uint16_t port, Handler handler)
    : m_port(port),
      m_handler(std::move(handler))
{
    Open(node, local, Port::MltSender);
    Open(node, local, Port::MltReceiver);
}

UdpEnds::~UdpEnds()
{
    for (const auto& socket : m_sockets)
    {
        socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        socket->Close();
    }
}

void
UdpEnds::Open(const Ptr<Node>& node, Ipv4Address local, Port end)
{
    auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    if (socket->Bind(InetSocketAddress(local, PortOf(end))) != 0)
    {
        NS_FATAL_ERROR("UDP port " << PortOf(end) << " of node " << node->GetId()
                                   << " is taken; MLT needs it (attribute Port)");
    }
    socket->SetIpRecvTos(true);
    socket->SetRecvCallback(MakeCallback(&UdpEnds::Receive, this));
    m_sockets[static_cast<size_t>(end)] = std::move(socket);
}

uint16_t
UdpEnds::PortOf(Port end) const
{
    constexpr uint16_t SENDER_OFFSET = MLT_SENDER_UDP_PORT - MLT_RECEIVER_UDP_PORT;
    return static_cast<uint16_t>(m_port + (end == Port::MltSender ? SENDER_OFFSET : 0));
}

bool
UdpEnds::Send(Port end, Ipv4Address to, const Ptr<Packet>& packet, uint8_t tos)
{
    const auto& socket = m_sockets[static_cast<size_t>(Opposite(end))];
    // ns-3 takes it from the destination's address (up to 3.41, where it is 0 here) or from the
    // socket (later), and leaves the tag alone where that is 0
    socket->SetIpTos(tos);
    if (tos != 0)
    {
        SocketIpTosTag tag;
        tag.SetTos(tos);
        packet->ReplacePacketTag(tag);
    }
    return socket->SendTo(packet, 0, InetSocketAddress(to, PortOf(end))) >= 0;
}

void
UdpEnds::Receive(Ptr<Socket> socket)
{
    const Port end = socket == m_sockets[static_cast<size_t>(Port::MltSender)] ? Port::MltSender
                                                                               : Port::MltReceiver;
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        SocketIpTosTag tag;
        const bool found = packet->RemovePacketTag(tag);
        m_handler(end, packet, found ? tag.GetTos() : 0, from);
    }
}

} // namespace ns3::mlt
