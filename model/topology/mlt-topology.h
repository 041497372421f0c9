// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TOPOLOGY_H
#define MLT_TOPOLOGY_H

#include "ns3/mlt-fat-tree.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-network-plan.h"

#include <cstdint>
#include <string>
#include <variant>

namespace ns3::mlt
{

/** Any network that --topology can name, with the rates and the delay of its links. */
struct Topology
{
    std::variant<LeafSpineSpec, FatTreeSpec> shape;
    uint64_t hostRate{0};   //!< bit/s
    uint64_t uplinkRate{0}; //!< bit/s, leaf to spine; 0: the shape's own
    int64_t delayPs{0};     //!< of each link

    uint32_t Hosts() const;

    /** The rate in effect of the links between switches, bit/s. */
    uint64_t UplinkRate() const;

    /** @throw InputError if a rate is out of range, or uplinkRate is set for a fat tree. */
    NetworkPlan Plan() const;
};

/**
 * Reads what ParseLeafSpine or ParseFatTree reads.
 * @throw InputError that names what is wrong and what is allowed.
 */
Topology ParseTopology(const std::string& text);

} // namespace ns3::mlt

#endif // MLT_TOPOLOGY_H
