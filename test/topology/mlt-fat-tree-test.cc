// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fat-tree.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-topology.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t GBPS = 1000000000;

FatTreeSpec
Spec(uint32_t k, uint64_t hostRate = 100 * GBPS)
{
    return {k, hostRate, PS_PER_US};
}

/** The text of the InputError that an action throws. */
template <typename ACTION>
std::string
ErrorOf(ACTION action)
{
    try
    {
        action();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "accepted";
}

/** All paths that a frame may take, found by walking the routes and nothing else. */
class Walker
{
  public:
    Walker(const NetworkPlan& plan, uint32_t source, uint32_t destination)
        : m_plan(plan),
          m_destination(destination)
    {
        m_path.push_back(source);
        Follow(plan.HostUplinks()[source].front());
    }

    /** The nodes of each path, source and destination included. */
    std::set<std::vector<uint32_t>> paths;
    bool loops{false};

  private:
    void Follow(uint32_t link)
    {
        const auto& l = m_plan.links[link];
        ASSERT_EQ(l.from, m_path.back()) << "a switch routes over a link of its own";
        for (uint32_t node : m_path)
        {
            loops = loops || node == l.to;
        }
        m_path.push_back(l.to);
        if (m_plan.IsHost(l.to))
        {
            ASSERT_EQ(l.to, m_destination);
            paths.insert(m_path);
        }
        else if (!loops)
        {
            const auto& routes = m_plan.routes[l.to - m_plan.hosts];
            for (uint32_t next : routes.groups[routes.groupOfHost[m_destination]])
            {
                Follow(next);
            }
        }
        m_path.pop_back();
    }

    const NetworkPlan& m_plan;
    uint32_t m_destination;
    std::vector<uint32_t> m_path;
};

/** What must hold for a pair: how many paths, of how many links each. */
struct Expected
{
    size_t paths;
    size_t links;
};

Expected
ExpectedFor(uint32_t k, uint32_t source, uint32_t destination)
{
    const uint32_t half = k / 2;
    if (source / half == destination / half)
    {
        return {1, 2}; // host, edge, host
    }
    if (source / (half * half) == destination / (half * half))
    {
        return {half, 4}; // up to an aggregation switch of the pod
    }
    return {size_t{half} * half, 6}; // up to a core switch
}

void
CheckPair(const NetworkPlan& plan, uint32_t k, uint32_t source, uint32_t destination)
{
    const Walker walker(plan, source, destination);
    const Expected expected = ExpectedFor(k, source, destination);
    ASSERT_FALSE(walker.loops) << source << " to " << destination;
    ASSERT_EQ(walker.paths.size(), expected.paths) << source << " to " << destination;
    for (const auto& path : walker.paths)
    {
        ASSERT_EQ(path.size(), expected.links + 1) << source << " to " << destination;
    }
}

TEST(FatTreeTest, AllPairsHaveTheirPathsAndNoneLoops)
{
    for (uint32_t k : {4U, 6U, 8U})
    {
        const auto plan = PlanFatTree(Spec(k));
        for (uint32_t source = 0; source < plan.hosts; ++source)
        {
            for (uint32_t destination = 0; destination < plan.hosts; ++destination)
            {
                if (source != destination)
                {
                    ASSERT_NO_FATAL_FAILURE(CheckPair(plan, k, source, destination)) << "k " << k;
                }
            }
        }
    }
}

TEST(FatTreeTest, AThousandHostsHaveTheirPathsFromEachPod)
{
    constexpr uint32_t K = 16;
    const auto plan = PlanFatTree(Spec(K));
    ASSERT_EQ(plan.hosts, 1024U);
    for (uint32_t source = 0; source < plan.hosts; source += 61) // prime: all positions
    {
        for (uint32_t destination = 0; destination < plan.hosts; ++destination)
        {
            if (source != destination)
            {
                ASSERT_NO_FATAL_FAILURE(CheckPair(plan, K, source, destination));
            }
        }
    }
}

TEST(FatTreeTest, HasTheSwitchesAndLinksOfItsDefinition)
{
    const auto plan = PlanFatTree(Spec(4, 40 * GBPS));
    EXPECT_EQ(plan.hosts, 16U);
    EXPECT_EQ(plan.routes.size(), 8U + 8 + 4);
    EXPECT_EQ(plan.Nodes(), 16U + 20);
    EXPECT_EQ(plan.names[0], "host0");
    EXPECT_EQ(plan.names[16], "edge0");
    EXPECT_EQ(plan.names[24], "agg0");
    EXPECT_EQ(plan.names[35], "core3");
    ASSERT_EQ(plan.links.size(), 2U * 3 * 16);
    for (const auto& link : plan.links)
    {
        EXPECT_EQ(link.bitRate, 40 * GBPS);
        EXPECT_EQ(link.delayPs, PS_PER_US);
    }
    std::vector<uint32_t> ports(plan.Nodes(), 0);
    std::set<std::string> names;
    for (uint32_t i = 0; i < plan.links.size(); ++i)
    {
        ++ports[plan.links[i].from];
        names.insert(plan.LinkName(i));
    }
    for (uint32_t node = 0; node < plan.Nodes(); ++node)
    {
        EXPECT_EQ(ports[node], plan.IsHost(node) ? 1U : 4U) << plan.names[node];
    }
    EXPECT_EQ(names.size(), plan.links.size()) << "no cable stands twice";
    for (const char* name :
         {"host15-edge7", "edge7-agg6", "agg7-core3", "core0-agg0", "core2-agg7"})
    {
        EXPECT_EQ(names.count(name), 1U) << name;
    }
}

TEST(FatTreeTest, IdleLatencyIsThatOfItsLinks)
{
    constexpr uint32_t BYTES = 1538;
    const auto plan = PlanFatTree(Spec(4));
    const auto latencies = plan.IdleLatencies(BYTES);
    constexpr int64_t LINK_PS = BYTES * 80 + PS_PER_US; // a byte lasts 80 ps at 100 Gbit/s
    EXPECT_EQ(latencies[0][1], 2 * LINK_PS) << "one edge switch";
    EXPECT_EQ(latencies[0][2], 4 * LINK_PS) << "one pod";
    EXPECT_EQ(latencies[3][0], 4 * LINK_PS) << "one pod";
    EXPECT_EQ(latencies[0][4], 6 * LINK_PS) << "another pod";
    EXPECT_EQ(latencies[15][0], 6 * LINK_PS) << "another pod";
    EXPECT_EQ(plan.BaseRttPs(BYTES, 84), 6 * LINK_PS + 6 * (84 * 80 + PS_PER_US));
}

TEST(FatTreeTest, RefusesWhatCannotBe)
{
    const auto expected = [](const std::string& why, const std::string& text) {
        return "topology: " + why + ", got \"" + text +
               "\"; expected <leaves>x<spines>x<hosts per leaf>, such as 9x4x16, testbed, or "
               "fattree:<k>, such as fattree:16";
    };
    for (const std::string text : {"fattree",
                                   "fattree:",
                                   "fattree:x",
                                   "fattree:-4",
                                   "fattree:4 ",
                                   "fattree:4.0",
                                   "fattree4",
                                   "fattree:1234567890"})
    {
        EXPECT_EQ(ErrorOf([&text] { ParseTopology(text); }), expected("malformed", text));
    }
    for (const std::string text :
         {"fattree:0", "fattree:2", "fattree:5", "fattree:15", "fattree:26", "fattree:999999999"})
    {
        EXPECT_EQ(ErrorOf([&text] { ParseTopology(text); }),
                  expected("k must be even, from 4 to 24", text));
    }
    EXPECT_EQ(ErrorOf([] { PlanFatTree(Spec(4, 1)); }),
              "hostRate: got 1 bit/s; expected 8Mbps to 8000Gbps");
}

TEST(TopologyTest, ReadsBothShapes)
{
    Topology tree = ParseTopology("fattree:24");
    EXPECT_EQ(tree.Hosts(), 3456U);
    tree.hostRate = 25 * GBPS;
    EXPECT_EQ(tree.UplinkRate(), 25 * GBPS);
    Topology leafSpine = ParseTopology("9x4x16");
    EXPECT_EQ(leafSpine.Hosts(), 144U);
    leafSpine.hostRate = 100 * GBPS;
    leafSpine.delayPs = 7;
    EXPECT_EQ(leafSpine.UplinkRate(), 400 * GBPS);
    EXPECT_EQ(leafSpine.Plan().links.back().bitRate, 400 * GBPS);
    EXPECT_EQ(leafSpine.Plan().links.back().delayPs, 7);
    leafSpine.uplinkRate = 40 * GBPS;
    EXPECT_EQ(leafSpine.Plan().links.back().bitRate, 40 * GBPS);
    EXPECT_EQ(ParseTopology("testbed").Hosts(), 8U);
}

TEST(TopologyTest, AFatTreeHasNoUplinkRateOfItsOwn)
{
    Topology tree = ParseTopology("fattree:4");
    tree.hostRate = 100 * GBPS;
    tree.uplinkRate = 40 * GBPS;
    EXPECT_EQ(ErrorOf([&tree] { tree.Plan(); }),
              "uplinkRate: got 40000000000 bit/s; expected none: all links of a fat tree have "
              "hostRate");
}

} // namespace
} // namespace ns3::mlt
