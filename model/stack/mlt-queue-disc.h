// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_QUEUE_DISC_H
#define MLT_QUEUE_DISC_H

#include "ns3/data-rate.h"
#include "ns3/mlt-band.h"
#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>

namespace ns3::mlt
{

/**
 * The stack plane's output port: eight strict-priority bands with a DropPolicy, the very class that
 * the express plane's ports ask. Installed by TrafficControlHelper on any device:
 *
 *     TrafficControlHelper tc;
 *     tc.SetRootQueueDisc("ns3::mlt::MltQueueDisc", "BaseRtt", TimeValue(MicroSeconds(10)));
 *     tc.Install(devices);
 *
 * A packet's class is read from its IPv4 or IPv6 header: the band from its DSCP (mlt-dscp.h),
 * protection from ECN (Not-ECT is droppable; ECT is protected and may be marked CE). What is not
 * IP (ARP) goes to the band NonIpQueue. The policy counts bytes on the wire: the IP packet plus
 * LinkOverhead, at least MinimumFrame. It is asked only about packets that would have to wait.
 *
 * A wrong configuration throws InputError when the disc is initialized, in every build type.
 */
class MltQueueDisc : public QueueDisc
{
  public:
    static TypeId GetTypeId();
    MltQueueDisc();

    /// Reasons of drops, as the trace sources and Stats name them.
    static constexpr const char* DROP_SELECTIVE = "Selective drop: droppable, queue over threshold";
    static constexpr const char* DROP_FULL = "Buffer full";
    static constexpr const char* DROP_PUSHED_OUT = "Pushed out by a higher class";
    static constexpr const char* DROP_LIMIT = "Over the queue disc's MaxSize";
    /// Reason of marks.
    static constexpr const char* MARK_THRESHOLD = "Marked: queue over threshold";

    /** How a packet is classed and counted. */
    ArrivingFrame ClassOf(const QueueDiscItem& item) const;

    /** Bytes on the wire that wait in a band. @param queue 0 to 7. */
    uint64_t WaitingBytes(uint8_t queue) const
    {
        return m_bytes[queue];
    }

    /** Bytes on the wire that wait in all data bands. */
    uint64_t WaitingDataBytes() const
    {
        return m_dataBytes;
    }

    /** The policy in effect; nullptr before initialization. */
    Ptr<const DropPolicy> Policy() const
    {
        return m_policy;
    }

  protected:
    void DoDispose() override;

  private:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    Ptr<const QueueDiscItem> DoPeek() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    bool MayPassAtOnce(const QueueDiscItem& item) const;
    bool IsOverLimit(const QueueDiscItem& item) const;
    bool Admit(const Ptr<QueueDiscItem>& item, const ArrivingFrame& frame);
    bool MakeRoom(const ArrivingFrame& frame);
    uint32_t PushOutNewest(uint8_t queue);
    void MakeBands();
    void CheckBands() const;
    Band& BandOf(uint32_t queue) const;
    void Count(uint8_t queue, int64_t bytes);
    int32_t FirstBand() const;
    Ptr<NetDevice> Device() const;
    uint64_t LinkRate() const;

    TypeId m_policyType;
    DataRate m_dataRate;
    Time m_baseRtt;
    uint32_t m_linkOverhead;
    uint32_t m_minimumFrame;
    uint8_t m_nonIpQueue;
    bool m_gate;
    Ptr<DropPolicy> m_policy;
    std::array<uint64_t, QUEUES> m_bytes{}; //!< waiting, on the wire
    uint64_t m_dataBytes{0};
};

} // namespace ns3::mlt

#endif // MLT_QUEUE_DISC_H
