// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-flow-hash.h"

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
    return HashFiveTuple(key.tuple);
}

} // namespace ns3::mlt
