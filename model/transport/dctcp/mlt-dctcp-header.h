// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_HEADER_H
#define MLT_DCTCP_HEADER_H

#include <cstdint>

namespace ns3::mlt
{

/** The types of DctcpTransport's frames. */
enum class DctcpType : uint8_t
{
    Segment,
    Acknowledgement,
};

/** Fields of a segment and of its acknowledgement. */
struct DctcpHeader
{
    static constexpr uint32_t SACK_BLOCKS = 3;

    struct Range
    {
        uint64_t begin;
        uint64_t end;
    };

    uint32_t connection; //!< distinguishes connections of a (source, destination) pair
    uint8_t sackCount;   //!< valid entries of sack
    bool echo;           //!< ECE: the acknowledged segment bore CE
    bool repair;         //!< a retransmission

    union {
        uint64_t sequence;        //!< of a segment: its first byte in the stream
        uint64_t acknowledgement; //!< of an acknowledgement: the next byte expected
    };

    int64_t timestampPs;     //!< when the segment was sent; echoed by its acknowledgement
    Range sack[SACK_BLOCKS]; //!< bytes received out of order, most recent block first
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_HEADER_H
