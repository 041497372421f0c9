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
    int64_t m_atPs{NEVER_PS}; //!< NEVER_PS: not in the scheduler

    void Fire() override
    {
        if (m_owner)
        {
            m_owner->Fire(*this);
        }
    }

    void Prefetch(int step) const override
    {
        if (step == 0)
        {
            __builtin_prefetch(m_owner);
        }
    }
};

Deadline::Deadline(std::function<void()> expired, int64_t phase)
    : m_expired(std::move(expired)),
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
    if (m_event->m_atPs == NEVER_PS)
    {
        return *m_event;
    }
    for (auto& event : m_more)
    {
        if (event->m_atPs == NEVER_PS)
        {
            return *event;
        }
    }
    m_more.push_back(Create<Event>(this));
    return *m_more.back();
}

void
Deadline::Set(int64_t atPs)
{
    m_deadlinePs = atPs;
    if (atPs >= m_earliestPs)
    {
        return; // the event that stands will re-arm
    }
    Event& idle = IdleEvent();
    idle.m_atPs = atPs;
    m_earliestPs = atPs;
    const int64_t now = NowTick();
    idle.ScheduleAt(std::max(now, atPs * TICKS_PER_PS + m_phase));
}

void
Deadline::Fire(Event& event)
{
    const int64_t at = event.m_atPs;
    event.m_atPs = NEVER_PS;
    m_earliestPs = m_event->m_atPs;
    for (const auto& other : m_more)
    {
        m_earliestPs = std::min(m_earliestPs, other->m_atPs);
    }
    if (m_deadlinePs == NEVER_PS)
    {
        return;
    }
    if (m_deadlinePs > at)
    {
        Set(m_deadlinePs);
        return;
    }
    m_deadlinePs = NEVER_PS;
    m_expired();
}

} // namespace ns3::mlt
