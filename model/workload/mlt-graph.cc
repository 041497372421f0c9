// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-graph.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{
namespace mlt
{

namespace
{

[[noreturn]] void
Fail(const std::string& what)
{
    throw InputError("graph: " + what);
}

std::string
ComputeName(size_t index)
{
    return "compute step " + std::to_string(index);
}

std::string
TransferName(size_t index)
{
    return "transfer " + std::to_string(index);
}

std::string
StepName(const Graph& graph, uint32_t step)
{
    return step < graph.ComputeCount() ? ComputeName(step)
                                       : TransferName(step - graph.ComputeCount());
}

void
CheckHost(const std::string& step, const char* role, uint32_t host, uint32_t hosts)
{
    if (host >= hosts)
    {
        Fail(step + ": " + role + " " + std::to_string(host) + " is out of range: hosts are 0 to " +
             std::to_string(hosts - 1));
    }
}

void
CheckTime(const std::string& step, const char* what, int64_t ps)
{
    if (ps < 0 || ps > LAST_PS)
    {
        Fail(step + ": " + what + " of " + std::to_string(ps) + " ps: it must be 0 to " +
             std::to_string(LAST_PS));
    }
}

void
CheckTransfer(const std::string& name, const TransferStep& step, const Graph& graph)
{
    CheckHost(name, "source", step.source, graph.HostCount());
    CheckHost(name, "destination", step.destination, graph.HostCount());
    if (step.source == step.destination)
    {
        Fail(name + ": host " + std::to_string(step.source) +
             " is both source and destination: a transfer goes to another host");
    }
    if (step.bytes == 0)
    {
        Fail(name + ": 0 bytes: a transfer carries at least 1");
    }
    if (step.phase >= graph.Phases().size())
    {
        Fail(name + ": phase " + std::to_string(step.phase) + " is out of range: the graph has " +
             std::to_string(graph.Phases().size()));
    }
    if (step.priority < FIRST_DATA_QUEUE || step.priority >= QUEUES)
    {
        Fail(name + ": priority " + std::to_string(step.priority) + " is out of range: it is " +
             std::to_string(FIRST_DATA_QUEUE) + " to " + std::to_string(QUEUES - 1));
    }
    if (step.layer >= graph.LayerCount())
    {
        Fail(name + ": layer " + std::to_string(step.layer) + " is out of range: layers are 0 to " +
             std::to_string(graph.LayerCount() - 1));
    }
}

/** Takes steps away that wait for nothing (Kahn 1962); what is left stands in or behind a cycle. */
void
CheckAcyclic(const Graph& graph)
{
    std::vector<uint32_t> waits(graph.StepCount(), 0);
    for (uint32_t step = 0; step < graph.StepCount(); ++step)
    {
        for (const auto edge : graph.EdgesOf(step))
        {
            waits[edge.Target()] += !edge.IntoNext();
        }
    }
    std::vector<uint32_t> free;
    for (uint32_t step = 0; step < graph.StepCount(); ++step)
    {
        if (waits[step] == 0)
        {
            free.push_back(step);
        }
    }
    uint32_t taken = 0;
    while (!free.empty())
    {
        const uint32_t step = free.back();
        free.pop_back();
        ++taken;
        for (const auto edge : graph.EdgesOf(step))
        {
            if (!edge.IntoNext() && --waits[edge.Target()] == 0)
            {
                free.push_back(edge.Target());
            }
        }
    }
    if (taken < graph.StepCount())
    {
        const auto stuck = std::find_if(waits.begin(), waits.end(), [](auto n) { return n > 0; });
        Fail(std::to_string(graph.StepCount() - taken) +
             " steps can never start, since steps of one iteration wait for each other in a cycle; "
             "the first of them is " +
             StepName(graph, static_cast<uint32_t>(stuck - waits.begin())));
    }
}

} // namespace

GraphBuilder::GraphBuilder(uint32_t hosts, uint32_t layers)
{
    if (hosts == 0 || layers == 0)
    {
        Fail(std::to_string(hosts) + " hosts and " + std::to_string(layers) +
             " layers: at least 1 of each is needed");
    }
    m_graph.m_hosts = hosts;
    m_graph.m_layers = layers;
}

void
GraphBuilder::Reserve(size_t computes, size_t transfers, size_t edges)
{
    m_graph.m_computes.reserve(computes);
    m_graph.m_transfers.reserve(transfers);
    m_edges.reserve(edges);
}

uint8_t
GraphBuilder::AddPhase(const std::string& name)
{
    if (m_graph.m_phases.size() > UINT8_MAX)
    {
        Fail("phase " + name + ": a graph has at most 256");
    }
    m_graph.m_phases.push_back(name);
    return static_cast<uint8_t>(m_graph.m_phases.size() - 1);
}

StepId
GraphBuilder::AddCompute(const ComputeStep& step)
{
    m_graph.m_computes.push_back(step);
    return StepId(m_graph.ComputeCount() - 1);
}

StepId
GraphBuilder::AddWait(int64_t durationPs)
{
    return AddCompute({ComputeStep::NO_HOST, false, durationPs, 0});
}

StepId
GraphBuilder::AddTransfer(const TransferStep& step)
{
    m_graph.m_transfers.push_back(step);
    return StepId((m_graph.TransferCount() - 1) | StepId::TRANSFER);
}

void
GraphBuilder::AddEdge(StepId before, StepId after)
{
    m_edges.push_back({before.m_word, after.m_word});
}

void
GraphBuilder::AddEdgeIntoNext(StepId before, StepId after)
{
    m_edges.push_back({before.m_word, after.m_word | INTO_NEXT});
}

Graph
GraphBuilder::Build()
{
    if (m_graph.m_phases.empty())
    {
        AddPhase("transfer");
    }
    CheckSizes();
    CheckComputes();
    CheckTransfers();
    SortEdges();
    CheckAcyclic(m_graph);
    Graph built = std::move(m_graph);
    m_graph = Graph();
    m_graph.m_hosts = built.m_hosts;
    m_graph.m_layers = built.m_layers;
    return built;
}

void
GraphBuilder::CheckSizes() const
{
    const size_t most =
        std::max({m_graph.m_computes.size(), m_graph.m_transfers.size(), m_edges.size() / 4});
    if (most >= Graph::MAX_STEPS)
    {
        Fail("too large: below " + std::to_string(Graph::MAX_STEPS) +
             " steps of a kind, and 4 times as many edges, are possible");
    }
    if (m_graph.m_computes.empty() && m_graph.m_transfers.empty())
    {
        Fail("it has no step");
    }
}

void
GraphBuilder::CheckComputes() const
{
    std::vector<bool> hasStart(m_graph.m_hosts, false);
    for (size_t i = 0; i < m_graph.m_computes.size(); ++i)
    {
        const ComputeStep& step = m_graph.m_computes[i];
        CheckTime(ComputeName(i), "a duration", step.durationPs);
        CheckTime(ComputeName(i), "a jitter", step.jitterPs);
        if (step.host == ComputeStep::NO_HOST)
        {
            continue;
        }
        CheckHost(ComputeName(i), "host", step.host, m_graph.m_hosts);
        if (step.startsForward && hasStart[step.host])
        {
            Fail(ComputeName(i) + ": host " + std::to_string(step.host) +
                 " starts its forward pass a second time in one iteration");
        }
        hasStart[step.host] = hasStart[step.host] || step.startsForward;
    }
}

void
GraphBuilder::CheckTransfers() const
{
    for (size_t i = 0; i < m_graph.m_transfers.size(); ++i)
    {
        CheckTransfer(TransferName(i), m_graph.m_transfers[i], m_graph);
    }
}

uint32_t
GraphBuilder::StepOf(uint32_t word) const
{
    const uint32_t index = word & ~(StepId::TRANSFER | INTO_NEXT);
    return word & StepId::TRANSFER ? m_graph.ComputeCount() + index : index;
}

/** A counting sort by the step that an edge leaves; it keeps the order within a step. */
void
GraphBuilder::SortEdges()
{
    auto& first = m_graph.m_firstEdge;
    first.assign(m_graph.StepCount() + 1, 0);
    m_graph.m_inDegrees.assign(m_graph.StepCount(), 0);
    for (const RawEdge& edge : m_edges)
    {
        ++first[StepOf(edge.before)];
        ++m_graph.m_inDegrees[StepOf(edge.after)];
    }
    uint32_t sum = 0;
    for (uint32_t& entry : first)
    {
        sum += std::exchange(entry, sum);
    }
    m_graph.m_edges.resize(m_edges.size());
    for (const RawEdge& edge : m_edges)
    {
        const uint32_t next = edge.after & INTO_NEXT ? Graph::Edge::NEXT : 0;
        m_graph.m_edges[first[StepOf(edge.before)]++].m_word = StepOf(edge.after) | next;
    }
    // each entry has moved to the beginning of the following step
    std::move_backward(first.begin(), first.end() - 1, first.end());
    first.front() = 0;
    std::vector<RawEdge>().swap(m_edges);
}

void
CheckIterations(const Graph& graph, uint32_t iterations)
{
    if (iterations == 0)
    {
        throw InputError("workload: 0 iterations: at least 1 is needed");
    }
    std::vector<double> computePs(graph.HostCount(), 0);
    for (const ComputeStep& step : graph.Computes())
    {
        if (step.host != ComputeStep::NO_HOST)
        {
            computePs[step.host] += static_cast<double>(step.durationPs);
            computePs[step.host] += static_cast<double>(step.jitterPs);
        }
    }
    const auto longest = std::max_element(computePs.begin(), computePs.end());
    if (*longest * iterations > static_cast<double>(LAST_PS))
    {
        throw InputError(
            "workload: host " + std::to_string(longest - computePs.begin()) +
            " would compute for " + std::to_string(*longest / static_cast<double>(PS_PER_SECOND)) +
            " s in each of " + std::to_string(iterations) + " iterations: a simulation can last " +
            std::to_string(LAST_PS / PS_PER_SECOND) + " s");
    }
}

std::vector<HostLoad>
HostLoads(const Graph& graph, uint8_t phase, const std::function<uint64_t(uint64_t)>& size)
{
    std::vector<HostLoad> loads(graph.HostCount());
    for (const TransferStep& step : graph.Transfers())
    {
        if (step.phase == phase)
        {
            const uint64_t bytes = size ? size(step.bytes) : step.bytes;
            loads[step.source].bytesOut += bytes;
            loads[step.destination].bytesIn += bytes;
        }
    }
    return loads;
}

uint64_t
LargestLoad(const std::vector<HostLoad>& loads)
{
    uint64_t largest = 0;
    for (const HostLoad& load : loads)
    {
        largest = std::max({largest, load.bytesIn, load.bytesOut});
    }
    return largest;
}

} // namespace mlt
} // namespace ns3
