// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-ring-all-reduce.h"

#include "ns3/mlt-placement.h"
#include "ns3/mlt-short-name.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

namespace
{

const ShortName NAME("ring",
                     &RingAllReduce::GetTypeId,
                     "all-reduce along a ring, in 2 (N - 1) steps of an N-th each");

} // namespace

std::vector<uint32_t>
AddRingPass(CollectiveSchedule& schedule,
            const RingPass& pass,
            const std::vector<std::vector<uint32_t>>& needs)
{
    std::vector<uint32_t> messages;
    if (pass.range.bytes == 0)
    {
        return messages;
    }
    const auto size = static_cast<uint32_t>(pass.ring.size());
    for (uint32_t hop = 0; hop + 1 < size; ++hop)
    {
        CollectiveSend send;
        send.source = pass.ring[(pass.start + hop) % size];
        send.destination = pass.ring[(pass.start + hop + 1) % size];
        send.range = pass.range;
        send.phase = pass.phase;
        send.hasOwn = pass.phase == REDUCE_PHASE || hop == 0;
        std::vector<uint32_t> after = hop < needs.size() ? needs[hop] : std::vector<uint32_t>();
        if (hop > 0)
        {
            after.push_back(messages.back());
        }
        messages.push_back(schedule.Add(send, after));
    }
    return messages;
}

TypeId
RingAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RingAllReduce")
                            .SetParent<AllReduce>()
                            .SetGroupName("Mlt")
                            .AddConstructor<RingAllReduce>();
    return tid;
}

CollectiveSchedule
RingAllReduce::Schedule(uint32_t ranks, uint64_t bytes) const
{
    const std::vector<uint32_t> ring = AllHosts(ranks);
    CollectiveSchedule schedule;
    for (uint32_t piece = 0; piece < ranks; ++piece)
    {
        const ByteRange range = EvenPiece({0, bytes}, ranks, piece);
        const auto summed = AddRingPass(schedule, {ring, piece, range, REDUCE_PHASE}, {});
        if (!summed.empty())
        {
            AddRingPass(schedule,
                        {ring, piece + ranks - 1, range, RESULT_PHASE},
                        {{summed.back()}});
        }
    }
    return schedule;
}

} // namespace ns3::mlt
