// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-link-frame-reader.h"

#include "ns3/ipv4-header.h"
#include "ns3/mlt-frame-name.h"
#include "ns3/ppp-header.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint16_t PPP_IPV4 = 0x0021;
constexpr uint32_t PPP_BYTES = 2;
/** An IPv4 header's first octet: version 4, five words; MLT's datagrams have no IP options. */
constexpr uint8_t IPV4_WITHOUT_OPTIONS = 0x45;

/** The headers below MLT's. */
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

LinkFrameReader::LinkFrameReader(Ptr<const HostTable> hosts, uint32_t mtu, uint16_t port)
    : m_hosts(std::move(hosts)),
      m_mtu(mtu),
      m_port(port)
{
}

LinkCrossing
LinkFrameReader::Read(const Packet& packet) const
{
    const auto datagram = packet.Copy();
    Below below;
    if (!m_hosts || !TakeOff(*datagram, below))
    {
        return {};
    }
    const uint16_t to = below.udp.GetDestinationPort();
    const uint32_t source = m_hosts->Find(below.ip.GetSource());
    const uint32_t destination = m_hosts->Find(below.ip.GetDestination());
    if ((to != m_port && to != m_port + 1) || source == HostTable::NONE ||
        destination == HostTable::NONE)
    {
        return {};
    }
    LongFrame frame{};
    frame.port = to == m_port ? Port::MltReceiver : Port::MltSender;
    frame.source = static_cast<uint16_t>(source);
    frame.destination = static_cast<uint16_t>(destination);
    WireFormat format;
    format.mtu = m_mtu;
    if (!PacketToFrame(*datagram, format, frame) || !MayArriveAt(frame.kind, frame.port))
    {
        return {};
    }
    return CrossingOf(frame);
}

} // namespace ns3::mlt
