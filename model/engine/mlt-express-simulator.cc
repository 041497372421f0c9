// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-express-simulator.h"

#include "ns3/global-value.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <limits>
#include <string>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(ExpressSimulatorImpl);

ExpressSimulatorImpl* ExpressSimulatorImpl::s_running = nullptr;

class ExpressSimulatorImpl::Carrier final : public ReusableEvent
{
  public:
    explicit Carrier(ExpressSimulatorImpl& engine)
        : m_engine(engine)
    {
    }

    /** @param event one reference of it is the carrier's from now on. */
    void Load(EventImpl* event)
    {
        m_event = Ptr<EventImpl>(event, false);
    }

    void Fire() override
    {
        m_event->Invoke();
        m_event = nullptr;
        m_engine.m_freeCarriers.push_back(this);
    }

  private:
    ExpressSimulatorImpl& m_engine;
    Ptr<EventImpl> m_event;
};

TypeId
ExpressSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::ExpressSimulatorImpl")
                            .SetParent<SimulatorImpl>()
                            .SetGroupName("Mlt")
                            .AddConstructor<ExpressSimulatorImpl>();
    return tid;
}

ExpressSimulatorImpl::ExpressSimulatorImpl()
    : m_nextUid(EventId::UID::VALID),
      m_context(Simulator::NO_CONTEXT)
{
    s_running = this;
}

ExpressSimulatorImpl::~ExpressSimulatorImpl()
{
    DiscardAll();
    if (s_running == this)
    {
        s_running = nullptr;
    }
}

void
ExpressSimulatorImpl::Run()
{
    m_stop = false;
    while (!m_queue.IsEmpty() && !m_stop)
    {
        ReusableEvent* event = m_queue.Take();
        m_nowTick = event->m_tick;
        m_currentUid = event->m_uid;
        m_context = event->m_context;
        ++m_eventCount;
        event->Fire();
        event->Unref();
    }
}

void
ExpressSimulatorImpl::DiscardAll()
{
    m_queue.StopFetching(); // what events point to may be gone
    while (!m_queue.IsEmpty())
    {
        m_queue.Take()->Unref();
    }
}

void
ExpressSimulatorImpl::Destroy()
{
    while (!m_destroyEvents.empty())
    {
        const EventId id = m_destroyEvents.front();
        m_destroyEvents.erase(m_destroyEvents.begin());
        if (!id.PeekEventImpl()->IsCancelled())
        {
            id.PeekEventImpl()->Invoke();
        }
    }
}

bool
ExpressSimulatorImpl::IsFinished() const
{
    return m_queue.IsEmpty() || m_stop;
}

void
ExpressSimulatorImpl::Stop()
{
    m_stop = true;
}

ExpressSimulatorImpl::StopResult
ExpressSimulatorImpl::Stop(const Time& delay)
{
    return static_cast<StopResult>(Simulator::Schedule(delay, [] { Simulator::Stop(); }));
}

uint32_t
ExpressSimulatorImpl::Insert(int64_t tick, EventImpl* event, uint32_t context)
{
    if (m_freeCarriers.empty())
    {
        m_carriers.push_back(Create<Carrier>(*this));
        m_freeCarriers.push_back(PeekPointer(m_carriers.back()));
    }
    Carrier* carrier = m_freeCarriers.back();
    m_freeCarriers.pop_back();
    carrier->Load(event);
    carrier->Ref(); // given back after it has fired, as for all events
    const uint32_t uid = m_nextUid++;
    carrier->m_context = context;
    m_queue.Insert(carrier, tick, uid);
    return uid;
}

EventId
ExpressSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    const int64_t tick = m_nowTick + delay.GetTimeStep();
    const uint32_t uid = Insert(tick, event, m_context);
    return EventId(Ptr<EventImpl>(event), static_cast<uint64_t>(tick), m_context, uid);
}

void
ExpressSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    Insert(m_nowTick + delay.GetTimeStep(), event, context);
}

EventId
ExpressSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(Time(0), event);
}

EventId
ExpressSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    const EventId id(Ptr<EventImpl>(event, false),
                     static_cast<uint64_t>(m_nowTick),
                     Simulator::NO_CONTEXT,
                     EventId::UID::DESTROY);
    m_destroyEvents.push_back(id);
    return id;
}

void
ExpressSimulatorImpl::Remove(const EventId& id)
{
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        m_destroyEvents.erase(std::remove(m_destroyEvents.begin(), m_destroyEvents.end(), id),
                              m_destroyEvents.end());
        return;
    }
    Cancel(id);
}

void
ExpressSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

bool
ExpressSimulatorImpl::IsExpired(const EventId& id) const
{
    EventImpl* event = id.PeekEventImpl();
    if (!event || event->IsCancelled())
    {
        return true;
    }
    if (id.GetUid() == EventId::UID::DESTROY)
    {
        return std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id) ==
               m_destroyEvents.end();
    }
    const auto tick = static_cast<int64_t>(id.GetTs());
    return tick < m_nowTick || (tick == m_nowTick && id.GetUid() <= m_currentUid);
}

Time
ExpressSimulatorImpl::Now() const
{
    return TimeStep(static_cast<uint64_t>(m_nowTick));
}

Time
ExpressSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? TimeStep(0) : TimeStep(id.GetTs() - static_cast<uint64_t>(m_nowTick));
}

Time
ExpressSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(std::numeric_limits<int64_t>::max());
}

void
ExpressSimulatorImpl::SetScheduler(ObjectFactory)
{
    // the queue is this engine's own
}

uint32_t
ExpressSimulatorImpl::GetSystemId() const
{
    return 0;
}

uint32_t
ExpressSimulatorImpl::GetContext() const
{
    return m_context;
}

uint64_t
ExpressSimulatorImpl::GetEventCount() const
{
    return m_eventCount;
}

namespace
{

/** Whether a global value that names a type, be it as text, still has its default. */
bool
IsUntouched(const std::string& name, const std::string& byDefault)
{
    StringValue value;
    GlobalValue::GetValueByName(name, value);
    return value.Get() == byDefault;
}

} // namespace

void
UseExpressSimulator()
{
    if (IsUntouched("SimulatorImplementationType", "ns3::DefaultSimulatorImpl") &&
        IsUntouched("SchedulerType", "ns3::MapScheduler"))
    {
        GlobalValue::Bind("SimulatorImplementationType",
                          StringValue(ExpressSimulatorImpl::GetTypeId().GetName()));
    }
}

} // namespace ns3::mlt
