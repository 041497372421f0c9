// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-receiver.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltReceiver);

namespace
{

constexpr uint32_t WORD_BITS = 64;
constexpr uint32_t BYTE_BITS = 8;

/** How many packets a BITMAP segment can tell of: its bits fill the MTU in whole words. */
uint32_t
PacketsOfSegment(const WireFormat& format)
{
    const uint32_t room = format.mtu - IPV4_HEADER_BYTES - UDP_HEADER_BYTES -
                          MLT_CONTROL_HEADER_BYTES - MLT_BITMAP_BYTES;
    return room * BYTE_BITS / WORD_BITS * WORD_BITS;
}

} // namespace

TypeId
MltReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MltReceiver")
            .SetParent<MltControlEndpoint>()
            .SetGroupName("Mlt")
            .AddConstructor<MltReceiver>()
            .AddAttribute("FeedbackFrames",
                          "A FEEDBACK is due after so many data frames of a pair, counted by "
                          "sequence numbers so that loss does not delay it.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&MltReceiver::m_feedbackFrames),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("FeedbackRtts",
                          "A FEEDBACK is also due when so many base RTTs have passed since the "
                          "last, at the next data frame.",
                          DoubleValue(8.0),
                          MakeDoubleAccessor(&MltReceiver::m_feedbackRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("FeedbackGapRtts",
                          "A FEEDBACK never follows another one within so many base RTTs.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&MltReceiver::m_feedbackGapRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute(
                "TombstoneIterations",
                "For so many iterations of its job a complete message is remembered; data "
                "of older ones is stale, and an older PROBE gets STOP.",
                UintegerValue(2),
                MakeUintegerAccessor(&MltReceiver::m_tombstoneIterations),
                MakeUintegerChecker<uint32_t>(1));
    return tid;
}

MltReceiver::MltReceiver()
    : MltControlEndpoint(MltEnd::Receiver, MltEnd::Sender, RECEIVER_RESEND_PHASE)
{
}

void
MltReceiver::Setup(HostPort& port)
{
    const auto rtt = static_cast<double>(port.BaseRttPs());
    m_pace = {m_feedbackFrames,
              static_cast<int64_t>(m_feedbackRtts * rtt),
              static_cast<int64_t>(m_feedbackGapRtts * rtt)};
    m_peers = std::make_unique<Peer[]>(port.HostCount());
    AttachTo(port);
}

ReceiptCounts
MltReceiver::Receipts() const
{
    ReceiptCounts receipts = m_receipts;
    receipts.useful.data += m_usefulData;
    return receipts;
}

void
MltReceiver::SetDeliveryHandler(MessageTransport::DeliveryListener handler)
{
    m_delivered = std::move(handler);
}

Frame*
MltReceiver::Pull(int64_t)
{
    return nullptr;
}

int64_t
MltReceiver::NextPullPs(int64_t)
{
    return NEVER_PS;
}

bool
MltReceiver::IsPulled() const
{
    return false; // all that it sends is control, which is ready at once
}

void
MltReceiver::Receive(Frame* frame, int64_t nowPs)
{
    if (frame->trimmed)
    {
        m_receipts.stale.Add(*frame); // MLT learns of it as of any loss
    }
    else if (frame->Is(MltType::Data))
    {
        OnData(*frame, nowPs);
    }
    else if (AcceptControl(*frame))
    {
        // a PROBE says all that BEGIN does, and may overtake it when BEGIN and all data are lost
        Peer& peer = m_peers[frame->source];
        if (!Find(peer, frame->Header<MltHeader>().messageId) &&
            !IsForgotten(frame->Header<MltHeader>()))
        {
            Create(frame->Header<MltHeader>());
        }
        if (frame->Is(MltType::Probe))
        {
            OnProbe(*frame, nowPs);
        }
    }
    Host().Free(frame);
}

void
MltReceiver::Prefetch(const Frame& frame, int stage) const
{
    const Peer& peer = m_peers[frame.source];
    if (stage == 0)
    {
        PrefetchLine(&peer);
        PrefetchLine(PeekPointer(frame.attachment));
    }
    else if (stage == 1)
    {
        PrefetchLine(peer.latest);
    }
    else if (peer.latest && frame.Is(MltType::Data))
    {
        const Bitmap& received = peer.latest->Received();
        const uint32_t index = frame.Header<PacketFields>().index;
        if (index < received.Size())
        {
            PrefetchLine(received.WordOf(index));
        }
    }
}

bool
MltReceiver::IsForgotten(const MessageFields& message) const
{
    const auto job = m_jobs.find(JobOfMessage(message.messageId));
    return job != m_jobs.end() &&
           message.iteration + m_tombstoneIterations < job->second.latestIteration;
}

MltReceiverMessage*
MltReceiver::Find(Peer& peer, uint64_t id)
{
    if (peer.latest && peer.latestId == id)
    {
        return peer.latest;
    }
    const auto found = m_messages.find(id);
    if (found == m_messages.end())
    {
        return nullptr;
    }
    peer.latestId = id;
    peer.latest = found->second.get();
    return peer.latest;
}

MltReceiverMessage&
MltReceiver::Create(const MessageFields& fields)
{
    JobRecord& job = m_jobs[JobOfMessage(fields.messageId)];
    job.idsOfIteration[fields.iteration].push_back(fields.messageId);
    if (fields.iteration > job.latestIteration)
    {
        job.latestIteration = fields.iteration;
        ForgetOld(job);
    }
    auto& message = m_messages[fields.messageId];
    message = std::make_unique<MltReceiverMessage>(fields);
    return *message;
}

void
MltReceiver::ForgetOld(JobRecord& job)
{
    for (uint32_t peer = 0; peer < Host().HostCount(); ++peer)
    {
        m_peers[peer].latest = nullptr;
    }
    auto& ids = job.idsOfIteration;
    auto entry = ids.begin();
    while (entry != ids.end() && entry->first + m_tombstoneIterations < job.latestIteration)
    {
        std::vector<uint64_t> open;
        for (uint64_t id : entry->second)
        {
            if (m_messages.at(id)->IsComplete())
            {
                m_messages.erase(id);
            }
            else
            {
                open.push_back(id);
            }
        }
        entry->second = std::move(open);
        entry = entry->second.empty() ? ids.erase(entry) : std::next(entry);
    }
}

void
MltReceiver::OnData(Frame& frame, int64_t nowPs)
{
    Peer& peer = m_peers[frame.source];
    const bool feedbackDue =
        peer.meter.OnData(frame.Header<PacketFields>().pairSequence, frame.ce, nowPs, m_pace);
    MltReceiverMessage* message = Find(peer, MessageOf(frame).messageId);
    if (!message && IsForgotten(MessageOf(frame)))
    {
        m_receipts.stale.Add(frame);
    }
    else
    {
        MltReceiverMessage& m = message ? *message : Create(MessageOf(frame));
        switch (m.OnData(frame.Header<PacketFields>().index, frame.payload))
        {
        case MltReceiverMessage::Outcome::Useful:
            m_usefulData.Add(frame);
            break;
        case MltReceiverMessage::Outcome::Completing:
            m_usefulData.Add(frame);
            Complete(m, frame, nowPs);
            break;
        case MltReceiverMessage::Outcome::Duplicate:
            m_receipts.duplicate.Add(frame);
            break;
        case MltReceiverMessage::Outcome::Late:
            m_receipts.late.Add(frame);
            break;
        case MltReceiverMessage::Outcome::Foreign:
            m_receipts.stale.Add(frame);
            break;
        }
    }
    if (feedbackDue)
    {
        SendFeedback(peer, frame, nowPs);
    }
}

void
MltReceiver::Complete(MltReceiverMessage& message, const Frame& frame, int64_t nowPs)
{
    SendStop(frame.source, MessageOf(frame), nowPs);
    if (m_delivered)
    {
        const bool all = message.DeliveredBytes() == MessageOf(frame).length;
        m_delivered({MessageOf(frame).messageId,
                     nowPs,
                     message.DeliveredBytes(),
                     all ? nullptr : &message.Received(),
                     MltPayload(Host().Format())});
    }
    message.Forget();
}

void
MltReceiver::OnProbe(const Frame& frame, int64_t nowPs)
{
    MltReceiverMessage* message = Find(m_peers[frame.source], frame.Header<MltHeader>().messageId);
    if (!message || message->IsComplete())
    {
        SendStop(frame.source, frame.Header<MltHeader>(), nowPs);
        return;
    }
    const auto segments = message->Holes(PacketsOfSegment(Host().Format()));
    for (uint32_t i = 0; i < segments.size(); ++i)
    {
        ControlPacket packet;
        packet.type = MltType::Bitmap;
        packet.header.messageId = frame.Header<MltHeader>().messageId;
        packet.header.iteration = frame.Header<MltHeader>().iteration;
        packet.header.round = frame.Header<MltHeader>().round;
        packet.header.index = i;
        packet.header.packetCount = static_cast<uint32_t>(segments.size());
        packet.bitmap = segments[i];
        const auto bytes = static_cast<uint32_t>(segments[i]->bits.size()) * WORD_BITS / BYTE_BITS;
        SendReliably(frame.source, std::move(packet), MLT_BITMAP_BYTES + bytes, nowPs);
    }
}

void
MltReceiver::SendStop(uint32_t peer, const MessageFields& about, int64_t nowPs)
{
    ControlPacket stop;
    stop.type = MltType::Stop;
    stop.header.messageId = about.messageId;
    stop.header.iteration = about.iteration;
    SendReliably(peer, std::move(stop), MLT_STOP_BYTES, nowPs);
}

void
MltReceiver::SendFeedback(Peer& peer, const Frame& frame, int64_t nowPs)
{
    const auto report = peer.meter.Take(nowPs);
    ControlPacket feedback;
    feedback.type = MltType::Feedback;
    feedback.header.sendTimePs = frame.Header<PacketFields>().sendTimePs;
    feedback.header.pairSequence = frame.Header<PacketFields>().pairSequence;
    feedback.header.received = report.received;
    feedback.header.marked = report.marked;
    feedback.header.missing = report.missing;
    SendOnce(frame.source, std::move(feedback), MLT_FEEDBACK_BYTES);
}

} // namespace ns3::mlt
