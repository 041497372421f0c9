// SPDX-License-Identifier: GPL-2.0-only
// The part of Fabric that has to do with links that go down, and with the routes that are left.
#include "ns3/mlt-fabric.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::mlt
{

void
Fabric::SetRoutes(const std::vector<NetworkPlan::Routes>& routes)
{
    for (size_t i = 0; i < m_switches.size(); ++i)
    {
        FabricSwitch::Routes ofSwitch;
        for (const auto& group : routes[i].groups)
        {
            auto& ports = ofSwitch.groups.emplace_back();
            for (uint32_t link : group)
            {
                ports.push_back(m_portOfLink[link]);
            }
        }
        ofSwitch.groupOfHost = routes[i].groupOfHost;
        m_switches[i]->SetRoutes(std::move(ofSwitch));
    }
}

void
Fabric::SetLinkUp(uint32_t link, bool isUp)
{
    if (m_links[link]->IsUp() == isUp)
    {
        return;
    }
    CatchUp();
    SetDirectionUp(link, isUp);
    SetDirectionUp(NetworkPlan::Reverse(link), isUp);
    Simulator::Schedule(m_detectionDelay, [self = Ptr<Fabric>(this), link, isUp] {
        self->DetectLinkState(link, isUp);
    });
}

void
Fabric::SetDirectionUp(uint32_t link, bool isUp)
{
    m_links[link]->SetUp(isUp);
    if (isUp)
    {
        return;
    }
    if (SwitchPort* port = m_portOfLink[link])
    {
        port->DropWaiting(DropReason::LinkDown, NowPs());
    }
    if (m_loseInFlight)
    {
        m_links[link]->LoseInFlight(NowPs());
    }
}

/** A change that came DetectionDelay ago; later ones are not known yet. */
void
Fabric::DetectLinkState(uint32_t link, bool isUp)
{
    if (m_switches.empty())
    {
        return; // disposed of
    }
    CatchUp();
    m_knownUp[link] = isUp;
    m_knownUp[NetworkPlan::Reverse(link)] = isUp;
    const bool isWhole = std::find(m_knownUp.begin(), m_knownUp.end(), false) == m_knownUp.end();
    SetRoutes(isWhole ? m_plan.routes : ComputeRoutes(m_plan, m_knownUp));
}

std::vector<std::string>
Fabric::Faults() const
{
    std::vector<std::string> faults;
    for (uint32_t link = 0; link < m_links.size(); ++link)
    {
        if (!m_links[link]->IsUp() && link < NetworkPlan::Reverse(link))
        {
            faults.push_back("link down: " + m_plan.LinkName(link));
        }
    }
    const FrameCounts counts = NoRoute();
    if (const uint64_t frames = counts.data.frames + counts.control.frames)
    {
        faults.push_back("no route: " + std::to_string(frames) + " frames were dropped");
    }
    return faults;
}

FrameCounts
Fabric::NoRoute() const
{
    FrameCounts counts;
    for (const auto& node : m_switches)
    {
        counts += node->NoRoute();
    }
    return counts;
}

ClassCounts
Fabric::NoRouteByClass() const
{
    ClassCounts counts{};
    for (const auto& node : m_switches)
    {
        for (uint32_t queue = 0; queue < QUEUES; ++queue)
        {
            for (uint32_t isProtected = 0; isProtected < 2; ++isProtected)
            {
                counts[queue][isProtected] += node->NoRouteByClass()[queue][isProtected];
            }
        }
    }
    return counts;
}

} // namespace ns3::mlt
