// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-link-events.h"

#include "ns3/mlt-input-error.h"
#include "ns3/simulator.h"

namespace ns3::mlt
{

namespace
{

/** The number of a link to which something is to happen. @throw InputError as the callers do. */
uint32_t
LinkForEvent(const Fabric& fabric, const std::string& cable, const Time& at)
{
    const NetworkPlan& plan = fabric.Plan();
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
    return *link;
}

void
SetLinkUpAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at, bool isUp)
{
    const uint32_t link = LinkForEvent(*fabric, cable, at);
    Simulator::Schedule(at - Simulator::Now(),
                        [fabric, link, isUp] { fabric->SetLinkUp(link, isUp); });
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

void
SetLinkLossAt(const Ptr<Fabric>& fabric,
              const std::string& link,
              const LinkLoss& loss,
              const Time& at)
{
    const uint32_t number = LinkForEvent(*fabric, link, at);
    Simulator::Schedule(at - Simulator::Now(),
                        [fabric, number, loss] { fabric->SetLoss(number, loss); });
}

} // namespace ns3::mlt
