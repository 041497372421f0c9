// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EGRESS_H
#define MLT_EGRESS_H

#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/queue.h"
#include "ns3/traffic-control-layer.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** Bytes that a link is busy with beside IP packets, and its least frame. */
struct LinkFraming
{
    uint32_t overhead; //!< bytes a packet
    uint32_t minimum;  //!< bytes
};

/** A device's framing as ns-3 simulates it: PPP, Ethernet frames, or, for another, Ethernet's. */
LinkFraming FramingOf(const NetDevice& device);

/**
 * The rate of a device's link: its attribute DataRate (point-to-point), else its channel's (CSMA),
 * else 0 (Wi-Fi and others, whose rate is not one number). bit/s.
 */
uint64_t LinkRateOf(const NetDevice& device);

/** The propagation delay of a device's channel (its attribute Delay), or 0; picoseconds. */
int64_t LinkDelayOf(const NetDevice& device);

/**
 * The link that a host sends on, and how many packets wait for it: in the device's root queue disc
 * and in the device's own queue. (A Wi-Fi device's MAC queues are not seen.)
 */
class Egress
{
  public:
    Egress() = default;

    /**
     * @param node has IPv4; the program ends with an error if it has no interface to send on.
     * @param local the interface with this address; any: the first that is not the loopback.
     */
    Egress(const Ptr<Node>& node, Ipv4Address local);

    const Ptr<NetDevice>& Device() const
    {
        return m_device;
    }

    /** The interface's first address, or @p local of the constructor. */
    Ipv4Address Address() const
    {
        return m_address;
    }

    /** Packets that wait now, of all applications of the node; the one in service is not among
     * them. */
    uint32_t Waiting() const;

  private:
    Ptr<NetDevice> m_device;
    Ipv4Address m_address;
    Ptr<QueueBase> m_queue;                //!< the device's own, or null if it shows none
    Ptr<TrafficControlLayer> m_discHolder; //!< a queue disc may be installed later
};

} // namespace ns3::mlt

#endif // MLT_EGRESS_H
