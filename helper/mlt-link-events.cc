// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-link-events.h"

#include "ns3/mlt-input-error.h"
#include "ns3/simulator.h"

namespace ns3::mlt
{

namespace
{

void
SetLinkUpAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at, bool isUp)
{
    const NetworkPlan& plan = fabric->Plan();
    const auto link = plan.LinkNamed(cable);
    if (!link)
    {
        throw InputError("link events: there is no cable " + QuoteInput(cable) +
                         "; expected two nodes that are joined, such as " + plan.LinkName(0));
    }
    if (at < Simulator::Now())
    {
        throw InputError("link events: " + cable + ": expected an instant to come, got " +
                         std::to_string(at.GetNanoSeconds()) + " ns, which is past");
    }
    Simulator::Schedule(at - Simulator::Now(),
                        [fabric, link = *link, isUp] { fabric->SetLinkUp(link, isUp); });
}

} // namespace

void
TakeLinkDownAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at)
{
    SetLinkUpAt(fabric, cable, at, false);
}

void
BringLinkUpAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at)
{
    SetLinkUpAt(fabric, cable, at, true);
}

} // namespace ns3::mlt
