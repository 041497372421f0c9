// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-huge-pages.h"

#include <cstdlib> // defines __GLIBC__ where that is the library

#if defined(__linux__) && defined(__GLIBC__)

#include <cstdint>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ns3::mlt
{

void
UseHugePages()
{
    // address space, not memory: pages that are never touched cost nothing
    constexpr int HEAP_BYTES = 1 << 30;
    constexpr uintptr_t PAGE_BYTES = uintptr_t{2} << 20;
    // allocations of this size and more have a mapping of their own; in the heap they are as well
    constexpr int LARGE_BYTES = 32 << 20;
    mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
    mallopt(M_TRIM_THRESHOLD, HEAP_BYTES);
    mallopt(M_TOP_PAD, HEAP_BYTES);
    const auto before = reinterpret_cast<uintptr_t>(sbrk(0));
    void* volatile block = std::malloc(LARGE_BYTES / 2); // makes the heap grow by the pad
    std::free(block);
    const auto after = reinterpret_cast<uintptr_t>(sbrk(0));
    mallopt(M_TOP_PAD, LARGE_BYTES);
    const uintptr_t first = (before + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    const uintptr_t last = after / PAGE_BYTES * PAGE_BYTES;
    if (first < last)
    {
        madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE); // a wish: may fail
    }
}

} // namespace ns3::mlt

#else

namespace ns3::mlt
{

void
UseHugePages()
{
}

} // namespace ns3::mlt

#endif
