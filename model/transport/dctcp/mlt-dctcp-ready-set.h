// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_READY_SET_H
#define MLT_DCTCP_READY_SET_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * A set of small numbers for round robin: the next member at or after a place, cyclically. Bits
 * with a summary (a bit for each word that is not zero), so that a search over ten thousand
 * connections reads a handful of words.
 */
class DctcpReadySet
{
  public:
    /** Makes room for the numbers below @p size; never shrinks. */
    void Reserve(uint32_t size)
    {
        const size_t words = (static_cast<size_t>(size) + 63) / 64;
        if (words > m_words.size())
        {
            m_words.resize(words);
            m_summary.resize((words + 63) / 64);
        }
    }

    /** Puts @p index in or takes it out. */
    void Assign(uint32_t index, bool member)
    {
        uint64_t& word = m_words[index >> 6];
        const uint64_t bit = uint64_t{1} << (index & 63);
        m_count += member ? !(word & bit) : -static_cast<uint32_t>((word & bit) != 0);
        word = member ? word | bit : word & ~bit;
        uint64_t& summary = m_summary[index >> 12];
        const uint64_t mark = uint64_t{1} << ((index >> 6) & 63);
        summary = word ? summary | mark : summary & ~mark;
    }

    bool IsEmpty() const
    {
        return m_count == 0;
    }

    /** The first member at or after @p from, else the first of all. Needs a member. */
    uint32_t NextFrom(uint32_t from) const
    {
        if ((from >> 6) < m_words.size())
        {
            const uint64_t rest = m_words[from >> 6] & (~uint64_t{0} << (from & 63));
            if (rest)
            {
                return (from & ~uint32_t{63}) + Lowest(rest);
            }
        }
        const uint32_t word = NextWord((from >> 6) + 1);
        return word * 64 + Lowest(m_words[word]);
    }

  private:
    static uint32_t Lowest(uint64_t word)
    {
        return static_cast<uint32_t>(__builtin_ctzll(word));
    }

    /** The first word that is not zero at or after @p from, else the first of all. */
    uint32_t NextWord(uint32_t from) const
    {
        const auto summaries = static_cast<uint32_t>(m_summary.size());
        uint32_t at = from >> 6;
        uint64_t mask = ~uint64_t{0} << (from & 63);
        if (at >= summaries)
        {
            at = 0;
            mask = ~uint64_t{0};
        }
        while (!(m_summary[at] & mask))
        {
            at = at + 1 == summaries ? 0 : at + 1;
            mask = ~uint64_t{0};
        }
        return at * 64 + Lowest(m_summary[at] & mask);
    }

    std::vector<uint64_t> m_words;
    std::vector<uint64_t> m_summary;
    uint32_t m_count{0};
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_READY_SET_H
