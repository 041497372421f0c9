// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frames-in-flight.h"

#include "ns3/mlt-express-simulator.h"

namespace ns3::mlt
{

static_assert(1 + FabricNode::PREFETCH_STAGES <= ReusableEvent::PREFETCH_STAGES,
              "the frame first, then what its node reads");
static_assert(sizeof(FramesInFlight) == CACHE_LINE_BYTES, "an arrival needs all of it");

FramesInFlight::FramesInFlight(FabricNode& to)
    : m_to(to)
{
}

void
FramesInFlight::Put(Frame* frame, int64_t arrivalTick)
{
    frame->arrivalTick = arrivalTick;
    frame->next = nullptr;
    if (m_first)
    {
        m_last->next = frame;
    }
    else
    {
        m_first = frame;
        ScheduleAt(arrivalTick);
    }
    m_last = frame;
}

void
FramesInFlight::Detach()
{
    m_first = nullptr;
}

std::vector<Frame*>
FramesInFlight::Frames() const
{
    std::vector<Frame*> frames;
    for (Frame* frame = m_first; frame; frame = frame->Next())
    {
        frames.push_back(frame);
    }
    return frames;
}

FrameCounts
FramesInFlight::Count() const
{
    FrameCounts counts;
    for (const Frame* frame = m_first; frame; frame = frame->Next())
    {
        counts.Add(*frame);
    }
    return counts;
}

void
FramesInFlight::Fire()
{
    Frame* frame = m_first;
    if (!frame)
    {
        return; // detached
    }
    const int64_t now = frame->arrivalTick;
    m_first = frame->Next();
    if (m_first)
    {
        ScheduleAt(m_first->arrivalTick);
        PrefetchFollowing();
    }
    m_to.ReceiveFrame(frame, now);
}

/**
 * Fetches for the next frames of this link, each a stage further than the one behind it: where few
 * events wait the engine does not.
 */
void
FramesInFlight::PrefetchFollowing() const
{
    const auto* express = ExpressSimulatorImpl::Get();
    if (express && express->IsCrowded())
    {
        return;
    }
    const Frame* following = m_first;
    for (int stage = FabricNode::PREFETCH_STAGES - 1; stage > 0; --stage)
    {
        m_to.Prefetch(*following, stage);
        following = following->Next();
        if (!following)
        {
            return;
        }
    }
    PrefetchWhole(following);
}

void
FramesInFlight::Prefetch(int stage) const
{
    if (!m_first)
    {
        return;
    }
    if (stage == 0)
    {
        PrefetchWhole(m_first);
        return;
    }
    if (stage == 1)
    {
        PrefetchLine(m_first->next); // whose arrival will be scheduled
    }
    m_to.Prefetch(*m_first, stage - 1);
}

} // namespace ns3::mlt
