// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EVENT_QUEUE_H
#define MLT_EVENT_QUEUE_H

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** What an event carries to stand in an EventQueue. */
struct QueuedEvent
{
    int64_t tick{0};
    QueuedEvent* next{nullptr};
    uint32_t uid{0}; //!< order of insertion; wraps around
    uint32_t context{0};
};

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

    /** Counts the events that wait. */
    uint64_t Size() const;

    /** @param event its tick and uid are set; it stands in no queue. */
    void Insert(QueuedEvent* event)
    {
        const int64_t ahead = SlotOf(event->tick) - m_slot;
        if (ahead > 0 && ahead < SLOTS)
        {
            const auto place = static_cast<uint32_t>((m_slot + ahead) & (SLOTS - 1));
            event->next = m_heads[place];
            m_heads[place] = event;
            m_occupied[place / WORD_BITS] |= uint64_t{1} << (place % WORD_BITS);
            ++m_inWheel;
            return;
        }
        InsertElsewhere(event, ahead);
    }

    /** Takes the earliest; the queue is not empty. */
    QueuedEvent* Take()
    {
        if (!m_present)
        {
            NextSlot();
        }
        QueuedEvent* event = m_present;
        m_present = event->next;
        return event;
    }

  private:
    /** A slot lasts 2^18 fs (0.26 ns); the wheel spans 2^13 slots (2.1 us), a hop and more. */
    static constexpr uint32_t SLOT_BITS = 18;
    static constexpr uint32_t SLOTS = 1 << 13;
    static constexpr uint32_t WORD_BITS = 64;

    static int64_t SlotOf(int64_t tick)
    {
        return tick >> SLOT_BITS;
    }

    static bool IsBefore(const QueuedEvent& a, const QueuedEvent& b)
    {
        return a.tick != b.tick ? a.tick < b.tick : static_cast<int32_t>(a.uid - b.uid) < 0;
    }

    /** For std::push_heap: the earliest on top. */
    static bool IsAfter(const QueuedEvent* a, const QueuedEvent* b)
    {
        return IsBefore(*b, *a);
    }

    void InsertElsewhere(QueuedEvent* event, int64_t slotsAhead);
    void InsertSorted(QueuedEvent* event);
    void NextSlot();
    void FillFromWheel(uint32_t place);
    void SortIn(QueuedEvent* list);
    int64_t NextOccupiedSlot() const;

    QueuedEvent* m_present{nullptr}; //!< sorted list of the present slot's events
    int64_t m_slot{0};               //!< the present slot
    uint64_t m_inWheel{0};           //!< without the present slot
    std::array<uint64_t, SLOTS / WORD_BITS> m_occupied{};
    std::array<QueuedEvent*, SLOTS> m_heads{};
    std::vector<QueuedEvent*> m_far;   //!< heap of what lies beyond the wheel
    std::vector<QueuedEvent*> m_crowd; //!< for sorting a slot with many events
};

} // namespace ns3::mlt

#endif // MLT_EVENT_QUEUE_H
