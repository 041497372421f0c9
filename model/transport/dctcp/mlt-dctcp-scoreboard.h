// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_SCOREBOARD_H
#define MLT_DCTCP_SCOREBOARD_H

#include "ns3/mlt-dctcp-header.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * What a TCP sender knows of its outstanding segments (RFC 6675). Each is in one of three states:
 * in flight, SACKed, or lost and waiting to be sent again. A ring of segments and two rings of
 * bits, which double when the window outgrows them: an acknowledgement costs O(1) amortized, and
 * O(log window) for each SACK block; nothing is allocated in steady state.
 *
 * A segment keeps its borders when it is sent again, so that acknowledgements always fall on them.
 */
class DctcpScoreboard
{
  public:
    struct Segment
    {
        uint64_t begin;  //!< first byte in the stream
        uint32_t length; //!< bytes
    };

    /** What an acknowledgement told that was not known. */
    struct Progress
    {
        uint64_t cumulative{0}; //!< bytes by which the left edge moved
        uint64_t delivered{0};  //!< bytes known to have arrived, for the first time
    };

    DctcpScoreboard();

    /** A new segment was sent: the next @p length bytes of the stream. */
    void Append(uint32_t length);

    /** Takes in the cumulative acknowledgement and the SACK blocks of @p ack. */
    Progress Acknowledge(const DctcpHeader& ack);

    /**
     * Declares lost what has at least @p threshold SACKed segments above it (RFC 6675, IsLost).
     * Each segment is judged once: a retransmission that is lost too is left to the timeout.
     * @return whether a segment was newly declared lost.
     */
    bool DetectLosses(uint32_t threshold);

    /** After a timeout: all that is not SACKed is lost. What is SACKed stays so: the receivers
     * here never renege (RFC 2018, section 8). */
    void LoseAll();

    /** Whether a lost segment waits to be sent again. */
    bool HasLost() const
    {
        return m_lostCount > 0;
    }

    /** The first lost segment, which is in flight again from now on. Needs HasLost(). */
    Segment TakeLost();

    /** Bytes thought to be in flight (RFC 6675, pipe). */
    uint64_t Pipe() const
    {
        return m_pipe;
    }

    /** First byte that is not acknowledged cumulatively. */
    uint64_t Unacknowledged() const
    {
        return m_first == m_next ? m_end : Begin(m_first);
    }

    /** One past the last byte that DetectLosses ever declared lost. */
    uint64_t LostEnd() const
    {
        return m_lostEnd;
    }

    /** First byte that was never sent. */
    uint64_t End() const
    {
        return m_end;
    }

    /** Segments sent and not acknowledged cumulatively. */
    uint64_t Outstanding() const
    {
        return m_next - m_first;
    }

  private:
    using Bits = std::vector<uint64_t>;

    /** Segments [first, last) that are all SACKed. */
    struct Run
    {
        uint64_t first;
        uint64_t last;
    };

    Run& RunAt(uint64_t index);

    uint64_t Begin(uint64_t index) const
    {
        return m_begins[index & m_mask];
    }

    uint64_t EndOf(uint64_t index) const
    {
        return index + 1 == m_next ? m_end : Begin(index + 1);
    }

    bool Test(const Bits& bits, uint64_t index) const
    {
        return (bits[(index & m_mask) >> 6] >> (index & 63)) & 1;
    }

    void Flip(Bits& bits, uint64_t index)
    {
        bits[(index & m_mask) >> 6] ^= uint64_t{1} << (index & 63);
    }

    uint64_t Scan(const Bits& bits, uint64_t from, uint64_t to, uint64_t invert) const;
    uint64_t FirstFrom(uint64_t byte) const;
    void Advance(uint64_t acknowledgement, Progress& progress);
    void MarkSacked(const DctcpHeader::Range& range, Progress& progress);
    void MarkSacked(uint64_t index, Progress& progress);
    void MarkLost(uint64_t index);
    void Grow();

    // Segments are numbered from 0 for the life of the connection; a ring holds [m_first, m_next).
    std::vector<uint64_t> m_begins;
    Bits m_sacked;
    Bits m_lost;
    uint64_t m_mask;
    uint64_t m_first{0};
    uint64_t m_next{0};
    uint64_t m_end{0};
    uint64_t m_pipe{0};
    uint64_t m_judged{0}; //!< below it, DetectLosses has judged all
    uint64_t m_lostEnd{0};
    uint64_t m_sackedAbove{0}; //!< SACKed segments from m_judged on
    uint64_t m_lostCount{0};
    uint64_t m_lostFrom{0}; //!< no lost segment is below it
    /** Where the last SACK blocks lay: blocks grow, and only their new part is looked at. */
    Run m_runs[DctcpHeader::SACK_BLOCKS]{};
    uint32_t m_nextRun{0}; //!< to be overwritten by a block that is none of them
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_SCOREBOARD_H
