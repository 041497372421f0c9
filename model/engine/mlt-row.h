// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ROW_H
#define MLT_ROW_H

#include "ns3/mlt-prefetch.h"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/**
 * Objects side by side that never move, each on cache lines of its own. The distance between two
 * neighbours is an odd number of lines: then what is alike in all of them falls into different sets
 * of the processor's caches. (At an even distance it falls into half of the sets, or fewer.)
 */
template <typename T>
class Row
{
  public:
    /** The distance between two neighbours, bytes. */
    static constexpr size_t STRIDE =
        ((sizeof(T) + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES | 1) * CACHE_LINE_BYTES;

    Row() = default;
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;

    ~Row()
    {
        while (m_size > 0)
        {
            At(--m_size)->~T();
        }
    }

    /** Makes an object behind the last one. @return it; it stays where it is. */
    template <typename... ARGUMENTS>
    T& Emplace(ARGUMENTS&&... arguments)
    {
        if (m_size == m_blocks.size() * BLOCK_OBJECTS)
        {
            m_blocks.emplace_back(new Block);
        }
        T* object = new (At(m_size)) T(std::forward<ARGUMENTS>(arguments)...);
        ++m_size;
        return *object;
    }

  private:
    static constexpr size_t BLOCK_OBJECTS = 64; // a switch's ports, mostly
    static_assert(alignof(T) <= CACHE_LINE_BYTES, "a place is aligned to a line");

    struct alignas(CACHE_LINE_BYTES) Block
    {
        std::byte bytes[BLOCK_OBJECTS * STRIDE];
    };

    T* At(size_t i) const
    {
        std::byte* block = m_blocks[i / BLOCK_OBJECTS]->bytes;
        return reinterpret_cast<T*>(block + i % BLOCK_OBJECTS * STRIDE);
    }

    std::vector<std::unique_ptr<Block>> m_blocks;
    size_t m_size{0};
};

} // namespace ns3::mlt

#endif // MLT_ROW_H
