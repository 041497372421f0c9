// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LET_FLOW_H
#define MLT_LET_FLOW_H

#include "ns3/mlt-path-chooser.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <unordered_map>

namespace ns3::mlt
{

/**
 * LetFlow (Vanini et al., NSDI'17): flowlet switching. A flow keeps its port while its
 * packets come to the switch less than Gap after one another; after a longer pause it draws a port
 * anew, uniformly. Flowlets on a congested path are shorter, so load moves away from it though
 * choices know of none.
 *
 * A flow is a PathRequest::flowHash: flows with one hash are one flow. MLT has one hash for a pair
 * of hosts, DCTCP one for a connection. A switch remembers all flows that it has seen since its
 * routes changed, each by itself; in hardware flows may share an entry of a table of fixed size.
 */
class LetFlow : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    bool DependsOnRequestsAlone() const override;
    void RoutesChanged() override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    /** The present burst of a flow. */
    struct Flowlet
    {
        uint32_t path;
        int64_t lastPs; //!< when its last packet came
    };

    Time m_gap;
    SmallRandom m_random;
    std::unordered_map<uint64_t, Flowlet> m_flowlets; //!< by set of ports and flow hash
};

} // namespace ns3::mlt

#endif // MLT_LET_FLOW_H
