// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-header.h"

#include "ns3/mlt-protocol.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(MltControlHeader);

namespace
{

constexpr uint32_t WORD_BITS = 64;
constexpr uint32_t WORD_BYTES = 8;
constexpr uint32_t RESERVED_AFTER_ATTEMPT = 2;

/** The values of the type octet (doc/wire-format.md); FieldBytes follows them. */
static_assert(static_cast<uint8_t>(MltType::Data) == 0 &&
                  static_cast<uint8_t>(MltType::Begin) == 1 &&
                  static_cast<uint8_t>(MltType::Probe) == 2 &&
                  static_cast<uint8_t>(MltType::Bitmap) == 3 &&
                  static_cast<uint8_t>(MltType::Stop) == 4 &&
                  static_cast<uint8_t>(MltType::Feedback) == 5 &&
                  static_cast<uint8_t>(MltType::ChannelAck) == 6,
              "the types' numbers are on the wire");

/** Bytes after the common header (a BITMAP's without its bits), or NOT_CONTROL. */
constexpr uint32_t NOT_CONTROL = 0xffffffff;

constexpr uint32_t
FieldBytes(MltType type)
{
    switch (type)
    {
    case MltType::Begin:
        return MLT_BEGIN_BYTES;
    case MltType::Probe:
        return MLT_PROBE_BYTES;
    case MltType::Bitmap:
        return MLT_BITMAP_BYTES;
    case MltType::Stop:
        return MLT_STOP_BYTES;
    case MltType::Feedback:
        return MLT_FEEDBACK_BYTES;
    case MltType::ChannelAck:
        return MLT_CHANNEL_ACK_BYTES;
    default:
        return NOT_CONTROL;
    }
}

constexpr uint64_t
WordsOf(uint32_t packets)
{
    return (uint64_t{packets} + WORD_BITS - 1) / WORD_BITS;
}

} // namespace

TypeId
MltControlHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::MltControlHeader")
                            .SetParent<Header>()
                            .SetGroupName("Mlt")
                            .AddConstructor<MltControlHeader>();
    return tid;
}

MltControlHeader::MltControlHeader(MltType type,
                                   const MltHeader& fields,
                                   Ptr<const BitmapSegment> bitmap)
    : m_type(type),
      m_fields(fields),
      m_bitmap(std::move(bitmap))
{
}

TypeId
MltControlHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MltControlHeader::GetSerializedSize() const
{
    const uint64_t bits = m_bitmap ? WordsOf(m_bitmap->packets) * WORD_BYTES : 0;
    return MLT_CONTROL_HEADER_BYTES + FieldBytes(m_type) + static_cast<uint32_t>(bits);
}

void
MltControlHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(static_cast<uint8_t>(m_type));
    start.WriteU8(m_fields.attempt);
    start.WriteU8(0, RESERVED_AFTER_ATTEMPT);
    start.WriteHtonU32(m_fields.iteration);
    start.WriteHtonU64(m_fields.messageId);
    start.WriteHtonU32(m_fields.channelSequence);
    WriteFields(start);
}

void
MltControlHeader::WriteFields(Buffer::Iterator& i) const
{
    switch (m_type)
    {
    case MltType::Begin:
        WriteDescription(i);
        break;
    case MltType::Probe:
        WriteDescription(i);
        i.WriteHtonU16(m_fields.round);
        i.WriteHtonU16(0);
        break;
    case MltType::Bitmap:
        WriteBitmap(i);
        break;
    case MltType::Feedback:
        i.WriteHtonU64(static_cast<uint64_t>(m_fields.sendTimePs));
        i.WriteHtonU32(m_fields.pairSequence);
        i.WriteHtonU32(m_fields.received);
        i.WriteHtonU32(m_fields.marked);
        i.WriteHtonU32(m_fields.missing);
        i.WriteHtonU32(m_fields.shareKbps);
        break;
    default:
        break; // the common header says it all
    }
}

void
MltControlHeader::WriteDescription(Buffer::Iterator& i) const
{
    i.WriteHtonU64(m_fields.length);
    i.WriteHtonU32(m_fields.packetCount);
    i.WriteHtonU32(m_fields.boundBillionths);
    i.WriteHtonU16(m_fields.layer);
    i.WriteHtonU16(0);
}

