// SPDX-License-Identifier: GPL-2.0-only
// Computed routes against closed forms (leaf-spine, fat tree), and over random plans with links
// taken out against a second, naive computation.
#include "ns3/mlt-random.h"
#include "ns3/mlt-routes.h"
#include "ns3/mlt-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Links = std::vector<uint32_t>;

NetworkPlan
PlanOf(const std::string& text)
{
    Topology topology = ParseTopology(text);
    topology.hostRate = 100000000000;
    topology.delayPs = 1000000;
    return topology.Plan();
}

/** The links from a switch towards a host. */
const Links&
Towards(const std::vector<NetworkPlan::Routes>& routes, uint32_t index, uint32_t host)
{
    return routes[index].groups[routes[index].groupOfHost[host]];
}

/** The link from a node to another, of which there is one. */
uint32_t
LinkBetween(const NetworkPlan& plan, uint32_t from, uint32_t to)
{
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (plan.links[link].from == from && plan.links[link].to == to)
        {
            return link;
        }
    }
    ADD_FAILURE() << plan.names[from] << " is not joined to " << plan.names[to];
    return 0;
}

uint32_t
NodeNamed(const NetworkPlan& plan, const std::string& kind, uint32_t number)
{
    const auto found =
        std::find(plan.names.begin(), plan.names.end(), kind + std::to_string(number));
    EXPECT_NE(found, plan.names.end());
    return static_cast<uint32_t>(found - plan.names.begin());
}

/** Up over all spines in their order, down over the one link. */
void
AreAsOfLeafSpine(const std::string& topology, const Links& hostsOfLeaf, uint32_t spines)
{
    const NetworkPlan plan = PlanOf(topology);
    const auto routes = ComputeRoutes(plan);
    const auto leaves = static_cast<uint32_t>(hostsOfLeaf.size());
    ASSERT_EQ(routes.size(), leaves + spines);
    uint32_t host = 0;
    for (uint32_t home = 0; home < leaves; ++home)
    {
        for (uint32_t i = 0; i < hostsOfLeaf[home]; ++i, ++host)
        {
            for (uint32_t leaf = 0; leaf < leaves; ++leaf)
            {
                Links expected;
                for (uint32_t spine = 0; spine < spines && leaf != home; ++spine)
                {
                    expected.push_back(LinkBetween(plan,
                                                   NodeNamed(plan, "leaf", leaf),
                                                   NodeNamed(plan, "spine", spine)));
                }
                if (leaf == home)
                {
                    expected = {LinkBetween(plan, NodeNamed(plan, "leaf", leaf), host)};
                }
                ASSERT_EQ(Towards(routes, leaf, host), expected);
            }
            for (uint32_t spine = 0; spine < spines; ++spine)
            {
                const Links down{LinkBetween(plan,
                                             NodeNamed(plan, "spine", spine),
                                             NodeNamed(plan, "leaf", home))};
                ASSERT_EQ(Towards(routes, leaves + spine, host), down);
            }
        }
    }
    EXPECT_EQ(host, plan.hosts);
}

TEST(ComputeRoutes, OfLeafSpineAreItsClosedForm)
{
    AreAsOfLeafSpine("3x2x4", {4, 4, 4}, 2);
    AreAsOfLeafSpine("7x3x5", Links(7, 5), 3);
    AreAsOfLeafSpine("testbed", {3, 3, 2}, 2);
    AreAsOfLeafSpine("1x1x2", {2}, 1);
}

/** Al-Fares' numbering: edge and aggregation k/2 a pod, core k/2 a + b joined to aggregation a. */
class FatTree
{
  public:
    explicit FatTree(uint32_t k)
        : plan(PlanOf("fattree:" + std::to_string(k))),
          half(k / 2)
    {
    }

    Links FromEdge(uint32_t edge, uint32_t host) const
    {
        if (host / half == edge)
        {
            return {LinkBetween(plan, Edge(edge), host)};
        }
        Links up;
        for (uint32_t i = 0; i < half; ++i)
        {
            up.push_back(LinkBetween(plan, Edge(edge), Aggregation(edge / half * half + i)));
        }
        return up;
    }

    Links FromAggregation(uint32_t aggregation, uint32_t host) const
    {
        if (host / (half * half) == aggregation / half)
        {
            return {LinkBetween(plan, Aggregation(aggregation), Edge(host / half))};
        }
        Links up;
        for (uint32_t i = 0; i < half; ++i)
        {
            up.push_back(LinkBetween(plan,
                                     Aggregation(aggregation),
                                     NodeNamed(plan, "core", aggregation % half * half + i)));
        }
        return up;
    }

    Links FromCore(uint32_t core, uint32_t host) const
    {
        const uint32_t pod = host / (half * half);
        return {LinkBetween(plan,
                            NodeNamed(plan, "core", core),
                            Aggregation(pod * half + core / half))};
    }

    NetworkPlan plan;
    uint32_t half;

  private:
    uint32_t Edge(uint32_t i) const
    {
        return NodeNamed(plan, "edge", i);
    }

    uint32_t Aggregation(uint32_t i) const
    {
        return NodeNamed(plan, "agg", i);
    }
};

TEST(ComputeRoutes, OfAFatTreeAreItsClosedForm)
{
    for (const uint32_t k : {4U, 6U})
    {
        const FatTree tree(k);
        const auto routes = ComputeRoutes(tree.plan);
        const uint32_t ofKind = k * tree.half;
        ASSERT_EQ(routes.size(), 2 * ofKind + tree.half * tree.half);
        for (uint32_t host = 0; host < tree.plan.hosts; ++host)
        {
            for (uint32_t i = 0; i < ofKind; ++i)
            {
                ASSERT_EQ(Towards(routes, i, host), tree.FromEdge(i, host));
                ASSERT_EQ(Towards(routes, ofKind + i, host), tree.FromAggregation(i, host));
            }
            for (uint32_t core = 0; core < tree.half * tree.half; ++core)
            {
                ASSERT_EQ(Towards(routes, 2 * ofKind + core, host), tree.FromCore(core, host));
            }
        }
    }
}

