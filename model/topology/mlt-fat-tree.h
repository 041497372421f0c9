// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FAT_TREE_H
#define MLT_FAT_TREE_H

#include "ns3/mlt-network-plan.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * A k-ary fat tree (Al-Fares, Loukissas, Vahdat, SIGCOMM'08) of switches with k ports and links of
 * one rate, without oversubscription: k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 core
 * switches, k/2 hosts an edge switch, k^3/4 hosts.
 */
struct FatTreeSpec
{
    uint32_t k{4};        //!< even, 4 to 24
    uint64_t hostRate{0}; //!< bit/s, of every link
    int64_t delayPs{0};   //!< of each link

    /** Edge switches of a pod, aggregation switches of a pod, hosts of an edge switch. */
    uint32_t Half() const
    {
        return k / 2;
    }

    uint32_t Hosts() const
    {
        return k * Half() * Half();
    }
};

/** Whether a text is meant for ParseFatTree: it begins with "fattree". */
bool IsFatTree(const std::string& text);

/**
 * Reads "fattree:<k>" into k.
 * @throw InputError that names what is wrong and what is allowed.
 */
FatTreeSpec ParseFatTree(const std::string& text);

/**
 * The plan: links host-edge, edge-agg and agg-core in both directions, named host<i>, edge<i>,
 * agg<i>, core<i>, numbered pod by pod; core k/2 a + b is joined to aggregation switch a of each
 * pod. Routes go up over all equal-cost links and down over the one link: (k/2)^2 paths between
 * pods, k/2 within a pod, 1 within an edge switch.
 * @throw InputError if the rate is out of range.
 */
NetworkPlan PlanFatTree(const FatTreeSpec& spec);

} // namespace ns3::mlt

#endif // MLT_FAT_TREE_H
