// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-ends.h"

#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

UdpEnds::UdpEnds(const UdpProtocol& protocol,
                 const Ptr<Node>& node,
                 Ipv4Address local,
                 uint16_t firstPort,
                 Handler handler)
    : m_protocol(protocol),
      m_firstPort(firstPort),
      m_handler(std::move(handler))
{
    for (uint8_t end = 0; end < protocol.Ends(); ++end)
    {
        Open(node, local, end);
    }
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
UdpEnds::Open(const Ptr<Node>& node, Ipv4Address local, uint8_t end)
{
    auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    if (socket->Bind(InetSocketAddress(local, PortOf(end))) != 0)
    {
        NS_FATAL_ERROR("UDP port " << PortOf(end) << " of node " << node->GetId() << " is taken; "
                                   << m_protocol.Name() << " needs it (attribute Port)");
    }
    socket->SetIpRecvTos(true);
    socket->SetRecvCallback(MakeCallback(&UdpEnds::Receive, this));
    m_sockets.push_back(std::move(socket));
}

bool
UdpEnds::Send(uint8_t end, Ipv4Address to, const Ptr<Packet>& packet, uint8_t tos)
{
    const auto& socket = m_sockets[m_protocol.Opposite(end)];
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
    const auto at = std::find(m_sockets.begin(), m_sockets.end(), socket);
    const auto end = static_cast<uint8_t>(at - m_sockets.begin());
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        SocketIpTosTag tag;
        const bool found = packet->RemovePacketTag(tag);
        m_handler(end, packet, found ? tag.GetTos() : 0, from);
    }
}

} // namespace ns3::mlt
