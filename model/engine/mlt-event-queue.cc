// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-event-queue.h"

#include "ns3/mlt-prefetch.h"

#include <algorithm>
#include <limits>

namespace ns3::mlt
{

namespace
{

/** A slot with more events than this is sorted as a whole: insertion would cost their square. */
constexpr uint32_t MOST_INSERTIONS = 16;
/** With so many events in the wheel the network is so large that fetching ahead pays. */
constexpr uint64_t CROWD = 1000;

} // namespace

EventQueue::EventQueue() = default;

void
EventQueue::StopFetching()
{
    m_coming.Clear();
    m_crowded = false;
    m_stopped = true;
}

uint64_t
EventQueue::Size() const
{
    uint64_t size = m_inWheel + m_far.size();
    for (const ReusableEvent* event = m_present; event; event = event->m_next)
    {
        ++size;
    }
    return size;
}

void
EventQueue::InsertSorted(ReusableEvent* event)
{
    if (m_presentLast && IsBefore(*m_presentLast, *event)) // many at one instant: each is the last
    {
        event->m_next = nullptr;
        m_presentLast->m_next = event;
        m_presentLast = event;
        return;
    }
    ReusableEvent** place = &m_present;
    while (*place && IsBefore(**place, *event))
    {
        place = &(*place)->m_next;
    }
    event->m_next = *place;
    *place = event;
    m_presentLast = m_presentLast ? m_presentLast : event;
}

void
EventQueue::InsertElsewhere(ReusableEvent* event, int64_t slotsAhead)
{
    if (slotsAhead <= 0)
    {
        InsertSorted(event);
        return;
    }
    m_far.push_back(event);
    std::push_heap(m_far.begin(), m_far.end(), IsAfter);
}

int64_t
EventQueue::NextOccupiedSlot(int64_t after) const
{
    if (m_inWheel == 0)
    {
        return std::numeric_limits<int64_t>::max();
    }
    const auto from = static_cast<uint32_t>((after + 1) & (SLOTS - 1));
    uint32_t word = from / WORD_BITS;
    uint64_t bits = m_occupied[word] & (~uint64_t{0} << (from % WORD_BITS));
    while (bits == 0)
    {
        word = (word + 1) & (SLOTS / WORD_BITS - 1);
        bits = m_occupied[word];
    }
    const uint32_t place = word * WORD_BITS + static_cast<uint32_t>(__builtin_ctzll(bits));
    return after + 1 + ((place - from) & (SLOTS - 1));
}

void
EventQueue::FillFromWheel(uint32_t place)
{
    ReusableEvent* event = m_heads[place];
    if (!event)
    {
        return; // the slot's events are far ones
    }
    m_heads[place] = nullptr;
    m_occupied[place / WORD_BITS] &= ~(uint64_t{1} << (place % WORD_BITS));
    m_crowded = m_inWheel > CROWD && !m_stopped;
    uint32_t events = 0;
    for (; event && events < MOST_INSERTIONS; ++events)
    {
        ReusableEvent* next = event->m_next;
        InsertSorted(event);
        --m_inWheel;
        event = next;
    }
    if (event)
    {
        SortIn(event);
    }
}

void
EventQueue::SortIn(ReusableEvent* list)
{
    m_crowd.clear();
    for (ReusableEvent* event = m_present; event; event = event->m_next)
    {
        m_crowd.push_back(event);
    }
    for (; list; list = list->m_next)
    {
        m_crowd.push_back(list);
        --m_inWheel;
    }
    std::sort(m_crowd.begin(), m_crowd.end(), [](const auto* a, const auto* b) {
        return IsBefore(*a, *b);
    });
    ReusableEvent** place = &m_present;
    for (ReusableEvent* event : m_crowd)
    {
        *place = event;
        place = &event->m_next;
    }
    *place = nullptr;
    m_presentLast = m_crowd.back();
    m_coming.Clear(); // some of these in any order: let it be the first ones
}

/** Goes on by an event in the lists of the slots, each of which was fetched by the call before. */
ReusableEvent*
EventQueue::Foresee()
{
    ReusableEvent* event = m_foreseen;
    m_foreseen = event ? event->m_next : nullptr;
    if (!m_foreseen)
    {
        const int64_t slot = NextOccupiedSlot(m_foreseenSlot);
        if (slot - m_slot < SLOTS)
        {
            m_foreseenSlot = slot;
            m_foreseen = m_heads[static_cast<uint32_t>(slot & (SLOTS - 1))];
        }
    }
    PrefetchLine(m_foreseen);
    return event;
}

/** In place of the event that is taken another one joins those that come next. */
void
EventQueue::FetchAhead(ReusableEvent* taken)
{
    if (m_foreseen == taken)
    {
        Foresee();
    }
    m_coming.Leave(taken);
    constexpr int MOST_AT_ONCE = 2;
    for (int i = 0; i < MOST_AT_ONCE && m_coming.HasRoom(); ++i)
    {
        ReusableEvent* event = Foresee();
        if (event && !ComingEvents::Has(*event))
        {
            m_coming.Join(event);
        }
    }
}

void
EventQueue::NextSlot()
{
    m_slot = NextOccupiedSlot(m_slot);
    if (!m_far.empty())
    {
        m_slot = std::min(m_slot, SlotOf(m_far.front()->m_tick));
    }
    FillFromWheel(static_cast<uint32_t>(m_slot & (SLOTS - 1)));
    while (!m_far.empty() && SlotOf(m_far.front()->m_tick) == m_slot)
    {
        InsertSorted(m_far.front());
        std::pop_heap(m_far.begin(), m_far.end(), IsAfter);
        m_far.pop_back();
    }
    if (!m_crowded)
    {
        m_coming.Clear();
        m_foreseenSlot = m_slot;
        m_foreseen = nullptr;
    }
    else if (m_foreseenSlot <= m_slot)
    {
        m_foreseenSlot = m_slot; // in which the events have another order now
        m_foreseen = m_present;
    }
}

} // namespace ns3::mlt
