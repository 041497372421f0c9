// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_QUEUE_DISC_H
#define MLT_QUEUE_DISC_H

#include "ns3/data-rate.h"
#include "ns3/mlt-band.h"
#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-port-queue.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * The stack plane's output port: eight bands under a QueueDiscipline and a DropPolicy, the very
 * classes that the express plane's ports ask. Installed by TrafficControlHelper on any device:
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
        return m_queue.Occupancy().Bytes(queue);
    }

    /** Bytes on the wire that wait in all data bands. */
    uint64_t WaitingDataBytes() const
    {
        return m_queue.Occupancy().DataBytes();
    }

    /** What waits, in bytes on the wire. */
    const PortOccupancy& Occupancy() const
    {
        return m_queue.Occupancy();
    }

    /** The policy in effect; nullptr before initialization. */
    Ptr<const DropPolicy> Policy() const
    {
        return m_policy;
    }

  protected:
    void DoDispose() override;

  private:
    friend class PortQueue; // which has verdicts carried out
    struct WaitingPacket;

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    WaitingPacket* Describe(const Ptr<QueueDiscItem>& item) const;
    Ptr<QueueDiscItem> Release(QueuedFrame& frame);
    bool MayPassAtOnce(const QueueDiscItem& item) const;
    bool IsOverLimit(const QueueDiscItem& item) const;
    using QueueDisc::Mark;
    void Mark(QueuedFrame& frame, int64_t atPs);
    bool Trim(QueuedFrame& frame, int64_t atPs);
    void Drop(QueuedFrame& frame, DropReason reason, int64_t atPs);
    static const char* NameOf(DropReason reason);
    void MakeBands();
    void CheckBands() const;
    Band& BandOf(uint32_t queue) const;
    Ptr<NetDevice> Device() const;
    uint64_t LinkRate() const;

    TypeId m_disciplineType;
    TypeId m_policyType;
    DataRate m_dataRate;
    Time m_baseRtt;
    uint32_t m_linkOverhead;
    uint32_t m_minimumFrame;
    uint8_t m_nonIpQueue;
    bool m_gate;
    Ptr<DropPolicy> m_policy;
    PortQueue m_queue;
    bool m_judgesEvery{false}; //!< the discipline is asked about every packet
};

} // namespace ns3::mlt

#endif // MLT_QUEUE_DISC_H
