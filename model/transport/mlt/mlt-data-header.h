// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DATA_HEADER_H
#define MLT_DATA_HEADER_H

#include "ns3/header.h"
#include "ns3/mlt-header.h"

#include <cstdint>
#include <ostream>

namespace ns3::mlt
{

/**
 * MLT's header in DATA as bytes in network order: 48 bytes, laid out in doc/wire-format.md. The
 * payload follows it.
 */
class MltDataHeader : public Header
{
  public:
    static TypeId GetTypeId();

    MltDataHeader() = default;

    /** @param fields those that DATA bears; the others are ignored. */
    explicit MltDataHeader(const MltHeader& fields);

    /** What was given or read; what DATA does not bear is 0. */
    const MltHeader& Fields() const
    {
        return m_fields;
    }

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;

    /**
     * Reads a header; never beyond the end of the buffer.
     * @return 48, or 0 (and the fields are unchanged) if this is no DATA header: too short, or of
     *         another type. What the fields mean together is not judged here (see MltProtocol).
     */
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    MltHeader m_fields{};
};

} // namespace ns3::mlt

#endif // MLT_DATA_HEADER_H
