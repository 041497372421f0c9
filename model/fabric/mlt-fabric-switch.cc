// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-switch.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-stages.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ns3::mlt
{

namespace
{

// So many arrivals before its turn comes each stage is done for an arrival.
constexpr size_t FRAME_AHEAD = 20;
constexpr size_t ROUTE_AHEAD = 16;
constexpr size_t PORT_AHEAD = 12;
constexpr size_t LINK_AHEAD = 8;
constexpr size_t INBOX_AHEAD = 4;

/** An arrival of which is known where it goes. */
struct ChosenArrival
{
    SwitchPort* port;
    Frame* frame;
    int64_t atPs;
};

/** Those that have a port and are not enqueued, by their number. */
class ChosenArrivals
{
  public:
    ChosenArrival& operator[](size_t arrival)
    {
        return m_arrivals[arrival % m_arrivals.size()];
    }

  private:
    std::array<ChosenArrival, 16> m_arrivals; // a power of two
    static_assert(std::tuple_size_v<decltype(m_arrivals)> > PORT_AHEAD);
};

/** What waits in a set of equal-cost ports at an instant. */
class GroupQueues : public PathQueues
{
  public:
    GroupQueues(const std::vector<SwitchPort*>& ports, int64_t atPs)
        : m_ports(ports),
          m_atPs(atPs)
    {
    }

    uint64_t QueuedBytes(uint32_t path) const override
    {
        return m_ports.at(path)->QueuedBytes(m_atPs);
    }

  private:
    const std::vector<SwitchPort*>& m_ports;
    int64_t m_atPs;
};

} // namespace

FabricSwitch::FabricSwitch(Ptr<PathChooser> chooser, int64_t lookAheadPs, const Shared& shared)
    : m_chooser(std::move(chooser)),
      m_pool(shared.pool),
      m_traces(shared.traces)
{
    if (lookAheadPs > 0)
    {
        m_inbox = std::make_unique<SwitchInbox>(lookAheadPs, shared.sorter, [this] {
            CatchUp(NowTick());
        });
    }
}

void
FabricSwitch::SetIngresses(std::vector<uint32_t> links)
{
    m_linkOfIngress = std::move(links);
}

void
FabricSwitch::SetRoutes(Routes routes)
{
    if (!m_groups.empty())
    {
        m_chooser->RoutesChanged();
    }
    m_groups = std::move(routes.groups);
    m_groupOfHost = std::move(routes.groupOfHost);
    m_onlyOfGroup.clear();
    bool reachesAll = true;
    for (const auto& ports : m_groups)
    {
        m_onlyOfGroup.push_back(ports.size() == 1 ? ports[0] : nullptr);
        reachesAll = reachesAll && !ports.empty();
        for (SwitchPort* port : ports)
        {
            if (std::find(m_ports.begin(), m_ports.end(), port) == m_ports.end())
            {
                m_ports.push_back(port);
            }
        }
    }
    m_choosesAhead = reachesAll && m_chooser->DependsOnRequestsAlone();
}

/** The port that a frame leaves by; nullptr: there is no route. */
SwitchPort*
FabricSwitch::Choose(const Frame& frame, int64_t nowPs)
{
    const uint32_t group = m_groupOfHost[frame.destination];
    if (SwitchPort* only = m_onlyOfGroup[group])
    {
        return only;
    }
    const auto& ports = m_groups[group];
    const auto paths = static_cast<uint32_t>(ports.size());
    if (paths == 0)
    {
        return nullptr;
    }
    const GroupQueues queues(ports, nowPs);
    const uint32_t path = m_chooser->Choose({frame.source,
                                             frame.destination,
                                             frame.flowHash,
                                             group,
                                             paths,
                                             frame.queue,
                                             nowPs,
                                             frame.ingress,
                                             m_choosesAhead ? nullptr : &queues});
    if (path >= paths)
    {
        NS_FATAL_ERROR(m_chooser->GetInstanceTypeId().GetName()
                       << "::Choose returned path " << path << " of " << paths
                       << "; expected less than the number of paths");
    }
    return ports[path];
}

void
FabricSwitch::ReceiveFrame(Frame* frame, int64_t nowTick)
{
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    if (SwitchPort* port = Choose(*frame, nowPs))
    {
        port->Enqueue(frame, nowPs);
    }
    else
    {
        DropWithoutRoute(frame, nowPs);
    }
}

void
FabricSwitch::DropWithoutRoute(Frame* frame, int64_t atPs)
{
    m_noRoute[frame->queue][frame->ect].Add(*frame);
    m_noRouteByKind.Add(*frame);
    m_traces.drop({m_linkOfIngress[frame->ingress], atPs, frame}, DropReason::NoRoute);
    m_pool.Free(frame);
}

void
FabricSwitch::CatchUp(int64_t nowTick)
{
    if (m_busy)
    {
        return;
    }
    m_busy = true;
    if (m_inbox)
    {
        HandleArrivals(nowTick);
        ServeBacklog(nowTick / TICKS_PER_PS);
    }
    else
    {
        for (SwitchPort* port : m_ports)
        {
            port->CatchUp(nowTick / TICKS_PER_PS);
        }
    }
    m_busy = false;
}

void
FabricSwitch::SetPaused(SwitchPort& port, ClassSet classes)
{
    CatchUp(NowTick());
    port.SetPaused(classes, NowPs());
    if (m_inbox)
    {
        ServeBacklog(NowPs()); // which expects the end of a service that goes on
    }
}

void
FabricSwitch::HandleArrivals(int64_t nowTick)
{
    const size_t arrived = m_inbox->SortBefore(nowTick);
    if (m_choosesAhead)
    {
        ChooseInStages(arrived);
    }
    else
    {
        HandleInStages(arrived);
    }
    m_inbox->Remove(arrived);
}

/** Each port is chosen when all earlier arrivals are enqueued. */
void
FabricSwitch::HandleInStages(size_t arrived)
{
    DoInStages(arrived,
               Stage{FRAME_AHEAD, [this](size_t i) { PrefetchFrame(i); }},
               Stage{ROUTE_AHEAD, [this](size_t i) { PrefetchRoute(i); }},
               Stage{0, [this](size_t i) {
                         const auto [tick, frame] = m_inbox->At(i);
                         ReceiveFrame(frame, tick);
                     }});
}

/** Each port is chosen some arrivals ahead, so that what it needs can be fetched. */
void
FabricSwitch::ChooseInStages(size_t arrived)
{
    ChosenArrivals chosen;
    const auto choosePort = [this, &chosen](size_t i) {
        const auto [tick, frame] = m_inbox->At(i);
        const int64_t atPs = tick / TICKS_PER_PS;
        SwitchPort* port = Choose(*frame, atPs); // there is one: see SetRoutes
        port->Prefetch();
        chosen[i] = {port, frame, atPs};
    };
    DoInStages(arrived,
               Stage{FRAME_AHEAD, [this](size_t i) { PrefetchFrame(i); }},
               Stage{ROUTE_AHEAD, [this](size_t i) { PrefetchRoute(i); }},
               Stage{PORT_AHEAD, choosePort},
               Stage{LINK_AHEAD,
                     [&chosen](size_t i) { chosen[i].port->PrefetchService(*chosen[i].frame); }},
               Stage{INBOX_AHEAD,
                     [&chosen](size_t i) { chosen[i].port->PrefetchInbox(*chosen[i].frame); }},
               Stage{0, [&chosen](size_t i) {
                         const ChosenArrival& next = chosen[i];
                         next.port->Enqueue(next.frame, next.atPs);
                     }});
}

void
FabricSwitch::PrefetchFrame(size_t arrival) const
{
    PrefetchLine(m_inbox->At(arrival).frame);
}

void
FabricSwitch::PrefetchRoute(size_t arrival) const
{
    PrefetchLine(&m_groupOfHost[m_inbox->At(arrival).frame->destination]);
}

void
FabricSwitch::ServeBacklog(int64_t nowPs)
{
    int64_t nextPs = NEVER_PS;
    size_t kept = 0;
    for (size_t i = 0; i < m_backlogged.size(); ++i)
    {
        SwitchPort* port = m_backlogged[i];
        if (port->CatchUp(nowPs))
        {
            nextPs = std::min(nextPs, port->FreeAtPs());
            m_backlogged[kept++] = port;
        }
        else
        {
            port->LeaveBacklog();
        }
    }
    m_backlogged.resize(kept);
    if (kept > 0)
    {
        m_inbox->Expect(nextPs * TICKS_PER_PS);
    }
}

void
FabricSwitch::Prefetch(const Frame& frame, int stage) const
{
    if (stage == 0)
    {
        PrefetchLine(&m_groupOfHost[frame.destination]);
        return;
    }
    const SwitchPort* only = m_onlyOfGroup[m_groupOfHost[frame.destination]];
    if (only && stage == 1)
    {
        only->Prefetch();
    }
    else if (only && stage == 2)
    {
        only->PrefetchService(frame);
    }
}

} // namespace ns3::mlt
