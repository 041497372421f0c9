// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-switch-port.h"

#include <utility>

namespace ns3::mlt
{

SwitchPort::SwitchPort(FabricLink& link,
                       Ptr<DropPolicy> policy,
                       FramePool& pool,
                       FabricTraces& traces,
                       std::vector<SwitchPort*>* backlogged)
    : m_link(link),
      m_policy(std::move(policy)),
      m_backlogged(backlogged),
      m_pool(pool),
      m_traces(traces)
{
    if (!m_backlogged)
    {
        m_serviceEnd = Create<ServiceEndEvent>(this);
    }
}

SwitchPort::~SwitchPort()
{
    if (m_serviceEnd)
    {
        m_serviceEnd->Detach();
    }
}

void
SwitchPort::Wait(Frame* frame, int64_t nowPs)
{
    const PortBacklog backlog{m_waiting.Queue(frame->queue).Bytes(),
                              m_waiting.DataBytes(),
                              m_waiting.Queue(CONTROL_QUEUE).Bytes()};
    const Verdict verdict = m_policy->Admit({frame->wireBytes, frame->queue, frame->ect}, backlog);
    switch (verdict)
    {
    case Verdict::DropSelective:
        Drop(frame, DropReason::Selective, nowPs);
        return;
    case Verdict::DropFull:
        Drop(frame, DropReason::Full, nowPs);
        return;
    case Verdict::PushOut:
    case Verdict::PushOutMarked:
        if (!MakeRoom(*frame, nowPs))
        {
            Drop(frame, DropReason::Full, nowPs);
            return;
        }
        break;
    case Verdict::Enqueue:
    case Verdict::EnqueueMarked:
        break;
    }
    if (verdict == Verdict::EnqueueMarked || verdict == Verdict::PushOutMarked)
    {
        Mark(*frame, nowPs);
    }
    m_waiting.Push(frame);
    if (!m_pending)
    {
        Arm();
    }
}

bool
SwitchPort::MakeRoom(const Frame& frame, int64_t nowPs)
{
    if (m_waiting.BytesBelow(frame.queue) < frame.wireBytes)
    {
        return false;
    }
    uint32_t freed = 0;
    while (freed < frame.wireBytes)
    {
        Frame* victim = m_waiting.PopNewestOfLowest();
        freed += victim->wireBytes;
        Drop(victim, DropReason::PushedOut, nowPs);
    }
    return true;
}

void
SwitchPort::Mark(Frame& frame, int64_t nowPs)
{
    frame.ce = true;
    m_counts.marked[frame.queue][frame.ect].Add(frame);
    m_traces.mark({m_link.Id(), nowPs, &frame});
}

void
SwitchPort::Drop(Frame* frame, DropReason reason, int64_t nowPs)
{
    m_counts.dropped[static_cast<size_t>(reason)][frame->queue][frame->ect].Add(*frame);
    m_counts.droppedByKind.Add(*frame);
    m_traces.drop({m_link.Id(), nowPs, frame}, reason);
    m_pool.Free(frame);
}

void
SwitchPort::Arm()
{
    m_pending = true;
    if (m_backlogged)
    {
        m_backlogged->push_back(this);
        return;
    }
    m_serviceEnd->ScheduleAt(m_freeAtPs * TICKS_PER_PS);
}

void
SwitchPort::ServiceEnds()
{
    m_pending = false;
    if (CatchUp(NowPs()))
    {
        Arm();
    }
}

FrameCounts
SwitchPort::CountWaiting() const
{
    FrameCounts counts;
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        for (const Frame* f = m_waiting.Queue(static_cast<uint8_t>(queue)).Head(); f; f = f->next)
        {
            counts.Add(*f);
        }
    }
    return counts;
}

} // namespace ns3::mlt
