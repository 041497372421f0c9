// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-iteration-state.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mlt
{

namespace
{

[[noreturn]] void
Breach(const char* what, uint64_t id, const std::string& why)
{
    throw std::logic_error(std::string("transport: ") + what + " of " + MessageName(id) + ": " +
                           why);
}

/** As many as the loss bound asks, at least. */
void
CheckBytes(const Delivery& delivery, const TransferStep& step)
{
    const uint64_t needed = step.bound.Needed(step.bytes);
    if (delivery.deliveredBytes < needed || delivery.deliveredBytes > step.bytes)
    {
        Breach("delivery",
               delivery.id,
               std::to_string(delivery.deliveredBytes) + " bytes, it must be " +
                   std::to_string(needed) + " to " + std::to_string(step.bytes));
    }
}

void
BreachNotOpen(const char* what, uint64_t id)
{
    Breach(what, id, "it was not sent, or both its ends are through with it");
}

} // namespace

WorkerTable::WorkerTable(const Graph& graph)
    : m_indexOf(graph.HostCount(), NONE)
{
    for (const ComputeStep& step : graph.Computes())
    {
        if (step.startsForward)
        {
            m_hosts.push_back(step.host);
        }
    }
    std::sort(m_hosts.begin(), m_hosts.end());
    for (uint32_t i = 0; i < m_hosts.size(); ++i)
    {
        m_indexOf[m_hosts[i]] = i;
    }
}

IterationState::IterationState(const Graph& graph, const WorkerTable& workers)
    : m_graph(graph),
      m_workerTable(workers)
{
}

void
IterationState::Open(uint32_t number, bool last)
{
    m_number = number;
    m_last = last;
    m_openSteps = m_graph.StepCount();
    m_openTransfers = m_graph.TransferCount();
    m_openWorkers = last ? 0 : static_cast<uint32_t>(m_workerTable.Hosts().size());
    m_waits = m_graph.InDegrees();
    m_transfers.assign(m_graph.TransferCount(), {});
    m_workers.assign(m_workerTable.Hosts().size(), {});
}

void
IterationState::SatisfyPrevious()
{
    for (uint32_t step = 0; step < m_graph.StepCount(); ++step)
    {
        for (const auto edge : m_graph.EdgesOf(step))
        {
            m_waits[edge.Target()] -= edge.IntoNext();
        }
    }
}

void
IterationState::Send(uint32_t transfer, int64_t nowPs)
{
    m_transfers[transfer].startPs = nowPs;
}

void
IterationState::Deliver(uint32_t transfer, const Delivery& delivery)
{
    Transfer& state = m_transfers[transfer];
    const TransferStep& step = m_graph.Transfers()[transfer];
    if (state.startPs == NOT_OPEN)
    {
        BreachNotOpen("delivery", delivery.id);
    }
    if (state.fctPs != NOT_DELIVERED)
    {
        Breach("delivery", delivery.id, "it was delivered before");
    }
    CheckBytes(delivery, step);
    state.fctPs = delivery.atPs - state.startPs;
    state.delivered = delivery.deliveredBytes;
    ExtendLast(step.destination, delivery.atPs);
}

bool
IterationState::IsDelivered(uint32_t transfer, const SenderReport& report) const
{
    if (m_transfers[transfer].startPs == NOT_OPEN)
    {
        BreachNotOpen("sender report", report.id);
    }
    return m_transfers[transfer].fctPs != NOT_DELIVERED;
}

TransferRecord
IterationState::Close(uint32_t transfer, const SenderReport& report)
{
    Transfer& state = m_transfers[transfer];
    const TransferStep& step = m_graph.Transfers()[transfer];
    TransferRecord record;
    record.iteration = m_number;
    record.layer = step.layer;
    record.tensor = step.tensor;
    record.phase = step.phase;
    record.source = step.source;
    record.destination = step.destination;
    record.queue = report.queue;
    record.bytes = step.bytes;
    record.startPs = state.startPs;
    record.fctPs = state.fctPs;
    record.sent = report.sentBytes;
    record.delivered = state.delivered;
    record.repaired = report.repairedBytes;
    state.startPs = NOT_OPEN;
    --m_openTransfers;
    return record;
}

void
IterationState::BeginWorker(uint32_t host, int64_t nowPs)
{
    m_workers[m_workerTable.IndexOf(host)].startPs = nowPs;
}

void
IterationState::EndWorker(uint32_t host, int64_t nowPs)
{
    m_workers[m_workerTable.IndexOf(host)].endPs = nowPs;
    --m_openWorkers;
}

void
IterationState::AddCompute(uint32_t host, int64_t lengthPs, int64_t endPs)
{
    if (const uint32_t worker = m_workerTable.IndexOf(host); worker != WorkerTable::NONE)
    {
        m_workers[worker].computePs += lengthPs;
        ExtendLast(host, endPs);
    }
}

/** The last iteration has no next one: it lasts as long as something happens at the worker. */
void
IterationState::ExtendLast(uint32_t host, int64_t untilPs)
{
    const uint32_t worker = m_workerTable.IndexOf(host);
    if (m_last && worker != WorkerTable::NONE)
    {
        m_workers[worker].endPs = std::max(m_workers[worker].endPs, untilPs);
    }
}

IterationRecord
IterationState::RecordOf(uint32_t index) const
{
    const Worker& worker = m_workers[index];
    IterationRecord record;
    record.iteration = m_number;
    record.worker = m_workerTable.Hosts()[index];
    record.startPs = worker.startPs;
    record.endPs = worker.endPs;
    record.computePs = worker.computePs;
    record.exposedPs = worker.endPs - worker.startPs - worker.computePs;
    return record;
}

} // namespace mlt
} // namespace ns3
