// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EVENT_QUEUE_H
#define MLT_EVENT_QUEUE_H

#include "ns3/mlt-coming-events.h"
#include "ns3/mlt-reusable-event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/**
 * The events that wait, in order of time and then of insertion: a wheel of short time slots for the
 * near future, where nearly all events of a fabric fall, and a heap for the rest. Inserting and
 * taking cost a few instructions whatever the number of events. Events are linked, not copied: who
 * inserts one keeps it alive until it is taken.
 *
 * Time never goes back: nothing may be inserted before the latest event that was taken.
 */
class EventQueue
{
  public:
    EventQueue();

    bool IsEmpty() const
    {
        return !m_present && m_inWheel == 0 && m_far.empty();
    }

    /** Whether so many events wait that fetching ahead pays. */
    bool IsCrowded() const
    {
        return m_crowded;
    }

    /**
     * Goes on fetching for what comes next, a little: to be called now and then by an event that
     * takes long.
     */
    void FetchFurther()
    {
        m_coming.FetchFurther();
    }

    /** What waits is only thrown away from now on: nothing is fetched for it. */
    void StopFetching();

    /** Counts the events that wait. */
    uint64_t Size() const;

    /**
     * @param event stands in no queue.
     * @param uid one more than that of the last insertion.
     */
    void Insert(ReusableEvent* event, int64_t tick, uint32_t uid)
    {
        event->m_tick = tick;
        event->m_uid = uid;
        const int64_t ahead = SlotOf(tick) - m_slot;
        if (ahead > 0 && ahead < SLOTS)
        {
            const auto place = static_cast<uint32_t>((m_slot + ahead) & (SLOTS - 1));
            event->m_next = m_heads[place];
            m_heads[place] = event;
            m_occupied[place / WORD_BITS] |= uint64_t{1} << (place % WORD_BITS);
            ++m_inWheel;
            return;
        }
        InsertElsewhere(event, ahead);
    }

    /** Takes the earliest; the queue is not empty. */
    ReusableEvent* Take()
    {
        if (!m_present)
        {
            NextSlot();
        }
        ReusableEvent* event = m_present;
        m_present = event->m_next;
        m_presentLast = m_present ? m_presentLast : nullptr;
        if (m_crowded)
        {
            FetchAhead(event);
        }
        return event;
    }

  private:
    /** A slot lasts 2^20 fs (1.05 ns); the wheel spans 2^11 slots (2.1 us), a hop and more. */
    static constexpr uint32_t SLOT_BITS = 20;
    static constexpr uint32_t SLOTS = 1 << 11;
    static constexpr uint32_t WORD_BITS = 64;

    static int64_t SlotOf(int64_t tick)
    {
        return tick >> SLOT_BITS;
    }

    static bool IsBefore(const ReusableEvent& a, const ReusableEvent& b)
    {
        return a.m_tick != b.m_tick ? a.m_tick < b.m_tick
                                    : static_cast<int32_t>(a.m_uid - b.m_uid) < 0;
    }

    /** For std::push_heap: the earliest on top. */
    static bool IsAfter(const ReusableEvent* a, const ReusableEvent* b)
    {
        return IsBefore(*b, *a);
    }

    void InsertElsewhere(ReusableEvent* event, int64_t slotsAhead);
    void InsertSorted(ReusableEvent* event);
    void NextSlot();
    void FillFromWheel(uint32_t place);
    void SortIn(ReusableEvent* list);
    int64_t NextOccupiedSlot(int64_t after) const;
    void FetchAhead(ReusableEvent* taken);
    ReusableEvent* Foresee();

    ReusableEvent* m_present{nullptr};     //!< sorted list of the present slot's events
    ReusableEvent* m_presentLast{nullptr}; //!< its last
    int64_t m_slot{0};                     //!< the present slot
    uint64_t m_inWheel{0};                 //!< without the present slot
    bool m_crowded{false};                 //!< so many wait that fetching ahead pays
    bool m_stopped{false};                 //!< nothing is fetched any more
    std::array<uint64_t, SLOTS / WORD_BITS> m_occupied{};
    std::array<ReusableEvent*, SLOTS> m_heads{};
    std::vector<ReusableEvent*> m_far;   //!< heap of what lies beyond the wheel
    std::vector<ReusableEvent*> m_crowd; //!< for sorting a slot with many events

    ComingEvents m_coming;              //!< if crowded; not what was inserted before them lately
    ReusableEvent* m_foreseen{nullptr}; //!< the next to be one of them, in a list ...
    int64_t m_foreseenSlot{0};          //!< ... of this slot
};

} // namespace ns3::mlt

#endif // MLT_EVENT_QUEUE_H
