// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CLASS_SET_H
#define MLT_CLASS_SET_H

#include "ns3/mlt-priority.h"

#include <cstdint>

namespace ns3::mlt
{

/** A set of classes of service (QueuedFrame::queue), such as those that are paused. */
class ClassSet
{
  public:
    constexpr ClassSet() = default;

    /** @param bits bit q: class q is in the set. */
    constexpr explicit ClassSet(uint8_t bits)
        : m_bits(bits)
    {
    }

    /** The set of one class. */
    static constexpr ClassSet Of(uint8_t queue)
    {
        return ClassSet(static_cast<uint8_t>(1u << queue));
    }

    constexpr bool Has(uint8_t queue) const
    {
        return (m_bits >> queue & 1u) != 0;
    }

    constexpr bool IsEmpty() const
    {
        return m_bits == 0;
    }

    /** Bit q: class q is in the set. */
    constexpr uint8_t Bits() const
    {
        return m_bits;
    }

    friend constexpr ClassSet operator|(ClassSet a, ClassSet b)
    {
        return ClassSet(static_cast<uint8_t>(a.m_bits | b.m_bits));
    }

    friend constexpr bool operator==(ClassSet a, ClassSet b)
    {
        return a.m_bits == b.m_bits;
    }

    friend constexpr bool operator!=(ClassSet a, ClassSet b)
    {
        return !(a == b);
    }

  private:
    static_assert(QUEUES <= 8, "a bit for each");

    uint8_t m_bits{0};
};

} // namespace ns3::mlt

#endif // MLT_CLASS_SET_H
