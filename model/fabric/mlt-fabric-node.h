// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_NODE_H
#define MLT_FABRIC_NODE_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-phases.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * The order of arrivals at one node at one instant: a permutation of its ingress links that is
 * seeded and changes with the instant. (Any fixed order would favour one port for ever: on a grid
 * of equal frame times ties are the rule.)
 */
class ArrivalOrder
{
  public:
    /** Most links into a node. */
    static constexpr uint32_t MOST_INGRESSES = 512;
    static_assert(FIRST_ARRIVAL_PHASE + MOST_INGRESSES <= RECEIVER_RESEND_PHASE,
                  "arrivals come before timers");

    /** @param ingresses how many links lead into the node, at most MOST_INGRESSES. */
    void Configure(uint32_t ingresses, uint64_t seed);

    /** The same order, for what arrives over one link. @param ingress its number. */
    ArrivalOrder Of(uint32_t ingress) const
    {
        ArrivalOrder order = *this;
        order.m_ingress = ingress;
        return order;
    }

    /** The number that Of was given. */
    uint16_t Ingress() const
    {
        return static_cast<uint16_t>(m_ingress);
    }

    /** The tick at which what arrives at @p ps is handled. */
    int64_t Tick(int64_t ps) const
    {
        constexpr uint64_t ODD = 0x9e3779b97f4a7c15ULL;
        const uint64_t hash = ((static_cast<uint64_t>(ps) ^ m_seed) * ODD) >> HASH_SHIFT;
        const uint64_t place = (m_ingress ^ hash) & m_mask;
        return ps * TICKS_PER_PS + FIRST_ARRIVAL_PHASE + static_cast<int64_t>(place);
    }

  private:
    static constexpr uint32_t HASH_SHIFT = 64 - 9; // as many bits as MOST_INGRESSES has

    uint64_t m_seed{0};
    uint32_t m_mask{0};
    uint32_t m_ingress{0};
};

/** Something that links lead into: a switch or a host's NIC. */
class FabricNode
{
  public:
    virtual ~FabricNode() = default;

    /**
     * A frame has arrived; the node owns it now.
     * @param nowTick when it arrived: the present tick, or a past one at a node that looks ahead.
     */
    virtual void ReceiveFrame(Frame* frame, int64_t nowTick) = 0;

    /** So many stages of Prefetch there are. */
    static constexpr int PREFETCH_STAGES = 4;

    /**
     * A frame is about to arrive: fetches what ReceiveFrame will read. Changes nothing.
     * @param stage from 0, each some time after the one before it, whose fetches it may follow.
     */
    virtual void Prefetch(const Frame& frame, int stage) const = 0;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_NODE_H
