// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-protocol.h"

#include "ns3/mlt-ip-packet.h"
#include "ns3/mlt-ip-wrapping.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

UdpProtocol::UdpProtocol(std::string name,
                         std::vector<FrameType> types,
                         std::vector<uint16_t> ports)
    : FrameProtocol(std::move(name), std::move(types), static_cast<uint8_t>(ports.size())),
      m_ports(std::move(ports))
{
}

uint16_t
UdpProtocol::PortOf(uint8_t end, uint16_t first) const
{
    return static_cast<uint16_t>(m_ports[end] - LowestPort() + LowestPort(first));
}

uint16_t
UdpProtocol::LowestPort(uint16_t first) const
{
    return first ? first : *std::min_element(m_ports.begin(), m_ports.end());
}

ChannelPlace
UdpProtocol::PlaceOf(const Frame&) const
{
    return {};
}

Ptr<Packet>
UdpProtocol::ToIpPacket(const Frame& frame, int64_t) const
{
    UdpHeader header;
    header.SetSourcePort(PortOf(Opposite(frame.end)));
    header.SetDestinationPort(PortOf(frame.end));
    header.EnableChecksums();
    return WrapInIp(frame, ToDatagram(frame), header, IP_PROTOCOL_UDP);
}

} // namespace ns3::mlt
