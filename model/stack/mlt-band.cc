// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-band.h"

#include <iterator>
#include <limits>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(Band);

TypeId
Band::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::Band")
                            .SetParent<Queue<QueueDiscItem>>()
                            .SetGroupName("Mlt")
                            .AddConstructor<Band>();
    return tid;
}

Band::Band()
{
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, std::numeric_limits<uint32_t>::max()));
}

bool
Band::Enqueue(Ptr<QueueDiscItem> item)
{
    return DoEnqueue(GetContainer().end(), item);
}

Ptr<QueueDiscItem>
Band::Dequeue()
{
    return DoDequeue(GetContainer().begin());
}

Ptr<QueueDiscItem>
Band::Remove()
{
    return DoRemove(GetContainer().begin());
}

Ptr<const QueueDiscItem>
Band::Peek() const
{
    return DoPeek(GetContainer().begin());
}

Band::Place
Band::Put(const Ptr<QueueDiscItem>& item)
{
    Enqueue(item);
    return std::prev(GetContainer().end());
}

Ptr<QueueDiscItem>
Band::Take(Place place)
{
    return DoDequeue(place);
}

} // namespace ns3::mlt
