// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-udp-host-port.h"

#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/integer.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-udp-link.h"
#include "ns3/mlt-udp-protocol.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("UdpHostPort");
NS_OBJECT_ENSURE_REGISTERED(UdpHostPort);

TypeId
UdpHostPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::UdpHostPort")
            .SetParent<Object>()
            .SetGroupName("Mlt")
            .AddConstructor<UdpHostPort>()
            .AddAttribute("Local",
                          "IPv4 address to send from and to listen at (an Ipv4Address, or an "
                          "InetSocketAddress, of which the address is taken). None: all addresses "
                          "of the node; the link is then the first interface's.",
                          AddressValue(),
                          MakeAddressAccessor(&UdpHostPort::m_local),
                          MakeAddressChecker())
            .AddAttribute(
                "Port",
                "Lowest UDP port of a protocol's ends, 1 to 65534; the same at all hosts. "
                "0: the protocol's own (MLT: 49420 for the receiving end, 49421 for the "
                "sending one).",
                UintegerValue(0),
                MakeUintegerAccessor(&UdpHostPort::m_port),
                MakeUintegerChecker<uint16_t>(0, 65534))
            .AddAttribute("DataRate",
                          "Rate at which datagrams are let out, link overhead included. 0: that of "
                          "the device or its channel; needed where they have none (Wi-Fi).",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&UdpHostPort::m_dataRate),
                          MakeDataRateChecker())
            .AddAttribute("BaseRtt",
                          "The network's base round trip: an MTU frame out and a minimal frame "
                          "back over the longest idle host pair. Needed; MltHelper estimates it.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&UdpHostPort::m_baseRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Mtu",
                          "Largest IP packet, bytes; the same at all hosts. It must fit every link "
                          "on the way, or IP fragments. 0: the device's.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&UdpHostPort::m_mtu),
                          MakeUintegerChecker<uint32_t>(0, UdpLinkSettings::MOST_MTU))
            .AddAttribute("LinkOverhead",
                          "Bytes that the link is busy with beside an IP packet. -1: as ns-3 "
                          "simulates the device (point-to-point 2, CSMA 18), else Ethernet's 38.",
                          IntegerValue(UdpLinkSettings::OF_DEVICE),
                          MakeIntegerAccessor(&UdpHostPort::m_linkOverhead),
                          MakeIntegerChecker<int32_t>(UdpLinkSettings::OF_DEVICE, 256))
            .AddAttribute("MinimumFrame",
                          "Least bytes that the link is busy with for a packet. -1: as ns-3 "
                          "simulates the device (point-to-point 1, CSMA 64), else Ethernet's 84.",
                          IntegerValue(UdpLinkSettings::OF_DEVICE),
                          MakeIntegerAccessor(&UdpHostPort::m_minimumFrame),
                          MakeIntegerChecker<int32_t>(UdpLinkSettings::OF_DEVICE, 256))
            .AddAttribute("MaxBacklog",
                          "Nothing is let out while so many packets of the node wait for the link: "
                          "in the device's queue and in its queue disc.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&UdpHostPort::m_maxBacklog),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "ControlSocketFactory",
                "TypeId of the sockets that a protocol's reliable control channel travels "
                "over (MLT: BEGIN, PROBE, BITMAP, STOP and CHANNEL ACK): "
                "ns3::UdpSocketFactory, or ns3::TcpSocketFactory, a TCP connection for "
                "each (source, destination). The same at all hosts.",
                TypeIdValue(UdpSocketFactory::GetTypeId()),
                MakeTypeIdAccessor(&UdpHostPort::m_controlFactory),
                MakeTypeIdChecker())
            .AddTraceSource("Tx",
                            "A datagram is let out.",
                            MakeTraceSourceAccessor(&UdpHostPort::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("TxWithAddresses",
                            "A datagram is let out, from, to.",
                            MakeTraceSourceAccessor(&UdpHostPort::m_txAddressTrace),
                            "ns3::Packet::TwoAddressTracedCallback")
            .AddTraceSource("Rx",
                            "A datagram has arrived that is a frame of one of the hosts.",
                            MakeTraceSourceAccessor(&UdpHostPort::m_rxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("RxWithAddresses",
                            "A datagram has arrived that is a frame of one of the hosts, from, to.",
                            MakeTraceSourceAccessor(&UdpHostPort::m_rxAddressTrace),
                            "ns3::Packet::TwoAddressTracedCallback")
            .AddTraceSource(
                "Malformed",
                "A datagram is dropped since it is no frame of its port's protocol, from.",
                MakeTraceSourceAccessor(&UdpHostPort::m_malformedTrace),
                "ns3::Packet::AddressTracedCallback");
    return tid;
}

UdpHostPort::UdpHostPort()
    : m_service([this] { Serve(NowTick()); }, 0)
{
}

UdpHostPort::~UdpHostPort() = default;

void
UdpHostPort::Join(const Ptr<Node>& node, Ptr<const HostTable> hosts, uint32_t host)
{
    RequireFabricResolution();
    m_node = node;
    m_hosts = std::move(hosts);
    m_host = host;
    m_egress = FindEgress(node);
    m_format = ChooseFormat(*m_egress.Device(), {m_mtu, m_linkOverhead, m_minimumFrame});
    m_bitRate = ChooseBitRate(*m_egress.Device(), m_dataRate);
    m_baseRttPs = ToPs(m_baseRtt);
    if (m_baseRttPs <= 0)
    {
        NS_FATAL_ERROR("attribute BaseRtt of ns3::mlt::UdpHostPort is not set");
    }
    NS_LOG_INFO("host " << host << " is node " << node->GetId() << ": MTU " << m_format.mtu
                        << " bytes, " << m_bitRate << " bit/s, base RTT " << m_baseRttPs << " ps");
}

void
UdpHostPort::Open(const UdpProtocol& protocol)
{
    UdpCarrier::Site site;
    site.node = m_node;
    site.local = LocalAddress();
    site.firstPort = m_port;
    site.controlFactory = m_controlFactory;
    m_carriers[protocol.Number()] = std::make_unique<UdpCarrier>(
        protocol,
        site,
        [this](const UdpCarrier::Arrival& arrival) { Accept(arrival); },
        [this](const Address& from) { Refuse(Create<Packet>(), from); });
}

UdpCarrier&
UdpHostPort::CarrierOf(const Frame& frame)
{
    return *m_carriers[frame.protocol];
}

Egress
UdpHostPort::FindEgress(const Ptr<Node>& node) const
{
    return Egress(node, LocalAddress());
}

Ipv4Address
UdpHostPort::LocalAddress() const
{
    return m_local.IsInvalid() ? Ipv4Address::GetAny()
           : InetSocketAddress::IsMatchingType(m_local)
               ? InetSocketAddress::ConvertFrom(m_local).GetIpv4()
               : Ipv4Address::ConvertFrom(m_local);
}

void
UdpHostPort::Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint)
{
    const auto* overUdp = dynamic_cast<const UdpProtocol*>(&protocol);
    if (!overUdp)
    {
        NS_FATAL_ERROR("ns3::mlt::UdpHostPort carries protocols over UDP only, and "
                       << protocol.Name() << " is none; on an IP stack use ns3::mlt::MltTransport, "
                       << "or ns-3's TCP");
    }
    if (!m_carriers[protocol.Number()])
    {
        Open(*overUdp);
    }
    m_turns.Attach(protocol, end, endpoint);
}

void
UdpHostPort::Wake()
{
    // not at once: more messages may be handed over in this instant, and the choice is among all
    m_service.Set(std::max(NowPs(), m_freeAtPs));
}

void
UdpHostPort::Send(Frame* frame)
{
    UdpCarrier& carrier = CarrierOf(*frame);
    if (carrier.GoesByTcp(*frame))
    {
        if (carrier.SendByTcp(m_hosts->AddressOf(frame->destination), *frame))
        {
            m_counts.sent.Add(*frame);
        }
        m_pool.Free(frame);
        return;
    }
    m_turns.Push(frame);
    const int64_t nowTick = NowTick();
    if (nowTick / TICKS_PER_PS >= m_freeAtPs)
    {
        Serve(nowTick);
    }
    else
    {
        m_service.Set(m_freeAtPs);
    }
}

void
UdpHostPort::Serve(int64_t nowTick)
{
    if (m_serving || !m_node)
    {
        return; // an endpoint that is being pulled called Send or Wake; or all is over
    }
    m_serving = true;
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    if (m_egress.Waiting() >= m_maxBacklog)
    {
        m_freeAtPs = nowPs + SerializationPs(m_format.FullFrame());
    }
    else if (Frame* frame = m_turns.Next(nowPs))
    {
        m_freeAtPs = nowPs + SerializationPs(frame->wireBytes);
        Release(frame);
    }
    const int64_t next = m_turns.NextPs(nowPs);
    if (next == NEVER_PS)
    {
        m_service.Stop();
    }
    else
    {
        m_service.Set(std::max(next, m_freeAtPs));
    }
    m_serving = false;
}

void
UdpHostPort::Release(Frame* frame)
{
    m_counts.sent.Add(*frame);
    UdpCarrier& carrier = CarrierOf(*frame);
    const UdpProtocol& protocol = carrier.Protocol();
    const auto packet = protocol.ToDatagram(*frame);
    const Ipv4Address to = m_hosts->AddressOf(frame->destination);
    m_txTrace(packet);
    if (!m_txAddressTrace.IsEmpty())
    {
        m_txAddressTrace(
            packet,
            InetSocketAddress(m_egress.Address(), carrier.PortOf(protocol.Opposite(frame->end))),
            InetSocketAddress(to, carrier.PortOf(frame->end)));
    }
    if (!carrier.SendByUdp(to, *frame, packet))
    {
        NS_LOG_WARN("host " << m_host << ": no route to host " << frame->destination << " (" << to
                            << "); a frame is lost");
        m_counts.unsent.Add(*frame);
    }
    m_pool.Free(frame);
}

void
UdpHostPort::Accept(const UdpCarrier::Arrival& arrival)
{
    Frame* frame = ToFrame(arrival);
    if (!frame)
    {
        return;
    }
    frame->queue = QueueOfTos(arrival.tos);
    frame->ect = IsEct(EcnOfTos(arrival.tos));
    frame->ce = EcnOfTos(arrival.tos) == ECN_CE;
    if (!arrival.byTcp)
    {
        Trace(arrival);
    }
    Deliver(frame);
}

void
UdpHostPort::Trace(const UdpCarrier::Arrival& arrival)
{
    m_rxTrace(arrival.content);
    if (!m_rxAddressTrace.IsEmpty())
    {
        const uint16_t port = m_carriers[arrival.protocol.Number()]->PortOf(arrival.end);
        m_rxAddressTrace(arrival.content,
                         arrival.from,
                         InetSocketAddress(m_egress.Address(), port));
    }
}

/** @return null where it is no frame for this host; counted then. */
Frame*
UdpHostPort::ToFrame(const UdpCarrier::Arrival& arrival)
{
    const auto from = InetSocketAddress::ConvertFrom(arrival.from).GetIpv4();
    const uint32_t source = m_hosts->Find(from);
    if (source == HostTable::NONE)
    {
        NS_LOG_WARN("host " << m_host << ": a datagram from " << from
                            << ", which is none of the hosts, is dropped");
        ++m_counts.strangers;
        return nullptr;
    }
    Frame* frame = m_pool.Allocate();
    const DatagramArrival site{m_format, arrival.end, NowPs()};
    if (!arrival.protocol.FromDatagram(*arrival.content, site, *frame) ||
        (arrival.byTcp && !arrival.protocol.PlaceOf(*frame).isInChannel))
    {
        m_pool.Free(frame);
        Refuse(arrival.content, arrival.from);
        return nullptr;
    }
    frame->source = source;
    frame->destination = m_host;
    return frame;
}

void
UdpHostPort::Refuse(const Ptr<Packet>& packet, const Address& from)
{
    NS_LOG_WARN("host " << m_host << ": a malformed datagram of " << packet->GetSize()
                        << " bytes from " << InetSocketAddress::ConvertFrom(from).GetIpv4()
                        << " is dropped");
    ++m_counts.malformed;
    m_malformedTrace(packet, from);
}

void
UdpHostPort::Deliver(Frame* frame)
{
    FrameEndpoint* endpoint = m_turns.At(*frame);
    if (!endpoint)
    {
        NS_LOG_WARN("host " << m_host << ": a frame of " << FrameProtocol::Of(*frame).Name()
                            << " from host " << frame->source
                            << " is dropped: nobody is attached to its end");
        m_counts.unclaimed.Add(*frame);
        m_pool.Free(frame);
        return;
    }
    m_counts.received.Add(*frame);
    endpoint->Receive(frame, NowPs());
}

Frame*
UdpHostPort::NewFrame()
{
    Frame* frame = m_pool.Allocate();
    frame->source = m_host;
    return frame;
}

void
UdpHostPort::Free(Frame* frame)
{
    m_pool.Free(frame);
}

uint32_t
UdpHostPort::Host() const
{
    return m_host;
}

uint32_t
UdpHostPort::HostCount() const
{
    return m_hosts->Count();
}

const WireFormat&
UdpHostPort::Format() const
{
    return m_format;
}

uint64_t
UdpHostPort::BitRate() const
{
    return m_bitRate;
}

int64_t
UdpHostPort::SerializationPs(uint32_t wireBytes) const
{
    return mlt::SerializationPs(wireBytes, m_bitRate);
}

int64_t
UdpHostPort::BaseRttPs() const
{
    return m_baseRttPs;
}

void
UdpHostPort::DoDispose()
{
    for (auto& carrier : m_carriers)
    {
        carrier.reset();
    }
    m_egress = Egress();
    m_node = nullptr;
    Object::DoDispose();
}

} // namespace ns3::mlt
