// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-switch-port.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("SwitchPort");

SwitchPort::SwitchPort(FabricLink& link,
                       const Ptr<QueueDiscipline>& discipline,
                       FramePool& pool,
                       FabricTraces& traces,
                       uint32_t minimumFrame,
                       std::vector<SwitchPort*>* backlogged)
    : m_link(link),
      m_backlogged(backlogged),
      m_judgesEvery(discipline->JudgesEveryFrame()),
      m_queue(discipline),
      m_pool(pool),
      m_traces(traces),
      m_minimumFrame(minimumFrame)
{
    m_isPlain = !m_judgesEvery;
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
SwitchPort::EnqueueBusy(Frame* frame, int64_t atPs)
{
    const bool isFree = atPs >= m_freeAtPs;
    if (isFree && !m_judgesEvery && !m_paused.Has(frame->queue))
    {
        m_freeAtPs = m_link.Transmit(frame, atPs); // only what is paused waits
        return;
    }
    if (!m_queue.Offer(*frame, atPs, *this))
    {
        return;
    }
    if (isFree)
    {
        m_freeAtPs = atPs; // services start from now on
    }
    ServeUntil(atPs);
}

void
SwitchPort::SetPaused(ClassSet classes, int64_t atPs)
{
    NS_LOG_INFO("port of link " << m_link.Id() << " at " << atPs << " ps: classes paused 0x"
                                << std::hex << +classes.Bits());
    CatchUp(atPs);
    m_paused = classes;
    m_isPlain = !m_judgesEvery && classes.IsEmpty();
    m_freeAtPs = std::max(m_freeAtPs, atPs);
    ServeUntil(atPs);
}

void
SwitchPort::ServeUntil(int64_t atPs)
{
    if (CatchUp(atPs) && !m_pending)
    {
        Arm();
    }
}

void
SwitchPort::Mark(QueuedFrame& queued, int64_t atPs)
{
    auto& frame = static_cast<Frame&>(queued);
    NS_LOG_LOGIC("port of link " << m_link.Id() << " at " << atPs << " ps: marked, queue "
                                 << +frame.queue);
    frame.ce = true;
    m_counts.marked[frame.queue][frame.ect].Add(frame);
    m_traces.mark({m_link.Id(), atPs, &frame});
}

bool
SwitchPort::Trim(QueuedFrame& queued, int64_t atPs)
{
    auto& frame = static_cast<Frame&>(queued);
    if (!frame.isData)
    {
        return false; // it has no payload to lose
    }
    NS_LOG_LOGIC("port of link " << m_link.Id() << " at " << atPs << " ps: trimmed, queue "
                                 << +frame.queue);
    m_counts.trimmedByClass[frame.queue][frame.ect].Add(frame);
    m_traces.trim({m_link.Id(), atPs, &frame});
    m_counts.trimmed.Trim(frame, m_minimumFrame);
    return true;
}

void
SwitchPort::Drop(QueuedFrame& queued, DropReason reason, int64_t atPs)
{
    auto& frame = static_cast<Frame&>(queued);
    NS_LOG_LOGIC("port of link " << m_link.Id() << " at " << atPs << " ps: dropped ("
                                 << ToString(reason) << "), queue " << +frame.queue);
    m_counts.dropped[static_cast<size_t>(reason)][frame.queue][frame.ect].Add(frame);
    m_counts.droppedByKind.Add(frame);
    m_traces.drop({m_link.Id(), atPs, &frame}, reason);
    m_pool.Free(&frame);
}

void
SwitchPort::DropWaiting(DropReason reason, int64_t nowPs)
{
    while (QueuedFrame* frame = m_queue.Dequeue({}, nowPs))
    {
        Drop(*frame, reason, nowPs);
    }
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
    ServeUntil(NowPs());
}

FrameCounts
SwitchPort::CountWaiting() const
{
    FrameCounts counts;
    Discipline().ForEach(
        [&counts](const QueuedFrame& frame) { counts.Add(static_cast<const Frame&>(frame)); });
    return counts;
}

} // namespace ns3::mlt
