// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FAKE_TRANSPORT_H
#define MLT_FAKE_TRANSPORT_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-message-transport.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mlt
{

/**
 * A transport without a network: a message arrives after a time that the test decides, whatever
 * else is under way.
 */
class FakeTransport : public MessageTransport
{
  public:
    /** What becomes of a message. */
    struct Fate
    {
        int64_t delayPs{0};       //!< from Send to the delivery
        int64_t reportDelayPs{0}; //!< from the delivery to the sender's report
        bool reportFirst{false};  //!< the report comes at the delivery's instant, but before it
        uint64_t lost{0};         //!< bytes that are not delivered
        uint64_t repaired{0};     //!< bytes sent a second time
        uint8_t queue{1};
    };

    /** A message as it was handed over. */
    struct Sent
    {
        Message message;
        int64_t atPs;
        int64_t phase; //!< the step inside the picosecond
    };

    int64_t m_latencyPs{0};
    int64_t m_psPerByte{1};
    /** Instead of the fixed times, if set. */
    std::function<Fate(const Message&)> m_fate;
    bool m_keepSent{true};

    std::vector<Sent> m_sent;
    std::vector<std::pair<uint32_t, uint32_t>> m_prepared;

    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mlt::FakeTransport").SetParent<MessageTransport>();
        return tid;
    }

    void Install(const std::vector<HostSite>&) override
    {
    }

    void Prepare(uint32_t source, uint32_t destination) override
    {
        m_prepared.emplace_back(source, destination);
    }

    void Send(const Message& message) override
    {
        if (m_keepSent)
        {
            m_sent.push_back({message, NowPs(), NowTick() % TICKS_PER_PS});
        }
        Fate fate;
        fate.delayPs = m_latencyPs + m_psPerByte * static_cast<int64_t>(message.bytes);
        if (m_fate)
        {
            fate = m_fate(message);
        }
        const uint64_t bytes = message.bytes;
        const uint64_t id = message.id;
        // as on the fabric, it arrives before the instant's timers
        Simulator::Schedule(AtPhase(NowPs() + fate.delayPs, ARRIVAL_PHASE),
                            [this, id, bytes, fate] { Arrive(id, bytes, fate); });
    }

    ReceiptCounts Receipts() const override
    {
        return {};
    }

    std::vector<std::string> OpenMessages(size_t) const override
    {
        return {};
    }

    int64_t AssignStreams(int64_t) override
    {
        return 0;
    }

    /** Says what no transport should. */
    void Deliver(uint64_t id, uint64_t bytes)
    {
        Delivery delivery;
        delivery.id = id;
        delivery.atPs = NowPs();
        delivery.deliveredBytes = bytes;
        ReportDelivery(delivery);
    }

    /** Says what no transport should. */
    void Report(uint64_t id)
    {
        SenderReport report;
        report.id = id;
        ReportSender(report);
    }

  private:
    static constexpr int64_t ARRIVAL_PHASE = 7;

    /** From now until then, but not into the past. */
    static Time AtPhase(int64_t ps, int64_t phase)
    {
        const int64_t now = NowTick();
        return TimeStep(static_cast<uint64_t>(std::max(now, ps * TICKS_PER_PS + phase) - now));
    }

    void Arrive(uint64_t id, uint64_t bytes, const Fate& fate)
    {
        SenderReport report;
        report.id = id;
        report.sentBytes = bytes + fate.repaired;
        report.repairedBytes = fate.repaired;
        report.queue = fate.queue;
        if (fate.reportFirst)
        {
            ReportSender(report);
        }
        Bitmap received(1);
        Delivery delivery;
        delivery.id = id;
        delivery.atPs = NowPs();
        delivery.deliveredBytes = bytes - fate.lost;
        delivery.received = fate.lost > 0 ? &received : nullptr;
        ReportDelivery(delivery);
        if (!fate.reportFirst && fate.reportDelayPs > 0)
        {
            Simulator::Schedule(AtPhase(NowPs() + fate.reportDelayPs, ARRIVAL_PHASE),
                                [this, report] { ReportSender(report); });
        }
        else if (!fate.reportFirst)
        {
            ReportSender(report);
        }
    }
};

} // namespace mlt
} // namespace ns3

#endif // MLT_FAKE_TRANSPORT_H
