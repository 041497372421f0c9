// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-sender-message.h"

#include "ns3/mlt-droppable-packets.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

MessageFields
Describe(const Message& message, uint32_t packetBytes)
{
    return {message.id,
            message.bytes,
            message.iteration,
            PacketsOf(message, packetBytes),
            message.bound.Billionths(),
            static_cast<uint16_t>(message.layer)};
}

} // namespace

MltSenderMessage::MltSenderMessage(const Message& message,
                                   uint32_t packetBytes,
                                   const SendOrder& order,
                                   const ImportanceModel& importance,
                                   uint64_t orderKey)
    : MessageDescription(Describe(message, packetBytes)),
      m_packetBytes(packetBytes),
      m_order(order),
      m_destination(message.destination),
      m_queue(message.priority),
      m_droppable(DroppablePackets(message, packetBytes, importance)),
      m_source(message.source)
{
    m_cursor.key = orderKey;
    FindNext();
}

bool
MltSenderMessage::NextPacket(Packet& packet)
{
    if (m_next == Bitmap::NONE)
    {
        return false;
    }
    packet.index = m_next;
    packet.payload = PayloadOf(m_next);
    packet.attempt = m_attempt;
    packet.isProtected = m_attempt > 0 || IsProtected(m_next);
    m_sentBytes += packet.payload;
    if (m_attempt > 0)
    {
        m_repairedBytes += packet.payload;
        m_missing.Clear(m_next);
    }
    FindNext();
    packet.endsPass = !HasPacket();
    packet.isProtected |= packet.endsPass; // it stands for a PROBE
    return true;
}

void
MltSenderMessage::FindNext()
{
    m_next = m_attempt > 0 ? m_missing.NextSet(m_next == Bitmap::NONE ? 0 : m_next)
                           : m_order.Next(m_cursor, fields.packetCount, *this);
}

/** Whether a BITMAP is about the pass that is over now. */
bool
MltSenderMessage::IsOfThisPass(const MltHeader& header) const
{
    return !HasPacket() && PassOf(header.round) == m_attempt && header.index < header.packetCount;
}

bool
MltSenderMessage::OnBitmap(const MltHeader& header, const BitmapSegment& segment)
{
    if (!IsOfThisPass(header))
    {
        return false;
    }
    if (m_segments.Size() == 0 || m_round != header.round)
    {
        m_round = header.round;
        m_segments.Reset(header.packetCount);
        m_missing.Reset(fields.packetCount);
    }
    if (header.index >= m_segments.Size() || !m_segments.Set(header.index))
    {
        return false;
    }
    CollectSegment(segment);
    if (m_segments.Count() < m_segments.Size())
    {
        return false;
    }
    StartRepair();
    return HasPacket();
}

void
MltSenderMessage::CollectSegment(const BitmapSegment& segment)
{
    for (uint32_t i = 0; i < segment.packets; ++i)
    {
        const bool arrived = (segment.bits[i >> 6] >> (i & 63)) & 1;
        if (!arrived && segment.first + i < fields.packetCount)
        {
            m_missing.Set(segment.first + i);
        }
    }
}

void
MltSenderMessage::StartRepair()
{
    const bool isFruitful = m_missing.Count() < m_leastMissing;
    m_fruitlessPasses = isFruitful ? 0 : std::min(m_fruitlessPasses + 1, +MOST_ATTEMPTS);
    m_leastMissing = std::min(m_leastMissing, m_missing.Count());
    m_attempt += m_attempt < MOST_ATTEMPTS;
    m_segments.Reset(0);
    m_next = Bitmap::NONE;
    FindNext();
}

void
MltSenderMessage::OnStop()
{
    m_next = Bitmap::NONE;
    m_droppable.Release();
    m_missing.Release();
    m_segments.Release();
}

uint32_t
MltSenderMessage::PayloadOf(uint32_t index) const
{
    const uint64_t offset = uint64_t{index} * m_packetBytes;
    return static_cast<uint32_t>(std::min<uint64_t>(m_packetBytes, fields.length - offset));
}

} // namespace ns3::mlt
