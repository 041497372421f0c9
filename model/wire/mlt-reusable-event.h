// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_REUSABLE_EVENT_H
#define MLT_REUSABLE_EVENT_H

#include "ns3/event-impl.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * An event that is made once and scheduled many times, so that a packet-hop allocates nothing. It
 * may stand in the scheduler at most once at a time, and is never cancelled. Held by Ptr: while it
 * stands, the scheduler holds it too, even if all else is gone.
 */
class ReusableEvent : public EventImpl
{
  public:
    /**
     * Schedules this event.
     * @param atTick when it fires, not before the present tick.
     */
    void ScheduleAt(int64_t atTick);

    /** Its time has come. */
    virtual void Fire() = 0;

    /**
     * Its time is near: asks the processor to fetch what Fire will read. Changes nothing.
     * @param step 0 first: what the event points to; 1 a little later: what that points to.
     */
    virtual void Prefetch(int step) const
    {
        (void)step;
    }

    /** The first distance of PrefetchEarly. */
    static constexpr int FARTHEST = 4;

    /**
     * The same for an event that does much, where many wait. Each step has the time of one such
     * event, so that it can follow the pointers that the step before it has fetched.
     * @param distance from FARTHEST down to 1: about so many events come before it.
     */
    virtual void PrefetchEarly(int distance) const
    {
        (void)distance;
    }

  private:
    friend class EventQueue;
    friend class ExpressSimulatorImpl;

    void Notify() final
    {
        Fire();
    }

    // of the queue it stands in
    uint32_t m_uid{0}; //!< order of insertion; wraps around
    uint32_t m_context{0};
    int64_t m_tick{0};
    ReusableEvent* m_next{nullptr};
};

} // namespace ns3::mlt

#endif // MLT_REUSABLE_EVENT_H
