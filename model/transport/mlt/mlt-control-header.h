// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CONTROL_HEADER_H
#define MLT_CONTROL_HEADER_H

#include "ns3/header.h"
#include "ns3/mlt-header.h"

#include <cstdint>
#include <ostream>

namespace ns3::mlt
{

/**
 * Any control frame of MLT as bytes in network order: 20 bytes that all have, then the fields of
 * its type, and a BITMAP's bits (doc/wire-format.md).
 */
class MltControlHeader : public Header
{
  public:
    static TypeId GetTypeId();

    /** A STOP with all fields 0. */
    MltControlHeader() = default;

    /**
     * @param type Begin, Probe, Bitmap, Stop, Feedback or ChannelAck.
     * @param fields those that the type bears; the others are ignored.
     * @param bitmap of a Bitmap, with as many words as its packets need; else null.
     */
    MltControlHeader(MltType type, const MltHeader& fields, Ptr<const BitmapSegment> bitmap);

    MltType Type() const
    {
        return m_type;
    }

    /** What was given or read; what the type does not bear may be anything. */
    const MltHeader& Fields() const
    {
        return m_fields;
    }

    /** Of a BITMAP, else null. */
    Ptr<const BitmapSegment> Segment() const
    {
        return m_bitmap;
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /**
     * Reads a header; never beyond the end of the buffer, and takes memory only for bits that are
     * there.
     * @return its bytes, or 0 if this is no control header: too short for its type or its bits, of
     *         an unknown type, or a BITMAP of no packets. What the fields mean together is not
     *         judged here (see MltProtocol).
     */
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    bool ReadFields(Buffer::Iterator& i);
    bool ReadBitmap(Buffer::Iterator& i);
    void ReadDescription(Buffer::Iterator& i);
    void WriteFields(Buffer::Iterator& i) const;
    void WriteBitmap(Buffer::Iterator& i) const;
    void WriteDescription(Buffer::Iterator& i) const;

    MltType m_type{MltType::Stop};
    MltHeader m_fields{};
    Ptr<const BitmapSegment> m_bitmap;
};

} // namespace ns3::mlt

#endif // MLT_CONTROL_HEADER_H
