// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-sender-message.h"

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
            static_cast<uint32_t>((message.bytes + packetBytes - 1) / packetBytes),
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
      m_allProtected(message.bound.Tolerated(message.bytes) < packetBytes),
      m_source(message.source)
{
    m_cursor.key = orderKey;
    if (!m_allProtected)
    {
        Classify(message, importance);
    }
    FindNext();
}

void
MltSenderMessage::Classify(const Message& message, const ImportanceModel& importance)
{
    m_protected.Reset(fields.packetCount);
    PacketName name{RandomKeyOfMessage(message.id),
                    message.iteration,
                    message.layer,
                    message.layers,
                    0};
    for (; name.index < fields.packetCount; ++name.index)
    {
        if (!importance.IsDroppable(name))
        {
            m_protected.Set(name.index);
        }
    }
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
    return true;
}

void
MltSenderMessage::FindNext()
{
    m_next = m_attempt > 0 ? m_missing.NextSet(m_next == Bitmap::NONE ? 0 : m_next)
                           : m_order.Next(m_cursor, fields.packetCount, *this);
}

uint16_t
MltSenderMessage::StartProbe()
{
    ++m_round;
    m_segments.Reset(0);
    return m_round;
}

bool
MltSenderMessage::OnBitmap(const MltHeader& header, const BitmapSegment& segment)
{
    if (header.round != m_round || header.index >= header.packetCount)
    {
        return false; // an older round
    }
    if (m_segments.Size() == 0)
    {
        m_segments.Reset(header.packetCount);
        m_missing.Reset(fields.packetCount);
    }
    if (header.index >= m_segments.Size() || !m_segments.Set(header.index))
    {
        return false;
    }
    for (uint32_t i = 0; i < segment.packets; ++i)
    {
        const bool arrived = (segment.bits[i >> 6] >> (i & 63)) & 1;
        if (!arrived && segment.first + i < fields.packetCount)
        {
            m_missing.Set(segment.first + i);
        }
    }
    if (m_segments.Count() < m_segments.Size())
    {
        return false;
    }
    m_attempt += m_attempt < MOST_ATTEMPTS;
    m_protected.Release(); // repairs are protected, all of them
    m_next = Bitmap::NONE;
    FindNext();
    return HasPacket();
}

void
MltSenderMessage::OnStop()
{
    m_next = Bitmap::NONE;
    m_protected.Release();
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
