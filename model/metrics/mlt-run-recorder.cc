// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-run-recorder.h"

#include "ns3/mlt-clock.h"

#include <algorithm>
#include <tuple>

namespace ns3::mlt
{

namespace
{

constexpr const char* TRANSFER_COLUMNS = "iteration,layer,tensor,direction,source,destination,"
                                         "priority,bytes,start_ns,fct_ns,sent,delivered,lost,"
                                         "repaired,job";
constexpr const char* ITERATION_COLUMNS =
    "iteration,worker,start_ns,end_ns,compute_ns,exposed_ns,job";
constexpr const char* MASK_COLUMNS =
    "iteration,layer,tensor,direction,source,destination,first_byte,bytes,job";

/** Picoseconds as nanoseconds with all three decimals: exact, and the same on every machine. */
std::string
Ns(int64_t ps)
{
    return fmt::format("{}.{:03}", ps / PS_PER_NS, ps % PS_PER_NS);
}

/** The order of rows of one simulator step. @param what a TransferRecord or a TransferStep. */
template <typename T>
auto
OrderOf(uint32_t job, uint32_t iteration, const T& what)
{
    return std::make_tuple(job, iteration, what.tensor, what.phase, what.source, what.destination);
}

} // namespace

RunRecorder::RunRecorder(const ResultFolder& folder, const Options& options)
    : m_transfers(folder.PathOf(options.gzip ? "transfers.csv.gz" : "transfers.csv"),
                  TRANSFER_COLUMNS,
                  options.gzip),
      m_iterations(folder.PathOf("iterations.csv"), ITERATION_COLUMNS)
{
    if (options.lossMasks)
    {
        m_masks = std::make_unique<CsvFile>(folder.PathOf("losses.csv"), MASK_COLUMNS);
    }
}

uint32_t
RunRecorder::AddJob(const std::string& name, const Graph& graph, const MessageTransport& transport)
{
    m_jobs.push_back({name, &graph, LossStatistics(graph, transport)});
    return static_cast<uint32_t>(m_jobs.size() - 1);
}

WorkloadHandlers
RunRecorder::HandlersOf(uint32_t job)
{
    WorkloadHandlers handlers;
    handlers.transfer = [this, job](const TransferRecord& record) { OnTransfer(job, record); };
    handlers.iteration = [this, job](const IterationRecord& record) { OnIteration(job, record); };
    handlers.arrival = [this,
                        job](const Message& message, uint32_t transfer, const Delivery& delivery) {
        OnArrival(job, message, transfer, delivery);
    };
    return handlers;
}

void
RunRecorder::OnTransfer(uint32_t job, const TransferRecord& record)
{
    BeginStep();
    m_transfersOfStep.push_back({job, record});
    m_jobs[job].statistics.Add(record);
    m_jobs[job].losses.Add(record);
}

const std::string&
RunRecorder::PhaseName(uint32_t job, uint8_t phase) const
{
    return m_jobs[job].graph->Phases()[phase];
}

/** What comes is of the present step: writes what was held back, if that is of an earlier one. */
void
RunRecorder::BeginStep()
{
    const int64_t now = NowTick();
    if (now != m_stepTick)
    {
        WriteStep();
        m_stepTick = now;
    }
}

void
RunRecorder::WriteStep()
{
    std::stable_sort(m_transfersOfStep.begin(),
                     m_transfersOfStep.end(),
                     [](const TransferRow& a, const TransferRow& b) {
                         return OrderOf(a.job, a.record.iteration, a.record) <
                                OrderOf(b.job, b.record.iteration, b.record);
                     });
    for (const TransferRow& row : m_transfersOfStep)
    {
        WriteTransfer(row);
    }
    m_transfersOfStep.clear();
    std::stable_sort(m_masksOfStep.begin(), m_masksOfStep.end(), [](const Mask& a, const Mask& b) {
        return OrderOf(a.job, a.iteration, *a.step) < OrderOf(b.job, b.iteration, *b.step);
    });
    for (const Mask& mask : m_masksOfStep)
    {
        WriteMask(mask);
    }
    m_masksOfStep.clear();
}

void
RunRecorder::WriteTransfer(const TransferRow& row)
{
    const TransferRecord& record = row.record;
    m_transfers.Add(record.iteration,
                    record.layer,
                    record.tensor,
                    PhaseName(row.job, record.phase),
                    record.source,
                    record.destination,
                    record.queue,
                    record.bytes,
                    Ns(record.startPs),
                    Ns(record.fctPs),
                    record.sent,
                    record.delivered,
                    record.bytes - record.delivered,
                    record.repaired,
                    m_jobs[row.job].name);
}

void
RunRecorder::OnIteration(uint32_t job, const IterationRecord& record)
{
    m_iterations.Add(record.iteration,
                     record.worker,
                     Ns(record.startPs),
                     Ns(record.endPs),
                     Ns(record.computePs),
                     Ns(record.exposedPs),
                     m_jobs[job].name);
    m_jobs[job].statistics.Add(record);
}

void
RunRecorder::OnArrival(uint32_t job,
                       const Message& message,
                       uint32_t transfer,
                       const Delivery& delivery)
{
    if (!delivery.received)
    {
        return;
    }
    const TransferStep& step = m_jobs[job].graph->Transfers()[transfer];
    m_jobs[job].losses.Add(message, step.phase, delivery);
    if (m_masks)
    {
        KeepMask(job, message.iteration, step, delivery);
    }
}

void
RunRecorder::KeepMask(uint32_t job,
                      uint32_t iteration,
                      const TransferStep& step,
                      const Delivery& delivery)
{
    BeginStep();
    Mask mask{job, iteration, &step, {}};
    const Bitmap& received = *delivery.received;
    uint32_t first = received.NextClear(0);
    while (first != Bitmap::NONE)
    {
        const uint32_t after = std::min(received.NextSet(first), received.Size());
        const uint64_t begin = uint64_t{first} * delivery.packetBytes;
        const uint64_t end = std::min(uint64_t{after} * delivery.packetBytes, step.bytes);
        mask.holes.emplace_back(begin, end - begin);
        first = received.NextClear(after);
    }
    m_masksOfStep.push_back(std::move(mask));
}

void
RunRecorder::WriteMask(const Mask& mask)
{
    for (const auto& [begin, bytes] : mask.holes)
    {
        m_masks->Add(mask.iteration,
                     mask.step->layer,
                     mask.step->tensor,
                     PhaseName(mask.job, mask.step->phase),
                     mask.step->source,
                     mask.step->destination,
                     begin,
                     bytes,
                     m_jobs[mask.job].name);
    }
}

void
RunRecorder::Close()
{
    WriteStep();
    m_transfers.Close();
    m_iterations.Close();
    if (m_masks)
    {
        m_masks->Close();
    }
}

RunStatistics
RunRecorder::Statistics() const
{
    RunStatistics all;
    for (const Job& job : m_jobs)
    {
        all.Add(job.statistics);
    }
    return all;
}

Json
RunRecorder::Losses() const
{
    Json rows = Json::array();
    for (const Job& job : m_jobs)
    {
        job.losses.AppendTo(rows, job.name);
    }
    return rows;
}

} // namespace ns3::mlt
