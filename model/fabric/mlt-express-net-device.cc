// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-express-net-device.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/mlt-carried-packet.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <array>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(ExpressNetDevice);

namespace
{

/** A trace source with the signature of all packet traces. */
template <typename SOURCE>
TypeId
AddPacketTrace(TypeId tid, const char* name, const char* help, SOURCE source)
{
    return tid.AddTraceSource(name,
                              help,
                              MakeTraceSourceAccessor(source),
                              "ns3::Packet::TracedCallback");
}

} // namespace

TypeId
ExpressNetDevice::GetTypeId()
{
    static TypeId tid = [] {
        using Device = ExpressNetDevice;
        TypeId t = TypeId("ns3::mlt::ExpressNetDevice")
                       .SetParent<NetDevice>()
                       .SetGroupName("Mlt")
                       .AddConstructor<Device>()
                       .AddAttribute("Mtu",
                                     "Largest IP packet, bytes; 0: the fabric's, which is also "
                                     "the most that is accepted.",
                                     UintegerValue(0),
                                     MakeUintegerAccessor(&Device::SetMtu, &Device::GetMtu),
                                     MakeUintegerChecker<uint16_t>())
                       .AddAttribute("Address",
                                     "The MAC address: a name only, since nothing is resolved.",
                                     Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                                     MakeMac48AddressAccessor(&Device::m_address),
                                     MakeMac48AddressChecker())
                       .AddAttribute("TxQueue",
                                     "Where packets wait for the host's link.",
                                     PointerValue(),
                                     MakePointerAccessor(&Device::m_queue),
                                     MakePointerChecker<Queue<Packet>>())
                       .AddAttribute("FlowHash",
                                     "TypeId of what tells flows apart in per-flow path choice (a "
                                     "FlowHash). The 5-tuple, as switches do.",
                                     TypeIdValue(FiveTupleHash::GetTypeId()),
                                     MakeTypeIdAccessor(&Device::m_hashType),
                                     MakeTypeIdCheckerFor(FlowHash::GetTypeId()));
        AddPacketTrace(t, "MacTx", "A packet came from the IP stack.", &Device::m_macTx);
        AddPacketTrace(t,
                       "MacTxDrop",
                       "A packet from the IP stack is dropped: its destination is not known, it is "
                       "no unicast IPv4, it is over the MTU, or the queue is full.",
                       &Device::m_macTxDrop);
        AddPacketTrace(t,
                       "MacPromiscRx",
                       "A packet goes up the stack to promiscuous listeners.",
                       &Device::m_macPromiscRx);
        AddPacketTrace(t, "MacRx", "A packet goes up the stack.", &Device::m_macRx);
        AddPacketTrace(t, "PhyTxBegin", "The link begins with a packet.", &Device::m_phyTxBegin);
        AddPacketTrace(t, "PhyTxEnd", "The link is through with a packet.", &Device::m_phyTxEnd);
        AddPacketTrace(t, "PhyRxEnd", "A packet arrived from the link.", &Device::m_phyRxEnd);
        AddPacketTrace(t,
                       "Sniffer",
                       "A packet begins on the link or arrived from it; IP header first.",
                       &Device::m_sniffer);
        AddPacketTrace(t,
                       "PromiscSniffer",
                       "As Sniffer: nothing arrives that is for others.",
                       &Device::m_promiscSniffer);
        return t;
    }();
    return tid;
}

ExpressNetDevice::ExpressNetDevice() = default;
ExpressNetDevice::~ExpressNetDevice() = default;

void
ExpressNetDevice::DoDispose()
{
    m_port = nullptr;
    m_channel = nullptr;
    m_queue = nullptr;
    m_hash = nullptr;
    m_node = nullptr;
    m_receiveCallback = ReceiveCallback();
    m_promiscCallback = PromiscReceiveCallback();
    NetDevice::DoDispose();
}

void
ExpressNetDevice::Bind(HostPort& port, Ptr<ExpressChannel> channel)
{
    RequireFabricResolution();
    NS_ABORT_MSG_IF(m_port, "ExpressNetDevice: Bind was called twice");
    NS_ABORT_MSG_IF(!m_queue, "ExpressNetDevice: TxQueue must be set before Bind");
    NS_ABORT_MSG_IF(m_mtu > port.Format().mtu,
                    "ExpressNetDevice: Mtu is " << m_mtu << ", but the fabric's is "
                                                << port.Format().mtu);
    m_port = &port;
    m_channel = std::move(channel);
    ObjectFactory factory;
    factory.SetTypeId(m_hashType);
    m_hash = factory.Create<FlowHash>();
    m_channel->Add(port.Host(), this);
    port.Attach(CarriedPacketProtocol::Get(), CarriedPacketProtocol::STACK, *this);
    m_linkChange();
}

uint32_t
ExpressNetDevice::Host() const
{
    return m_port->Host();
}

bool
ExpressNetDevice::Send(Ptr<Packet> packet, const Address&, uint16_t protocolNumber)
{
    m_macTx(packet);
    Outgoing out;
    const bool fits = protocolNumber == ETHERTYPE_IPV4 && IsLinkUp() &&
                      packet->GetSize() <= GetMtu() && Examine(*packet, out);
    if (!fits || !m_queue->Enqueue(packet))
    {
        m_macTxDrop(packet);
        return false;
    }
    m_port->Wake();
    return true;
}

bool
ExpressNetDevice::Examine(const Packet& packet, Outgoing& out) const
{
    std::array<uint8_t, IP_READ_BYTES> bytes{};
    const uint32_t size = packet.CopyData(bytes.data(), IP_READ_BYTES);
    return ReadIpv4(bytes.data(), size, out.ip) && out.ip.totalBytes == packet.GetSize() &&
           m_channel->FindHost(out.ip.destinationAddress, out.destination);
}

