// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HIERARCHICAL_ALL_REDUCE_H
#define MLT_HIERARCHICAL_ALL_REDUCE_H

#include "ns3/mlt-all-reduce.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * All-reduce in two levels, for hosts that have more rate among neighbours than across the network
 * (a server's accelerators, a rack): a ring reduce-scatter in each group, then for each piece a
 * ring all-reduce among the members of all groups that hold it, then a ring all-gather in each
 * group. Groups are neighbours in the job's list of workers.
 */
class HierarchicalAllReduce : public AllReduce
{
  public:
    static TypeId GetTypeId();

    CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const override;

  private:
    uint32_t m_groupSize;
};

} // namespace ns3::mlt

#endif // MLT_HIERARCHICAL_ALL_REDUCE_H
