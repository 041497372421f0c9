// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PREFETCH_H
#define MLT_PREFETCH_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::mlt
{

/** What processors fetch at once: x86, and most others. Decides speed alone. */
constexpr size_t CACHE_LINE_BYTES = 64;

/**
 * Calls visit(line) for each line that has a part of [begin, end).
 * @param begin an address as a number: what is only fetched may be null, or past the end.
 */
template <typename VISIT>
void
ForEachLine(uintptr_t begin, uintptr_t end, VISIT visit)
{
    for (uintptr_t at = begin - begin % CACHE_LINE_BYTES; at < end; at += CACHE_LINE_BYTES)
    {
        visit(reinterpret_cast<const void*>(at));
    }
}

inline uintptr_t
AddressOf(const void* what)
{
    return reinterpret_cast<uintptr_t>(what);
}

/** Asks the processor to fetch the line where something stands. Changes nothing. */
inline void
PrefetchLine(const void* what)
{
    __builtin_prefetch(what, 1); // to be written, too: nobody else has it
    asm volatile("");            // else GCC takes who calls this for pure, and leaves the call out
}

/** Asks the processor to fetch what will be read and written soon. */
inline void
PrefetchBytes(uintptr_t begin, size_t bytes)
{
    ForEachLine(begin, begin + bytes, PrefetchLine);
}

/** The same for an object. */
template <typename T>
void
PrefetchWhole(const T* what)
{
    if constexpr (alignof(T) % CACHE_LINE_BYTES == 0)
    {
        for (size_t at = 0; at < sizeof(T); at += CACHE_LINE_BYTES)
        {
            PrefetchLine(reinterpret_cast<const void*>(AddressOf(what) + at));
        }
    }
    else
    {
        PrefetchBytes(AddressOf(what), sizeof(T));
    }
}

/** Where things stand that will be read together later on; decides speed alone. */
class PrefetchList
{
  public:
    void Clear()
    {
        m_count = 0;
    }

    /** What finds no room any more is left out. */
    void Add(const void* line)
    {
        if (m_count < m_lines.size())
        {
            m_lines[m_count++] = line;
        }
    }

    /** The lines from @p begin to before @p end. */
    void AddFromTo(const void* begin, const void* end)
    {
        ForEachLine(AddressOf(begin), AddressOf(end), [this](const void* line) { Add(line); });
    }

    /** The same, but of many lines a few. */
    void AddFirst(const void* begin, const void* end)
    {
        constexpr size_t FEW_BYTES = 4 * CACHE_LINE_BYTES; // a bitmap of 2048 packets
        const uintptr_t few = std::min(AddressOf(end), AddressOf(begin) + FEW_BYTES);
        ForEachLine(AddressOf(begin), few, [this](const void* line) { Add(line); });
    }

    template <typename T>
    void AddWhole(const T* what)
    {
        const uintptr_t begin = AddressOf(what);
        ForEachLine(begin, begin + sizeof(T), [this](const void* line) { Add(line); });
    }

    /** Fetches about half of them: as many as a processor can note at once, with some others. */
    void FetchFirstHalf() const
    {
        Fetch(0, std::min(HALF, m_count));
    }

    /** Fetches the others. */
    void FetchSecondHalf() const
    {
        Fetch(HALF, m_count);
    }

  private:
    void Fetch(size_t begin, size_t end) const
    {
        for (size_t i = begin; i < end; ++i)
        {
            PrefetchLine(m_lines[i]);
        }
    }

    static constexpr size_t HALF = 12; // of what a host lists
    static constexpr size_t MOST = 31; // with their count four cache lines; a host lists some 25

    size_t m_count{0};
    std::array<const void*, MOST> m_lines{};
};

} // namespace ns3::mlt

#endif // MLT_PREFETCH_H
