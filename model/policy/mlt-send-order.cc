// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-send-order.h"

#include "ns3/mlt-random.h"

#include <numeric>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SendOrder);
NS_OBJECT_ENSURE_REGISTERED(SequentialOrder);
NS_OBJECT_ENSURE_REGISTERED(RandomOrder);
NS_OBJECT_ENSURE_REGISTERED(ProtectedFirstOrder);

namespace
{

/** Draws the start and the stride of a random order. */
void
Draw(SendCursor& cursor, uint32_t packets)
{
    SmallRandom random(cursor.key);
    cursor.index = random.Below(packets);
    do
    {
        cursor.stride = 1 + random.Below(packets);
    } while (std::gcd(cursor.stride, packets) != 1);
}

/** The packet at the cursor's position, which moves on; position is below packets. */
uint32_t
NextOfRandom(SendCursor& cursor, uint32_t packets)
{
    if (cursor.stride == 0)
    {
        Draw(cursor, packets);
    }
    const uint32_t index = cursor.index;
    const uint64_t next = uint64_t{index} + cursor.stride;
    cursor.index = static_cast<uint32_t>(next < packets ? next : next - packets);
    ++cursor.position;
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
    return cursor.position < packets ? NextOfRandom(cursor, packets) : NONE;
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
            const uint32_t index = NextOfRandom(cursor, packets);
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
