// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-receiver.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("MltReceiver");
NS_OBJECT_ENSURE_REGISTERED(MltReceiver);

namespace
{

constexpr uint32_t WORD_BITS = 64;
constexpr uint32_t BYTE_BITS = 8;

/** Before what is sent again: see the phases of MltControlEndpoint. */
constexpr int64_t ANSWER_PHASE = TIMER_PHASE - 4;

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
            .AddAttribute("FeedbackGapRtts",
                          "Least time between two FEEDBACKs to a sender that asks for none, in "
                          "base RTTs: a faster signal could not be answered yet.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&MltReceiver::m_feedbackGapRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("FeedbackFrames",
                          "A FEEDBACK that nobody asks for tells of so many frames at least, 1 or "
                          "more: 5 make it 1.1 % of what the frames take at MTU 1500.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&MltReceiver::m_feedbackFrames),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("ReorderRtts",
                          "After the last frame of a pass, frames that were sent before it may "
                          "come this much later than any did lately, in base RTTs; then a BITMAP "
                          "tells what is missing. They take paths of their own.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&MltReceiver::m_reorderRtts),
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
    : MltControlEndpoint(MltEnd::Receiver, MltEnd::Sender, RECEIVER_RESEND_PHASE),
      m_answer([this] { Answer(); }, ANSWER_PHASE)
{
}

void
MltReceiver::Setup(HostPort& port)
{
    const auto rtt = static_cast<double>(port.BaseRttPs());
    m_pace = {static_cast<int64_t>(m_feedbackGapRtts * rtt), m_feedbackFrames};
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
    else if (AcceptControl(*frame, nowPs))
    {
        // a PROBE says all that BEGIN does, and may overtake it when BEGIN and all data are lost
        Peer& peer = m_peers[frame->source];
        if (!Find(peer, frame->Header<MltHeader>().messageId) &&
            !IsForgotten(frame->Header<MltHeader>()))
        {
            Create(frame->source, frame->Header<MltHeader>());
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

/** Hosts that have messages open, or the one that has just been served. */
uint32_t
MltReceiver::Senders() const
{
    return std::max(m_senders, 1U);
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
MltReceiver::Create(uint32_t source, const MessageFields& fields)
{
    Peer& peer = m_peers[source];
    if (peer.open == 0)
    {
        ++m_senders;
        peer.meter.Restart();
    }
    ++peer.open;
    JobRecord& job = m_jobs[JobOfMessage(fields.messageId)];
    job.idsOfIteration[fields.iteration].push_back(fields.messageId);
    if (fields.iteration > job.latestIteration)
    {
        job.latestIteration = fields.iteration;
        ForgetOld(job);
    }
    auto& message = m_messages[fields.messageId];
    message = std::make_unique<MltReceiverMessage>(fields, source);
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
    const auto& packet = frame.Header<PacketFields>();
    Peer& peer = m_peers[frame.source];
    const int64_t wayPs = nowPs - packet.sendTimePs;
    peer.longestWayPs = std::max(peer.longestWayPs, wayPs);
    MltReceiverMessage* message = TakeData(peer, frame, nowPs);
    if (packet.endsPass && message && !message->IsComplete())
    {
        OnPassEnd(peer, frame);
    }
    const bool asks = packet.asksFeedback;
    if (peer.meter.OnData({nowPs, packet.pairSequence, frame.ce, asks}, m_pace, Senders()))
    {
        peer.longestWayPs = (peer.longestWayPs + wayPs) / 2; // queues shrink, too
        SendFeedback(peer, frame, nowPs);
    }
}

/** Counts a data frame. @return its message, or null if that is forgotten. */
MltReceiverMessage*
MltReceiver::TakeData(Peer& peer, const Frame& frame, int64_t nowPs)
{
    MltReceiverMessage* message = Find(peer, MessageOf(frame).messageId);
    if (!message)
    {
        if (IsForgotten(MessageOf(frame)))
        {
            m_receipts.stale.Add(frame);
            return nullptr;
        }
        message = &Create(frame.source, MessageOf(frame));
    }
    switch (message->OnData(frame.Header<PacketFields>().index, frame.payload))
    {
    case MltReceiverMessage::Outcome::Useful:
        m_usefulData.Add(frame);
        break;
    case MltReceiverMessage::Outcome::Completing:
        m_usefulData.Add(frame);
        Complete(*message, frame, nowPs);
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
    return message;
}

bool
MltReceiver::Question::operator<(const Question& other) const
{
    return std::tie(duePs, messageId, round, sentPs) <
           std::tie(other.duePs, other.messageId, other.round, other.sentPs);
}

/** The last frame of a pass stands for a PROBE. */
void
MltReceiver::OnPassEnd(const Peer& peer, const Frame& frame)
{
    if (frame.attempt == MOST_ATTEMPTS)
    {
        return; // passes are not told apart any more: PROBE does
    }
    const int64_t sentPs = frame.Header<PacketFields>().sendTimePs;
    Ask(peer, {0, MessageOf(frame).messageId, RoundOf(frame.attempt, false), sentPs});
}

void
MltReceiver::OnProbe(const Frame& frame, int64_t nowPs)
{
    const MltHeader& probe = frame.Header<MltHeader>();
    Peer& peer = m_peers[frame.source];
    MltReceiverMessage* message = Find(peer, probe.messageId);
    if (!message || message->IsComplete())
    {
        SendStop(frame.source, probe, nowPs);
        return;
    }
    const int64_t sentPs = nowPs - Host().BaseRttPs() / 2; // control does not wait in queues
    Ask(peer, {0, probe.messageId, probe.round, sentPs});
}

/**
 * When all that was sent by then has come or is lost: as long as any frame of the pair took lately,
 * and a little longer, since each takes a path of its own.
 */
int64_t
MltReceiver::AnswerDuePs(const Peer& peer, int64_t sentPs) const
{
    const double reorder = m_reorderRtts * static_cast<double>(Host().BaseRttPs());
    return sentPs + peer.longestWayPs + static_cast<int64_t>(reorder);
}

void
MltReceiver::Ask(const Peer& peer, Question question)
{
    question.duePs = std::max(AnswerDuePs(peer, question.sentPs), NowPs());
    m_questions.insert(question);
    m_answer.Set(m_questions.begin()->duePs);
}

void
MltReceiver::Answer()
{
    Host().CatchUp();
    const int64_t now = NowPs();
    while (!m_questions.empty() && m_questions.begin()->duePs <= now)
    {
        const Question question = *m_questions.begin();
        m_questions.erase(m_questions.begin());
        const auto found = m_messages.find(question.messageId);
        if (found == m_messages.end() || found->second->IsComplete())
        {
            continue;
        }
        const Peer& peer = m_peers[found->second->Source()];
        if (AnswerDuePs(peer, question.sentPs) > now)
        {
            Ask(peer, question); // a queue grows: what was sent before still comes
        }
        else
        {
            SendBitmap(question.messageId, *found->second, question.round, now);
        }
    }
    if (!m_questions.empty())
    {
        m_answer.Set(m_questions.begin()->duePs);
    }
}

void
MltReceiver::Complete(MltReceiverMessage& message, const Frame& frame, int64_t nowPs)
{
    SendStop(frame.source, MessageOf(frame), nowPs);
    Peer& peer = m_peers[frame.source];
    --peer.open;
    m_senders -= peer.open == 0;
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
MltReceiver::SendBitmap(uint64_t id,
                        const MltReceiverMessage& message,
                        uint16_t round,
                        int64_t nowPs)
{
    NS_LOG_LOGIC("host " << Host().Host() << ": BITMAP of message " << id << " to host "
                         << message.Source());
    const auto segments = message.Holes(PacketsOfSegment(Host().Format()));
    for (uint32_t i = 0; i < segments.size(); ++i)
    {
        ControlPacket packet;
        packet.type = MltType::Bitmap;
        packet.header.messageId = id;
        packet.header.iteration = message.Iteration();
        packet.header.round = round;
        packet.header.index = i;
        packet.header.packetCount = static_cast<uint32_t>(segments.size());
        packet.bitmap = segments[i];
        const auto bytes = static_cast<uint32_t>(segments[i]->bits.size()) * WORD_BITS / BYTE_BITS;
        SendReliably(message.Source(), std::move(packet), MLT_BITMAP_BYTES + bytes, nowPs);
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
    constexpr uint64_t BITS_PER_KBIT = 1000;
    const auto report = peer.meter.Take(nowPs, Senders());
    ControlPacket feedback;
    feedback.type = MltType::Feedback;
    feedback.header.sendTimePs = frame.Header<PacketFields>().sendTimePs;
    feedback.header.pairSequence = frame.Header<PacketFields>().pairSequence;
    feedback.header.received = report.received;
    feedback.header.marked = report.marked;
    feedback.header.missing = report.missing;
    const uint64_t share = Host().BitRate() / Senders() / BITS_PER_KBIT;
    feedback.header.shareKbps = static_cast<uint32_t>(std::clamp<uint64_t>(share, 1, UINT32_MAX));
    SendOnce(frame.source, std::move(feedback), MLT_FEEDBACK_BYTES);
}

} // namespace ns3::mlt
