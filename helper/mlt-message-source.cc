// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-message-source.h"

#include "ns3/double.h"
#include "ns3/fatal-error.h"
#include "ns3/inet-socket-address.h"
#include "ns3/mlt-clock.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltMessageSource);

namespace
{

/**
 * Ids of sources' messages: the highest bit, so that those which a program counts from 0 are
 * others, then host, application of the host, and message.
 */
constexpr uint64_t SOURCE_BIT = uint64_t{1} << 63;
constexpr uint32_t HOST_SHIFT = 44;
constexpr uint32_t APPLICATION_SHIFT = 32;

} // namespace

TypeId
MltMessageSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MltMessageSource")
            .SetParent<Application>()
            .SetGroupName("Mlt")
            .AddConstructor<MltMessageSource>()
            .AddAttribute("Remote",
                          "IPv4 address of the host that the messages are for (an Ipv4Address, or "
                          "an InetSocketAddress, of which the address is taken).",
                          AddressValue(),
                          MakeAddressAccessor(&MltMessageSource::m_remote),
                          MakeAddressChecker())
            .AddAttribute("MessageSize",
                          "Bytes of a message.",
                          UintegerValue(1000000),
                          MakeUintegerAccessor(&MltMessageSource::m_messageBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("MaxMessages",
                          "How many messages are sent; 0: no limit.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MltMessageSource::m_maxMessages),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Interval",
                          "From one message to the next.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&MltMessageSource::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("LossBound",
                          "Share of a message's bytes that may be missing.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&MltMessageSource::m_lossBound),
                          MakeDoubleChecker<double>(0.0, 0.999999999))
            .AddAttribute("Layer",
                          "Layer of the messages, from 0, the front: decides their priority.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MltMessageSource::m_layer),
                          MakeUintegerChecker<uint32_t>(0, UINT16_MAX))
            .AddAttribute("Layers",
                          "How many layers there are; more than Layer.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MltMessageSource::m_layers),
                          MakeUintegerChecker<uint32_t>(1, UINT16_MAX))
            .AddTraceSource("Tx",
                            "A message is handed to the transport.",
                            MakeTraceSourceAccessor(&MltMessageSource::m_txTrace),
                            "ns3::mlt::MltMessageSource::MessageCallback")
            .AddTraceSource("Complete",
                            "A message of this application is complete at its receiver: its id, "
                            "how long that took, and the distinct bytes that arrived.",
                            MakeTraceSourceAccessor(&MltMessageSource::m_completeTrace),
                            "ns3::mlt::MltMessageSource::CompleteCallback");
    return tid;
}

MltMessageSource::MltMessageSource() = default;

MltMessageSource::~MltMessageSource() = default;

void
MltMessageSource::Setup(Ptr<MessageTransport> transport, Ptr<const HostTable> hosts, uint32_t host)
{
    m_transport = std::move(transport);
    m_hosts = std::move(hosts);
    m_host = host;
}

void
MltMessageSource::DoDispose()
{
    if (m_transport)
    {
        m_transport->TraceDisconnectWithoutContext(
            "Delivery",
            MakeCallback(&MltMessageSource::OnDelivery, this));
    }
    m_transport = nullptr;
    m_hosts = nullptr;
    Application::DoDispose();
}

uint32_t
MltMessageSource::Destination() const
{
    if (m_remote.IsInvalid())
    {
        NS_FATAL_ERROR("attribute Remote of ns3::mlt::MltMessageSource is not set");
    }
    const Ipv4Address address = InetSocketAddress::IsMatchingType(m_remote)
                                    ? InetSocketAddress::ConvertFrom(m_remote).GetIpv4()
                                    : Ipv4Address::ConvertFrom(m_remote);
    const uint32_t host = m_hosts->Find(address);
    if (host == HostTable::NONE || host == m_host)
    {
        NS_FATAL_ERROR("attribute Remote of ns3::mlt::MltMessageSource is "
                       << address << ", expected an address of another host of MLT");
    }
    return host;
}

void
MltMessageSource::StartApplication()
{
    if (m_layer >= m_layers)
    {
        NS_FATAL_ERROR("attribute Layer of ns3::mlt::MltMessageSource is "
                       << m_layer << ", expected less than Layers, " << m_layers);
    }
    m_destination = Destination();
    while (GetNode()->GetApplication(m_number) != this)
    {
        ++m_number;
    }
    m_transport->TraceConnectWithoutContext("Delivery",
                                            MakeCallback(&MltMessageSource::OnDelivery, this));
    SendNext();
}

void
MltMessageSource::StopApplication()
{
    m_next.Cancel();
}

uint64_t
MltMessageSource::NextId() const
{
    return SOURCE_BIT | uint64_t{m_host} << HOST_SHIFT | uint64_t{m_number} << APPLICATION_SHIFT |
           m_sent;
}

void
MltMessageSource::SendNext()
{
    Message message;
    message.id = NextId();
    message.source = m_host;
    message.destination = m_destination;
    message.bytes = m_messageBytes;
    message.SetLayer(m_layer, m_layers);
    message.bound = LossBound::FromShare(m_lossBound);
    ++m_sent;
    m_txTrace(message);
    m_open[message.id] = NowPs();
    m_transport->Send(message);
    if (m_maxMessages == 0 || m_sent < m_maxMessages)
    {
        m_next = Simulator::Schedule(m_interval, &MltMessageSource::SendNext, this);
    }
}

/** @param delivery of any message of the transport. */
void
MltMessageSource::OnDelivery(const Delivery& delivery)
{
    const auto sent = m_open.find(delivery.id);
    if (sent == m_open.end())
    {
        return; // another's
    }
    const Time completionTime = FromPs(delivery.atPs - sent->second);
    m_open.erase(sent);
    m_completeTrace(delivery.id, completionTime, delivery.deliveredBytes);
}

} // namespace ns3::mlt
