// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-run-recorder.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-statistics.h"

#include <algorithm>

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
      m_push(graph.LayerCount()),
      m_pull(graph.LayerCount())
{
    if (options.lossMasks)
    {
        m_masks = std::make_unique<CsvFile>(folder.PathOf("losses.csv"), MASK_COLUMNS);
    }
}

void
RunRecorder::OnTransfer(const TransferRecord& record)
{
    const uint64_t lost = record.bytes - record.delivered;
    m_transfers.Add(record.iteration,
                    record.layer,
                    record.tensor,
                    ToString(record.direction),
                    record.source,
                    record.destination,
                    record.queue,
                    record.bytes,
                    Ns(record.startPs),
                    Ns(record.fctPs),
                    record.sent,
                    record.delivered,
                    lost,
                    record.repaired);
    m_fctPs.push_back(record.fctPs);
    m_sent += record.sent;
    m_repaired += record.repaired;
    auto& layer = (record.direction == Direction::PUSH ? m_push : m_pull)[record.layer];
    layer.bytes += record.bytes;
    layer.lost += lost;
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
RunRecorder::OnArrival(uint32_t iteration, uint32_t transfer, const Delivery& delivery)
{
    if (!delivery.received)
    {
        return;
    }
    const TransferStep& step = m_graph.Transfers()[transfer];
    Message message;
    message.id = delivery.id;
    message.iteration = iteration;
    message.bytes = step.bytes;
    message.layer = step.layer;
    message.layers = m_graph.LayerCount();
    message.bound = step.bound;
    auto& layer = (step.direction == Direction::PUSH ? m_push : m_pull)[step.layer];
    const Bitmap& received = *delivery.received;
    for (uint32_t i = received.NextClear(0); i != Bitmap::NONE; i = received.NextClear(i + 1))
    {
        ++(m_transport.IsDroppable(message, i) ? layer.lostDroppablePackets
                                               : layer.lostProtectedPackets);
    }
    if (m_masks)
    {
        WriteMask(iteration, step, delivery);
    }
}

void
RunRecorder::WriteMask(uint32_t iteration, const TransferStep& step, const Delivery& delivery)
{
    const Bitmap& received = *delivery.received;
    uint32_t first = received.NextClear(0);
    while (first != Bitmap::NONE)
    {
        const uint32_t after = std::min(received.NextSet(first), received.Size());
        const uint64_t begin = uint64_t{first} * delivery.packetBytes;
        const uint64_t end = std::min(uint64_t{after} * delivery.packetBytes, step.bytes);
        m_masks->Add(iteration,
                     step.layer,
                     step.tensor,
                     ToString(step.direction),
                     step.source,
                     step.destination,
                     begin,
                     end - begin);
        first = received.NextClear(after);
    }
}

void
RunRecorder::Close()
{
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
    for (const auto* layers : {&m_push, &m_pull})
    {
        for (const auto& layer : *layers)
        {
            bytes += layer.bytes;
            lost += layer.lost;
        }
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
    for (uint32_t layer = 0; layer < m_push.size(); ++layer)
    {
        for (Direction direction : {Direction::PUSH, Direction::PULL})
        {
            const auto& loss = (direction == Direction::PUSH ? m_push : m_pull)[layer];
            Json row;
            row["layer"] = layer;
            row["direction"] = ToString(direction);
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
