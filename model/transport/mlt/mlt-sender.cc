// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-sender.h"

#include "ns3/double.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltSender);

namespace
{

/** Weight of a sample in the smoothed RTT (RFC 6298: 1/8). */
constexpr int64_t RTT_SMOOTHING = 8;

} // namespace

TypeId
MltSender::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::MltSender")
            .SetParent<MltControlEndpoint>()
            .SetGroupName("Mlt")
            .AddConstructor<MltSender>()
            .AddAttribute(
                "SendOrder",
                "TypeId of the first pass's order (a SendOrder). Protected packets first: "
                "what an early STOP leaves out is small gradients.",
                TypeIdValue(ProtectedFirstOrder::GetTypeId()),
                MakeTypeIdAccessor(&MltSender::m_orderType),
                MakeTypeIdCheckerFor(SendOrder::GetTypeId()))
            .AddAttribute("RateControl",
                          "TypeId of the rate control of a (source, destination) pair (a "
                          "RateControl): delay-based as in MLT, or AIMD on marks as in DLCP.",
                          TypeIdValue(TimelyRateControl::GetTypeId()),
                          MakeTypeIdAccessor(&MltSender::m_rateType),
                          MakeTypeIdCheckerFor(RateControl::GetTypeId()))
            .AddAttribute("ProbeRtts",
                          "A PROBE goes out this many smoothed RTTs (never taken less than the "
                          "base RTT) after a pass's last data frame, lest it overtake data that "
                          "still waits in low-priority queues: the smoothed RTT mixes priorities. "
                          "At 2 up to a tenth of the repairs of short messages in an incast were "
                          "not needed.",
                          DoubleValue(8.0),
                          MakeDoubleAccessor(&MltSender::m_probeRtts),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("ProbeMax",
                          "The longest wait for a PROBE after a pass. Frames that starve behind "
                          "higher classes raise "
                          "the smoothed RTT to tens of milliseconds, and a lost tail would wait as "
                          "long.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&MltSender::m_probeMost),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("WindowRtts",
                          "A destination that has sent no feedback on the last this many base RTTs "
                          "at line rate is sent to at the least rate only. Bounds the first burst "
                          "of an incast; an idle path needs two.",
                          DoubleValue(4.0),
                          MakeDoubleAccessor(&MltSender::m_windowRtts),
                          MakeDoubleChecker<double>(1.0))
            .AddAttribute("WindowFrames",
                          "The least window (WindowRtts) in frames: feedback comes once in 16.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&MltSender::m_windowFrames),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Rate",
                            "The rate of a destination after a feedback.",
                            MakeTraceSourceAccessor(&MltSender::m_rateTrace),
                            "ns3::mlt::MltSender::RateCallback");
    return tid;
}

MltSender::MltSender()
    : MltControlEndpoint(MltEnd::Sender, MltEnd::Receiver, SENDER_RESEND_PHASE),
      m_probe([this] { Probe(); }, PROBE_PHASE)
{
}

MltSender::~MltSender() = default;

void
MltSender::Setup(HostPort& port, Ptr<const ImportanceModel> importance, uint64_t seed)
{
    m_importance = std::move(importance);
    m_seed = seed;
    ObjectFactory factory;
    factory.SetTypeId(m_orderType);
    m_order = factory.Create<SendOrder>();
    m_probeMostPs = ToPs(m_probeMost);
    m_pairs.resize(port.HostCount());
    m_scheduler = PairScheduler(port.HostCount(), port.Host());
    AttachTo(port);
}

void
MltSender::SetReportHandler(MessageTransport::SenderReportListener handler)
{
    m_report = std::move(handler);
}

MltSender::Pair&
MltSender::PairOf(uint32_t peer)
{
    auto& pair = m_pairs[peer];
    if (!pair)
    {
        ObjectFactory factory;
        factory.SetTypeId(m_rateType);
        auto rate = factory.Create<RateControl>();
        rate->Start(Host().BitRate(), Host().BaseRttPs());
        const int64_t fullFramePs = Host().SerializationPs(Host().Format().FullFrame());
        const double window = m_windowRtts * static_cast<double>(Host().BaseRttPs()) / fullFramePs;
        pair.reset(new Pair{
            nullptr,
            MltFlowHash(Host().Host(), peer, MltEnd::Receiver),
            Pacer(rate, std::max(m_windowFrames, static_cast<uint32_t>(std::min(window, 1e9)))),
            Host().BaseRttPs(),
            0.0});
    }
    return *pair;
}

ControlPacket
MltSender::Describe(const MltSenderMessage& message, MltType type)
{
    ControlPacket packet;
    packet.type = type;
    static_cast<MessageFields&>(packet.header) = message.fields;
    return packet;
}

