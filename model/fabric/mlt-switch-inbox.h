// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SWITCH_INBOX_H
#define MLT_SWITCH_INBOX_H

#include "ns3/mlt-arrival-sorter.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::mlt
{

/**
 * What is on its way to a switch that looks ahead: the frames in flight on all its incoming links,
 * and the instant by which they must be handled. All that arrives within the lateness is handled
 * together, so that the state of the switch is fetched once for many frames.
 */
class alignas(CACHE_LINE_BYTES) SwitchInbox
{
  public:
    using Arrival = FrameArrival;

    /**
     * @param latenessPs how long after its instant something may be handled, positive.
     * @param sorter used within SortBefore alone.
     * @param handle called when something must be: it shall Sort, Remove and Expect.
     */
    SwitchInbox(int64_t latenessPs, ArrivalSorter& sorter, std::function<void()> handle);

    /** A frame will arrive. @param tick after the present one. */
    void Add(Frame* frame, int64_t tick)
    {
        if (tick < m_horizonTick)
        {
            m_near.emplace_back(tick, frame);
            PrefetchLine(&m_near.back() + 1 + PLACES_AHEAD);
        }
        else
        {
            AddFar({tick, frame});
        }
        if (tick < m_expectedTick)
        {
            Expect(tick);
        }
    }

    /** At this tick there is something to handle. */
    void Expect(int64_t tick);

    /**
     * Puts all that arrives before a tick in front, in order; At gives it until Remove. Nothing is
     * expected any more: Remove expects the other arrivals, the caller the rest.
     * @return how many.
     */
    size_t SortBefore(int64_t tick);

    /** One of those in front. */
    const Arrival& At(size_t i) const
    {
        return m_near[i];
    }

    /** Forgets those in front, which were handled. */
    void Remove(size_t count);

    /**
     * Takes out what is on its way and was not sorted.
     * @return the frames that @p isWanted, in order of arrival.
     */
    std::vector<Frame*> Extract(const std::function<bool(const Frame& frame)>& isWanted);

    /** Counts the frames. */
    FrameCounts Count() const;

  private:
    /** So many arrivals ahead the place is fetched where one will stand: a host's in 1 us. */
    static constexpr size_t PLACES_AHEAD = 8;

    void AddFar(const Arrival& arrival);

    std::vector<Arrival> m_near;        //!< in any order
    int64_t m_expectedTick{NEVER_TICK}; //!< when the first thing happens that is to be handled
    int64_t m_horizonTick;              //!< what arrives later stands in m_far
    int64_t m_earliestTick{NEVER_TICK}; //!< of the arrivals that SortBefore left behind
    int64_t m_latenessPs;
    ArrivalSorter& m_sorter;
    std::vector<Arrival> m_far; //!< heap, so that long links cost nothing while they wait
    Deadline m_deadline;
};

} // namespace ns3::mlt

#endif // MLT_SWITCH_INBOX_H
