// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STAGES_H
#define MLT_STAGES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

/**
 * Work in stages on items that stand in a row: while one item is at its last stage, those behind it
 * are at earlier ones. Meant for fetching ahead. In a large network nothing that an item needs is
 * in a cache of the core, and where the second thing stands is read from the first: so each stage
 * fetches what the next one reads, and has the time of some items to arrive.
 */
namespace ns3::mlt
{

/** What is done for an item so many items before it has its turn. */
template <typename WORK>
struct Stage
{
    size_t ahead;
    WORK work; //!< called with the number of the item
};

template <typename WORK>
Stage(size_t, WORK) -> Stage<WORK>;

/**
 * Does all stages for each of the items 0 to count - 1. An item passes the stages in the order in
 * which they are given, each stage has the items in order, and the last stage is the items' turn.
 * @param stages from the farthest ahead to the last one, which is 0 ahead.
 */
template <typename... STAGES>
void
DoInStages(size_t count, const STAGES&... stages)
{
    const auto begin = [count](const auto& stage) {
        for (size_t i = 0; i < std::min(stage.ahead, count); ++i)
        {
            stage.work(i);
        }
    };
    (begin(stages), ...);
    for (size_t i = 0; i < count; ++i)
    {
        const auto goOn = [i, count](const auto& stage) {
            if (i + stage.ahead < count)
            {
                stage.work(i + stage.ahead);
            }
        };
        (goOn(stages), ...);
    }
}

/**
 * The same for items that come one by one, without an end: with each that comes, those before it go
 * on by a stage. What is due then may be done bit by bit until the next one comes. (Of some 20
 * lines that a processor is asked for at once it leaves out a part.)
 */
template <uint32_t STAGES>
class DueStages
{
  public:
    bool IsDone() const
    {
        return m_next == STAGES;
    }

    /** Does one stage, if one is due, by do(item, stage). */
    template <typename DO>
    void DoOne(DO doStage)
    {
        if (!IsDone())
        {
            doStage(m_items - 2 - m_next, m_next);
            ++m_next;
        }
    }

    /** An item comes; what was due is done first. @return its number, from 0; wraps around. */
    template <typename DO>
    uint32_t Come(DO doStage)
    {
        while (!IsDone())
        {
            DoOne(doStage);
        }
        m_next = 0;
        return m_items++;
    }

  private:
    uint32_t m_items{0};     //!< how many have come
    uint32_t m_next{STAGES}; //!< the stage that is due; each is for another of the latest items
};

} // namespace ns3::mlt

#endif // MLT_STAGES_H
