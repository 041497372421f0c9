// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-queue-discipline.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(QueueDiscipline);

TypeId
QueueDiscipline::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::QueueDiscipline").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

bool
QueueDiscipline::JudgesEveryFrame() const
{
    return false;
}

QueuedFrame*
QueueDiscipline::PushOut(const QueuedFrame&)
{
    return nullptr;
}

int64_t
QueueDiscipline::AssignStreams(int64_t)
{
    return 0;
}

} // namespace ns3::mlt
