// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_INDEX_SET_H
#define MLT_INDEX_SET_H

#include "ns3/mlt-bitmap.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * A set of indices that is empty or has a single member most of the time: that one stands in the
 * object itself, several in a bitmap, whose memory is taken when it is first needed.
 */
class IndexSet
{
  public:
    static constexpr uint32_t NONE = Bitmap::NONE;

    /** @param size members are below it. */
    explicit IndexSet(uint32_t size = 0)
        : m_size(size)
    {
    }

    bool IsEmpty() const
    {
        return m_only == NONE && m_several.Count() == 0;
    }

    /** Puts an index in; it may be in already. */
    void Insert(uint32_t index)
    {
        if (IsEmpty())
        {
            m_only = index;
            return;
        }
        if (m_only == index)
        {
            return;
        }
        if (m_several.Size() < m_size)
        {
            m_several.Reset(m_size);
        }
        if (m_only != NONE)
        {
            m_several.Set(m_only);
            m_only = NONE;
        }
        m_several.Set(index);
    }

    /** Takes an index out; it may be out already. */
    void Erase(uint32_t index)
    {
        if (m_only == index)
        {
            m_only = NONE;
        }
        else if (m_several.Count() > 0)
        {
            m_several.Clear(index);
        }
    }

    /** The first member at or after @p from, or NONE. */
    uint32_t Next(uint32_t from) const
    {
        if (m_only != NONE)
        {
            return m_only >= from ? m_only : NONE;
        }
        return m_several.Count() > 0 ? m_several.NextSet(from) : NONE;
    }

    /** The same, but after the last one comes the first one; NONE if the set is empty. */
    uint32_t NextInTurn(uint32_t from) const
    {
        const uint32_t next = Next(from);
        return next != NONE ? next : Next(0);
    }

  private:
    uint32_t m_only{NONE}; //!< the member, if it is the first since the set was empty; else NONE
    uint32_t m_size;
    Bitmap m_several; //!< all members, if m_only is NONE; else none
};

} // namespace ns3::mlt

#endif // MLT_INDEX_SET_H
