// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BITMAP_H
#define MLT_BITMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** A set of packet indices [0, Size()) that counts its members. */
class Bitmap
{
  public:
    /** What NextSet and NextClear return when there is none. */
    static constexpr uint32_t NONE = 0xffffffff;

    explicit Bitmap(uint32_t size = 0)
    {
        Reset(size);
    }

    /** Empties the set and gives it another size; keeps its memory. */
    void Reset(uint32_t size)
    {
        m_size = size;
        m_count = 0;
        m_words.assign((static_cast<size_t>(size) + 63) / 64, 0);
    }

    /** Frees the memory; the size becomes 0. */
    void Release()
    {
        m_size = 0;
        m_count = 0;
        std::vector<uint64_t>().swap(m_words);
    }

    uint32_t Size() const
    {
        return m_size;
    }

    /** How many indices are in the set. */
    uint32_t Count() const
    {
        return m_count;
    }

    /** Whether @p index (below Size()) is in the set. */
    bool Test(uint32_t index) const
    {
        return (m_words[index >> 6] >> (index & 63)) & 1;
    }

    /** Puts @p index (below Size()) in; returns false if it was in already. */
    bool Set(uint32_t index)
    {
        uint64_t& word = m_words[index >> 6];
        const uint64_t bit = uint64_t{1} << (index & 63);
        const bool added = !(word & bit);
        word |= bit;
        m_count += added;
        return added;
    }

    /** Takes @p index out; returns false if it was not in. */
    bool Clear(uint32_t index)
    {
        uint64_t& word = m_words[index >> 6];
        const uint64_t bit = uint64_t{1} << (index & 63);
        const bool removed = word & bit;
        word &= ~bit;
        m_count -= removed;
        return removed;
    }

    /** Where @p index (below Size()) stands: to be fetched, not to be read. */
    const void* WordOf(uint32_t index) const
    {
        return &m_words[index >> 6];
    }

    /** Where all indices stand, and where they end: alike. */
    const void* Begin() const
    {
        return m_words.data();
    }

    const void* End() const
    {
        return m_words.data() + m_words.size();
    }

    /** The first member at or after @p from, or NONE. */
    uint32_t NextSet(uint32_t from) const
    {
        return Scan(from, 0);
    }

    /** The first index at or after @p from that is not a member, or NONE. */
    uint32_t NextClear(uint32_t from) const
    {
        return Scan(from, ~uint64_t{0});
    }

  private:
    uint32_t Scan(uint32_t from, uint64_t invert) const
    {
        if (from >= m_size)
        {
            return NONE;
        }
        size_t w = from >> 6;
        uint64_t word = (m_words[w] ^ invert) & (~uint64_t{0} << (from & 63));
        while (word == 0)
        {
            if (++w == m_words.size())
            {
                return NONE;
            }
            word = m_words[w] ^ invert;
        }
        const auto index = static_cast<uint32_t>(w * 64 + __builtin_ctzll(word));
        return index < m_size ? index : NONE;
    }

    std::vector<uint64_t> m_words;
    uint32_t m_size{0};
    uint32_t m_count{0};
};

} // namespace ns3::mlt

#endif // MLT_BITMAP_H