TEST(ComputeRoutes, ThePlansHaveThem)
{
    for (const char* topology : {"3x2x4", "testbed", "fattree:4"})
    {
        const NetworkPlan plan = PlanOf(topology);
        const auto routes = ComputeRoutes(plan);
        ASSERT_EQ(plan.routes.size(), routes.size());
        for (size_t i = 0; i < routes.size(); ++i)
        {
            EXPECT_EQ(plan.routes[i].groups, routes[i].groups);
            EXPECT_EQ(plan.routes[i].groupOfHost, routes[i].groupOfHost);
        }
    }
}

TEST(ComputeRoutes, EachSetOfASwitchIsThereOnce)
{
    const auto routes = ComputeRoutes(PlanOf("9x4x16"));
    EXPECT_EQ(routes[0].groups.size(), 17U) << "one up, one for each host";
    EXPECT_EQ(routes[9].groups.size(), 9U) << "one for each leaf";
}

/** Any nodes joined by any cables, of which some are taken out. */
struct RandomPlan
{
    explicit RandomPlan(uint64_t seed)
    {
        SmallRandom random(seed);
        plan.hosts = 1 + random.Below(6);
        const uint32_t nodes = plan.hosts + 1 + random.Below(8);
        for (uint32_t node = 0; node < nodes; ++node)
        {
            plan.names.push_back("node" + std::to_string(node));
        }
        const uint32_t cables = nodes + random.Below(2 * nodes);
        for (uint32_t i = 0; i < cables; ++i)
        {
            const uint32_t a = random.Below(nodes);
            const uint32_t b = random.Below(nodes);
            if (a != b) // several between two nodes may be
            {
                plan.Connect(a, b, 1000000000, 1000);
            }
        }
        for (size_t link = 0; link < plan.links.size(); ++link)
        {
            isUp.push_back(random.Below(5) > 0);
        }
    }

    NetworkPlan plan;
    LinkStates isUp;
};

/** Distances by going over all links again and again until nothing changes (Bellman-Ford). */
std::vector<uint32_t>
NaiveDistances(const RandomPlan& random, uint32_t host)
{
    const auto& plan = random.plan;
    const uint32_t far = plan.Nodes() + 1;
    std::vector<uint32_t> distances(plan.Nodes(), far);
    distances[host] = 0;
    for (uint32_t round = 0; round < plan.Nodes(); ++round)
    {
        for (size_t link = 0; link < plan.links.size(); ++link)
        {
            const auto [from, to, rate, delay] = plan.links[link];
            if (random.isUp[link] && (to == host || !plan.IsHost(to)))
            {
                distances[from] = std::min(distances[from], distances[to] + 1);
            }
        }
    }
    return distances;
}

TEST(ComputeRoutes, OfRandomPlansAreThoseOfANaiveComputation)
{
    uint32_t unreachable = 0;
    uint32_t several = 0;
    for (uint64_t seed = 1; seed <= 2000; ++seed)
    {
        const RandomPlan random(seed);
        const auto& plan = random.plan;
        const auto routes = ComputeRoutes(plan, random.isUp);
        for (uint32_t host = 0; host < plan.hosts; ++host)
        {
            const auto distances = NaiveDistances(random, host);
            for (uint32_t node = plan.hosts; node < plan.Nodes(); ++node)
            {
                Links expected;
                for (uint32_t link = 0; link < plan.links.size(); ++link)
                {
                    const auto& l = plan.links[link];
                    const bool isWay = l.to == host || !plan.IsHost(l.to);
                    if (random.isUp[link] && l.from == node && isWay &&
                        distances[l.to] + 1 == distances[node] && distances[node] <= plan.Nodes())
                    {
                        expected.push_back(link);
                    }
                }
                ASSERT_EQ(Towards(routes, node - plan.hosts, host), expected)
                    << "seed " << seed << ", " << plan.names[node] << " to host " << host;
                unreachable += expected.empty();
                several += expected.size() > 1;
            }
        }
    }
    EXPECT_GT(unreachable, 1000U) << "the cases must have both";
    EXPECT_GT(several, 1000U);
}

TEST(ComputeRoutes, GoAroundALinkThatIsDown)
{
    const NetworkPlan plan = PlanOf("3x2x2");
    LinkStates isUp(plan.links.size(), true);
    const uint32_t up = LinkBetween(plan, NodeNamed(plan, "leaf", 0), NodeNamed(plan, "spine", 1));
    isUp[up] = false;
    isUp[up + 1] = false;
    const auto routes = ComputeRoutes(plan, isUp);
    const auto over = [&plan](uint32_t leaf, uint32_t spine) {
        return LinkBetween(plan, NodeNamed(plan, "leaf", leaf), NodeNamed(plan, "spine", spine));
    };
    EXPECT_EQ(Towards(routes, 0, 5), Links{over(0, 0)}) << "out of leaf 0";
    EXPECT_EQ(Towards(routes, 1, 0), Links{over(1, 0)}) << "into leaf 0: spine 1 is no way";
    EXPECT_EQ(Towards(routes, 1, 5), (Links{over(1, 0), over(1, 1)})) << "past it";
}

} // namespace
} // namespace ns3::mlt
