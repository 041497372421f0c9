// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-selective-drop.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <sstream>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(SelectiveDropPolicy);

namespace
{

/** DCTCP's lower bound on K, in bandwidth-delay products (SIGCOMM'10, equation 13). */
constexpr double LEAST_MARK_BDP = 1.0 / 7;

void
RequireBytes(const QueueSize& size, const char* attribute)
{
    if (size.GetUnit() != QueueSizeUnit::BYTES)
    {
        std::ostringstream text;
        text << "ns3::mlt::SelectiveDropPolicy::" << attribute << ": got " << size
             << ", expected bytes, such as 1MB";
        throw InputError(text.str());
    }
}

} // namespace

TypeId
SelectiveDropPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::SelectiveDropPolicy")
            .SetParent<DropPolicy>()
            .SetGroupName("Mlt")
            .AddConstructor<SelectiveDropPolicy>()
            .AddAttribute("Buffer",
                          "Bytes on the wire that may wait in a port's data queues together. 1 MB "
                          "is ours: no source gives MLT's; half and four times it belong to every "
                          "comparison.",
                          QueueSizeValue(QueueSize("1MB")),
                          MakeQueueSizeAccessor(&SelectiveDropPolicy::m_buffer),
                          MakeQueueSizeChecker())
            .AddAttribute("ControlBuffer",
                          "Bytes that may wait in the control queue, which has room of its own so "
                          "that data cannot starve a STOP.",
                          QueueSizeValue(QueueSize("64KB")),
                          MakeQueueSizeAccessor(&SelectiveDropPolicy::m_controlBuffer),
                          MakeQueueSizeChecker())
            .AddAttribute("MarkThreshold",
                          "Waiting bytes of a queue above which ECT frames are marked (DCTCP's K). "
                          "0B: MarkBdp times the port's bandwidth-delay product.",
                          QueueSizeValue(QueueSize("0B")),
                          MakeQueueSizeAccessor(&SelectiveDropPolicy::m_markThreshold),
                          MakeQueueSizeChecker())
            .AddAttribute("MarkBdp",
                          "K in bandwidth-delay products (base RTT x rate); never taken below the "
                          "1/7 that DCTCP's analysis asks for.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&SelectiveDropPolicy::m_markBdp),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("DropFrontBdp",
                          "Drop threshold of queue 1 (front layers) in bandwidth-delay products.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&SelectiveDropPolicy::m_dropFrontBdp),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("DropBackBdp",
                          "Drop threshold of queue 7 (back layers); those between are in between.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&SelectiveDropPolicy::m_dropBackBdp),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("SelectiveDrop",
                          "Whether droppable frames are dropped at their threshold; if not, only "
                          "the buffer's limit drops (an ablation of MLT).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SelectiveDropPolicy::m_selective),
                          MakeBooleanChecker())
            .AddAttribute("PushOut",
                          "Whether at the buffer's limit waiting frames of lower classes, lowest "
                          "class and newest first, make room for a higher one.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SelectiveDropPolicy::m_pushOut),
                          MakeBooleanChecker());
    return tid;
}

void
SelectiveDropPolicy::Configure(const PortParameters& port)
{
    RequireBytes(m_buffer, "Buffer");
    RequireBytes(m_controlBuffer, "ControlBuffer");
    RequireBytes(m_markThreshold, "MarkThreshold");
    m_bufferBytes = m_buffer.GetValue();
    m_controlBufferBytes = m_controlBuffer.GetValue();
    const double bdp = static_cast<double>(port.bitRate) / 8 * port.baseRttPs * 1e-12;
    m_markAbove = m_markThreshold.GetValue();
    if (m_markAbove == 0)
    {
        m_markAbove = static_cast<uint64_t>(std::max(m_markBdp, LEAST_MARK_BDP) * bdp);
    }
    for (uint32_t queue = FIRST_DATA_QUEUE; queue < QUEUES; ++queue)
    {
        const double depth =
            static_cast<double>(queue - FIRST_DATA_QUEUE) / (QUEUES - 1 - FIRST_DATA_QUEUE);
        const double share = m_dropFrontBdp + (m_dropBackBdp - m_dropFrontBdp) * depth;
        m_dropAbove[queue] = static_cast<uint64_t>(share * bdp);
    }
}

Verdict
SelectiveDropPolicy::Admit(const ArrivingFrame& frame, const PortBacklog& backlog)
{
    if (frame.queue == CONTROL_QUEUE)
    {
        return AdmitControl(frame, backlog);
    }
    const uint64_t own = backlog.own + frame.bytes;
    if (m_selective && !frame.ect && own > m_dropAbove[frame.queue])
    {
        return Verdict::DropSelective;
    }
    const bool mark = frame.ect && own > m_markAbove;
    if (backlog.data + frame.bytes <= m_bufferBytes)
    {
        return mark ? Verdict::EnqueueMarked : Verdict::Enqueue;
    }
    if (m_pushOut)
    {
        return mark ? Verdict::PushOutMarked : Verdict::PushOut;
    }
    return Verdict::DropFull;
}

bool
SelectiveDropPolicy::IsPure() const
{
    return true;
}

Verdict
SelectiveDropPolicy::AdmitControl(const ArrivingFrame& frame, const PortBacklog& backlog) const
{
    return backlog.control + frame.bytes <= m_controlBufferBytes ? Verdict::Enqueue
                                                                 : Verdict::DropFull;
}

} // namespace ns3::mlt
