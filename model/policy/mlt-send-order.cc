// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-send-order.h"

#include "ns3/mlt-random.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SendOrder);
NS_OBJECT_ENSURE_REGISTERED(SequentialOrder);
NS_OBJECT_ENSURE_REGISTERED(RandomOrder);
NS_OBJECT_ENSURE_REGISTERED(ProtectedFirstOrder);

namespace
{

/** A bijection of words of 2 x half bits: a Feistel network of four rounds. */
uint32_t
FeistelPermute(uint32_t value, uint32_t half, uint64_t key)
{
    const uint32_t mask = (uint32_t{1} << half) - 1;
    uint32_t left = value >> half;
    uint32_t right = value & mask;
    constexpr uint32_t ROUNDS = 4;
    for (uint32_t round = 0; round < ROUNDS; ++round)
    {
        const auto f = static_cast<uint32_t>(Mix64(key + round, right)) & mask;
        const uint32_t mixed = left ^ f;
        left = right;
        right = mixed;
    }
    return (left << half) | right;
}

/** Position i of a pseudo-random permutation of [0, packets): cycle walking on a Feistel. */
uint32_t
PermutedIndex(uint32_t position, uint32_t packets, uint64_t key)
{
    uint32_t half = 1;
    while ((uint64_t{1} << (2 * half)) < packets)
    {
        ++half;
    }
    uint32_t index = position;
    do
    {
        index = FeistelPermute(index, half, key);
    } while (index >= packets);
    return index;
}

} // namespace

TypeId
SendOrder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::SendOrder").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

TypeId
SequentialOrder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::SequentialOrder")
                            .SetParent<SendOrder>()
                            .SetGroupName("Mlt")
                            .AddConstructor<SequentialOrder>();
    return tid;
}

uint32_t
SequentialOrder::Next(SendCursor& cursor, uint32_t packets, const ProtectionView&) const
{
    return cursor.position < packets ? cursor.position++ : NONE;
}

TypeId
RandomOrder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RandomOrder")
                            .SetParent<SendOrder>()
                            .SetGroupName("Mlt")
                            .AddConstructor<RandomOrder>();
    return tid;
}

uint32_t
RandomOrder::Next(SendCursor& cursor, uint32_t packets, const ProtectionView&) const
{
    return cursor.position < packets ? PermutedIndex(cursor.position++, packets, cursor.key) : NONE;
}

TypeId
ProtectedFirstOrder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::ProtectedFirstOrder")
                            .SetParent<SendOrder>()
                            .SetGroupName("Mlt")
                            .AddConstructor<ProtectedFirstOrder>();
    return tid;
}

uint32_t
ProtectedFirstOrder::Next(SendCursor& cursor, uint32_t packets, const ProtectionView& view) const
{
    constexpr uint32_t SWEEPS = 2;
    while (cursor.sweep < SWEEPS)
    {
        const bool wantProtected = cursor.sweep == 0;
        while (cursor.position < packets)
        {
            const uint32_t index = PermutedIndex(cursor.position++, packets, cursor.key);
            if (view.IsProtected(index) == wantProtected)
            {
                return index;
            }
        }
        cursor.position = 0;
        ++cursor.sweep;
    }
    return NONE;
}

} // namespace ns3::mlt
