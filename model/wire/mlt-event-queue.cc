// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-event-queue.h"

#include <algorithm>
#include <limits>

namespace ns3::mlt
{

EventQueue::EventQueue()
{
    m_heads.fill(NONE);
}

uint32_t
EventQueue::NewNode(const Entry& entry)
{
    uint32_t node = m_freeNode;
    if (node == NONE)
    {
        node = static_cast<uint32_t>(m_nodes.size());
        m_nodes.push_back({entry, NONE});
        return node;
    }
    m_freeNode = m_nodes[node].next;
    m_nodes[node].entry = entry;
    return node;
}

void
EventQueue::InsertSorted(uint32_t node)
{
    uint32_t* place = &m_present;
    while (*place != NONE && IsBefore(m_nodes[*place].entry, m_nodes[node].entry))
    {
        place = &m_nodes[*place].next;
    }
    m_nodes[node].next = *place;
    *place = node;
}

void
EventQueue::Insert(const Entry& entry)
{
    ++m_size;
    const int64_t slot = SlotOf(entry.tick);
    if (slot <= m_slot)
    {
        InsertSorted(NewNode(entry));
        return;
    }
    if (slot - m_slot >= SLOTS)
    {
        m_far.push_back(entry);
        std::push_heap(m_far.begin(), m_far.end(), IsAfter);
        return;
    }
    const auto place = static_cast<uint32_t>(slot & (SLOTS - 1));
    const uint32_t node = NewNode(entry);
    m_nodes[node].next = m_heads[place];
    m_heads[place] = node;
    m_occupied[place >> 6] |= uint64_t{1} << (place & 63);
    ++m_inWheel;
}

EventQueue::Entry
EventQueue::Take()
{
    if (m_present == NONE)
    {
        NextSlot();
    }
    const uint32_t node = m_present;
    const Entry entry = m_nodes[node].entry;
    m_present = m_nodes[node].next;
    m_nodes[node].next = m_freeNode;
    m_freeNode = node;
    --m_size;
    return entry;
}

int64_t
EventQueue::NextOccupiedSlot() const
{
    if (m_inWheel == 0)
    {
        return std::numeric_limits<int64_t>::max();
    }
    const auto from = static_cast<uint32_t>((m_slot + 1) & (SLOTS - 1));
    uint32_t word = from >> 6;
    uint64_t bits = m_occupied[word] & (~uint64_t{0} << (from & 63));
    while (bits == 0)
    {
        word = (word + 1) & (SLOTS / 64 - 1);
        bits = m_occupied[word];
    }
    const uint32_t place = word * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
    return m_slot + 1 + ((place - from) & (SLOTS - 1));
}

void
EventQueue::NextSlot()
{
    int64_t slot = NextOccupiedSlot();
    if (!m_far.empty())
    {
        slot = std::min(slot, SlotOf(m_far.front().tick));
    }
    m_slot = slot;
    const auto place = static_cast<uint32_t>(slot & (SLOTS - 1));
    uint32_t node = m_heads[place];
    m_heads[place] = NONE;
    m_occupied[place >> 6] &= ~(uint64_t{1} << (place & 63));
    while (node != NONE)
    {
        const uint32_t next = m_nodes[node].next;
        InsertSorted(node);
        --m_inWheel;
        node = next;
    }
    while (!m_far.empty() && SlotOf(m_far.front().tick) == slot)
    {
        InsertSorted(NewNode(m_far.front()));
        std::pop_heap(m_far.begin(), m_far.end(), IsAfter);
        m_far.pop_back();
    }
}

} // namespace ns3::mlt
