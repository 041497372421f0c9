// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-all-pairs.h"

#include "ns3/mlt-short-name.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(AllPairs);

namespace
{

const ShortName NAME("all-pairs",
                     &AllPairs::GetTypeId,
                     "every host sends --bytes to every other, all at once");

} // namespace

TypeId
AllPairs::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::AllPairs")
                            .SetParent<PlainTraffic>()
                            .SetGroupName("Mlt")
                            .AddConstructor<AllPairs>();
    return tid;
}

std::vector<HostPair>
AllPairs::Pairs(uint32_t hosts) const
{
    std::vector<HostPair> pairs;
    pairs.reserve(size_t{hosts} * (hosts - 1));
    for (uint32_t shift = 1; shift < hosts; ++shift)
    {
        for (uint32_t source = 0; source < hosts; ++source)
        {
            pairs.push_back({source, (source + shift) % hosts});
        }
    }
    return pairs;
}

} // namespace ns3::mlt