void
MltControlHeader::WriteBitmap(Buffer::Iterator& i) const
{
    i.WriteHtonU16(m_fields.round);
    i.WriteHtonU16(0);
    i.WriteHtonU32(m_fields.index);
    i.WriteHtonU32(m_fields.packetCount);
    i.WriteHtonU32(m_bitmap->first);
    i.WriteHtonU32(m_bitmap->packets);
    for (uint64_t word = 0; word < WordsOf(m_bitmap->packets); ++word)
    {
        i.WriteHtonU64(m_bitmap->bits[word]);
    }
}

uint32_t
MltControlHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < MLT_CONTROL_HEADER_BYTES)
    {
        return 0;
    }
    m_type = static_cast<MltType>(start.ReadU8());
    m_fields = {};
    m_bitmap = nullptr;
    m_fields.attempt = start.ReadU8();
    start.Next(RESERVED_AFTER_ATTEMPT);
    m_fields.iteration = start.ReadNtohU32();
    m_fields.messageId = start.ReadNtohU64();
    m_fields.channelSequence = start.ReadNtohU32();
    return ReadFields(start) ? GetSerializedSize() : 0;
}

bool
MltControlHeader::ReadFields(Buffer::Iterator& i)
{
    if (i.GetRemainingSize() < FieldBytes(m_type)) // also where this is no control frame
    {
        return false;
    }
    switch (m_type)
    {
    case MltType::Begin:
        ReadDescription(i);
        break;
    case MltType::Probe:
        ReadDescription(i);
        m_fields.round = i.ReadNtohU16();
        break;
    case MltType::Bitmap:
        return ReadBitmap(i);
    case MltType::Feedback:
        m_fields.sendTimePs = static_cast<int64_t>(i.ReadNtohU64());
        m_fields.pairSequence = i.ReadNtohU32();
        m_fields.received = i.ReadNtohU32();
        m_fields.marked = i.ReadNtohU32();
        m_fields.missing = i.ReadNtohU32();
        m_fields.shareKbps = i.ReadNtohU32();
        break;
    default:
        break;
    }
    return true;
}

void
MltControlHeader::ReadDescription(Buffer::Iterator& i)
{
    m_fields.length = i.ReadNtohU64();
    m_fields.packetCount = i.ReadNtohU32();
    m_fields.boundBillionths = i.ReadNtohU32();
    m_fields.layer = i.ReadNtohU16();
    i.Next(sizeof(uint16_t));
}

bool
MltControlHeader::ReadBitmap(Buffer::Iterator& i)
{
    m_fields.round = i.ReadNtohU16();
    i.Next(sizeof(uint16_t));
    m_fields.index = i.ReadNtohU32();
    m_fields.packetCount = i.ReadNtohU32();
    auto segment = Create<BitmapSegment>();
    segment->first = i.ReadNtohU32();
    segment->packets = i.ReadNtohU32();
    const uint64_t words = WordsOf(segment->packets);
    if (words == 0 || i.GetRemainingSize() < words * WORD_BYTES)
    {
        return false;
    }
    segment->bits.reserve(words);
    for (uint64_t word = 0; word < words; ++word)
    {
        segment->bits.push_back(i.ReadNtohU64());
    }
    m_bitmap = std::move(segment);
    return true;
}

void
MltControlHeader::Print(std::ostream& os) const
{
    os << MltProtocol::Get().NameOfType(static_cast<uint8_t>(m_type))
       << " channelSequence=" << m_fields.channelSequence
       << " attempt=" << static_cast<uint32_t>(m_fields.attempt);
    if (m_type == MltType::ChannelAck)
    {
        return;
    }
    if (m_type == MltType::Feedback)
    {
        os << " echo=" << m_fields.sendTimePs << "ps pairSequence=" << m_fields.pairSequence
           << " received=" << m_fields.received << " marked=" << m_fields.marked
           << " missing=" << m_fields.missing << " share=" << m_fields.shareKbps << "kbps";
        return;
    }
    os << " message=" << m_fields.messageId << " iteration=" << m_fields.iteration;
    if (m_type == MltType::Begin || m_type == MltType::Probe)
    {
        os << " length=" << m_fields.length << " packets=" << m_fields.packetCount
           << " bound=" << m_fields.boundBillionths << "e-9 layer=" << m_fields.layer;
    }
    if (m_type == MltType::Probe || m_type == MltType::Bitmap)
    {
        os << " round=" << m_fields.round;
    }
    if (m_bitmap)
    {
        os << " segment=" << m_fields.index << "/" << m_fields.packetCount
           << " first=" << m_bitmap->first << " packets=" << m_bitmap->packets;
    }
}

} // namespace ns3::mlt
