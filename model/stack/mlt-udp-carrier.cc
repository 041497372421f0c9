// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-carrier.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-priority.h"
#include "ns3/socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <utility>

namespace ns3::mlt
{

UdpCarrier::UdpCarrier(const UdpProtocol& protocol,
                       const Site& site,
                       Handler handler,
                       BrokenHandler broken)
    : m_protocol(protocol),
      m_handler(std::move(handler)),
      m_ends(protocol,
             site.node,
             site.local,
             site.firstPort,
             [this](uint8_t end, const Ptr<Packet>& content, uint8_t tos, const Address& from) {
                 m_handler({m_protocol, end, content, from, tos, false});
             })
{
    if (site.controlFactory != UdpSocketFactory::GetTypeId())
    {
        OpenControl(site, std::move(broken));
    }
}

void
UdpCarrier::OpenControl(const Site& site, BrokenHandler broken)
{
    if (!site.controlFactory.IsChildOf(SocketFactory::GetTypeId()))
    {
        NS_FATAL_ERROR("attribute ControlSocketFactory is " << site.controlFactory.GetName()
                                                            << ", expected a SocketFactory");
    }
    TcpControl::Site control;
    control.node = site.node;
    control.socketFactory = site.controlFactory;
    control.local = site.local;
    control.port = m_protocol.LowestPort(site.firstPort);
    control.tos = TosOf(CONTROL_QUEUE, false);
    m_control = std::make_unique<TcpControl>(
        m_protocol,
        control,
        [this, tos = control.tos](uint8_t end, const Ptr<Packet>& content, const Address& from) {
            m_handler({m_protocol, end, content, from, tos, true});
        },
        std::move(broken));
}

bool
UdpCarrier::SendByUdp(Ipv4Address to, const Frame& frame, const Ptr<Packet>& datagram)
{
    return m_ends.Send(frame.end, to, datagram, TosOf(frame.queue, frame.ect));
}

} // namespace ns3::mlt
