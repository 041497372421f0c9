// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PREFETCH_H
#define MLT_PREFETCH_H

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

} // namespace ns3::mlt

#endif // MLT_PREFETCH_H
