// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ALL_TO_ALL_H
#define MLT_ALL_TO_ALL_H

#include "ns3/mlt-collective-schedule.h"
#include "ns3/mlt-traffic-pattern.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * The messages of an all-to-all: every rank has a buffer that it cuts evenly into one piece for
 * each rank, its own included; N - 1 pieces go away. In step k rank r sends to r + k and receives
 * from r - k (the pairwise exchange of Thakur and others, IJHPCA 2005), and begins a step when
 * what was sent to it in the step before has arrived.
 *
 * @param ranks at least 2. @param bytes of a rank's buffer; pieces of none are left out.
 */
CollectiveSchedule AllToAllSchedule(uint32_t ranks, uint64_t bytes);

/** All-to-all among a job's hosts, without a model: AllToAllSchedule. */
class AllToAll : public TrafficPattern
{
  public:
    static TypeId GetTypeId();

    Graph Build(const PatternInput& input) const override;

  private:
    uint64_t m_bytes; //!< of a host's buffer
};

} // namespace ns3::mlt

#endif // MLT_ALL_TO_ALL_H
