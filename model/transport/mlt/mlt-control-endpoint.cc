// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-endpoint.h"

#include "ns3/double.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltControlEndpoint);

TypeId
MltControlEndpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MltControlEndpoint")
            .SetParent<Application>()
            .SetGroupName("Mlt")
            .AddAttribute("ControlTimeoutRtts",
                          "First timeout of a control packet in base RTTs.",
                          DoubleValue(3.0),
                          MakeDoubleAccessor(&MltControlEndpoint::m_timeoutRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("ControlTimeoutMin",
                          "Least first timeout of a control packet.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&MltControlEndpoint::m_timeoutLeast),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ControlTimeoutMax",
                          "The timeout doubles with each try up to this; there is no last try.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&MltControlEndpoint::m_timeoutMost),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

MltControlEndpoint::MltControlEndpoint(MltEnd own, MltEnd peer, int64_t resendPhase)
    : m_ownEnd(own),
      m_peerEnd(peer),
      m_resend([this] { Resend(); }, resendPhase)
{
}

void
MltControlEndpoint::AttachTo(HostPort& port)
{
    m_host = &port;
    m_channels.resize(port.HostCount());
    m_unacknowledged = IndexSet(port.HostCount());
    const auto rtts = static_cast<int64_t>(m_timeoutRtts * static_cast<double>(port.BaseRttPs()));
    m_timeout.firstPs = std::max(rtts, ToPs(m_timeoutLeast));
    m_timeout.mostPs = std::max(m_timeout.firstPs, ToPs(m_timeoutMost));
    port.Attach(MltProtocol::Get(), static_cast<uint8_t>(m_ownEnd), *this);
}

ControlChannel&
MltControlEndpoint::ChannelTo(uint32_t peer)
{
    auto& channel = m_channels[peer];
    if (!channel)
    {
        channel = std::make_unique<ControlChannel>();
    }
    return *channel;
}

Frame*
MltControlEndpoint::MakeFrame(uint32_t peer, const ControlPacket& packet) const
{
    Frame* frame = m_host->NewFrame();
    frame->destination = peer;
    frame->flowHash = MltFlowHash(frame->source, peer, m_peerEnd);
    frame->wireBytes = packet.wireBytes;
    MltProtocol::Get().Label(*frame, packet.type, m_peerEnd);
    frame->queue = CONTROL_QUEUE;
    frame->attachment = packet.bitmap;
    frame->Header<MltHeader>() = packet.header;
    return frame;
}

void
MltControlEndpoint::SendReliably(uint32_t peer,
                                 ControlPacket packet,
                                 uint32_t fields,
                                 int64_t nowPs)
{
    packet.wireBytes = MltControlBytes(m_host->Format(), fields);
    const auto& submitted = ChannelTo(peer).Submit(std::move(packet), nowPs, m_timeout);
    m_unacknowledged.Insert(peer);
    m_resend.Set(std::min(m_resend.AtPs(), nowPs + m_timeout.firstPs));
    m_host->Send(MakeFrame(peer, submitted));
}

void
MltControlEndpoint::SendOnce(uint32_t peer, ControlPacket packet, uint32_t fields)
{
    packet.wireBytes = MltControlBytes(m_host->Format(), fields);
    m_host->Send(MakeFrame(peer, packet));
}

bool
MltControlEndpoint::AcceptControl(const Frame& frame, int64_t nowPs)
{
    const uint32_t sequence = frame.Header<MltHeader>().channelSequence;
    ControlChannel& channel = ChannelTo(frame.source);
    if (frame.Is(MltType::ChannelAck))
    {
        const bool wanted = channel.Acknowledge(sequence, frame.Header<MltHeader>().attempt, nowPs);
        (wanted ? m_receipts.useful : m_receipts.duplicate).Add(frame);
        return false;
    }
    ControlPacket acknowledgement;
    acknowledgement.type = MltType::ChannelAck;
    acknowledgement.header.channelSequence = sequence;
    acknowledgement.header.attempt = frame.Header<MltHeader>().attempt;
    SendOnce(frame.source, std::move(acknowledgement), 0);
    const bool isNew = channel.Accept(sequence);
    (isNew ? m_receipts.useful : m_receipts.duplicate).Add(frame);
    return isNew;
}

void
MltControlEndpoint::Resend()
{
    m_host->CatchUp();
    const int64_t now = NowPs();
    int64_t next = NEVER_PS;
    for (uint32_t peer = m_unacknowledged.Next(0); peer != IndexSet::NONE;
         peer = m_unacknowledged.Next(peer + 1))
    {
        ControlChannel& channel = *m_channels[peer];
        if (channel.Outstanding() == 0)
        {
            m_unacknowledged.Erase(peer);
            continue;
        }
        channel.Resend(now, m_timeout, [this, peer](const ControlPacket& packet) {
            m_host->Send(MakeFrame(peer, packet));
        });
        next = std::min(next, channel.NextDeadlinePs());
    }
    if (next != NEVER_PS)
    {
        m_resend.Set(next);
    }
}

uint32_t
MltFlowHash(uint32_t source, uint32_t destination, MltEnd end)
{
    const uint64_t pair = (uint64_t{source} << 32) | destination;
    return static_cast<uint32_t>(Mix64(static_cast<uint64_t>(end), pair));
}

} // namespace ns3::mlt
