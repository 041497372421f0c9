// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_TRANSPORT_H
#define MLT_DCTCP_TRANSPORT_H

#include "ns3/mlt-dctcp-application.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * DCTCP (Alizadeh et al., SIGCOMM'10; RFC 8257) as a message transport: the baseline. Messages
 * travel on persistent connections, one for each (source, destination), in order, so that
 * head-of-line blocking counts; or each on a connection of its own. A message is delivered when
 * all its bytes have arrived in order, whatever its loss bound.
 *
 * Connections are established before the run: neither handshake nor teardown is simulated.
 */
class DctcpTransport : public MessageTransport, private DctcpObserver
{
  public:
    static TypeId GetTypeId();
    DctcpTransport();
    ~DctcpTransport() override;

    /**
     * Signature of the trace source "Cwnd".
     * @param source sending host.
     * @param destination receiving host.
     * @param connection its number.
     * @param oldBytes the congestion window before.
     * @param newBytes the congestion window now.
     */
    typedef void (*WindowCallback)(uint32_t source,
                                   uint32_t destination,
                                   uint32_t connection,
                                   uint64_t oldBytes,
                                   uint64_t newBytes);
    /**
     * Signature of the trace source "Alpha"; hosts and connection as for "Cwnd".
     * @param oldAlpha the estimated share of marked bytes before.
     * @param newAlpha the same now.
     */
    typedef void (*AlphaCallback)(uint32_t source,
                                  uint32_t destination,
                                  uint32_t connection,
                                  double oldAlpha,
                                  double newAlpha);
    /**
     * Signature of the trace source "Timeout"; hosts and connection as for "Cwnd".
     * @param next the time that the timer was set to anew, after the doubling.
     */
    typedef void (*TimeoutCallback)(uint32_t source,
                                    uint32_t destination,
                                    uint32_t connection,
                                    Time next);

    void Install(const std::vector<HostSite>& sites) override;
    void Prepare(uint32_t source, uint32_t destination) override;
    void Send(const Message& message) override;
    ReceiptCounts Receipts() const override;
    std::vector<std::string> OpenMessages(size_t most) const override;
    int64_t AssignStreams(int64_t stream) override;

    /** Retransmission timeouts of all connections so far. */
    uint64_t Timeouts() const
    {
        return m_timeouts;
    }

  protected:
    void DoDispose() override;

  private:
    void Delivered(const Delivery& delivery) override;
    void Finished(const SenderReport& report) override;
    void Ended(DctcpConnection& connection) override;
    void WindowChanged(const DctcpConnection& connection, uint64_t oldBytes) override;
    void AlphaChanged(const DctcpConnection& connection, double oldAlpha) override;
    void TimedOut(const DctcpConnection& connection) override;

    void TakeParameters(const HostPort& port);
    void CheckPair(uint32_t source, uint32_t destination) const;
    DctcpConnection& Open(uint32_t source, uint32_t destination, std::optional<uint64_t> message);
    DctcpConnection& Persistent(uint32_t source, uint32_t destination);

    // attributes
    uint32_t m_initialWindow;
    uint32_t m_minimumWindow;
    uint32_t m_dupThreshold;
    bool m_earlyRetransmit;
    bool m_proportionalReduction;
    double m_gain;
    double m_initialAlpha;
    Time m_minRto;
    Time m_maxRto;
    bool m_connectionPerMessage;

    DctcpParameters m_parameters; //!< the attributes, as connections want them
    std::vector<Ptr<DctcpApplication>> m_hosts;
    DctcpConnections m_connections;
    /** The persistent connection of a pair, or nullptr; a source's row is made when it is used. */
    std::vector<std::vector<DctcpConnection*>> m_pairs;
    uint64_t m_timeouts{0};

    TracedCallback<uint32_t, uint32_t, uint32_t, uint64_t, uint64_t> m_windowTrace;
    TracedCallback<uint32_t, uint32_t, uint32_t, double, double> m_alphaTrace;
    TracedCallback<uint32_t, uint32_t, uint32_t, Time> m_timeoutTrace;
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_TRANSPORT_H
