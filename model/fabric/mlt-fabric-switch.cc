// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-switch.h"

#include "ns3/fatal-error.h"

#include <utility>

namespace ns3::mlt
{

FabricSwitch::FabricSwitch(Ptr<PathChooser> chooser)
    : m_chooser(std::move(chooser))
{
}

uint32_t
FabricSwitch::AddGroup(std::vector<SwitchPort*> ports)
{
    m_groups.push_back(std::move(ports));
    return static_cast<uint32_t>(m_groups.size() - 1);
}

void
FabricSwitch::SetRoutes(std::vector<uint32_t> groupOfHost)
{
    m_groupOfHost = std::move(groupOfHost);
    m_onlyPort.clear();
    for (uint32_t group : m_groupOfHost)
    {
        m_onlyPort.push_back(m_groups[group].size() == 1 ? m_groups[group][0] : nullptr);
    }
}

void
FabricSwitch::ReceiveFrame(Frame* frame, int64_t nowTick)
{
    if (SwitchPort* only = m_onlyPort[frame->destination])
    {
        only->Enqueue(frame, nowTick);
        return;
    }
    const uint32_t group = m_groupOfHost[frame->destination];
    const auto& ports = m_groups[group];
    const auto paths = static_cast<uint32_t>(ports.size());
    const uint32_t path = m_chooser->Choose(
        {frame->source, frame->destination, frame->flowHash, group, paths, frame->queue});
    if (path >= paths)
    {
        NS_FATAL_ERROR(m_chooser->GetInstanceTypeId().GetName()
                       << "::Choose returned path " << path << " of " << paths
                       << "; expected less than the number of paths");
    }
    ports[path]->Enqueue(frame, nowTick);
}

void
FabricSwitch::Prefetch(const Frame& frame) const
{
    if (const SwitchPort* only = m_onlyPort[frame.destination])
    {
        only->Prefetch();
    }
}

} // namespace ns3::mlt