void
MltSender::SendMessage(const Message& message)
{
    Host().CatchUp();
    auto sending = Create<MltSenderMessage>(message,
                                            MltPayload(Host().Format()),
                                            *m_order,
                                            *m_importance,
                                            Mix64(m_seed, RandomKeyOfMessage(message.id)));
    m_messages.emplace(message.id, sending);
    PairOf(message.destination).bound = message.bound.Share();
    Enlist(*sending, NowPs());
    Host().Wake();
}

void
MltSender::Enlist(MltSenderMessage& message, int64_t nowPs)
{
    const uint32_t peer = message.Destination();
    MltSenderMessage** place = &PairOf(peer).first;
    while (*place && (*place)->Rank() <= message.Rank())
    {
        place = &(*place)->nextOfPair;
    }
    message.nextOfPair = *place;
    *place = &message;
    Offer(peer, nowPs);
}

void
MltSender::Unlist(Pair& pair, MltSenderMessage& message)
{
    MltSenderMessage** place = &pair.first;
    while (*place && *place != &message)
    {
        place = &(*place)->nextOfPair;
    }
    if (*place)
    {
        *place = message.nextOfPair;
        message.nextOfPair = nullptr;
    }
}

void
MltSender::Offer(uint32_t peer, int64_t nowPs)
{
    const Pair& pair = *m_pairs[peer];
    if (const MltSenderMessage* front = Front(pair))
    {
        m_scheduler.Offer(peer, front->Rank(), pair.pacer.AllowedPs(), nowPs);
    }
    else
    {
        m_scheduler.Withdraw(peer);
    }
}

/** The most urgent message whose class is not paused, or nullptr. */
MltSenderMessage*
MltSender::Front(const Pair& pair) const
{
    MltSenderMessage* message = pair.first;
    while (message && m_paused.Has(message->Queue()))
    {
        message = message->nextOfPair;
    }
    return message;
}

void
MltSender::SetPaused(ClassSet classes)
{
    m_paused = classes;
    for (uint32_t peer = 0; peer < m_pairs.size(); ++peer)
    {
        if (m_pairs[peer])
        {
            Offer(peer, NowPs());
        }
    }
}

Frame*
MltSender::Pull(int64_t nowPs)
{
    const uint32_t peer = m_scheduler.Take(nowPs);
    if (peer == PairScheduler::NONE)
    {
        return nullptr;
    }
    Pair& pair = *m_pairs[peer];
    MltSenderMessage& message = *Front(pair);
    if (message.SentBytes() == 0)
    {
        // BEGIN goes with the first data, not when the message is handed over: thousands of them
        // at one instant would flood the control queues
        SendReliably(peer, Describe(message, MltType::Begin), MLT_BEGIN_BYTES, nowPs);
    }
    MltSenderMessage::Packet packet;
    message.NextPacket(packet);
    Frame* frame = MakeData(pair, message, packet, nowPs);
    pair.pacer.OnSent(nowPs, frame->wireBytes);
    if (!message.HasPacket())
    {
        Unlist(pair, message);
        PassIsOver(pair, message, nowPs);
    }
    // ready again by the time this frame has left, if the pacer allows it by then
    Offer(peer, nowPs + Host().SerializationPs(frame->wireBytes));
    FetchAhead(peer);
    return frame;
}

/** With many destinations, what the next pull reads is in no cache of the core. */
void
MltSender::FetchAhead(uint32_t last) const
{
    bool isFirst = true;
    m_scheduler.ForEachLikely([this, last, &isFirst](uint32_t peer) {
        if (peer == last)
        {
            return; // with few destinations all is there
        }
        const Pair* pair = m_pairs[peer].get();
        m_scheduler.Prefetch(peer);
        PrefetchWhole(pair);
        if (isFirst && pair->first)
        {
            PrefetchWhole(pair->first);
        }
        isFirst = false;
    });
}

void
MltSender::ListAhead(PrefetchList& list) const
{
    list.AddFromTo(&m_pairs, &m_orderType);
    m_scheduler.ForEachLikely([this, &list](uint32_t peer) {
        const Pair* pair = m_pairs[peer].get();
        m_scheduler.ListAhead(peer, list);
        list.Add(&m_pairs[peer]);
        list.AddWhole(pair);
        if (pair->first)
        {
            pair->first->ListAhead(list);
        }
    });
}

Frame*
MltSender::MakeData(Pair& pair,
                    const MltSenderMessage& message,
                    const MltSenderMessage::Packet& packet,
                    int64_t nowPs)
{
    Frame* frame = Host().NewShortFrame();
    frame->destination = message.Destination();
    frame->flowHash = pair.flowHash;
    frame->payload = static_cast<uint16_t>(packet.payload);
    frame->wireBytes = MltDataBytes(Host().Format(), packet.payload);
    Protocol().Label(*frame, MltType::Data, MltEnd::Receiver);
    frame->queue = message.Queue();
    frame->ect = packet.isProtected; // the only place where MLT's word becomes ECN's
    frame->attachment = Ptr<const FrameAttachment>(&message);
    frame->Header<PacketFields>() = {nowPs, packet.index, pair.pacer.NextSequence()};
    frame->attempt = packet.attempt;
    return frame;
}

