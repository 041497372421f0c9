// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MESSAGE_TRANSPORT_H
#define MLT_MESSAGE_TRANSPORT_H

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-message-id.h"
#include "ns3/mlt-priority.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** A tensor, or a piece of one, to be carried from host to host. */
struct Message
{
    uint64_t id{0};          //!< unique within a run; MakeMessageId gives those of jobs
    uint32_t iteration{0};   //!< from 0
    uint32_t source{0};      //!< host index
    uint32_t destination{0}; //!< host index, another one
    uint64_t bytes{0};       //!< at least 1
    uint32_t layer{0};       //!< from 0, the front
    uint32_t layers{1};      //!< of the model
    LossBound bound;         //!< share of the bytes that may be missing
    /** Queue of its data at hosts and switches, from FIRST_DATA_QUEUE to QUEUES - 1. */
    uint8_t priority{FIRST_DATA_QUEUE};

    /** The job that it belongs to, from 0. */
    uint32_t Job() const
    {
        return JobOfMessage(id);
    }

    /** Names the layer, and gives the message the priority of its layer (QueueOfLayer). */
    void SetLayer(uint32_t number, uint32_t ofModel)
    {
        layer = number;
        layers = ofModel;
        priority = QueueOfLayer(number, ofModel);
    }
};

/** A message is complete at its receiver. */
struct Delivery
{
    uint64_t id{0};
    int64_t atPs{0};
    uint64_t deliveredBytes{0}; //!< distinct bytes
    /** Which packets arrived, or nullptr when all did; valid during the call only. */
    const Bitmap* received{nullptr};
    uint32_t packetBytes{0}; //!< bytes of every packet but perhaps the last
};

/** A sender is through with a message: nothing of it will be sent any more. */
struct SenderReport
{
    uint64_t id{0};
    uint64_t sentBytes{0};     //!< payload, repairs included
    uint64_t repairedBytes{0}; //!< payload of repairs (retransmissions)
    uint8_t queue{0};          //!< the priority that the message's data had
};

/** A host to install a transport on. The port must outlive the transport. */
struct HostSite
{
    Ptr<Node> node;
    HostPort* port{nullptr};
};

/**
 * The message interface: all that workloads know of a transport. One object serves all hosts of a
 * run. Chosen by TypeId; a user's own transport derives from this.
 *
 * Per message, in this order at the receiver and at the sender: one Delivery, one SenderReport
 * (the Delivery comes first or at the same instant).
 */
class MessageTransport : public Object
{
  public:
    static TypeId GetTypeId();

    /** Signature of the trace source Delivery. */
    using DeliveryCallback = void (*)(const Delivery&);
    /** Signature of the trace source SenderReport. */
    using SenderReportCallback = void (*)(const SenderReport&);

    using DeliveryListener = std::function<void(const Delivery&)>;
    using SenderReportListener = std::function<void(const SenderReport&)>;

    /** Puts the transport on all hosts; sites[i] is host i. Called once, before any Send. */
    virtual void Install(const std::vector<HostSite>& sites) = 0;

    /**
     * Tells of a (source, destination) pair that will be used, so that a transport with
     * connections may have them established beforehand. Optional; before the run.
     */
    virtual void Prepare(uint32_t source, uint32_t destination);

    /** Hands a message over, now. */
    virtual void Send(const Message& message) = 0;

    /**
     * The switches' path chooser that suits this transport where the user names none: per-flow
     * ECMP, unless order does not matter to it.
     */
    virtual TypeId DefaultPathChooser() const;

    /** Whether a packet of a message may be dropped selectively (was sent Not-ECT at first). */
    virtual bool IsDroppable(const Message& message, uint32_t packet) const;

    /** What became of all frames that reached hosts so far. */
    virtual ReceiptCounts Receipts() const = 0;

    /** One line for each message that is not through, for error reports; at most @p most lines. */
    virtual std::vector<std::string> OpenMessages(size_t most) const = 0;

    /**
     * Gives fixed random streams to all that is random in here.
     * @return how many were used.
     */
    virtual int64_t AssignStreams(int64_t stream) = 0;

    /** Connects a function to the trace source Delivery, for good. */
    void ListenToDeliveries(const DeliveryListener& listener);
    /** Connects a function to the trace source SenderReport, for good. */
    void ListenToSenderReports(const SenderReportListener& listener);

  protected:
    /** For implementations: tell all that listen. */
    void ReportDelivery(const Delivery& delivery) const;
    void ReportSender(const SenderReport& report) const;

  private:
    TracedCallback<const Delivery&> m_deliveryTrace;
    TracedCallback<const SenderReport&> m_senderReportTrace;
};

} // namespace ns3::mlt

#endif // MLT_MESSAGE_TRANSPORT_H
