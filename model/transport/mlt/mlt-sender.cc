// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-sender.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-share-rate-control.h"
#include "ns3/mlt-type-id-checker.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("MltSender");
NS_OBJECT_ENSURE_REGISTERED(MltSender);

namespace
{

/** A pass that brought nothing doubles the wait for the PROBE of the next, up to so often. */
constexpr uint8_t MOST_DOUBLINGS = 10;

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
                          "RateControl): by the receiver's share and delay, by delay alone "
                          "(TimelyRateControl), or AIMD on marks as in DLCP (AimdRateControl).",
                          TypeIdValue(ShareRateControl::GetTypeId()),
                          MakeTypeIdAccessor(&MltSender::m_rateType),
                          MakeTypeIdCheckerFor(RateControl::GetTypeId()))
            .AddAttribute("ProbeRtts",
                          "A PROBE goes out this many smoothed RTTs (never taken less than the "
                          "base RTT) after a pass's last data frame, at least 0. The receiver "
                          "answers that frame by itself: a PROBE is for where it was lost.",
                          DoubleValue(2.0),
                          MakeDoubleAccessor(&MltSender::m_probeRtts),
                          MakeDoubleChecker<double>(0.0))
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
    m_pairs.resize(port.HostCount());
    m_scheduler = PairScheduler(port.HostCount(), port.Host());
    AttachTo(port);
}

void
MltSender::SetReportHandler(MessageTransport::SenderReportListener handler)
{
    m_report = std::move(handler);
}

SendingPair&
MltSender::PairOf(uint32_t peer)
{
    auto& pair = m_pairs[peer];
    if (!pair)
    {
        const uint32_t hash = MltFlowHash(Host().Host(), peer, MltEnd::Receiver);
        pair = std::make_unique<SendingPair>(hash, NewPacer());
    }
    return *pair;
}

Pacer
MltSender::NewPacer() const
{
    ObjectFactory factory;
    factory.SetTypeId(m_rateType);
    auto rate = factory.Create<RateControl>();
    const uint32_t frameBytes = Host().Format().FullFrame();
    rate->Start({Host().BitRate(), Host().BaseRttPs(), frameBytes});
    return {rate, frameBytes, Host().BaseRttPs()};
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
    PairOf(message.destination).Open(*sending, NowPs());
    Enlist(*sending, NowPs());
    Host().Wake();
}

void
MltSender::Enlist(MltSenderMessage& message, int64_t nowPs)
{
    const uint32_t peer = message.Destination();
    m_pairs[peer]->Enlist(message);
    Offer(peer, nowPs);
}

void
MltSender::Offer(uint32_t peer, int64_t nowPs)
{
    const SendingPair& pair = *m_pairs[peer];
    if (const MltSenderMessage* first = pair.First(m_paused))
    {
        m_scheduler.Offer(peer, first->Rank(), pair.GetPacer().AllowedPs(), nowPs);
    }
    else
    {
        m_scheduler.Withdraw(peer);
    }
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
    SendingPair& pair = *m_pairs[peer];
    MltSenderMessage& message = *pair.First(m_paused);
    if (message.SentBytes() == 0)
    {
        // BEGIN goes with the first data, not when the message is handed over: thousands of them
        // at one instant would flood the control queues
        SendReliably(peer, Describe(message, MltType::Begin), MLT_BEGIN_BYTES, nowPs);
    }
    MltSenderMessage::Packet packet;
    message.NextPacket(packet);
    Frame* frame = MakeData(pair, message, packet, nowPs);
    pair.GetPacer().OnSent(nowPs, frame->wireBytes, packet.isProtected);
    if (!message.HasPacket())
    {
        pair.Unlist(message);
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
        const SendingPair* pair = m_pairs[peer].get();
        m_scheduler.Prefetch(peer);
        PrefetchWhole(pair);
        if (isFirst && pair->Front())
        {
            PrefetchWhole(pair->Front());
        }
        isFirst = false;
    });
}

