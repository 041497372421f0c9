// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-flow-list.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"
#include "ns3/string.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(FlowList);

namespace
{

const ShortName NAME("flows",
                     &FlowList::GetTypeId,
                     "plain flows from a table: --flows=<csv> with the columns "
                     "start_ns,source,destination,bytes[,priority][,bound]");

/** The flows' places, by start. */
std::vector<uint32_t>
OrderOfStart(const std::vector<TimedFlow>& flows)
{
    std::vector<uint32_t> order(flows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&flows](uint32_t a, uint32_t b) {
        return flows[a].startPs < flows[b].startPs;
    });
    return order;
}

std::vector<StepId>
AddTransfers(GraphBuilder& builder,
             const std::vector<TimedFlow>& flows,
             const std::vector<uint32_t>& hosts)
{
    std::vector<StepId> transfers;
    transfers.reserve(flows.size());
    for (uint32_t i = 0; i < flows.size(); ++i)
    {
        const TimedFlow& flow = flows[i];
        TransferStep step;
        step.bytes = flow.bytes;
        step.source = hosts.at(flow.source);
        step.destination = hosts.at(flow.destination);
        step.tensor = i;
        step.bound = flow.bound;
        step.priority = flow.priority;
        transfers.push_back(builder.AddTransfer(step));
    }
    return transfers;
}

} // namespace

/** Waits stand in a chain, one for each instant, so that one of them is under way at a time. */
Graph
BuildFlows(const std::vector<TimedFlow>& flows, const std::vector<uint32_t>& hosts)
{
    GraphBuilder builder(*std::max_element(hosts.begin(), hosts.end()) + 1, 1);
    builder.AddPhase("flow");
    builder.Reserve(flows.size(), flows.size(), 2 * flows.size());
    const auto transfers = AddTransfers(builder, flows, hosts);
    std::optional<StepId> wait;
    int64_t atPs = 0;
    for (const uint32_t i : OrderOfStart(flows))
    {
        if (!wait || flows[i].startPs > atPs)
        {
            const StepId next = builder.AddWait(flows[i].startPs - atPs);
            if (wait)
            {
                builder.AddEdge(*wait, next);
            }
            wait = next;
            atPs = flows[i].startPs;
        }
        builder.AddEdge(*wait, transfers[i]);
    }
    return builder.Build();
}

TypeId
FlowList::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::FlowList")
            .SetParent<TrafficPattern>()
            .SetGroupName("Mlt")
            .AddConstructor<FlowList>()
            .AddAttribute("Flows",
                          "File of comma-separated values with a line for each flow; its header is "
                          "start_ns,source,destination,bytes[,priority][,bound].",
                          StringValue(""),
                          MakeStringAccessor(&FlowList::m_path),
                          MakeStringChecker());
    return tid;
}

std::vector<std::string>
FlowList::InputFiles() const
{
    return {m_path};
}

Graph
FlowList::Build(const PatternInput& input) const
{
    const auto& hosts = input.placement.workers;
    if (m_path.empty())
    {
        throw InputError("--flows: expected --flows=<csv>, which --pattern=flows reads");
    }
    return BuildFlows(ReadFlows(m_path, static_cast<uint32_t>(hosts.size()), input.bound), hosts);
}

} // namespace ns3::mlt
