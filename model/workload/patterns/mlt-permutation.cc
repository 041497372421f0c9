// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-permutation.h"

#include "ns3/mlt-random.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <numeric>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(Permutation);

namespace
{

const ShortName NAME("permutation",
                     &Permutation::GetTypeId,
                     "every host sends --bytes to one other, at random (--draw)");

} // namespace

TypeId
Permutation::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::Permutation")
            .SetParent<PlainTraffic>()
            .SetGroupName("Mlt")
            .AddConstructor<Permutation>()
            .AddAttribute("Draw",
                          "Which random permutation is drawn: another number, another one. It does "
                          "not hang on the run's seed, so that seeds compare the same traffic.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Permutation::m_draw),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

/** Sattolo's shuffle: one cycle through all hosts, so that none sends to itself. */
std::vector<HostPair>
Permutation::Pairs(uint32_t hosts) const
{
    SmallRandom random(m_draw);
    std::vector<uint32_t> destinations(hosts);
    std::iota(destinations.begin(), destinations.end(), 0);
    for (uint32_t i = hosts - 1; i > 0; --i)
    {
        std::swap(destinations[i], destinations[random.Below(i)]);
    }
    std::vector<HostPair> pairs;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        pairs.push_back({host, destinations[host]});
    }
    return pairs;
}

} // namespace ns3::mlt
