// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RING_ALL_REDUCE_H
#define MLT_RING_ALL_REDUCE_H

#include "ns3/mlt-all-reduce.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** A range of the buffer that goes along a ring, hop by hop. */
struct RingPass
{
    const std::vector<uint32_t>& ring; //!< ranks
    uint32_t start{0};                 //!< place in the ring of the first source
    ByteRange range;
    uint8_t phase{REDUCE_PHASE};
};

/**
 * Adds the messages of a pass to every other member of the ring, each after the one before it. In
 * REDUCE_PHASE each source adds its own; in RESULT_PHASE the first source completes the sum.
 *
 * @param needs by hop: what its message waits for besides; may be shorter than the pass.
 * @return the messages by hop; none for a range of no bytes.
 */
std::vector<uint32_t> AddRingPass(CollectiveSchedule& schedule,
                                  const RingPass& pass,
                                  const std::vector<std::vector<uint32_t>>& needs);

/**
 * All-reduce along a ring (Patarasuk and Yuan, JPDC 2009): the buffer is cut evenly into N pieces;
 * in each of N - 1 steps every rank sends one piece to the next rank, which adds its own
 * (reduce-scatter); in N - 1 more steps the sums go round (all-gather).
 */
class RingAllReduce : public AllReduce
{
  public:
    static TypeId GetTypeId();

    /** Piece by piece, each along its way. */
    CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const override;
};

} // namespace ns3::mlt

#endif // MLT_RING_ALL_REDUCE_H