int64_t
MltSender::NextPullPs(int64_t nowPs)
{
    return m_scheduler.NextPs(nowPs);
}

int64_t
MltSender::ProbeWaitPs(int64_t rttPs) const
{
    const double wait = m_probeRtts * static_cast<double>(rttPs);
    return static_cast<int64_t>(std::min(wait, static_cast<double>(m_probeMostPs)));
}

int64_t
MltSender::LatenessPs() const
{
    // what comes of a pull beside its frame: a PROBE, and the timeout of a BEGIN
    return std::min(ProbeWaitPs(Host().BaseRttPs()), FirstTimeoutPs());
}

void
MltSender::PassIsOver(const Pair& pair, const MltSenderMessage& message, int64_t nowPs)
{
    const int64_t due = nowPs + ProbeWaitPs(std::max(pair.smoothedRttPs, Host().BaseRttPs()));
    m_probes.emplace(due, message.fields.messageId);
    m_probe.Set(m_probes.top().first);
}

void
MltSender::Probe()
{
    Host().CatchUp();
    const int64_t now = NowPs();
    while (!m_probes.empty() && m_probes.top().first <= now)
    {
        MltSenderMessage* message = Find(m_probes.top().second);
        m_probes.pop();
        if (message && !message->HasPacket())
        {
            ControlPacket probe = Describe(*message, MltType::Probe);
            probe.header.round = message->StartProbe();
            SendReliably(message->Destination(), std::move(probe), MLT_PROBE_BYTES, now);
        }
    }
    if (!m_probes.empty())
    {
        m_probe.Set(m_probes.top().first);
    }
}

MltSenderMessage*
MltSender::Find(uint64_t id) const
{
    const auto found = m_messages.find(id);
    return found == m_messages.end() ? nullptr : PeekPointer(found->second);
}

void
MltSender::Receive(Frame* frame, int64_t nowPs)
{
    Host().CatchUp();
    if (frame->Is(MltType::Feedback))
    {
        m_receipts.useful.Add(*frame);
        OnFeedback(*frame, nowPs);
    }
    else if (AcceptControl(*frame))
    {
        OnControl(*frame, nowPs);
    }
    Host().Free(frame);
}

void
MltSender::OnFeedback(const Frame& frame, int64_t nowPs)
{
    const MltHeader& header = frame.Header<MltHeader>();
    Pair& pair = PairOf(frame.source);
    const int64_t rtt = nowPs - header.sendTimePs;
    // up at once, down slowly: the RTT mixes priorities, and a PROBE must not overtake the slowest
    const int64_t above = rtt - pair.smoothedRttPs;
    pair.smoothedRttPs += above > 0 ? above : above / RTT_SMOOTHING;
    pair.pacer.OnFeedback({nowPs, rtt, header.received, header.marked, header.missing, pair.bound},
                          header.pairSequence);
    Offer(frame.source, nowPs);
    Host().Wake();
    m_rateTrace(frame.source, pair.pacer.Rate().BitRate(), FromPs(rtt));
}

void
MltSender::OnControl(const Frame& frame, int64_t nowPs)
{
    const uint64_t id = frame.Header<MltHeader>().messageId;
    if (frame.Is(MltType::Stop))
    {
        OnStop(frame.source, id, nowPs);
        return;
    }
    MltSenderMessage* message = Find(id);
    const bool isOurs = message && message->Destination() == frame.source;
    if (isOurs && frame.Is(MltType::Bitmap) &&
        message->OnBitmap(frame.Header<MltHeader>(), BitmapOf(frame)))
    {
        Enlist(*message, nowPs);
        Host().Wake();
    }
}

void
MltSender::OnStop(uint32_t peer, uint64_t id, int64_t nowPs)
{
    const auto found = m_messages.find(id);
    if (found == m_messages.end() || found->second->Destination() != peer)
    {
        return; // a second STOP, in answer to a PROBE that crossed the first; or not its receiver's
    }
    const Ptr<MltSenderMessage> message = found->second;
    m_messages.erase(found);
    message->OnStop();
    Unlist(*m_pairs[peer], *message);
    Offer(peer, nowPs);
    if (m_report)
    {
        m_report({id, message->SentBytes(), message->RepairedBytes(), message->Queue()});
    }
}

void
MltSender::ForEachOpen(const std::function<void(const MltSenderMessage&)>& visit) const
{
    for (const auto& entry : m_messages)
    {
        visit(*entry.second);
    }
}

} // namespace ns3::mlt
