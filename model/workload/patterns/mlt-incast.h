// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_INCAST_H
#define MLT_INCAST_H

#include "ns3/mlt-plain-traffic.h"

namespace ns3::mlt
{

/** Many hosts send to one, all at once: the link into that one decides. */
class Incast : public PlainTraffic
{
  public:
    static TypeId GetTypeId();

    /** To the first host, from FanIn of the others, spread evenly along the list. */
    std::vector<HostPair> Pairs(uint32_t hosts) const override;

  private:
    uint32_t m_fanIn; //!< 0: all others
};

} // namespace ns3::mlt

#endif // MLT_INCAST_H
