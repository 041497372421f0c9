// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-seed.h"

#include "ns3/random-variable-stream.h"

namespace ns3::mlt
{

uint64_t
SeedFromStream(int64_t stream)
{
    auto variable = CreateObject<UniformRandomVariable>();
    if (stream >= 0)
    {
        variable->SetStream(stream);
    }
    constexpr uint32_t HALF_WORD = 0xffffffff;
    const uint64_t high = variable->GetInteger(0, HALF_WORD);
    const uint64_t low = variable->GetInteger(0, HALF_WORD);
    return (high << 32) | low;
}

} // namespace ns3::mlt
