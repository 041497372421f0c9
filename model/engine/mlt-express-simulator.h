// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPRESS_SIMULATOR_H
#define MLT_EXPRESS_SIMULATOR_H

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/mlt-event-queue.h"
#include "ns3/mlt-reusable-event.h"
#include "ns3/nstime.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/**
 * A simulator engine (SimulatorImplementationType) that does what ns-3's default one does, in the
 * same order, at a fraction of its cost for an event: one queue that links the events themselves
 * instead of a scheduler object, no EventId for events that nobody will cancel, and in a crowded
 * network what an event will read is fetched ahead. Single-threaded.
 *
 * Differs from ns3::DefaultSimulatorImpl in two points: SchedulerType has no effect, and a removed
 * event keeps its memory until its time comes.
 */
class ExpressSimulatorImpl : public SimulatorImpl
{
  public:
    static TypeId GetTypeId();

    ExpressSimulatorImpl();
    ~ExpressSimulatorImpl() override;

    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    /** What SimulatorImpl::Stop returns: nothing, or, in newer releases of ns-3, the event. */
    using StopResult = decltype(std::declval<SimulatorImpl>().Stop(std::declval<const Time&>()));

    StopResult Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    uint64_t GetEventCount() const override;

    /** The engine that runs, or nullptr if another implementation was chosen. */
    static ExpressSimulatorImpl* Get()
    {
        return s_running;
    }

    /** Now, in ticks of the simulator. */
    int64_t NowTick() const
    {
        return m_nowTick;
    }

    /** How many events stand now. */
    uint64_t Pending() const
    {
        return m_queue.Size();
    }

    /** To be called now and then by an event that takes long: EventQueue::FetchFurther. */
    static void FetchFurther()
    {
        if (s_running)
        {
            s_running->m_queue.FetchFurther();
        }
    }

    /** Whether so many events stand that fetching ahead pays. */
    bool IsCrowded() const
    {
        return m_queue.IsCrowded();
    }

    /**
     * Schedules an event without an EventId.
     * @param event one reference of it is the simulator's from now on.
     */
    void Post(int64_t tick, ReusableEvent* event)
    {
        event->m_context = m_context;
        m_queue.Insert(event, tick, m_nextUid++);
    }

  private:
    /** Carries an event that is not a ReusableEvent. */
    class Carrier;

    uint32_t Insert(int64_t tick, EventImpl* event, uint32_t context);
    void DiscardAll();

    static ExpressSimulatorImpl* s_running;

    EventQueue m_queue;
    std::vector<Ptr<Carrier>> m_carriers; //!< all that were ever made
    std::vector<Carrier*> m_freeCarriers;
    std::vector<EventId> m_destroyEvents;
    int64_t m_nowTick{0};
    uint32_t m_nextUid;
    uint32_t m_currentUid{0};
    uint32_t m_context;
    uint64_t m_eventCount{0};
    bool m_stop{false};
};

inline void
ReusableEvent::ScheduleAt(int64_t atTick)
{
    Ref(); // the simulator gives one reference back after it has run the event
    if (auto* express = ExpressSimulatorImpl::Get())
    {
        express->Post(atTick, this);
        return;
    }
    Simulator::GetImplementation()->Schedule(TimeStep(static_cast<uint64_t>(atTick)) -
                                                 Simulator::Now(),
                                             this);
}

/**
 * Makes ExpressSimulatorImpl the engine, unless the user chose an implementation or a scheduler
 * (SimulatorImplementationType, SchedulerType). To be called before anything is scheduled.
 */
void UseExpressSimulator();

} // namespace ns3::mlt

#endif // MLT_EXPRESS_SIMULATOR_H
