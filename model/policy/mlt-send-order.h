// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SEND_ORDER_H
#define MLT_SEND_ORDER_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** Tells which packets of a message are protected. */
class ProtectionView
{
  public:
    virtual ~ProtectionView() = default;
    virtual bool IsProtected(uint32_t index) const = 0;
};

/** Where the first pass over a message stands. Starts with everything zero but the key. */
struct SendCursor
{
    uint32_t position{0}; //!< how far the present sweep is
    uint32_t sweep{0};    //!< which sweep it is
    uint64_t key{0};      //!< a hash of seed and message, for orders that are random
    uint32_t index{0};    //!< orders that are random: the packet at this position
    uint32_t stride{0};   //!< the step from there to the next; 0: not yet drawn
};

/**
 * The order in which a sender's first pass goes over the packets of a message. It decides which
 * packets an early STOP leaves out: with a fixed order the same tail would be lost in every
 * iteration. Stateless: all state is in the cursor.
 */
class SendOrder : public Object
{
  public:
    static constexpr uint32_t NONE = 0xffffffff;

    static TypeId GetTypeId();

    /**
     * @param cursor moved on.
     * @param packets of the message, at least 1.
     * @return the next packet, each of [0, packets) exactly once, then NONE.
     */
    virtual uint32_t Next(SendCursor& cursor,
                          uint32_t packets,
                          const ProtectionView& view) const = 0;
};

/** From the first packet to the last. */
class SequentialOrder : public SendOrder
{
  public:
    static TypeId GetTypeId();
    uint32_t Next(SendCursor& cursor, uint32_t packets, const ProtectionView& view) const override;
};

/**
 * From a random packet on in steps of a random stride without common divisor with the number of
 * packets, both drawn anew for each message: each packet comes once, and where a pass ends early
 * the rest is spread over the message.
 */
class RandomOrder : public SendOrder
{
  public:
    static TypeId GetTypeId();
    uint32_t Next(SendCursor& cursor, uint32_t packets, const ProtectionView& view) const override;
};

/**
 * Protected packets first, then droppable ones, each sweep in random order: what an early STOP
 * leaves out is small gradients, and never the same ones. The default.
 */
class ProtectedFirstOrder : public SendOrder
{
  public:
    static TypeId GetTypeId();
    uint32_t Next(SendCursor& cursor, uint32_t packets, const ProtectionView& view) const override;
};

} // namespace ns3::mlt

#endif // MLT_SEND_ORDER_H
