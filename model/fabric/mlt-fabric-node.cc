// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-node.h"

#include "ns3/fatal-error.h"

namespace ns3::mlt
{

void
ArrivalOrder::Configure(uint32_t ingresses, uint64_t seed)
{
    if (ingresses > MOST_INGRESSES)
    {
        NS_FATAL_ERROR("a node of the fabric has " << ingresses << " links; at most "
                                                   << MOST_INGRESSES << " are possible");
    }
    m_seed = seed;
    uint32_t size = 1;
    while (size < ingresses)
    {
        size *= 2;
    }
    m_mask = size - 1;
}

} // namespace ns3::mlt
