// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_RECEIVER_H
#define MLT_DCTCP_RECEIVER_H

#include "ns3/mlt-dctcp-header.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * The receiving end of one DCTCP connection and direction, as a state machine: in-order delivery,
 * out-of-order ranges, and what each acknowledgement says. Every segment is acknowledged, so that
 * the echo is exact (the two-state machine of SIGCOMM'10, section 3.1, serves delayed
 * acknowledgements only).
 */
class DctcpReceiver
{
  public:
    /**
     * A segment came.
     * @param payload its bytes, at least 1.
     * @return whether it brought a byte that was missing; else it is a duplicate.
     */
    bool OnSegment(const DctcpHeader& segment, uint32_t payload);

    /**
     * Fills the acknowledgement of @p segment, after OnSegment took it: the next byte expected, the
     * timestamp and the mark of this very segment, and up to three SACK blocks (RFC 2018): first
     * the one that the segment fell in, then those reported last, then the lowest.
     */
    void FillAck(const DctcpHeader& segment, bool marked, DctcpHeader& ack) const;

    /** All bytes below are delivered in order. */
    uint64_t NextExpected() const
    {
        return m_next;
    }

    /** Received out of order: ascending, disjoint, not touching. */
    const std::vector<DctcpHeader::Range>& Ranges() const
    {
        return m_ranges;
    }

  private:
    using Range = DctcpHeader::Range;
    using Iterator = std::vector<Range>::iterator;

    void Insert(Iterator at, Range range);
    void Report(const Range& range);
    void ForgetDelivered();

    uint64_t m_next{0};
    std::vector<Range> m_ranges;
    Range m_recent[DctcpHeader::SACK_BLOCKS]{}; //!< members of m_ranges, last changed first
    uint8_t m_recentCount{0};
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_RECEIVER_H
