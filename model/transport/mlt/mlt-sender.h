// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SENDER_H
#define MLT_SENDER_H

#include "ns3/mlt-control-endpoint.h"
#include "ns3/mlt-due-messages.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-pair-scheduler.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-sender-message.h"
#include "ns3/mlt-sending-pair.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3::mlt
{

/**
 * MLT's sender application: one a host, for all its outgoing messages. Sends the first priorities,
 * and there the front-most layers first, paces each destination by its rate control, probes after a
 * pass, repairs what a BITMAP misses, and ends a message at STOP.
 */
class alignas(CACHE_LINE_BYTES) MltSender : public MltControlEndpoint
{
  public:
    static TypeId GetTypeId();

    MltSender();
    ~MltSender() override;

    /**
     * Puts the application on a host's port, once, before the run.
     * @param importance decides which packets are droppable.
     * @param seed of random send orders.
     */
    void Setup(HostPort& port, Ptr<const ImportanceModel> importance, uint64_t seed);

    /** Called when STOP has come for a message. */
    void SetReportHandler(MessageTransport::SenderReportListener handler);

    /** Hands a message over, now. */
    void SendMessage(const Message& message);

    /** A message that STOP has not come for, or null. */
    MltSenderMessage* Find(uint64_t id) const;

    /** Calls visit for each message that STOP has not come for. */
    void ForEachOpen(const std::function<void(const MltSenderMessage&)>& visit) const;

    Frame* Pull(int64_t nowPs) override;
    int64_t NextPullPs(int64_t nowPs) override;
    void SetPaused(ClassSet classes) override;
    void Receive(Frame* frame, int64_t nowPs) override;
    int64_t LatenessPs() const override;
    void ListAhead(PrefetchList& list) const override;

    /** destination host, rate (bit/s), round-trip time of the sample. */
    using RateCallback = void (*)(uint32_t, double, Time);

  private:
    /** A control packet that says all that a receiver needs to know of a message. */
    static ControlPacket Describe(const MltSenderMessage& message, MltType type);
    SendingPair& PairOf(uint32_t peer);
    Pacer NewPacer() const;
    void Enlist(MltSenderMessage& message, int64_t nowPs);
    void Offer(uint32_t peer, int64_t nowPs);
    Frame* MakeData(const SendingPair& pair,
                    const MltSenderMessage& message,
                    const MltSenderMessage::Packet& packet,
                    int64_t nowPs);
    void FetchAhead(uint32_t last) const;
    int64_t ProbeWaitPs(int64_t rttPs) const;
    void PassIsOver(const SendingPair& pair, const MltSenderMessage& message, int64_t nowPs);
    void Probe();
    void SendProbe(const MltSenderMessage& message, int64_t nowPs);
    void OnFeedback(const Frame& frame, int64_t nowPs);
    void OnControl(const Frame& frame, int64_t nowPs);
    void OnStop(uint32_t peer, uint64_t id, int64_t nowPs);

    // what each frame needs, together
    alignas(CACHE_LINE_BYTES)
        std::vector<std::unique_ptr<SendingPair>> m_pairs; //!< by destination, made
                                                           //!< when first used
    PairScheduler m_scheduler;
    ClassSet m_paused;

    TypeId m_orderType;
    TypeId m_rateType;
    double m_probeRtts;
    Ptr<SendOrder> m_order;
    Ptr<const ImportanceModel> m_importance;
    uint64_t m_seed{0};
    MessageTransport::SenderReportListener m_report;

    std::unordered_map<uint64_t, Ptr<MltSenderMessage>> m_messages;
    DueMessages m_probes; //!< those that STOP has come for are skipped
    Deadline m_probe;
    TracedCallback<uint32_t, double, Time> m_rateTrace;
};

} // namespace ns3::mlt

#endif // MLT_SENDER_H
