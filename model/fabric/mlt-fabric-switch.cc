// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-switch.h"

#include "ns3/fatal-error.h"
#include "ns3/mlt-prefetch.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

namespace
{

/** How many arrivals ahead a frame is fetched, and then the route of one. */
constexpr size_t FRAME_AHEAD = 16;
constexpr size_t ROUTE_AHEAD = 8;
/** After so many arrivals what was fetched before the first is there: what it points to is next. */
constexpr size_t PLACES_AT = 8;
/** All ports are fetched if so many times the arrivals of a turn are as many as the ports. */
constexpr size_t SHARE_OF_PORTS = 4;

} // namespace

FabricSwitch::FabricSwitch(Ptr<PathChooser> chooser, int64_t lookAheadPs)
    : m_chooser(std::move(chooser))
{
    if (lookAheadPs > 0)
    {
        m_inbox = std::make_unique<SwitchInbox>(lookAheadPs, [this] { CatchUp(NowTick()); });
    }
}

uint32_t
FabricSwitch::AddGroup(std::vector<SwitchPort*> ports)
{
    for (SwitchPort* port : ports)
    {
        if (std::find(m_ports.begin(), m_ports.end(), port) == m_ports.end())
        {
            m_ports.push_back(port);
        }
    }
    m_onlyOfGroup.push_back(ports.size() == 1 ? ports[0] : nullptr);
    m_groups.push_back(std::move(ports));
    return static_cast<uint32_t>(m_groups.size() - 1);
}

void
FabricSwitch::SetRoutes(std::vector<uint32_t> groupOfHost)
{
    m_groupOfHost = std::move(groupOfHost);
}

SwitchPort&
FabricSwitch::Choose(const Frame& frame, int64_t nowPs)
{
    const uint32_t group = m_groupOfHost[frame.destination];
    if (SwitchPort* only = m_onlyOfGroup[group])
    {
        return *only;
    }
    const auto& ports = m_groups[group];
    const auto paths = static_cast<uint32_t>(ports.size());
    const uint32_t path = m_chooser->Choose(
        {frame.source, frame.destination, frame.flowHash, group, paths, frame.queue, nowPs});
    if (path >= paths)
    {
        NS_FATAL_ERROR(m_chooser->GetInstanceTypeId().GetName()
                       << "::Choose returned path " << path << " of " << paths
                       << "; expected less than the number of paths");
    }
    return *ports[path];
}

void
FabricSwitch::ReceiveFrame(Frame* frame, int64_t nowTick)
{
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    Choose(*frame, nowPs).Enqueue(frame, nowPs);
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
FabricSwitch::HandleArrivals(int64_t nowTick)
{
    const size_t arrived = m_inbox->SortBefore(nowTick);
    const bool fetchesPorts = SHARE_OF_PORTS * arrived >= m_ports.size();
    PrefetchBatch(arrived, fetchesPorts);
    for (size_t i = 0; i < arrived; ++i)
    {
        if (i == PLACES_AT && fetchesPorts)
        {
            PrefetchPorts(&SwitchPort::PrefetchPlaces);
        }
        if (i + FRAME_AHEAD < arrived)
        {
            PrefetchFrame(i + FRAME_AHEAD);
        }
        if (i + ROUTE_AHEAD < arrived)
        {
            PrefetchRoute(i + ROUTE_AHEAD);
        }
        const auto [tick, frame] = m_inbox->At(i);
        ReceiveFrame(frame, tick);
    }
    m_inbox->Remove(arrived);
}

/** In a large network, what a switch reads is in no cache of the core when its turn comes. */
void
FabricSwitch::PrefetchBatch(size_t arrivals, bool fetchesPorts) const
{
    for (size_t i = 0; i < std::min(FRAME_AHEAD, arrivals); ++i)
    {
        PrefetchFrame(i);
    }
    if (fetchesPorts)
    {
        PrefetchPorts(&SwitchPort::Prefetch);
        PrefetchPorts(&SwitchPort::PrefetchFurther);
    }
    for (size_t i = 0; i < std::min(ROUTE_AHEAD, arrivals); ++i)
    {
        PrefetchRoute(i);
    }
}

void
FabricSwitch::PrefetchPorts(void (SwitchPort::*fetch)() const) const
{
    for (const SwitchPort* port : m_ports)
    {
        (port->*fetch)();
    }
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
FabricSwitch::Prefetch(const Frame& frame) const
{
    if (const SwitchPort* only = m_onlyOfGroup[m_groupOfHost[frame.destination]])
    {
        only->Prefetch();
    }
}

} // namespace ns3::mlt
