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

    /** So many stages of Prefetch there are. */
    static constexpr int PREFETCH_STAGES = 5;

    /**
     * Its time is near, and many events wait: asks the processor to fetch what Fire will read.
     * Changes nothing. Each stage has the time of one event, so that it can follow the pointers
     * that the stage before it has fetched.
     * @param stage from 0, what the event itself points to, to PREFETCH_STAGES - 1.
     */
    virtual void Prefetch(int stage) const
    {
        (void)stage;
    }

  private:
    friend class ComingEvents;
    friend class EventQueue;
    friend class ExpressSimulatorImpl;

    void Notify() final
    {
        Fire();
    }

    static constexpr uint8_t NO_PLACE = 0xff;

    // of the queue it stands in
    uint8_t m_place{NO_PLACE}; //!< among the events that come next
    uint32_t m_uid{0};         //!< order of insertion; wraps around
    uint32_t m_context{0};
    int64_t m_tick{0};
    ReusableEvent* m_next{nullptr};
};

} // namespace ns3::mlt

#endif // MLT_REUSABLE_EVENT_H
