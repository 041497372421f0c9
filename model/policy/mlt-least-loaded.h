// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LEAST_LOADED_H
#define MLT_LEAST_LOADED_H

#include "ns3/mlt-path-chooser.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * Each packet takes the port where the fewest bytes wait, of all ports of the set; one of those
 * with as few at random. What a switch could do at best with what it knows by itself, and what
 * DRILL approaches by samples. It knows nothing of the links beyond its own ports.
 */
class LeastLoaded : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    SmallRandom m_random;
    std::vector<uint32_t> m_least; //!< of the present decision: ports with the fewest bytes
};

} // namespace ns3::mlt

#endif // MLT_LEAST_LOADED_H
