// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-receiver-message.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

MltReceiverMessage::MltReceiverMessage(const MessageFields& fields, uint32_t source)
    : m_needed(LossBound::FromBillionths(fields.boundBillionths).Needed(fields.length)),
      m_iteration(fields.iteration),
      m_source(source),
      m_received(fields.packetCount)
{
}

MltReceiverMessage::Outcome
MltReceiverMessage::OnData(uint32_t index, uint32_t payload)
{
    if (m_complete)
    {
        return Outcome::Late;
    }
    if (index >= m_received.Size())
    {
        return Outcome::Foreign;
    }
    if (!m_received.Set(index))
    {
        return Outcome::Duplicate;
    }
    m_delivered += payload;
    m_complete = m_delivered >= m_needed;
    return m_complete ? Outcome::Completing : Outcome::Useful;
}

std::vector<Ptr<const BitmapSegment>>
MltReceiverMessage::Holes(uint32_t mostPackets) const
{
    std::vector<Ptr<const BitmapSegment>> segments;
    for (uint32_t first = 0; first < m_received.Size(); first += mostPackets)
    {
        const uint32_t packets = std::min(mostPackets, m_received.Size() - first);
        const uint32_t hole = m_received.NextClear(first);
        if (hole == Bitmap::NONE || hole >= first + packets)
        {
            continue;
        }
        auto segment = Create<BitmapSegment>();
        segment->first = first;
        segment->packets = packets;
        segment->bits.assign((packets + 63) / 64, 0);
        for (uint32_t i = 0; i < packets; ++i)
        {
            segment->bits[i >> 6] |= uint64_t{m_received.Test(first + i)} << (i & 63);
        }
        segments.push_back(std::move(segment));
    }
    return segments;
}

void
MltReceiverMessage::Forget()
{
    m_received.Release();
}

} // namespace ns3::mlt
