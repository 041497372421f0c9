// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-incast.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(Incast);

namespace
{

const ShortName NAME("incast",
                     &Incast::GetTypeId,
                     "--fanIn hosts send --bytes each to the job's first host");

} // namespace

TypeId
Incast::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::Incast")
            .SetParent<PlainTraffic>()
            .SetGroupName("Mlt")
            .AddConstructor<Incast>()
            .AddAttribute("FanIn",
                          "How many hosts send to the one, spread evenly over the others; 0: all "
                          "others.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Incast::m_fanIn),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

std::vector<HostPair>
Incast::Pairs(uint32_t hosts) const
{
    const uint32_t others = hosts - 1;
    if (m_fanIn > others)
    {
        throw InputError("--fanIn: expected 0 to " + std::to_string(others) +
                         ", the job's hosts but the receiver, got " + std::to_string(m_fanIn));
    }
    const uint32_t senders = m_fanIn == 0 ? others : m_fanIn;
    std::vector<HostPair> pairs;
    for (uint32_t i = 0; i < senders; ++i)
    {
        pairs.push_back({1 + static_cast<uint32_t>(uint64_t{i} * others / senders), 0});
    }
    return pairs;
}

} // namespace ns3::mlt
