// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-routes.h"

#include <cstdint>
#include <limits>
#include <map>
#include <utility>

namespace ns3::mlt
{

namespace
{

using Links = std::vector<uint32_t>;

/** By switch, the number of the set that leads towards something. */
using SetNumbers = std::vector<uint32_t>;

/** The routes of a plan under construction, host by host. */
class RouteComputation
{
  public:
    RouteComputation(const NetworkPlan& plan, const LinkStates& isUp)
        : m_plan(plan),
          m_out(plan.Nodes()),
          m_in(plan.Nodes()),
          m_routes(plan.Nodes() - plan.hosts),
          m_numbers(m_routes.size())
    {
        for (uint32_t link = 0; link < plan.links.size(); ++link)
        {
            if (isUp[link])
            {
                m_out[plan.links[link].from].push_back(link);
                m_in[plan.links[link].to].push_back(link);
            }
        }
    }

    std::vector<NetworkPlan::Routes> Compute()
    {
        for (uint32_t host = 0; host < m_plan.hosts; ++host)
        {
            const std::map<uint32_t, Links> lastLinks = LastLinksTo(host);
            const SetNumbers& towards = TowardsAnyOf(lastLinks);
            for (uint32_t i = 0; i < m_routes.size(); ++i)
            {
                const auto last = lastLinks.find(i);
                m_routes[i].groupOfHost.push_back(
                    last == lastLinks.end() ? towards[i] : NumberOf(i, last->second));
            }
        }
        return std::move(m_routes);
    }

  private:
    /** The links into a host, by the switch that they leave. */
    std::map<uint32_t, Links> LastLinksTo(uint32_t host) const
    {
        std::map<uint32_t, Links> links;
        for (uint32_t link : m_in[host])
        {
            const uint32_t from = m_plan.links[link].from;
            if (!m_plan.IsHost(from))
            {
                links[from - m_plan.hosts].push_back(link);
            }
        }
        return links;
    }

    /** The sets of all other switches towards these, computed once for hosts that are joined alike.
     */
    const SetNumbers& TowardsAnyOf(const std::map<uint32_t, Links>& lastLinks)
    {
        std::vector<uint32_t> switches;
        for (const auto& entry : lastLinks)
        {
            switches.push_back(entry.first);
        }
        const auto [known, isNew] = m_towards.try_emplace(switches);
        if (isNew)
        {
            known->second = FindTowards(switches);
        }
        return known->second;
    }

    SetNumbers FindTowards(const std::vector<uint32_t>& targets)
    {
        const std::vector<uint32_t> distances = DistancesTo(targets);
        SetNumbers numbers(m_routes.size(), 0);
        for (uint32_t i = 0; i < m_routes.size(); ++i)
        {
            Links closer;
            for (uint32_t link : m_out[m_plan.hosts + i])
            {
                const uint32_t to = m_plan.links[link].to;
                if (!m_plan.IsHost(to) && distances[to - m_plan.hosts] < distances[i])
                {
                    closer.push_back(link);
                }
            }
            if (distances[i] > 0) // a target has its last links
            {
                numbers[i] = NumberOf(i, closer);
            }
        }
        return numbers;
    }

    /** How many links each switch is away from the nearest target, breadth first. */
    std::vector<uint32_t> DistancesTo(const std::vector<uint32_t>& targets) const
    {
        constexpr uint32_t UNREACHED = std::numeric_limits<uint32_t>::max();
        std::vector<uint32_t> distances(m_routes.size(), UNREACHED);
        std::vector<uint32_t> reached = targets; // in order of distance
        for (uint32_t target : targets)
        {
            distances[target] = 0;
        }
        for (size_t i = 0; i < reached.size(); ++i)
        {
            for (uint32_t link : m_in[m_plan.hosts + reached[i]])
            {
                const uint32_t from = m_plan.links[link].from;
                if (!m_plan.IsHost(from) && distances[from - m_plan.hosts] == UNREACHED)
                {
                    distances[from - m_plan.hosts] = distances[reached[i]] + 1;
                    reached.push_back(from - m_plan.hosts);
                }
            }
        }
        return distances;
    }

    /** The number of a set of a switch, which is added if it is new. */
    uint32_t NumberOf(uint32_t index, const Links& links)
    {
        auto& groups = m_routes[index].groups;
        const auto [entry, isNew] =
            m_numbers[index].try_emplace(links, static_cast<uint32_t>(groups.size()));
        if (isNew)
        {
            groups.push_back(links);
        }
        return entry->second;
    }

    const NetworkPlan& m_plan;
    std::vector<Links> m_out; //!< links that are up, by the node that they leave
    std::vector<Links> m_in;  //!< the same, by the node that they reach
    std::vector<NetworkPlan::Routes> m_routes;
    std::vector<std::map<Links, uint32_t>> m_numbers;      //!< by switch
    std::map<std::vector<uint32_t>, SetNumbers> m_towards; //!< by the switches a host is joined to
};

} // namespace

std::vector<NetworkPlan::Routes>
ComputeRoutes(const NetworkPlan& plan, const LinkStates& isUp)
{
    return RouteComputation(plan, isUp).Compute();
}

std::vector<NetworkPlan::Routes>
ComputeRoutes(const NetworkPlan& plan)
{
    return ComputeRoutes(plan, LinkStates(plan.links.size(), true));
}

} // namespace ns3::mlt
