// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-drop-policy.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(DropPolicy);

TypeId
DropPolicy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::DropPolicy").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

bool
DropPolicy::IsPure() const
{
    return false;
}

bool
DropPolicy::JudgesEveryFrame() const
{
    return false;
}

int64_t
DropPolicy::AssignStreams(int64_t)
{
    return 0;
}

} // namespace ns3::mlt
