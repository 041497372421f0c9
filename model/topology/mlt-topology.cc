// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-topology.h"

#include "ns3/mlt-input-error.h"

#include <numeric>

namespace ns3::mlt
{

namespace
{

/** A leaf-spine shape with the topology's rates and delay. */
LeafSpineSpec
Complete(LeafSpineSpec shape, const Topology& topology)
{
    shape.hostRate = topology.hostRate;
    shape.uplinkRate = topology.uplinkRate;
    shape.delayPs = topology.delayPs;
    return shape;
}

} // namespace

uint32_t
Topology::Hosts() const
{
    if (const auto* tree = std::get_if<FatTreeSpec>(&shape))
    {
        return tree->Hosts();
    }
    const auto& counts = std::get<LeafSpineSpec>(shape).hostsOfLeaf;
    return std::accumulate(counts.begin(), counts.end(), uint32_t{0});
}

uint64_t
Topology::UplinkRate() const
{
    const auto* leafSpine = std::get_if<LeafSpineSpec>(&shape);
    return leafSpine ? Complete(*leafSpine, *this).UplinkRate() : hostRate;
}

NetworkPlan
Topology::Plan() const
{
    if (const auto* leafSpine = std::get_if<LeafSpineSpec>(&shape))
    {
        return PlanLeafSpine(Complete(*leafSpine, *this));
    }
    if (uplinkRate != 0)
    {
        throw InputError("uplinkRate: got " + std::to_string(uplinkRate) +
                         " bit/s; expected none: all links of a fat tree have hostRate");
    }
    FatTreeSpec tree = std::get<FatTreeSpec>(shape);
    tree.hostRate = hostRate;
    tree.delayPs = delayPs;
    return PlanFatTree(tree);
}

Topology
ParseTopology(const std::string& text)
{
    Topology topology;
    if (IsFatTree(text))
    {
        topology.shape = ParseFatTree(text);
    }
    else
    {
        topology.shape = ParseLeafSpine(text);
    }
    return topology;
}

} // namespace ns3::mlt
