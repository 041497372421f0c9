// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ALL_PAIRS_H
#define MLT_ALL_PAIRS_H

#include "ns3/mlt-plain-traffic.h"

namespace ns3::mlt
{

/** Every host sends to every other, all at once: as much as a fabric can be asked for. */
class AllPairs : public PlainTraffic
{
  public:
    static TypeId GetTypeId();

    /** First all to their next host, then to the one after it, and so on: none is everybody's
     * first. */
    std::vector<HostPair> Pairs(uint32_t hosts) const override;
};

} // namespace ns3::mlt

#endif // MLT_ALL_PAIRS_H
