// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CLOCK_H
#define MLT_CLOCK_H

#include "ns3/event-impl.h"
#include "ns3/mlt-express-simulator.h"
#include "ns3/mlt-phases.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/nstime.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace ns3::mlt
{

/**
 * Instants of the fabric. Arithmetic is in whole picoseconds (at 100 Gbps a byte lasts exactly
 * 80 ps; in nanoseconds a 64-byte frame at 400 Gbps would be 22 % off). The simulator runs in
 * femtoseconds, "ticks" below: the thousand ticks inside a picosecond order what happens at one
 * instant, by the phases of mlt-phases.h.
 */
constexpr int64_t TICKS_PER_PS = 1000;
constexpr int64_t PS_PER_NS = 1000;
constexpr int64_t PS_PER_US = 1000000;
constexpr int64_t PS_PER_SECOND = 1000000000000;
/** An instant that never comes. */
constexpr int64_t NEVER_PS = std::numeric_limits<int64_t>::max();
constexpr int64_t NEVER_TICK = std::numeric_limits<int64_t>::max();
/** The last instant that can be represented, about 9223 s. */
constexpr int64_t LAST_PS = NEVER_PS / TICKS_PER_PS - 1;

/** Now, in ticks. */
inline int64_t
NowTick()
{
    if (const auto* express = ExpressSimulatorImpl::Get())
    {
        return express->NowTick();
    }
    return Simulator::Now().GetTimeStep();
}

/** Now, in picoseconds (the phase is cut off). */
inline int64_t
NowPs()
{
    return NowTick() / TICKS_PER_PS;
}

/**
 * Sets the simulator's resolution to femtoseconds, unless it is that already. To be called before
 * the first Time is scheduled; fabric and transports refuse (NS_FATAL_ERROR) to run at another.
 */
void UseFabricResolution();

/** Ends the program with a clear error unless the resolution is femtoseconds. */
void RequireFabricResolution();

/** A Time (in any unit) as picoseconds, rounded to the nearest. */
int64_t ToPs(const Time& time);

/** Picoseconds as a Time. */
inline Time
FromPs(int64_t ps)
{
    return TimeStep(static_cast<uint64_t>(ps) * TICKS_PER_PS);
}

/**
 * A ReusableEvent that calls one member function without arguments. Held by Ptr, since it may
 * outlive its owner in the scheduler; the owner's destructor calls Detach.
 */
template <typename OWNER, void (OWNER::*METHOD)()>
class MemberEvent final : public ReusableEvent
{
  public:
    explicit MemberEvent(OWNER* owner)
        : m_owner(owner)
    {
    }

    /** The event does nothing from now on. */
    void Detach()
    {
        m_owner = nullptr;
    }

    void Fire() override
    {
        if (m_owner)
        {
            (m_owner->*METHOD)();
        }
    }

    void Prefetch(int stage) const override
    {
        if (stage == 0)
        {
            PrefetchLine(m_owner);
        }
    }

  private:
    OWNER* m_owner;
};

/**
 * A deadline that may be moved and dropped at will: it is never cancelled in the scheduler (an
 * event that fires early re-arms), and in steady state it allocates nothing.
 */
class Deadline
{
  public:
    /**
     * @param expired called when the deadline has come; may set it anew.
     * @param phase of the picosecond (mlt-phases.h) at which it is called.
     * @param prefetch called shortly before, with the stages of ReusableEvent::Prefetch from 1 on.
     */
    explicit Deadline(std::function<void()> expired,
                      int64_t phase = TIMER_PHASE,
                      std::function<void(int)> prefetch = nullptr);
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    /** Sets or moves the deadline. @param atPs not in the past. */
    void Set(int64_t atPs)
    {
        SetTick(atPs * TICKS_PER_PS + m_phase);
    }

    /** The same to a tick, whatever the phase. @param tick if in the past, it expires now. */
    void SetTick(int64_t tick)
    {
        m_deadlineTick = tick;
        if (tick < m_earliestTick)
        {
            ScheduleEvent(tick);
        } // else the event that stands will re-arm
    }

    /** Forgets the deadline. */
    void Stop()
    {
        m_deadlineTick = NEVER_TICK;
    }

    /** The deadline, or NEVER_PS when none is set. */
    int64_t AtPs() const
    {
        return m_deadlineTick == NEVER_TICK ? NEVER_PS : m_deadlineTick / TICKS_PER_PS;
    }

  private:
    class Event;
    Event& IdleEvent();
    void ScheduleEvent(int64_t tick);
    void Fire(Event& event);

    std::function<void()> m_expired;
    std::function<void(int)> m_prefetch;
    int64_t m_phase;
    int64_t m_deadlineTick{NEVER_TICK};
    int64_t m_earliestTick{NEVER_TICK}; //!< of the events that stand in the scheduler
    Ptr<Event> m_event;                 //!< mostly the only one
    std::vector<Ptr<Event>> m_more;     //!< all others that were ever made
};

} // namespace ns3::mlt

#endif // MLT_CLOCK_H
