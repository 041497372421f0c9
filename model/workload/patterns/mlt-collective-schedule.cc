// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-collective-schedule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::mlt
{

ByteRange
EvenPiece(const ByteRange& range, uint32_t pieces, uint32_t piece)
{
    const uint64_t size = range.bytes / pieces;
    const uint64_t rest = range.bytes % pieces;
    return {range.first + size * piece + std::min<uint64_t>(rest, piece),
            size + (piece < rest ? 1 : 0)};
}

uint32_t
CollectiveSchedule::Add(const CollectiveSend& send, const std::vector<uint32_t>& after)
{
    const auto number = static_cast<uint32_t>(m_sends.size());
    for (const uint32_t before : after)
    {
        if (before >= number || m_sends[before].destination != send.source)
        {
            throw std::logic_error("collective: message " + std::to_string(number) + " of rank " +
                                   std::to_string(send.source) + " waits for message " +
                                   std::to_string(before) + ", which does not go to that rank");
        }
    }
    m_sends.push_back(send);
    m_before.insert(m_before.end(), after.begin(), after.end());
    m_firstBefore.push_back(static_cast<uint32_t>(m_before.size()));
    return number;
}

std::vector<StepId>
AddCollective(GraphBuilder& graph,
              const CollectiveSchedule& schedule,
              const std::vector<uint32_t>& hosts,
              const std::vector<StepId>& ready,
              const CollectiveTransfer& transfer)
{
    std::vector<StepId> steps;
    steps.reserve(schedule.Sends().size());
    TransferStep step;
    step.layer = transfer.layer;
    step.tensor = transfer.tensor;
    step.priority = transfer.priority;
    for (const CollectiveSend& send : schedule.Sends())
    {
        step.bytes = send.range.bytes;
        step.source = hosts.at(send.source);
        step.destination = hosts.at(send.destination);
        step.phase = send.phase;
        step.bound = transfer.bounds.at(send.phase);
        const auto number = static_cast<uint32_t>(steps.size());
        steps.push_back(graph.AddTransfer(step));
        if (send.hasOwn && !ready.empty())
        {
            graph.AddEdge(ready.at(send.source), steps.back());
        }
        for (const uint32_t before : schedule.BeforeOf(number))
        {
            graph.AddEdge(steps[before], steps.back());
        }
    }
    return steps;
}

} // namespace ns3::mlt
