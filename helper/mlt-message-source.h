// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MESSAGE_SOURCE_H
#define MLT_MESSAGE_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>

namespace ns3::mlt
{

/**
 * An ns-3 application that hands messages to MLT on its node: from StartTime to StopTime, one each
 * Interval, to the host that has the address Remote. Made by MltHelper::InstallSource. (Workloads
 * call MessageTransport::Send themselves.)
 */
class MltMessageSource : public Application
{
  public:
    static TypeId GetTypeId();

    MltMessageSource();
    ~MltMessageSource() override;

    /**
     * Joins the transport; once, before the start.
     * @param host this node's number in @p hosts.
     */
    void Setup(Ptr<MessageTransport> transport, Ptr<const HostTable> hosts, uint32_t host);

    /** Messages handed over so far. */
    uint32_t Sent() const
    {
        return m_sent;
    }

    /** Signature of the trace source Tx. */
    using MessageCallback = void (*)(const Message&);

    /**
     * Signature of the trace source Complete.
     * @param id of the message, as Tx told it.
     * @param completionTime from the message's handing over to its completion at the receiver.
     * @param deliveredBytes distinct bytes that had arrived by then.
     */
    using CompleteCallback = void (*)(uint64_t id, Time completionTime, uint64_t deliveredBytes);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    uint32_t Destination() const;
    uint64_t NextId() const;
    void SendNext();
    void OnDelivery(const Delivery& delivery);

    Address m_remote;
    uint64_t m_messageBytes;
    uint32_t m_maxMessages;
    Time m_interval;
    double m_lossBound;
    uint32_t m_layer;
    uint32_t m_layers;

    Ptr<MessageTransport> m_transport;
    Ptr<const HostTable> m_hosts;
    uint32_t m_host{0};
    uint32_t m_destination{0};
    uint32_t m_number{0}; //!< of this application at its node
    uint32_t m_sent{0};
    std::unordered_map<uint64_t, int64_t> m_open; //!< when messages under way were sent (ps)
    EventId m_next;
    TracedCallback<const Message&> m_txTrace;
    TracedCallback<uint64_t, Time, uint64_t> m_completeTrace;
};

} // namespace ns3::mlt

#endif // MLT_MESSAGE_SOURCE_H
