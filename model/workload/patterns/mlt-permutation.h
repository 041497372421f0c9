// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PERMUTATION_H
#define MLT_PERMUTATION_H

#include "ns3/mlt-plain-traffic.h"

namespace ns3::mlt
{

/**
 * Every host sends to one other and receives from one other, at random: no host's link is shared,
 * so what is lost is lost in the fabric (path choice, oversubscription).
 */
class Permutation : public PlainTraffic
{
  public:
    static TypeId GetTypeId();

    /** By source. Drawn among the permutations that are one cycle, each equally probable. */
    std::vector<HostPair> Pairs(uint32_t hosts) const override;

  private:
    uint64_t m_draw;
};

} // namespace ns3::mlt

#endif // MLT_PERMUTATION_H
