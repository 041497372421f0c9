// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-data-header.h"

namespace ns3::mlt
{

namespace
{

/** The flags octet, above the length. */
constexpr uint64_t LENGTH_BITS = 56;
constexpr uint64_t ENDS_PASS = uint64_t{1} << LENGTH_BITS;
constexpr uint64_t ASKS_FEEDBACK = uint64_t{2} << LENGTH_BITS;
constexpr uint64_t LENGTH_MASK = ENDS_PASS - 1;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(MltDataHeader);

TypeId
MltDataHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::MltDataHeader")
                            .SetParent<Header>()
                            .SetGroupName("Mlt")
                            .AddConstructor<MltDataHeader>();
    return tid;
}

MltDataHeader::MltDataHeader(const MltHeader& fields)
{
    m_fields.attempt = fields.attempt;
    m_fields.layer = fields.layer;
    m_fields.iteration = fields.iteration;
    m_fields.messageId = fields.messageId;
    m_fields.length = fields.length;
    m_fields.packetCount = fields.packetCount;
    m_fields.index = fields.index;
    m_fields.boundBillionths = fields.boundBillionths;
    m_fields.pairSequence = fields.pairSequence;
    m_fields.sendTimePs = fields.sendTimePs;
    m_fields.endsPass = fields.endsPass;
    m_fields.asksFeedback = fields.asksFeedback;
}

TypeId
MltDataHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
MltDataHeader::GetSerializedSize() const
{
    return MLT_DATA_HEADER_BYTES;
}

void
MltDataHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(static_cast<uint8_t>(MltType::Data));
    start.WriteU8(m_fields.attempt);
    start.WriteHtonU16(m_fields.layer);
    start.WriteHtonU32(m_fields.iteration);
    start.WriteHtonU64(m_fields.messageId);
    start.WriteHtonU64(m_fields.length | (m_fields.endsPass ? ENDS_PASS : 0) |
                       (m_fields.asksFeedback ? ASKS_FEEDBACK : 0));
    start.WriteHtonU32(m_fields.packetCount);
    start.WriteHtonU32(m_fields.index);
    start.WriteHtonU32(m_fields.boundBillionths);
    start.WriteHtonU32(m_fields.pairSequence);
    start.WriteHtonU64(static_cast<uint64_t>(m_fields.sendTimePs));
}

uint32_t
MltDataHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < MLT_DATA_HEADER_BYTES ||
        start.ReadU8() != static_cast<uint8_t>(MltType::Data))
    {
        return 0;
    }
    m_fields.attempt = start.ReadU8();
    m_fields.layer = start.ReadNtohU16();
    m_fields.iteration = start.ReadNtohU32();
    m_fields.messageId = start.ReadNtohU64();
    const uint64_t flagsAndLength = start.ReadNtohU64();
    m_fields.length = flagsAndLength & LENGTH_MASK;
    m_fields.endsPass = flagsAndLength & ENDS_PASS;
    m_fields.asksFeedback = flagsAndLength & ASKS_FEEDBACK;
    m_fields.packetCount = start.ReadNtohU32();
    m_fields.index = start.ReadNtohU32();
    m_fields.boundBillionths = start.ReadNtohU32();
    m_fields.pairSequence = start.ReadNtohU32();
    m_fields.sendTimePs = static_cast<int64_t>(start.ReadNtohU64());
    return MLT_DATA_HEADER_BYTES;
}

void
MltDataHeader::Print(std::ostream& os) const
{
    os << "DATA message=" << m_fields.messageId << " iteration=" << m_fields.iteration
       << " layer=" << m_fields.layer << " length=" << m_fields.length
       << " packet=" << m_fields.index << "/" << m_fields.packetCount
       << " attempt=" << static_cast<uint32_t>(m_fields.attempt)
       << " bound=" << m_fields.boundBillionths << "e-9 pairSequence=" << m_fields.pairSequence
       << " sent=" << m_fields.sendTimePs << "ps" << (m_fields.endsPass ? " endsPass" : "")
       << (m_fields.asksFeedback ? " asksFeedback" : "");
}

} // namespace ns3::mlt
