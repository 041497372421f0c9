// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-plain-traffic.h"

#include "ns3/mlt-pattern-hosts.h"
#include "ns3/uinteger.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(PlainTraffic);

TypeId
PlainTraffic::GetTypeId()
{
    // some ten base round trips of the default network: the start neither decides nor vanishes
    constexpr uint64_t DEFAULT_BYTES = 1000000;
    static TypeId tid =
        TypeId("ns3::mlt::PlainTraffic")
            .SetParent<TrafficPattern>()
            .SetGroupName("Mlt")
            .AddAttribute("Bytes",
                          "Payload bytes of each flow. The default takes 80 us on a link of 100 "
                          "Gbit/s, some ten base round trips: short enough to try things out.",
                          UintegerValue(DEFAULT_BYTES),
                          MakeUintegerAccessor(&PlainTraffic::m_bytes),
                          MakeUintegerChecker<uint64_t>(1, MOST_PATTERN_BYTES));
    return tid;
}

Graph
PlainTraffic::Build(const PatternInput& input) const
{
    const auto& hosts = input.placement.workers;
    const auto pairs = Pairs(CheckedHostCount(GetInstanceTypeId().GetName(), hosts));
    GraphBuilder builder(HostRange(hosts), 1);
    builder.AddPhase("flow");
    builder.Reserve(0, pairs.size(), 0);
    TransferStep step;
    step.bytes = m_bytes;
    step.bound = input.bound;
    for (const HostPair& pair : pairs)
    {
        step.source = hosts.at(pair.source);
        step.destination = hosts.at(pair.destination);
        builder.AddTransfer(step);
        ++step.tensor;
    }
    return builder.Build();
}

} // namespace ns3::mlt
