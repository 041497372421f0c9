// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RECEIVER_H
#define MLT_RECEIVER_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-control-endpoint.h"
#include "ns3/mlt-feedback-meter.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-receiver-message.h"

#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3::mlt
{

/**
 * MLT's receiver application: one a host, for all its incoming messages. Marks what has come, sends
 * STOP when (1 - p) of a message has, answers PROBE with BITMAP or STOP, and sends FEEDBACK.
 */
class MltReceiver : public MltControlEndpoint
{
  public:
    static TypeId GetTypeId();

    MltReceiver();

    /** Puts the application on a host's port, once, before the run. */
    void Setup(HostPort& port);

    /** Called when a message is complete. */
    void SetDeliveryHandler(MessageTransport::DeliveryListener handler);

    ReceiptCounts Receipts() const override;

    Frame* Pull(int64_t nowPs) override;
    int64_t NextPullPs(int64_t nowPs) override;
    void Receive(Frame* frame, int64_t nowPs) override;
    void Prefetch(const Frame& frame, int stage) const override;
    bool IsPulled() const override;

  private:
    /** All that is kept for a source. */
    struct alignas(CACHE_LINE_BYTES) Peer
    {
        FeedbackMeter meter;
        uint64_t latestId{0}; //!< frames of one message mostly come in a row
        MltReceiverMessage* latest{nullptr};
        int64_t longestWayPs{0}; //!< of its data frames lately, by its clock and this host's
        uint32_t open{0};        //!< messages that are not complete
    };

    static_assert(sizeof(Peer) == CACHE_LINE_BYTES, "each frame needs one");

    /** The messages of a job, by which is judged what is old. */
    struct JobRecord
    {
        std::map<uint32_t, std::vector<uint64_t>> idsOfIteration;
        uint32_t latestIteration{0};
    };

    /** A BITMAP that is owed: a pass has ended, or a PROBE asks. In the order of answers. */
    struct Question
    {
        int64_t duePs; //!< not before then
        uint64_t messageId;
        uint16_t round;
        int64_t sentPs; //!< what was sent before then is to be in the answer

        bool operator<(const Question& other) const;
    };

    MltReceiverMessage* Find(Peer& peer, uint64_t id);
    MltReceiverMessage& Create(uint32_t source, const MessageFields& fields);
    uint32_t Senders() const;
    bool IsForgotten(const MessageFields& message) const;
    void ForgetOld(JobRecord& job);
    void OnData(Frame& frame, int64_t nowPs);
    MltReceiverMessage* TakeData(Peer& peer, const Frame& frame, int64_t nowPs);
    void OnPassEnd(const Peer& peer, const Frame& frame);
    void OnProbe(const Frame& frame, int64_t nowPs);
    int64_t AnswerDuePs(const Peer& peer, int64_t sentPs) const;
    void Ask(const Peer& peer, Question question);
    void Answer();
    void SendBitmap(uint64_t id, const MltReceiverMessage& message, uint16_t round, int64_t nowPs);
    void Complete(MltReceiverMessage& message, const Frame& frame, int64_t nowPs);
    void SendStop(uint32_t peer, const MessageFields& about, int64_t nowPs);
    void SendFeedback(Peer& peer, const Frame& frame, int64_t nowPs);

    // what each frame needs: a cache line
    alignas(CACHE_LINE_BYTES) std::unique_ptr<Peer[]> m_peers; //!< by source
    FeedbackMeter::Pace m_pace{}; //!< of feedbacks that nobody asks for
    uint32_t m_senders{0};        //!< hosts that have messages open
    FrameCount m_usefulData;

    uint16_t m_feedbackFrames;
    double m_feedbackGapRtts;
    double m_reorderRtts;
    uint32_t m_tombstoneIterations;
    MessageTransport::DeliveryListener m_delivered;
    std::unordered_map<uint64_t, std::unique_ptr<MltReceiverMessage>> m_messages;
    std::map<uint32_t, JobRecord> m_jobs;
    std::set<Question> m_questions;
    Deadline m_answer;
};

} // namespace ns3::mlt

#endif // MLT_RECEIVER_H
