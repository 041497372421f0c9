// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-prefetch.h"

#include <algorithm>

namespace ns3::mlt
{

void
UseFabricResolution()
{
    if (Time::GetResolution() != Time::FS)
    {
        Time::SetResolution(Time::FS);
    }
}

void
RequireFabricResolution()
{
    if (Time::GetResolution() != Time::FS)
    {
        NS_FATAL_ERROR("the MLT fabric needs a simulator resolution of 1 fs (a coarser one would "
                       "falsify serialization times); call ns3::mlt::UseFabricResolution() before "
                       "anything is scheduled");
    }
}

int64_t
ToPs(const Time& time)
{
    // Time::To would round through the resolution; femtoseconds are exact for all units
    const int64_t fs = time.GetFemtoSeconds();
    return fs >= 0 ? (fs + TICKS_PER_PS / 2) / TICKS_PER_PS
                   : (fs - TICKS_PER_PS / 2) / TICKS_PER_PS;
}

class alignas(CACHE_LINE_BYTES) Deadline::Event final : public ReusableEvent
{
  public:
    explicit Event(Deadline* owner)
        : m_owner(owner)
    {
    }

    Deadline* m_owner;
    int64_t m_atTick{NEVER_TICK}; //!< NEVER_TICK: not in the scheduler

    void Fire() override
    {
        if (m_owner)
        {
            m_owner->Fire(*this);
        }
    }

    void Prefetch(int stage) const override
    {
        if (stage == 0)
        {
            PrefetchWhole(m_owner);
        }
        else if (m_owner && m_owner->m_prefetch)
        {
            m_owner->m_prefetch(stage);
        }
    }
};

Deadline::Deadline(std::function<void()> expired, int64_t phase, std::function<void(int)> prefetch)
    : m_expired(std::move(expired)),
      m_prefetch(std::move(prefetch)),
      m_phase(phase),
      m_event(Create<Event>(this))
{
}

Deadline::~Deadline()
{
    m_event->m_owner = nullptr;
    for (auto& event : m_more)
    {
        event->m_owner = nullptr;
    }
}

Deadline::Event&
Deadline::IdleEvent()
{
    if (m_event->m_atTick == NEVER_TICK)
    {
        return *m_event;
    }
    for (auto& event : m_more)
    {
        if (event->m_atTick == NEVER_TICK)
        {
            return *event;
        }
    }
    m_more.push_back(Create<Event>(this));
    return *m_more.back();
}

void
Deadline::ScheduleEvent(int64_t tick)
{
    Event& idle = IdleEvent();
    idle.m_atTick = tick;
    m_earliestTick = tick;
    idle.ScheduleAt(std::max(NowTick(), tick));
}

void
Deadline::Fire(Event& event)
{
    const int64_t at = event.m_atTick;
    event.m_atTick = NEVER_TICK;
    m_earliestTick = m_event->m_atTick;
    for (const auto& other : m_more)
    {
        m_earliestTick = std::min(m_earliestTick, other->m_atTick);
    }
    if (m_deadlineTick == NEVER_TICK)
    {
        return;
    }
    if (m_deadlineTick > at)
    {
        SetTick(m_deadlineTick);
        return;
    }
    m_deadlineTick = NEVER_TICK;
    m_expired();
}

} // namespace ns3::mlt
