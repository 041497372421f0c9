// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-link.h"

#include "ns3/mlt-frame-name.h"

#include <utility>

namespace ns3::mlt
{

const char*
ToString(DropReason reason)
{
    switch (reason)
    {
    case DropReason::Selective:
        return "selective";
    case DropReason::Full:
        return "full";
    case DropReason::PushedOut:
        return "pushed_out";
    case DropReason::LinkLoss:
        return "link_loss";
    case DropReason::COUNT:
        break;
    }
    return "unknown";
}

FabricLink::FabricLink(uint32_t id,
                       const NetworkPlan::Link& plan,
                       FabricNode& to,
                       FramePool& pool,
                       FabricTraces& traces)
    : m_to(to),
      m_delayPs(plan.delayPs),
      m_traces(traces),
      m_id(id),
      m_bitRate(plan.bitRate),
      m_pool(pool)
{
    SetBitRate(plan.bitRate);
}

void
FabricLink::SetOrder(const ArrivalOrder& order, uint32_t ingress)
{
    m_order = order;
    m_ingress = ingress;
}

void
FabricLink::SetInbox(SwitchInbox& inbox)
{
    m_inbox = &inbox;
}

void
FabricLink::SetHostInbox(HostInbox* inbox)
{
    m_hostInbox = inbox;
}

void
FabricLink::Detach()
{
    m_first = nullptr;
}

void
FabricLink::SetBitRate(uint64_t bitRate)
{
    constexpr uint64_t BIT_PS_PER_BYTE_SECOND = 8 * static_cast<uint64_t>(PS_PER_SECOND);
    m_bitRate = bitRate;
    const bool wholePicoseconds = BIT_PS_PER_BYTE_SECOND % bitRate == 0;
    m_psPerByte = wholePicoseconds ? static_cast<int64_t>(BIT_PS_PER_BYTE_SECOND / bitRate) : 0;
}

void
FabricLink::SetLoss(double rate, Ptr<LossModel> model)
{
    m_lossRate = rate;
    m_loss = std::move(model);
}

bool
FabricLink::IsLost(const Frame& frame)
{
    return m_loss->Loses(CrossingOf(frame));
}

ClassCounts
FabricLink::SentByClass() const
{
    return m_sent.ByClass();
}

FrameCounts
FabricLink::Sent() const
{
    return m_sent.ByKind();
}

void
FabricLink::Lose(Frame* frame, int64_t atPs)
{
    m_lost[frame->queue][frame->ect].Add(*frame);
    m_lostByKind.Add(*frame);
    m_traces.drop({m_id, atPs, frame}, DropReason::LinkLoss);
    m_pool.Free(frame);
}

void
FabricLink::Fire()
{
    Frame* frame = m_first;
    if (!frame)
    {
        return; // detached
    }
    const int64_t now = frame->arrivalTick;
    m_first = frame->next;
    if (m_first)
    {
        ScheduleAt(m_first->arrivalTick);
    }
    m_to.ReceiveFrame(frame, now);
}

void
FabricLink::Prefetch(int step) const
{
    if (!m_first)
    {
        return;
    }
    if (step == 0)
    {
        PrefetchWhole(m_first);
    }
    else
    {
        __builtin_prefetch(m_first->next); // whose arrival will be scheduled
        m_to.Prefetch(*m_first);
    }
}

FrameCounts
FabricLink::InFlight() const
{
    FrameCounts counts;
    for (const Frame* frame = m_first; frame; frame = frame->next)
    {
        counts.Add(*frame);
    }
    return counts;
}

} // namespace ns3::mlt
