// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-stream.h"

namespace ns3::mlt
{

namespace
{

constexpr uint32_t PREFIX_BYTES = 3;
constexpr uint32_t BYTE_BITS = 8;
constexpr uint32_t BYTE_MASK = 0xff;

} // namespace

Ptr<Packet>
ToStream(uint8_t end, const Packet& header)
{
    const uint32_t length = header.GetSize();
    const uint8_t prefix[PREFIX_BYTES] = {static_cast<uint8_t>(length >> BYTE_BITS),
                                          static_cast<uint8_t>(length & BYTE_MASK),
                                          end};
    auto packet = Create<Packet>(prefix, PREFIX_BYTES);
    packet->AddAtEnd(header.Copy());
    return packet;
}

void
ControlStream::Append(const Ptr<const Packet>& bytes)
{
    m_bytes->AddAtEnd(bytes);
}

Ptr<Packet>
ControlStream::Next(uint8_t& end)
{
    uint8_t prefix[PREFIX_BYTES];
    if (m_broken || m_bytes->CopyData(prefix, PREFIX_BYTES) < PREFIX_BYTES)
    {
        return nullptr;
    }
    const uint32_t length = (uint32_t{prefix[0]} << BYTE_BITS) | prefix[1];
    end = prefix[2];
    if (length == 0 || end >= m_ends)
    {
        m_broken = true;
        return nullptr;
    }
    if (m_bytes->GetSize() < PREFIX_BYTES + length)
    {
        return nullptr;
    }
    auto header = m_bytes->CreateFragment(PREFIX_BYTES, length);
    m_bytes->RemoveAtStart(PREFIX_BYTES + length);
    return header;
}

} // namespace ns3::mlt
