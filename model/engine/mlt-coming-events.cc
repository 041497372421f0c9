// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-coming-events.h"

namespace ns3::mlt
{

namespace
{

/** Does a stage for an event, unless it has left. */
template <typename EVENTS>
auto
FetchFor(const EVENTS& events)
{
    return [&events](uint32_t number, uint32_t stage) {
        if (const ReusableEvent* event = events[number % events.size()])
        {
            event->Prefetch(static_cast<int>(stage));
        }
    };
}

} // namespace

void
ComingEvents::Join(ReusableEvent* event)
{
    const uint32_t place = m_stages.Come(FetchFor(m_events)) % PLACES;
    Leave(m_events[place]);
    m_events[place] = event;
    event->m_place = static_cast<uint8_t>(place);
    ++m_count;
}

void
ComingEvents::DoStage()
{
    m_stages.DoOne(FetchFor(m_events));
}

void
ComingEvents::Leave(ReusableEvent* event)
{
    if (event && Has(*event))
    {
        m_events[event->m_place] = nullptr;
        event->m_place = ReusableEvent::NO_PLACE;
        --m_count;
    }
}

void
ComingEvents::Clear()
{
    if (m_count > 0)
    {
        for (ReusableEvent* event : m_events)
        {
            Leave(event);
        }
    }
}

} // namespace ns3::mlt
