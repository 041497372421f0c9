// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-flow-hash.h"

#include "ns3/mlt-random.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(FlowHash);
NS_OBJECT_ENSURE_REGISTERED(FiveTupleHash);

TypeId
FlowHash::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::FlowHash").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

TypeId
FiveTupleHash::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::FiveTupleHash")
                            .SetParent<FlowHash>()
                            .SetGroupName("Mlt")
                            .AddConstructor<FiveTupleHash>();
    return tid;
}

uint32_t
FiveTupleHash::Hash(const FlowKey& key) const
{
    const uint64_t addresses = uint64_t{key.sourceAddress} << 32 | key.destinationAddress;
    const uint64_t rest = uint64_t{key.sourcePort} << 32 | uint64_t{key.destinationPort} << 16 |
                          uint64_t{key.protocol};
    return static_cast<uint32_t>(Mix64(addresses, rest));
}

} // namespace ns3::mlt
