// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-run-recorder.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-statistics.h"

#include <algorithm>
#include <tuple>

namespace ns3::mlt
{

namespace
{

constexpr const char* TRANSFER_COLUMNS = "iteration,layer,tensor,direction,source,destination,"
                                         "priority,bytes,start_ns,fct_ns,sent,delivered,lost,"
                                         "repaired";
constexpr const char* ITERATION_COLUMNS = "iteration,worker,start_ns,end_ns,compute_ns,exposed_ns";
constexpr const char* MASK_COLUMNS =
    "iteration,layer,tensor,direction,source,destination,first_byte,bytes";

/** Picoseconds as nanoseconds with all three decimals: exact, and the same on every machine. */
std::string
Ns(int64_t ps)
{
    return fmt::format("{}.{:03}", ps / PS_PER_NS, ps % PS_PER_NS);
}

/** The order of rows of one simulator step. @param what a TransferRecord or a TransferStep. */
template <typename T>
auto
OrderOf(uint32_t iteration, const T& what)
{
    return std::make_tuple(iteration, what.tensor, what.phase, what.source, what.destination);
}

double
NsNumber(double ps)
{
    return ps / static_cast<double>(PS_PER_NS);
}

} // namespace

RunRecorder::RunRecorder(const ResultFolder& folder,
                         const Graph& graph,
                         const MessageTransport& transport,
                         const Options& options)
    : m_graph(graph),
      m_transport(transport),
      m_transfers(folder.PathOf(options.gzip ? "transfers.csv.gz" : "transfers.csv"),
                  TRANSFER_COLUMNS,
                  options.gzip),
      m_iterations(folder.PathOf("iterations.csv"), ITERATION_COLUMNS),
      m_losses(graph.LayerCount() * graph.Phases().size())
{
    if (options.lossMasks)
    {
        m_masks = std::make_unique<CsvFile>(folder.PathOf("losses.csv"), MASK_COLUMNS);
    }
}

void
RunRecorder::OnTransfer(const TransferRecord& record)
{
    BeginStep();
    m_transfersOfStep.push_back(record);
    m_fctPs.push_back(record.fctPs);
    m_sent += record.sent;
    m_repaired += record.repaired;
    LayerLoss& layer = LossOf(record.layer, record.phase);
    layer.bytes += record.bytes;
    layer.lost += record.bytes - record.delivered;
}

RunRecorder::LayerLoss&
RunRecorder::LossOf(uint32_t layer, uint8_t phase)
{
    return m_losses[layer * m_graph.Phases().size() + phase];
}

const std::string&
RunRecorder::NameOf(uint8_t phase) const
{
    return m_graph.Phases()[phase];
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
                     [](const TransferRecord& a, const TransferRecord& b) {
                         return OrderOf(a.iteration, a) < OrderOf(b.iteration, b);
                     });
    for (const TransferRecord& record : m_transfersOfStep)
    {
        WriteTransfer(record);
    }
    m_transfersOfStep.clear();
    std::stable_sort(m_masksOfStep.begin(), m_masksOfStep.end(), [](const Mask& a, const Mask& b) {
        return OrderOf(a.iteration, *a.step) < OrderOf(b.iteration, *b.step);
    });
    for (const Mask& mask : m_masksOfStep)
    {
        WriteMask(mask);
    }
    m_masksOfStep.clear();
}

void
RunRecorder::WriteTransfer(const TransferRecord& record)
{
    m_transfers.Add(record.iteration,
                    record.layer,
                    record.tensor,
                    NameOf(record.phase),
                    record.source,
                    record.destination,
                    record.queue,
                    record.bytes,
                    Ns(record.startPs),
                    Ns(record.fctPs),
                    record.sent,
                    record.delivered,
                    record.bytes - record.delivered,
                    record.repaired);
}

void
RunRecorder::OnIteration(const IterationRecord& record)
{
    m_iterations.Add(record.iteration,
                     record.worker,
                     Ns(record.startPs),
                     Ns(record.endPs),
                     Ns(record.computePs),
                     Ns(record.exposedPs));
    m_iterationPs.push_back(record.endPs - record.startPs);
}

void
RunRecorder::OnArrival(const Message& message, uint32_t transfer, const Delivery& delivery)
{
    if (!delivery.received)
    {
        return;
    }
    const TransferStep& step = m_graph.Transfers()[transfer];
    LayerLoss& layer = LossOf(step.layer, step.phase);
    const Bitmap& received = *delivery.received;
    for (uint32_t i = received.NextClear(0); i != Bitmap::NONE; i = received.NextClear(i + 1))
    {
        ++(m_transport.IsDroppable(message, i) ? layer.lostDroppablePackets
                                               : layer.lostProtectedPackets);
    }
    if (m_masks)
    {
        KeepMask(message.iteration, step, delivery);
    }
}

void
RunRecorder::KeepMask(uint32_t iteration, const TransferStep& step, const Delivery& delivery)
{
    BeginStep();
    Mask mask{iteration, &step, {}};
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
                     NameOf(mask.step->phase),
                     mask.step->source,
                     mask.step->destination,
                     begin,
                     bytes);
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

Json
RunRecorder::Times()
{
    constexpr uint32_t TAIL_PERCENT = 99;
    Json json;
    json["fct_mean_ns"] = NsNumber(Mean(m_fctPs));
    json["fct_p99_ns"] = NsNumber(static_cast<double>(NearestRank(m_fctPs, TAIL_PERCENT)));
    json["iteration_mean_ns"] = NsNumber(Mean(m_iterationPs));
    const auto longest = std::max_element(m_iterationPs.begin(), m_iterationPs.end());
    json["iteration_max_ns"] =
        longest == m_iterationPs.end() ? 0.0 : NsNumber(static_cast<double>(*longest));
    return json;
}

Json
RunRecorder::Totals() const
{
    uint64_t bytes = 0;
    uint64_t lost = 0;
    for (const LayerLoss& layer : m_losses)
    {
        bytes += layer.bytes;
        lost += layer.lost;
    }
    Json json;
    json["transfers"] = m_fctPs.size();
    json["payload_bytes"] = bytes;
    json["sent_bytes"] = m_sent;
    json["repaired_bytes"] = m_repaired;
    json["delivered_bytes"] = bytes - lost;
    json["lost_bytes"] = lost;
    json["delivered_share"] =
        bytes ? static_cast<double>(bytes - lost) / static_cast<double>(bytes) : 1.0;
    return json;
}

Json
RunRecorder::Losses() const
{
    Json rows = Json::array();
    for (uint32_t layer = 0; layer < m_graph.LayerCount(); ++layer)
    {
        for (uint32_t phase = 0; phase < m_graph.Phases().size(); ++phase)
        {
            const LayerLoss& loss = m_losses[layer * m_graph.Phases().size() + phase];
            Json row;
            row["layer"] = layer;
            row["direction"] = m_graph.Phases()[phase];
            row["bytes"] = loss.bytes;
            row["lost"] = loss.lost;
            row["lost_droppable_packets"] = loss.lostDroppablePackets;
            row["lost_protected_packets"] = loss.lostProtectedPackets;
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace ns3::mlt
