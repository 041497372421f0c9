// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-scoreboard.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{
/** Segments that a ring holds at first; a multiple of the bits in a word. */
constexpr uint64_t FIRST_CAPACITY = 64;
constexpr uint64_t WORD_BITS = 64;
constexpr uint64_t FIND_SET = 0;
constexpr uint64_t FIND_CLEAR = ~uint64_t{0};
} // namespace

DctcpScoreboard::DctcpScoreboard()
    : m_begins(FIRST_CAPACITY),
      m_sacked(FIRST_CAPACITY / WORD_BITS),
      m_lost(FIRST_CAPACITY / WORD_BITS),
      m_mask(FIRST_CAPACITY - 1)
{
}

void
DctcpScoreboard::Append(uint32_t length)
{
    if (m_next - m_first > m_mask)
    {
        Grow();
    }
    m_begins[m_next & m_mask] = m_end;
    ++m_next;
    m_end += length;
    m_pipe += length;
}

DctcpScoreboard::Progress
DctcpScoreboard::Acknowledge(const DctcpHeader& ack)
{
    Progress progress;
    Advance(ack.acknowledgement, progress);
    for (uint32_t i = 0; i < ack.sackCount; ++i)
    {
        MarkSacked(ack.sack[i], progress);
    }
    return progress;
}

void
DctcpScoreboard::Advance(uint64_t acknowledgement, Progress& progress)
{
    while (m_first < m_next && EndOf(m_first) <= acknowledgement)
    {
        const uint64_t length = EndOf(m_first) - Begin(m_first);
        progress.cumulative += length;
        if (Test(m_sacked, m_first))
        {
            Flip(m_sacked, m_first);
            m_sackedAbove -= m_first >= m_judged;
        }
        else
        {
            progress.delivered += length;
            if (Test(m_lost, m_first))
            {
                Flip(m_lost, m_first);
                --m_lostCount;
            }
            else
            {
                m_pipe -= length;
            }
        }
        ++m_first;
    }
    m_judged = std::max(m_judged, m_first);
    m_lostFrom = std::max(m_lostFrom, m_first);
}

void
DctcpScoreboard::MarkSacked(const DctcpHeader::Range& range, Progress& progress)
{
    if (range.end <= Unacknowledged())
    {
        return; // an acknowledgement that was overtaken
    }
    const uint64_t begin = FirstFrom(range.begin);
    const uint64_t end = range.end >= m_end ? m_next : FirstFrom(range.end);
    Run& run = RunAt(begin);
    uint64_t index = Scan(m_sacked, run.last, end, FIND_CLEAR);
    while (index < end)
    {
        MarkSacked(index, progress);
        index = Scan(m_sacked, index + 1, end, FIND_CLEAR);
    }
    run.last = std::max(run.last, end);
}

void
DctcpScoreboard::MarkSacked(uint64_t index, Progress& progress)
{
    const uint64_t length = EndOf(index) - Begin(index);
    progress.delivered += length;
    Flip(m_sacked, index);
    m_sackedAbove += index >= m_judged;
    if (Test(m_lost, index))
    {
        Flip(m_lost, index);
        --m_lostCount;
    }
    else
    {
        m_pipe -= length;
    }
}

/** The known run that @p index lies in or follows on, else a new one that begins there. */
DctcpScoreboard::Run&
DctcpScoreboard::RunAt(uint64_t index)
{
    for (Run& run : m_runs)
    {
        if (run.first <= index && index <= run.last)
        {
            return run;
        }
    }
    Run& run = m_runs[m_nextRun];
    m_nextRun = (m_nextRun + 1) % DctcpHeader::SACK_BLOCKS;
    run = {index, index};
    return run;
}

bool
DctcpScoreboard::DetectLosses(uint32_t threshold)
{
    bool found = false;
    for (; m_judged < m_next; ++m_judged)
    {
        const bool sacked = Test(m_sacked, m_judged);
        if (m_sackedAbove < threshold + sacked)
        {
            break;
        }
        if (sacked)
        {
            --m_sackedAbove;
        }
        else
        {
            MarkLost(m_judged);
            m_lostEnd = EndOf(m_judged);
            found = true;
        }
    }
    return found;
}

void
DctcpScoreboard::LoseAll()
{
    for (uint64_t i = Scan(m_sacked, m_first, m_next, FIND_CLEAR); i < m_next;
         i = Scan(m_sacked, i + 1, m_next, FIND_CLEAR))
    {
        if (!Test(m_lost, i))
        {
            MarkLost(i);
        }
    }
    m_judged = m_next;
    m_sackedAbove = 0;
}

DctcpScoreboard::Segment
DctcpScoreboard::TakeLost()
{
    const uint64_t index = Scan(m_lost, m_lostFrom, m_next, FIND_SET);
    const uint64_t length = EndOf(index) - Begin(index);
    Flip(m_lost, index);
    --m_lostCount;
    m_pipe += length;
    m_lostFrom = index + 1;
    return {Begin(index), static_cast<uint32_t>(length)};
}

void
DctcpScoreboard::MarkLost(uint64_t index)
{
    Flip(m_lost, index);
    ++m_lostCount;
    m_pipe -= EndOf(index) - Begin(index);
    m_lostFrom = std::min(m_lostFrom, index);
}

/** The first index in [from, to) whose bit is set (or clear, by @p invert), or @p to. */
uint64_t
DctcpScoreboard::Scan(const Bits& bits, uint64_t from, uint64_t to, uint64_t invert) const
{
    while (from < to)
    {
        const uint64_t word = (bits[(from & m_mask) >> 6] ^ invert) >> (from & (WORD_BITS - 1));
        if (word)
        {
            return std::min(to, from + static_cast<uint64_t>(__builtin_ctzll(word)));
        }
        from = (from | (WORD_BITS - 1)) + 1;
    }
    return to;
}

/** The first outstanding segment that begins at @p byte or behind it. */
uint64_t
DctcpScoreboard::FirstFrom(uint64_t byte) const
{
    uint64_t low = m_first;
    uint64_t high = m_next;
    while (low < high)
    {
        const uint64_t middle = low + (high - low) / 2;
        if (Begin(middle) < byte)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

void
DctcpScoreboard::Grow()
{
    const uint64_t capacity = 2 * (m_mask + 1);
    std::vector<uint64_t> begins(capacity);
    Bits sacked(capacity / WORD_BITS);
    Bits lost(capacity / WORD_BITS);
    for (uint64_t i = m_first; i < m_next; ++i)
    {
        const uint64_t place = i & (capacity - 1);
        const uint64_t bit = i & (WORD_BITS - 1);
        begins[place] = Begin(i);
        sacked[place >> 6] |= static_cast<uint64_t>(Test(m_sacked, i)) << bit;
        lost[place >> 6] |= static_cast<uint64_t>(Test(m_lost, i)) << bit;
    }
    m_begins.swap(begins);
    m_sacked.swap(sacked);
    m_lost.swap(lost);
    m_mask = capacity - 1;
}

} // namespace ns3::mlt
