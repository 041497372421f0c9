// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-leaf-spine.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t GBPS = 1000000000;

LeafSpineSpec
Spec(const std::string& topology, uint64_t hostRate = 100 * GBPS)
{
    LeafSpineSpec spec = ParseLeafSpine(topology);
    spec.hostRate = hostRate;
    spec.delayPs = 1000000;
    return spec;
}

std::string
ParseError(const std::string& text)
{
    try
    {
        ParseLeafSpine(text);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "accepted";
}

std::string
PlanError(const LeafSpineSpec& spec)
{
    try
    {
        PlanLeafSpine(spec);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "accepted";
}

std::string
Expected(const std::string& why, const std::string& text)
{
    return "topology: " + why + ", got \"" + text +
           "\"; expected <leaves>x<spines>x<hosts per leaf>, such as 9x4x16, testbed, or "
           "fattree:<k>, such as fattree:16";
}

uint32_t
LinkNamed(const NetworkPlan& plan, const std::string& name)
{
    for (uint32_t i = 0; i < plan.links.size(); ++i)
    {
        if (plan.LinkName(i) == name)
        {
            return i;
        }
    }
    ADD_FAILURE() << "no link " << name;
    return 0;
}

TEST(LeafSpineTest, ReadsShapes)
{
    const auto spec = ParseLeafSpine("9x4x16");
    EXPECT_EQ(spec.hostsOfLeaf, std::vector<uint32_t>(9, 16));
    EXPECT_EQ(spec.spines, 4U);
    EXPECT_EQ(ParseLeafSpine("2x1x1").hostsOfLeaf, std::vector<uint32_t>(2, 1));
    EXPECT_EQ(ParseLeafSpine("512x1x8").hostsOfLeaf.size(), 512U);
    EXPECT_EQ(ParseLeafSpine("8x1x511").spines, 1U);
}

TEST(LeafSpineTest, RefusesMalformedShapes)
{
    for (const char* text : {"",
                             "9",
                             "9x4",
                             "9x4x16x1",
                             "9X4X16",
                             "9x4x",
                             "x4x16",
                             "-9x4x16",
                             "9x4x16 ",
                             " 9x4x16",
                             "9x4x1.5",
                             "9x4xa",
                             "9,4,16",
                             "9x4x1234567890",
                             "Testbed",
                             "testbed2"})
    {
        EXPECT_EQ(ParseError(text), Expected("malformed", text));
    }
}

TEST(LeafSpineTest, RefusesCountsThatCannotBe)
{
    for (const char* text : {"0x4x16", "9x0x16", "9x4x0", "0x0x0"})
    {
        EXPECT_EQ(ParseError(text), Expected("every count must be at least 1", text));
    }
    for (const char* text : {"513x1x1", "1x1x512", "1x512x1", "999999999x999999999x999999999"})
    {
        EXPECT_EQ(ParseError(text), Expected("a switch can have at most 512 links", text));
    }
    for (const char* text : {"1x1x1", "512x4x9"})
    {
        EXPECT_EQ(ParseError(text), Expected("between 2 and 4096 hosts are possible", text));
    }
}

TEST(LeafSpineTest, RefusesRatesThatCannotBe)
{
    EXPECT_EQ(PlanError(Spec("2x1x1", 0)), "hostRate: got 0 bit/s; expected 8Mbps to 8000Gbps");
    EXPECT_EQ(PlanError(Spec("2x1x1", 7999999)),
              "hostRate: got 7999999 bit/s; expected 8Mbps to 8000Gbps");
    EXPECT_EQ(PlanError(Spec("2x1x1", 8000000000001)),
              "hostRate: got 8000000000001 bit/s; expected 8Mbps to 8000Gbps");
    EXPECT_EQ(PlanError(Spec("2x1x1", 8000000)), "accepted");
    EXPECT_EQ(PlanError(Spec("2x1x1", 8000000000000)), "accepted");
    auto spec = Spec("2x1x1");
    spec.uplinkRate = 1000;
    EXPECT_EQ(PlanError(spec), "uplinkRate: got 1000 bit/s; expected 8Mbps to 8000Gbps");
    EXPECT_EQ(PlanError(Spec("2x1x16", 1000 * GBPS)),
              "uplinkRate: got 16000000000000 bit/s; expected 8Mbps to 8000Gbps");
}

TEST(LeafSpineTest, PresetsHaveTheRatesOfTheirPapers)
{
    EXPECT_EQ(Spec("9x4x16").UplinkRate(), 400 * GBPS);
    EXPECT_EQ(Spec("12x12x12").UplinkRate(), 100 * GBPS);
    EXPECT_EQ(Spec("testbed").UplinkRate(), 100 * GBPS);
    EXPECT_EQ(Spec("testbed", 25 * GBPS).UplinkRate(), 25 * GBPS);
    auto spec = Spec("9x4x16");
    spec.uplinkRate = 40 * GBPS;
    EXPECT_EQ(spec.UplinkRate(), 40 * GBPS) << "as given";
}

TEST(LeafSpineTest, TheTestbedHasEightHostsOnThreeLeaves)
{
    const auto spec = ParseLeafSpine("testbed");
    EXPECT_EQ(spec.hostsOfLeaf, (std::vector<uint32_t>{3, 3, 2}));
    EXPECT_EQ(spec.spines, 2U);
    const auto plan = PlanLeafSpine(Spec("testbed"));
    EXPECT_EQ(plan.hosts, 8U);
    EXPECT_EQ(plan.Nodes(), 13U);
    EXPECT_EQ(plan.links.size(), 2U * (8 + 3 * 2));
    LinkNamed(plan, "host2-leaf0");
    LinkNamed(plan, "host3-leaf1");
    LinkNamed(plan, "leaf2-host7");
}

TEST(LeafSpineTest, NamesNodesAndLinks)
{
    const auto plan = PlanLeafSpine(Spec("9x4x16"));
    EXPECT_EQ(plan.hosts, 144U);
    EXPECT_EQ(plan.Nodes(), 144U + 9 + 4);
    EXPECT_EQ(plan.routes.size(), 13U);
    EXPECT_EQ(plan.links.size(), 2U * (144 + 36));
    EXPECT_EQ(plan.names[143], "host143");
    EXPECT_EQ(plan.names[144], "leaf0");
    EXPECT_EQ(plan.names[156], "spine3");
    const auto& up = plan.links[LinkNamed(plan, "leaf0-spine2")];
    EXPECT_EQ(up.bitRate, 400 * GBPS);
    EXPECT_EQ(up.delayPs, 1000000);
    const auto& down = plan.links[LinkNamed(plan, "leaf8-host128")];
    EXPECT_EQ(down.bitRate, 100 * GBPS);
    EXPECT_EQ(down.delayPs, 1000000);
}

TEST(LeafSpineTest, RoutesGoUpOverAllSpinesAndDownOverOneLink)
{
    for (const char* topology : {"9x4x16", "12x12x12", "testbed", "3x2x2", "1x1x2"})
    {
        const auto spec = Spec(topology);
        const auto plan = PlanLeafSpine(spec);
        const auto leaves = static_cast<uint32_t>(spec.hostsOfLeaf.size());
        uint32_t first = 0;
        for (uint32_t leaf = 0; leaf < leaves; first += spec.hostsOfLeaf[leaf++])
        {
            const auto& routes = plan.routes[leaf];
            for (uint32_t host = 0; host < plan.hosts; ++host)
            {
                const auto& group = routes.groups[routes.groupOfHost[host]];
                const bool here = host >= first && host < first + spec.hostsOfLeaf[leaf];
                ASSERT_EQ(group.size(), here ? 1 : spec.spines);
                for (uint32_t i = 0; i < group.size(); ++i)
                {
                    const auto& link = plan.links[group[i]];
                    ASSERT_EQ(link.from, plan.hosts + leaf);
                    ASSERT_EQ(link.to, here ? host : plan.hosts + leaves + i);
                }
            }
        }
    }
}

TEST(LeafSpineTest, SpinesKnowTheLeafOfEachHost)
{
    const auto plan = PlanLeafSpine(Spec("testbed"));
    const std::vector<uint32_t> leafOfHost{0, 0, 0, 1, 1, 1, 2, 2};
    for (uint32_t spine = 0; spine < 2; ++spine)
    {
        const auto& routes = plan.routes[3 + spine];
        for (uint32_t host = 0; host < 8; ++host)
        {
            const auto& group = routes.groups[routes.groupOfHost[host]];
            ASSERT_EQ(group.size(), 1U);
            EXPECT_EQ(plan.links[group[0]].to, 8 + leafOfHost[host]);
        }
    }
}

} // namespace
} // namespace ns3::mlt
