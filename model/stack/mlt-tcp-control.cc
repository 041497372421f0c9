// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-tcp-control.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"

#include <utility>

namespace ns3::mlt
{

TcpControl::TcpControl(const UdpProtocol& protocol,
                       const Site& site,
                       Handler handler,
                       BrokenHandler broken)
    : m_protocol(protocol),
      m_site(site),
      m_handler(std::move(handler)),
      m_broken(std::move(broken)),
      m_listener(Socket::CreateSocket(site.node, site.socketFactory))
{
    if (m_listener->Bind(InetSocketAddress(site.local, site.port)) != 0 ||
        m_listener->Listen() != 0)
    {
        NS_FATAL_ERROR("sockets of " << site.socketFactory.GetName() << " cannot listen on port "
                                     << site.port << " of node " << site.node->GetId()
                                     << "; ControlSocketFactory needs TCP there");
    }
    m_listener->SetIpTos(site.tos); // accepted sockets are copies of it
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&TcpControl::Accepted, this));
}

TcpControl::~TcpControl()
{
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
    for (auto& entry : m_outgoing)
    {
        if (entry.second.socket)
        {
            Silence(entry.second.socket);
        }
    }
    for (auto& entry : m_incoming)
    {
        Silence(entry.first);
    }
}

void
TcpControl::Silence(const Ptr<Socket>& socket)
{
    const auto nobody = MakeNullCallback<void, Ptr<Socket>>();
    socket->SetConnectCallback(nobody, nobody);
    socket->SetCloseCallbacks(nobody, nobody);
    socket->SetRecvCallback(nobody);
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

bool
TcpControl::Send(Ipv4Address to, const Frame& frame)
{
    Outgoing& out = m_outgoing[to];
    const ChannelPlace place = m_protocol.PlaceOf(frame);
    if (place.isNumbered)
    {
        uint32_t& next = out.next[frame.end];
        if (place.sequence < next)
        {
            return false;
        }
        next = place.sequence + 1;
    }
    out.waiting.push_back(ToStream(frame.end, *m_protocol.ToDatagram(frame)));
    if (!out.socket)
    {
        out.socket = Connect(to);
    }
    Flush(out);
    return true;
}

Ptr<Socket>
TcpControl::Connect(Ipv4Address to)
{
    auto socket = Socket::CreateSocket(m_site.node, m_site.socketFactory);
    socket->Bind(InetSocketAddress(m_site.local, 0));
    socket->SetIpTos(m_site.tos);
    socket->SetAttributeFailSafe("TcpNoDelay", BooleanValue(true)); // a STOP must not be held back
    socket->SetConnectCallback(MakeCallback(&TcpControl::Connected, this),
                               MakeCallback(&TcpControl::Failed, this));
    socket->SetCloseCallbacks(MakeCallback(&TcpControl::Failed, this),
                              MakeCallback(&TcpControl::Failed, this));
    socket->SetSendCallback(MakeCallback(&TcpControl::HasRoom, this));
    socket->Connect(InetSocketAddress(to, m_site.port));
    socket->SetIpTos(m_site.tos); // again: up to ns-3.41 Connect takes it from the address
    return socket;
}

TcpControl::Outgoing*
TcpControl::FindOutgoing(const Ptr<Socket>& socket)
{
    for (auto& entry : m_outgoing)
    {
        if (entry.second.socket == socket)
        {
            return &entry.second;
        }
    }
    return nullptr;
}

void
TcpControl::Flush(Outgoing& out)
{
    while (out.connected && !out.waiting.empty() &&
           out.socket->GetTxAvailable() >= out.waiting.front()->GetSize())
    {
        const auto packet = out.waiting.front();
        out.waiting.pop_front(); // before Send, which may call HasRoom
        out.socket->Send(packet);
    }
}

void
TcpControl::Connected(Ptr<Socket> socket)
{
    if (Outgoing* out = FindOutgoing(socket))
    {
        out->connected = true;
        Flush(*out);
    }
}

void
TcpControl::HasRoom(Ptr<Socket> socket, uint32_t)
{
    if (Outgoing* out = FindOutgoing(socket))
    {
        Flush(*out);
    }
}

void
TcpControl::Failed(Ptr<Socket> socket)
{
    Silence(socket);
    if (Outgoing* out = FindOutgoing(socket))
    {
        *out = Outgoing(); // what is not acknowledged the control channel sends again
    }
}

void
TcpControl::Accepted(Ptr<Socket> socket, const Address&)
{
    socket->SetRecvCallback(MakeCallback(&TcpControl::Receive, this));
    socket->SetCloseCallbacks(MakeCallback(&TcpControl::Ended, this),
                              MakeCallback(&TcpControl::Ended, this));
    m_incoming.emplace(socket, ControlStream(m_protocol.Ends()));
}

void
TcpControl::Receive(Ptr<Socket> socket)
{
    const auto found = m_incoming.find(socket);
    if (found == m_incoming.end())
    {
        return;
    }
    Address from;
    socket->GetPeerName(from);
    ControlStream& stream = found->second;
    while (const auto bytes = socket->Recv())
    {
        if (bytes->GetSize() == 0)
        {
            break; // the other end has closed
        }
        stream.Append(bytes);
    }
    uint8_t end = 0;
    while (const auto header = stream.Next(end))
    {
        m_handler(end, header, from);
    }
    if (stream.IsBroken())
    {
        m_broken(from);
        Ended(socket);
        socket->Close();
    }
}

void
TcpControl::Ended(Ptr<Socket> socket)
{
    Silence(socket);
    m_incoming.erase(socket);
}

} // namespace ns3::mlt
