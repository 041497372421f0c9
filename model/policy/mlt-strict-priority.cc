// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-strict-priority.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(StrictPriority);

TypeId
StrictPriority::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::StrictPriority")
                            .SetParent<QueueDiscipline>()
                            .SetGroupName("Mlt")
                            .AddConstructor<StrictPriority>();
    return tid;
}

void
StrictPriority::Configure(const PortParameters&, const Ptr<DropPolicy>& policy)
{
    m_policy = policy;
}

bool
StrictPriority::JudgesEveryFrame() const
{
    return m_policy->JudgesEveryFrame();
}

void
StrictPriority::ForEach(const std::function<void(const QueuedFrame&)>& visit) const
{
    for (const FrameQueue& queue : m_queues)
    {
        queue.ForEach(visit);
    }
}

int64_t
StrictPriority::AssignStreams(int64_t stream)
{
    return m_policy->AssignStreams(stream);
}

} // namespace ns3::mlt
