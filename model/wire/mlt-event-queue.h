// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EVENT_QUEUE_H
#define MLT_EVENT_QUEUE_H

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
class EventImpl;
}

namespace ns3::mlt
{

/**
 * The events that wait, in order of time and then of insertion: a wheel of short time slots for the
 * near future, where nearly all events of a fabric fall, and a heap for the rest. Inserting and
 * taking cost a few instructions whatever the number of events.
 *
 * Time never goes back: nothing may be inserted before the latest event that was taken.
 */
class EventQueue
{
  public:
    /** An event that waits. */
    struct Entry
    {
        int64_t tick;
        EventImpl* event;
        uint32_t uid; //!< order of insertion; wraps around
        uint32_t context;
        bool reusable; //!< event is a ReusableEvent
    };

    EventQueue();

    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** How many wait. */
    uint64_t Size() const
    {
        return m_size;
    }

    void Insert(const Entry& entry);

    /** Takes the earliest; the queue is not empty. */
    Entry Take();

    /** Empties the queue, calling visit(const Entry&) for each event. */
    template <typename VISIT>
    void Clear(VISIT visit)
    {
        while (!IsEmpty())
        {
            visit(Take());
        }
    }

  private:
    /** A slot lasts 2^18 fs (0.26 ns); the wheel spans 2^13 slots (2.1 us), a hop and more. */
    static constexpr uint32_t SLOT_BITS = 18;
    static constexpr uint32_t SLOTS = 1 << 13;
    static constexpr uint32_t NONE = 0xffffffff;

    /** An entry in a list. */
    struct Node
    {
        Entry entry;
        uint32_t next;
    };

    static int64_t SlotOf(int64_t tick)
    {
        return tick >> SLOT_BITS;
    }

    static bool IsBefore(const Entry& a, const Entry& b)
    {
        return a.tick != b.tick ? a.tick < b.tick : static_cast<int32_t>(a.uid - b.uid) < 0;
    }

    /** For std::push_heap: the earliest on top. */
    static bool IsAfter(const Entry& a, const Entry& b)
    {
        return IsBefore(b, a);
    }

    uint32_t NewNode(const Entry& entry);
    void InsertSorted(uint32_t node);
    void NextSlot();
    int64_t NextOccupiedSlot() const;

    std::vector<Node> m_nodes;
    uint32_t m_freeNode{NONE};
    uint32_t m_present{NONE}; //!< sorted list of the present slot's events
    int64_t m_slot{0};        //!< the present slot
    std::array<uint32_t, SLOTS> m_heads;
    std::array<uint64_t, SLOTS / 64> m_occupied{};
    std::vector<Entry> m_far; //!< heap of what lies beyond the wheel
    uint64_t m_size{0};
    uint64_t m_inWheel{0}; //!< without the present slot
};

} // namespace ns3::mlt

#endif // MLT_EVENT_QUEUE_H
