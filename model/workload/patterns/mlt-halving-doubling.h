// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HALVING_DOUBLING_H
#define MLT_HALVING_DOUBLING_H

#include "ns3/mlt-all-reduce.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * All-reduce by recursive halving and doubling (Rabenseifner, ICCS 2004; Thakur and others, IJHPCA
 * 2005): in log2 N steps ranks exchange halves of what they still work on, with the rank at
 * distance 1, 2, 4, ... (reduce-scatter); in log2 N more steps the same way back (all-gather).
 *
 * For N that is no power of two MPICH's fold: with C the largest power of two below N, of the
 * first 2 (N - C) ranks each even one sends all its data to the next rank before, and gets the
 * whole result from it afterwards.
 */
class HalvingDoublingAllReduce : public AllReduce
{
  public:
    static TypeId GetTypeId();

    /** Step by step. */
    CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const override;
};

} // namespace ns3::mlt

#endif // MLT_HALVING_DOUBLING_H
