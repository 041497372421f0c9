// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LEAF_SPINE_H
#define MLT_LEAF_SPINE_H

#include "ns3/mlt-network-plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** A leaf-spine network: every leaf joined to every spine. */
struct LeafSpineSpec
{
    std::vector<uint32_t> hostsOfLeaf; //!< by leaf; at least one leaf with one host
    uint32_t spines{4};
    uint64_t hostRate{0};   //!< bit/s
    uint64_t uplinkRate{0}; //!< bit/s; 0: the shape's own, see uplinksLikeHosts
    /** Default uplink rate: hostRate, or hostRate x hosts of the first leaf / spines. */
    bool uplinksLikeHosts{false};
    int64_t delayPs{0}; //!< of each link

    /** The uplink rate in effect, bit/s. */
    uint64_t UplinkRate() const;
};

/**
 * Reads "<leaves>x<spines>x<hosts per leaf>" or "testbed" (MLT's: 3 leaves with 3, 3 and 2 hosts
 * and 2 spines) into leaves, hosts and spines.
 * @throw InputError that names what is wrong and what is allowed.
 */
LeafSpineSpec ParseLeafSpine(const std::string& text);

/**
 * The plan: links host-leaf and leaf-spine in both directions, named host<i>, leaf<i>, spine<i>;
 * routes up over all spines and down over the one link.
 * @throw InputError if a rate is zero or the network too large.
 */
NetworkPlan PlanLeafSpine(const LeafSpineSpec& spec);

} // namespace ns3::mlt

#endif // MLT_LEAF_SPINE_H
