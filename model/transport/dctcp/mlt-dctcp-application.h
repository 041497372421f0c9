// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_APPLICATION_H
#define MLT_DCTCP_APPLICATION_H

#include "ns3/application.h"
#include "ns3/mlt-dctcp-connections.h"
#include "ns3/mlt-dctcp-header.h"
#include "ns3/mlt-dctcp-ready-set.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-message-transport.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** Whom a DctcpApplication tells what happened. */
class DctcpObserver
{
  public:
    virtual ~DctcpObserver() = default;

    /** All bytes of a message were delivered in order. */
    virtual void Delivered(const Delivery& delivery) = 0;
    /** All bytes of a message are acknowledged. */
    virtual void Finished(const SenderReport& report) = 0;
    /** A connection for one message is through with it; the observer may free it. */
    virtual void Ended(DctcpConnection& connection) = 0;
    /** The congestion window was @p oldBytes and is another one now. */
    virtual void WindowChanged(const DctcpConnection& connection, uint64_t oldBytes) = 0;
    /** The estimate of the marked share was @p oldAlpha and is another one now. */
    virtual void AlphaChanged(const DctcpConnection& connection, double oldAlpha) = 0;
    /** The retransmission timer expired. */
    virtual void TimedOut(const DctcpConnection& connection) = 0;
};

/**
 * DCTCP at one host: the sending ends of the connections from it and the receiving ends of those
 * to it. It moves frames; DctcpSender and DctcpReceiver decide.
 *
 * Connections that may send share the NIC frame by frame in round robin. The first turn is that
 * of a connection which depends on the host, else all hosts would start with the same receiver.
 *
 * Data and acknowledgements use one queue: DCTCP knows no priorities.
 */
class DctcpApplication : public Application, public FrameEndpoint
{
  public:
    static TypeId GetTypeId();

    /** Takes its place at a host. All must outlive the run. */
    void Bind(HostPort& port, DctcpConnections& connections, DctcpObserver& observer);

    /** Takes up the sending end of a connection from this host. */
    void AddSending(DctcpConnection& connection);
    /** Lets go of it, before the connection is freed. */
    void RemoveSending(DctcpConnection& connection);

    /** Sends a message on a connection from this host. */
    void Write(DctcpConnection& connection, const Message& message);
    /** A message is coming on a connection to this host, behind those that were told before. */
    void Expect(DctcpConnection& connection, const Message& message);

    /**
     * What became of the frames that reached this host. Data is useful if it brings a byte that
     * was missing, else duplicate. An acknowledgement is useful if it tells of a byte that was
     * not known to have arrived, or moves the left edge, else duplicate. A frame of a connection
     * that has ended is late.
     */
    const ReceiptCounts& Receipts() const
    {
        return m_receipts;
    }

    Frame* Pull(int64_t nowPs) override;
    int64_t NextPullPs(int64_t nowPs) override;
    void Receive(Frame* frame, int64_t nowPs) override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    void ReceiveData(Frame* frame, int64_t nowPs);
    void ReceiveAck(Frame* frame, int64_t nowPs);
    void Acknowledge(const DctcpConnection& connection, const Frame& data);
    void Deliver(DctcpConnection& connection, int64_t nowPs);
    void Finish(DctcpConnection& connection);
    void Expired(DctcpConnection& connection);
    void Refresh(DctcpConnection& connection);
    Frame* NewFrame(const DctcpConnection& connection, DctcpType type, uint32_t destination);

    HostPort* m_port{nullptr};
    DctcpConnections* m_connections{nullptr};
    DctcpObserver* m_observer{nullptr};
    bool m_stopped{false};

    std::vector<DctcpConnection*> m_slots; //!< of the round robin; nullptr where none is
    std::vector<uint32_t> m_freeSlots;
    DctcpReadySet m_ready; //!< slots whose connections may send
    uint32_t m_turn{0};    //!< the slot to ask first
    bool m_started{false}; //!< the first turn was given
    ReceiptCounts m_receipts;
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_APPLICATION_H
