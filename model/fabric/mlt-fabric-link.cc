// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-link.h"

#include "ns3/mlt-frame-protocol.h"

#include <limits>
#include <utility>

namespace ns3::mlt
{

FabricLink::FabricLink(uint32_t id,
                       const NetworkPlan::Link& plan,
                       FabricNode& to,
                       FramePool& pool,
                       FabricTraces& traces)
    : m_inFlight(Create<FramesInFlight>(to)),
      m_id(id),
      m_delayPs(plan.delayPs),
      m_traces(traces),
      m_bitRate(plan.bitRate),
      m_pool(pool)
{
    SetBitRate(plan.bitRate);
}

FabricLink::~FabricLink()
{
    m_inFlight->Detach();
}

void
FabricLink::SetOrder(const ArrivalOrder& order, uint32_t ingress)
{
    m_order = order.Of(ingress);
}

void
FabricLink::SetInbox(SwitchInbox& inbox)
{
    m_inbox = &inbox;
}

void
FabricLink::SetBitRate(uint64_t bitRate)
{
    constexpr uint64_t BIT_PS_PER_BYTE_SECOND = 8 * static_cast<uint64_t>(PS_PER_SECOND);
    m_bitRate = bitRate;
    const uint64_t psPerByte = BIT_PS_PER_BYTE_SECOND / bitRate;
    const bool isExact =
        BIT_PS_PER_BYTE_SECOND % bitRate == 0 && psPerByte <= std::numeric_limits<uint32_t>::max();
    m_psPerByte = isExact ? static_cast<uint32_t>(psPerByte) : 0;
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
    return m_loss->Loses(FrameProtocol::CrossingOf(frame));
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

FrameCounts
FabricLink::InFlight() const
{
    return m_inFlight->Count();
}

} // namespace ns3::mlt