void
MltSender::ListAhead(PrefetchList& list) const
{
    list.AddFromTo(&m_pairs, &m_orderType);
    m_scheduler.ForEachLikely([this, &list](uint32_t peer) {
        const SendingPair* pair = m_pairs[peer].get();
        m_scheduler.ListAhead(peer, list);
        list.Add(&m_pairs[peer]);
        list.AddWhole(pair);
        if (pair->First(m_paused))
        {
            pair->First(m_paused)->ListAhead(list);
        }
    });
}

Frame*
MltSender::MakeData(const SendingPair& pair,
                    const MltSenderMessage& message,
                    const MltSenderMessage::Packet& packet,
                    int64_t nowPs)
{
    Frame* frame = Host().NewShortFrame();
    frame->destination = message.Destination();
    frame->flowHash = pair.FlowHash();
    frame->payload = static_cast<uint16_t>(packet.payload);
    frame->wireBytes = MltDataBytes(Host().Format(), packet.payload);
    MltProtocol::Get().Label(*frame, MltType::Data, MltEnd::Receiver);
    frame->queue = message.Queue();
    frame->ect = packet.isProtected; // the only place where MLT's word becomes ECN's
    frame->attachment = Ptr<const FrameAttachment>(&message);
    frame->Header<PacketFields>() = {nowPs,
                                     packet.index,
                                     packet.endsPass,
                                     pair.GetPacer().AsksNext(),
                                     pair.GetPacer().NextSequence()};
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
    return static_cast<int64_t>(m_probeRtts * static_cast<double>(rttPs));
}

int64_t
MltSender::LatenessPs() const
{
    // what comes of a pull beside its frame: a PROBE, and the timeout of a BEGIN
    return std::min(ProbeWaitPs(Host().BaseRttPs()), FirstTimeoutPs());
}

void
MltSender::PassIsOver(const SendingPair& pair, const MltSenderMessage& message, int64_t nowPs)
{
    const int64_t rtt = std::max(pair.GetPacer().SmoothedRttPs(), Host().BaseRttPs());
    const uint8_t doublings = std::min(message.FruitlessPasses(), MOST_DOUBLINGS);
    m_probes.Add(nowPs + (ProbeWaitPs(rtt) << doublings), message.fields.messageId);
    m_probe.Set(m_probes.NextPs());
}

void
MltSender::Probe()
{
    Host().CatchUp();
    const int64_t now = NowPs();
    while (m_probes.NextPs() <= now)
    {
        MltSenderMessage* message = Find(m_probes.Take());
        if (message && !message->HasPacket())
        {
            SendProbe(*message, now);
        }
    }
    if (m_probes.NextPs() != NEVER_PS)
    {
        m_probe.Set(m_probes.NextPs());
    }
}

void
MltSender::SendProbe(const MltSenderMessage& message, int64_t nowPs)
{
    const uint32_t peer = message.Destination();
    NS_LOG_LOGIC("host " << Host().Host() << ": PROBE of message " << message.fields.messageId
                         << " to host " << peer);
    m_pairs[peer]->GetPacer().OnProbe();
    Offer(peer, nowPs);
    ControlPacket probe = Describe(message, MltType::Probe);
    probe.header.round = message.ProbeRound();
    SendReliably(peer, std::move(probe), MLT_PROBE_BYTES, nowPs);
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
    else if (AcceptControl(*frame, nowPs))
    {
        OnControl(*frame, nowPs);
    }
    Host().Free(frame);
}

void
MltSender::OnFeedback(const Frame& frame, int64_t nowPs)
{
    const MltHeader& header = frame.Header<MltHeader>();
    SendingPair& pair = PairOf(frame.source);
    if (!pair.OnFeedback(header, nowPs))
    {
        return;
    }
    Offer(frame.source, nowPs);
    Host().Wake();
    const int64_t rtt = nowPs - header.sendTimePs;
    m_rateTrace(frame.source, pair.GetPacer().Rate().BitRate(), FromPs(rtt));
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
        NS_LOG_LOGIC("host " << Host().Host() << ": repairs message " << id << " to host "
                             << frame.source);
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
    m_pairs[peer]->Close(*message);
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
