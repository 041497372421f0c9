// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PREFETCH_H
#define MLT_PREFETCH_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::mlt
{

/** What processors fetch at once: x86, and most others. Decides speed alone. */
constexpr size_t CACHE_LINE_BYTES = 64;

/** Calls visit(line) for each line that has a part of [begin, end). */
template <typename VISIT>
void
ForEachLine(const void* begin, const void* end, VISIT visit)
{
    const size_t intoLine = reinterpret_cast<uintptr_t>(begin) % CACHE_LINE_BYTES;
    for (const auto* at = static_cast<const char*>(begin) - intoLine; at < end;
         at += CACHE_LINE_BYTES)
    {
        visit(at);
    }
}

/** Asks the processor to fetch what will be read and written soon. Changes nothing. */
inline void
PrefetchFromTo(const void* begin, const void* end)
{
    ForEachLine(begin, end, [](const void* line) { __builtin_prefetch(line, 1); });
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
            __builtin_prefetch(reinterpret_cast<const char*>(what) + at, 1);
        }
    }
    else
    {
        PrefetchFromTo(what, what + 1);
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

    void AddFromTo(const void* begin, const void* end)
    {
        ForEachLine(begin, end, [this](const void* line) { Add(line); });
    }

    /** The same, but of many lines a few. */
    void AddFirst(const void* begin, const void* end)
    {
        constexpr size_t FEW_BYTES = 4 * CACHE_LINE_BYTES; // a bitmap of 2048 packets
        const auto* few = static_cast<const char*>(begin) + FEW_BYTES;
        AddFromTo(begin, few < end ? few : end);
    }

    template <typename T>
    void AddWhole(const T* what)
    {
        AddFromTo(what, what + 1);
    }

    void Fetch() const
    {
        for (size_t i = 0; i < m_count; ++i)
        {
            __builtin_prefetch(m_lines[i], 1);
        }
    }

  private:
    static constexpr size_t MOST = 31; // with their count four cache lines; a host lists some 25

    size_t m_count{0};
    std::array<const void*, MOST> m_lines{};
};

} // namespace ns3::mlt

#endif // MLT_PREFETCH_H
