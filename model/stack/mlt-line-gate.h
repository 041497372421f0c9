// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINE_GATE_H
#define MLT_LINE_GATE_H

#include "ns3/queue-limits.h"

#include <cstdint>

namespace ns3
{
class NetDevice;
class NetDeviceQueue;
class Packet;
} // namespace ns3

namespace ns3::mlt
{

/**
 * Queue limits of one frame: the device gets the next frame when it has finished sending the last.
 *
 * By itself an ns-3 device takes one frame beyond the one on the wire into its own queue, where no
 * priority and no drop policy reaches it any more. With the gate everything that waits, waits in
 * the queue disc, as in the express plane's port. The cost is one event a frame.
 */
class LineGate : public QueueLimits
{
  public:
    static TypeId GetTypeId();

    /**
     * Puts a gate before the only transmission queue of a device.
     * @return false, and nothing is changed, where it cannot be had: the device has no flow
     * control, several queues, queue limits already, or does not tell when a frame has been sent
     * (trace sources PhyTxEnd and PhyTxDrop, as point-to-point and CSMA devices have).
     */
    static bool Install(const Ptr<NetDevice>& device);

    void Reset() override;
    void Completed(uint32_t count) override;
    int32_t Available() const override;
    void Queued(uint32_t count) override;

  private:
    void FrameEnded(Ptr<const Packet> packet);
    void Open(uint32_t bytes);

    NetDeviceQueue* m_queue{nullptr}; //!< owns this object
    uint32_t m_inDevice{0};           //!< frames handed over and not yet sent
};

} // namespace ns3::mlt

#endif // MLT_LINE_GATE_H
