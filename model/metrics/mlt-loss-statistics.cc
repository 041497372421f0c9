// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-loss-statistics.h"

namespace ns3::mlt
{

LossStatistics::LossStatistics(const Graph& graph, const MessageTransport& transport)
    : m_graph(graph),
      m_transport(transport),
      m_losses(graph.LayerCount() * graph.Phases().size())
{
}

LossStatistics::Loss&
LossStatistics::Of(uint32_t layer, uint8_t phase)
{
    return m_losses[layer * m_graph.Phases().size() + phase];
}

void
LossStatistics::Add(const TransferRecord& record)
{
    Loss& loss = Of(record.layer, record.phase);
    loss.bytes += record.bytes;
    loss.lost += record.bytes - record.delivered;
}

void
LossStatistics::Add(const Message& message, uint8_t phase, const Delivery& delivery)
{
    Loss& loss = Of(message.layer, phase);
    const Bitmap& received = *delivery.received;
    for (uint32_t i = received.NextClear(0); i != Bitmap::NONE; i = received.NextClear(i + 1))
    {
        ++(m_transport.IsDroppable(message, i) ? loss.lostDroppablePackets
                                               : loss.lostProtectedPackets);
    }
}

void
LossStatistics::AppendTo(Json& rows, const std::string& job) const
{
    size_t place = 0;
    for (uint32_t layer = 0; layer < m_graph.LayerCount(); ++layer)
    {
        for (const std::string& phase : m_graph.Phases())
        {
            const Loss& loss = m_losses[place++];
            Json row;
            row["layer"] = layer;
            row["direction"] = phase;
            row["bytes"] = loss.bytes;
            row["lost"] = loss.lost;
            row["lost_droppable_packets"] = loss.lostDroppablePackets;
            row["lost_protected_packets"] = loss.lostProtectedPackets;
            row["job"] = job;
            rows.push_back(row);
        }
    }
}

} // namespace ns3::mlt
