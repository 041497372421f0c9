// SPDX-License-Identifier: GPL-2.0-only
// Replaces operator new and delete of the whole test program, to count calls. All forms are
// replaced, so that a sanitizer never sees memory of one family given back to another.
#include "mlt-allocation-count.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace
{

uint64_t g_allocations = 0; // before any constructor runs

void*
Allocate(std::size_t size) noexcept
{
    ++g_allocations;
    return std::malloc(std::max<std::size_t>(size, 1));
}

void*
Allocate(std::size_t size, std::align_val_t alignment) noexcept
{
    ++g_allocations;
    const auto align = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(align, (std::max<std::size_t>(size, 1) + align - 1) / align * align);
}

void*
OrThrow(void* memory)
{
    if (!memory)
    {
        throw std::bad_alloc();
    }
    return memory;
}

} // namespace

namespace ns3::mlt
{

uint64_t
AllocationCount()
{
    return g_allocations;
}

} // namespace ns3::mlt

void*
operator new(std::size_t size)
{
    return OrThrow(Allocate(size));
}

void*
operator new[](std::size_t size)
{
    return OrThrow(Allocate(size));
}

void*
operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return Allocate(size);
}

void*
operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return Allocate(size);
}

void*
operator new(std::size_t size, std::align_val_t alignment)
{
    return OrThrow(Allocate(size, alignment));
}

void*
operator new[](std::size_t size, std::align_val_t alignment)
{
    return OrThrow(Allocate(size, alignment));
}

void*
operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
    return Allocate(size, alignment);
}

void*
operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
    return Allocate(size, alignment);
}

void
operator delete(void* memory) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept
{
    std::free(memory);
}

void
operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept
{
    std::free(memory);
}
