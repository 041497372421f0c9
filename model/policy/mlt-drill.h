// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DRILL_H
#define MLT_DRILL_H

#include "ns3/mlt-path-chooser.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * DRILL(d, m) (Ghorbani et al., SIGCOMM'17): for each packet the switch draws d
 * different ports of the set at random and compares them with the m that were least loaded in its
 * last decision for the set; the packet takes that where the fewest bytes wait. A port where as
 * little waits is taken in this order: those drawn now, then those remembered, whose best has just
 * got a packet (ours: the paper does not say). One engine a switch; the paper has one a line card.
 */
class Drill : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    void RoutesChanged() override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    /** What is known of a set of equal-cost ports. */
    struct Group
    {
        std::vector<uint32_t> ports;      //!< all, in an order that the draws leave
        std::vector<uint32_t> remembered; //!< least loaded first, at most m
    };

    /** A port that takes part in a decision. */
    struct Candidate
    {
        uint32_t path;
        uint64_t bytes;
    };

    Group& GroupOf(const PathRequest& request);
    void Consider(uint32_t path, const PathQueues& queues);
    void ConsiderDrawn(Group& group, const PathQueues& queues);

    uint32_t m_samples;
    uint32_t m_memory;
    SmallRandom m_random;
    std::vector<Group> m_groups;         //!< by PathRequest::group
    std::vector<Candidate> m_candidates; //!< of the present decision, least loaded first
};

} // namespace ns3::mlt

#endif // MLT_DRILL_H
