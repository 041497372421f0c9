// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PREFETCH_H
#define MLT_PREFETCH_H

#include <array>
#include <cstddef>

namespace ns3::mlt
{

/** What processors fetch at once: x86, and most others. Decides speed alone. */
constexpr size_t CACHE_LINE_BYTES = 64;

/** Asks the processor to fetch an object that will be read and written soon. Changes nothing. */
template <typename T>
void
PrefetchWhole(const T* what)
{
    for (size_t at = 0; at < sizeof(T); at += CACHE_LINE_BYTES)
    {
        __builtin_prefetch(reinterpret_cast<const char*>(what) + at, 1);
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

    template <typename T>
    void AddWhole(const T* what)
    {
        for (size_t at = 0; at < sizeof(T); at += CACHE_LINE_BYTES)
        {
            Add(reinterpret_cast<const char*>(what) + at);
        }
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
