// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-switch.h"

#include "ns3/fatal-error.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

namespace
{

/** How many arrivals ahead a frame is fetched, and then the route of one. */
constexpr size_t FRAME_AHEAD = 16;
constexpr size_t ROUTE_AHEAD = 8;

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
    SwitchPort* only = ports.size() == 1 ? ports[0] : nullptr;
    m_groups.push_back({only, std::move(ports)});
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
    if (SwitchPort* only = m_groups[group].only)
    {
        return *only;
    }
    const auto& ports = m_groups[group].ports;
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
    PrefetchPorts(arrived);
    for (size_t i = 0; i < arrived; ++i)
    {
        if (i + FRAME_AHEAD < arrived)
        {
            __builtin_prefetch(m_inbox->At(i + FRAME_AHEAD).frame, 1);
        }
        if (i + ROUTE_AHEAD < arrived)
        {
            __builtin_prefetch(&m_groupOfHost[m_inbox->At(i + ROUTE_AHEAD).frame->destination]);
        }
        const auto [tick, frame] = m_inbox->At(i);
        ReceiveFrame(frame, tick);
    }
    m_inbox->Remove(arrived);
}

/** In a large network, what a switch reads is in no cache of the core when its turn comes. */
void
FabricSwitch::PrefetchPorts(size_t arrivals) const
{
    if (arrivals < m_ports.size())
    {
        return;
    }
    for (const SwitchPort* port : m_ports)
    {
        port->Prefetch();
    }
    for (const SwitchPort* port : m_backlogged)
    {
        port->PrefetchWaiting();
    }
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
    if (const SwitchPort* only = m_groups[m_groupOfHost[frame.destination]].only)
    {
        only->Prefetch();
    }
}

} // namespace ns3::mlt