Frame*
ExpressNetDevice::Pull(int64_t)
{
    Outgoing out;
    while (Ptr<Packet> packet = m_queue->Dequeue())
    {
        if (Examine(*packet, out))
        {
            Frame* frame = MakeFrame(packet, out);
            TraceTransmission(packet, frame->wireBytes);
            return frame;
        }
        m_macTxDrop(packet); // its destination has gone since
    }
    return nullptr;
}

Frame*
ExpressNetDevice::MakeFrame(Ptr<Packet> packet, const Outgoing& out)
{
    const IpPacketInfo& ip = out.ip;
    Frame* frame = m_port->NewFrame();
    CarriedPacketProtocol::Get().Label(*frame,
                                       ip.payloadBytes > 0 ? CarriedPacketProtocol::WITH_PAYLOAD
                                                           : CarriedPacketProtocol::BARE,
                                       CarriedPacketProtocol::STACK);
    frame->destination = out.destination;
    frame->wireBytes = m_port->Format().WireBytes(ip.totalBytes);
    frame->payload = ip.payloadBytes;
    frame->queue = QueueOfTos(ip.tos);
    frame->ect = IsEct(EcnOfTos(ip.tos));
    frame->ce = EcnOfTos(ip.tos) == ECN_CE;
    frame->flowHash = m_hash->Hash({frame->source,
                                    frame->destination,
                                    {ip.sourceAddress,
                                     ip.destinationAddress,
                                     ip.sourcePort,
                                     ip.destinationPort,
                                     ip.protocol}});
    frame->attachment = Create<CarriedPacket>(std::move(packet));
    return frame;
}

void
ExpressNetDevice::TraceTransmission(const Ptr<Packet>& packet, uint32_t wireBytes)
{
    m_sniffer(packet);
    m_promiscSniffer(packet);
    m_phyTxBegin(packet);
    if (!m_phyTxEnd.IsEmpty())
    {
        Simulator::Schedule(FromPs(m_port->SerializationPs(wireBytes)),
                            &ExpressNetDevice::TransmitComplete,
                            this,
                            packet);
    }
}

void
ExpressNetDevice::TransmitComplete(Ptr<Packet> packet)
{
    m_phyTxEnd(packet);
}

int64_t
ExpressNetDevice::NextPullPs(int64_t nowPs)
{
    return m_queue->IsEmpty() ? NEVER_PS : nowPs;
}

void
ExpressNetDevice::Receive(Frame* frame, int64_t)
{
    m_received.Add(*frame);
    const Ptr<Packet> packet = CarriedPacket::Of(*frame)->Copy();
    if (frame->ce)
    {
        Ipv4Header header;
        packet->RemoveHeader(header);
        header.SetEcn(Ipv4Header::ECN_CE);
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        packet->AddHeader(header);
    }
    const Ptr<ExpressNetDevice> sender = m_channel->DeviceOf(frame->source);
    const Address from = sender ? sender->GetAddress() : GetBroadcast();
    m_port->Free(frame);
    // the frame's event may be of any node, and ns-3 wants packets to arrive in their own node's
    Simulator::ScheduleWithContext(m_node->GetId(),
                                   Time(0),
                                   &ExpressNetDevice::Deliver,
                                   this,
                                   packet,
                                   from);
}

void
ExpressNetDevice::Deliver(Ptr<Packet> packet, const Address& from)
{
    m_sniffer(packet);
    m_promiscSniffer(packet);
    m_phyRxEnd(packet);
    if (!m_promiscCallback.IsNull())
    {
        m_macPromiscRx(packet);
        m_promiscCallback(this, packet, ETHERTYPE_IPV4, from, GetAddress(), NetDevice::PACKET_HOST);
    }
    m_macRx(packet);
    if (!m_receiveCallback.IsNull())
    {
        m_receiveCallback(this, packet, ETHERTYPE_IPV4, from);
    }
}

Ptr<Queue<Packet>>
ExpressNetDevice::GetQueue() const
{
    return m_queue;
}

void
ExpressNetDevice::SetQueue(Ptr<Queue<Packet>> queue)
{
    m_queue = std::move(queue);
}

void
ExpressNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
ExpressNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
ExpressNetDevice::GetChannel() const
{
    return m_channel;
}

void
ExpressNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
ExpressNetDevice::GetAddress() const
{
    return m_address;
}

bool
ExpressNetDevice::SetMtu(const uint16_t mtu)
{
    if (m_port && mtu > m_port->Format().mtu)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
ExpressNetDevice::GetMtu() const
{
    return m_mtu == 0 && m_port ? static_cast<uint16_t>(m_port->Format().mtu) : m_mtu;
}

bool
ExpressNetDevice::IsLinkUp() const
{
    return m_port != nullptr;
}

void
ExpressNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
ExpressNetDevice::IsBroadcast() const
{
    return true; // a network of many hosts, which is what the stack asks by this
}

Address
ExpressNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
ExpressNetDevice::IsMulticast() const
{
    return false;
}

Address
ExpressNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
ExpressNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
ExpressNetDevice::IsBridge() const
{
    return false;
}

bool
ExpressNetDevice::IsPointToPoint() const
{
    return false;
}

bool
ExpressNetDevice::SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t)
{
    return false;
}

Ptr<Node>
ExpressNetDevice::GetNode() const
{
    return m_node;
}

void
ExpressNetDevice::SetNode(Ptr<Node> node)
{
    m_node = std::move(node);
}

bool
ExpressNetDevice::NeedsArp() const
{
    return false; // the channel knows which host has which address
}

void
ExpressNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receiveCallback = std::move(cb);
}

void
ExpressNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = std::move(cb);
}

bool
ExpressNetDevice::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3::mlt
