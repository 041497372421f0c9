// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-all-to-all.h"

#include "ns3/mlt-pattern-hosts.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(AllToAll);

namespace
{

const ShortName NAME("alltoall",
                     &AllToAll::GetTypeId,
                     "all-to-all: every host sends each other one its N-th of --bytes, in N - 1 "
                     "steps");

} // namespace

CollectiveSchedule
AllToAllSchedule(uint32_t ranks, uint64_t bytes)
{
    CollectiveSchedule schedule;
    std::vector<std::vector<uint32_t>> into(ranks); // in the step before, by destination
    for (uint32_t step = 1; step < ranks; ++step)
    {
        std::vector<std::vector<uint32_t>> arriving(ranks);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t peer = (rank + step) % ranks;
            const ByteRange piece = EvenPiece({0, bytes}, ranks, peer);
            if (piece.bytes > 0)
            {
                arriving[peer] = {schedule.Add({rank, peer, piece, 0, true}, into[rank])};
            }
        }
        into = std::move(arriving);
    }
    return schedule;
}

TypeId
AllToAll::GetTypeId()
{
    // a mixture of experts: 4096 tokens a device x hidden size 4096 x 2 bytes, rounded
    constexpr uint64_t DEFAULT_BYTES = 32000000;
    static TypeId tid =
        TypeId("ns3::mlt::AllToAll")
            .SetParent<TrafficPattern>()
            .SetGroupName("Mlt")
            .AddConstructor<AllToAll>()
            .AddAttribute("Bytes",
                          "Bytes of each host's buffer, of which it keeps its own N-th of N hosts. "
                          "The default is what a layer of experts exchanges for 4096 tokens of "
                          "4096 values of 2 bytes, rounded.",
                          UintegerValue(DEFAULT_BYTES),
                          MakeUintegerAccessor(&AllToAll::m_bytes),
                          MakeUintegerChecker<uint64_t>(1, MOST_PATTERN_BYTES));
    return tid;
}

Graph
AllToAll::Build(const PatternInput& input) const
{
    const auto& hosts = input.placement.workers;
    const uint32_t ranks = CheckedHostCount(GetTypeId().GetName(), hosts);
    GraphBuilder graph(HostRange(hosts), 1);
    graph.AddPhase("all-to-all");
    CollectiveTransfer transfer;
    transfer.bounds = {input.bound};
    AddCollective(graph, AllToAllSchedule(ranks, m_bytes), hosts, {}, transfer);
    return graph.Build();
}

} // namespace ns3::mlt
