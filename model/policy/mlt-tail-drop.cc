// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-tail-drop.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-priority.h"

#include <sstream>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(TailDropPolicy);

TypeId
TailDropPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::TailDropPolicy")
            .SetParent<DropPolicy>()
            .SetGroupName("Mlt")
            .AddConstructor<TailDropPolicy>()
            .AddAttribute("Buffer",
                          "Bytes on the wire that may wait in the data queues together; the same "
                          "as SelectiveDropPolicy's.",
                          QueueSizeValue(QueueSize("1MB")),
                          MakeQueueSizeAccessor(&TailDropPolicy::m_buffer),
                          MakeQueueSizeChecker())
            .AddAttribute("ControlBuffer",
                          "Bytes that may wait in the control queue.",
                          QueueSizeValue(QueueSize("64KB")),
                          MakeQueueSizeAccessor(&TailDropPolicy::m_controlBuffer),
                          MakeQueueSizeChecker());
    return tid;
}

void
TailDropPolicy::Configure(const PortParameters&)
{
    for (const auto& [size, name] :
         {std::pair{m_buffer, "Buffer"}, std::pair{m_controlBuffer, "ControlBuffer"}})
    {
        if (size.GetUnit() != QueueSizeUnit::BYTES)
        {
            std::ostringstream text;
            text << "ns3::mlt::TailDropPolicy::" << name << ": got " << size
                 << ", expected bytes, such as 1MB";
            throw InputError(text.str());
        }
    }
}

Verdict
TailDropPolicy::Admit(const ArrivingFrame& frame, const PortBacklog& backlog)
{
    const bool isControl = frame.queue == CONTROL_QUEUE;
    const uint64_t waiting = isControl ? backlog.control : backlog.data;
    const QueueSize& limit = isControl ? m_controlBuffer : m_buffer;
    return waiting + frame.bytes <= limit.GetValue() ? Verdict::Enqueue : Verdict::DropFull;
}

bool
TailDropPolicy::IsPure() const
{
    return true;
}

} // namespace ns3::mlt
