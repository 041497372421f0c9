// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-link-frame-reader.h"

#include "ns3/ipv4-header.h"
#include "ns3/ppp-header.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <limits>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint16_t PPP_IPV4 = 0x0021;
constexpr uint32_t PPP_BYTES = 2;
/** An IPv4 header's first octet: version 4, five words; hosts send no IP options. */
constexpr uint8_t IPV4_WITHOUT_OPTIONS = 0x45;

/** The headers below the protocol's. */
struct Below
{
    Ipv4Header ip;
    UdpHeader udp;
};

/** Takes them off. @return false if this is no whole UDP datagram over IPv4. */
bool
TakeOff(Packet& packet, Below& below)
{
    PppHeader ppp;
    if (packet.GetSize() < PPP_BYTES + IPV4_HEADER_BYTES + UDP_HEADER_BYTES)
    {
        return false;
    }
    packet.RemoveHeader(ppp);
    uint8_t first = 0;
    packet.CopyData(&first, 1);
    if (ppp.GetProtocol() != PPP_IPV4 || first != IPV4_WITHOUT_OPTIONS)
    {
        return false;
    }
    packet.RemoveHeader(below.ip);
    const bool isWhole = below.ip.IsLastFragment() && below.ip.GetFragmentOffset() == 0;
    if (below.ip.GetProtocol() != UdpL4Protocol::PROT_NUMBER || !isWhole)
    {
        return false;
    }
    packet.RemoveHeader(below.udp);
    return true;
}

} // namespace

LinkFrameReader::LinkFrameReader(Ptr<const HostTable> hosts,
                                 const UdpProtocol& protocol,
                                 uint32_t mtu,
                                 uint16_t firstPort)
    : m_hosts(std::move(hosts)),
      m_protocol(&protocol),
      m_mtu(mtu),
      m_firstPort(firstPort)
{
}

bool
LinkFrameReader::FindEnd(uint16_t port, uint8_t& end) const
{
    for (end = 0; end < m_protocol->Ends(); ++end)
    {
        if (m_protocol->PortOf(end, m_firstPort) == port)
        {
            return true;
        }
    }
    return false;
}

LinkCrossing
LinkFrameReader::Read(const Packet& packet) const
{
    const auto datagram = packet.Copy();
    Below below;
    uint8_t end = 0;
    if (!m_hosts || !TakeOff(*datagram, below) || !FindEnd(below.udp.GetDestinationPort(), end))
    {
        return {};
    }
    const uint32_t source = m_hosts->Find(below.ip.GetSource());
    const uint32_t destination = m_hosts->Find(below.ip.GetDestination());
    if (source == HostTable::NONE || destination == HostTable::NONE)
    {
        return {};
    }
    LongFrame frame{};
    frame.source = static_cast<uint16_t>(source);
    frame.destination = static_cast<uint16_t>(destination);
    WireFormat format;
    format.mtu = m_mtu;
    const DatagramArrival arrival{format, end, std::numeric_limits<int64_t>::max()};
    return m_protocol->FromDatagram(*datagram, arrival, frame) ? FrameProtocol::CrossingOf(frame)
                                                               : LinkCrossing();
}

} // namespace ns3::mlt
