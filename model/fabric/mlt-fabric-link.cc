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
      m_to(to),
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
    m_loss = rate > 0 ? std::move(model) : nullptr;
    m_mayLose = m_loss || !m_isUp;
}

void
FabricLink::SetUp(bool isUp)
{
    m_isUp = isUp;
    m_mayLose = m_loss || !m_isUp;
}

void
FabricLink::LoseInFlight(int64_t nowPs)
{
    std::vector<Frame*> frames;
    if (m_inbox)
    {
        frames = m_inbox->Extract(
            [this](const Frame& frame) { return frame.ingress == m_order.Ingress(); });
    }
    else
    {
        frames = m_inFlight->Frames();
        m_inFlight->Detach(); // its event may still stand
        m_inFlight = Create<FramesInFlight>(m_to);
    }
    for (Frame* frame : frames)
    {
        Lose(frame, DropReason::LinkDown, nowPs);
    }
}

/** Why a frame that is put on the link is lost; COUNT: it is not. */
DropReason
FabricLink::Judge(const Frame& frame)
{
    if (!m_isUp)
    {
        return DropReason::LinkDown;
    }
    return m_loss->Loses(FrameProtocol::CrossingOf(frame)) ? DropReason::LinkLoss
                                                           : DropReason::COUNT;
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
FabricLink::Lose(Frame* frame, DropReason reason, int64_t atPs)
{
    auto& lost = reason == DropReason::LinkDown ? m_lostDown : m_lost;
    lost[frame->queue][frame->ect].Add(*frame);
    m_lostByKind.Add(*frame);
    m_traces.drop({m_id, atPs, frame}, reason);
    m_pool.Free(frame);
}

FrameCounts
FabricLink::InFlight() const
{
    return m_inFlight->Count();
}

} // namespace ns3::mlt
