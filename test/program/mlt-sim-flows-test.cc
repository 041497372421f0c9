// SPDX-License-Identifier: GPL-2.0-only
// The program with plain flows from a table, and how patterns are chosen.
#include "program/mlt-program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;

class FlowsProgramTest : public ProgramTest
{
  protected:
    std::string Flows(const std::string& rows) const
    {
        return Write("flows.csv", "start_ns,source,destination,bytes,priority,bound\n" + rows);
    }

    /** Runs a table of flows on twelve hosts. */
    Outcome RunFlows(const std::string& table, const Arguments& more = {}) const
    {
        Arguments arguments{"--topology=3x2x4", "--pattern=flows", "--flows=" + table};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Run(arguments);
    }

    void Refuses(const Arguments& arguments, const std::string& text) const
    {
        const auto before = WorkListing();
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "mlt-sim: error: " + text + "\n");
        EXPECT_EQ(WorkListing(), before);
    }
};

TEST_F(FlowsProgramTest, AFlowOfOnePacketTakesAsLongAsItsPath)
{
    // 38 bytes of Ethernet, 20 of IP, 8 of UDP, 48 of MLT's header and 100 of the flow, over two
    // links of 100 Gbit/s and 1 us
    constexpr int64_t FCT_PS = 2 * ((38 + 20 + 8 + 48 + 100) * 80 + 1000000);
    static_assert(FCT_PS == 2034240);
    const Outcome outcome = RunFlows(Flows("2500,0,1,100,6,0\n"), {"--out=out"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("  pattern                 flows\n"), std::string::npos);
    EXPECT_NE(outcome.out.find("  hosts                   12 on 3x2x4\n"), std::string::npos);
    const std::string text = Read("work/out/transfers.csv");
    const std::string row = text.substr(text.find('\n') + 1);
    EXPECT_EQ(row, "0,0,0,flow,0,1,6,100,2500.000,2034.240,100,100,0,0,0\n");
}

TEST_F(FlowsProgramTest, ManyFlowsOfAHostAtOnceAllComeOver)
{
    const Outcome outcome =
        RunFlows(Flows("0,0,1,3000000,1,0\n0,0,2,3000000,7,0.5\n0,0,5,3000000,,\n10,5,0,1,2,0\n"),
                 {"--out=out", "--lossBound=0", "--transport=dctcp"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto summary = nlohmann::json::parse(Read("work/out/summary.json"));
    EXPECT_EQ(summary["totals"]["transfers"], 4);
    EXPECT_EQ(summary["totals"]["payload_bytes"], 9000001);
    EXPECT_EQ(summary["conservation"]["holds"], true);
    // one link of 100 Gbit/s carries 9 MB in 720 us at least
    EXPECT_GE(summary["fct_p99_ns"].get<double>(), 720000);
    EXPECT_EQ(Read("work/out/iterations.csv").find('\n') + 1,
              Read("work/out/iterations.csv").size());
}

TEST_F(FlowsProgramTest, TheConfigurationHasTheTablesContentsAndNotItsPath)
{
    const std::string table = Flows("0,0,1,100,1,0\n");
    ASSERT_EQ(RunFlows(table).status, 0);
    EXPECT_EQ(WorkListing().count("results/flows-mlt-1/summary.json"), 1U);
    const auto first =
        nlohmann::json::parse(Read("work/results/flows-mlt-1/summary.json"))["configuration"];
    EXPECT_EQ(first["pattern"], "ns3::mlt::FlowList");
    EXPECT_EQ(first["pattern_attributes"]["Flows"], "flows.csv");
    EXPECT_EQ(first.count("model"), 0U);
    EXPECT_EQ(first.dump().find(table), std::string::npos);
    ASSERT_EQ(RunFlows(table).status, 0);
    const Outcome other = RunFlows(Flows("0,0,1,101,1,0\n"));
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("pattern_fingerprints"), std::string::npos) << other.err;
}

TEST_F(FlowsProgramTest, SaysWhatIsWrongWithATable)
{
    const std::string table = Flows("0,0,12,100,1,0\n");
    Refuses({"--topology=3x2x4", "--pattern=flows", "--flows=" + table},
            table + ":2: destination: expected a host from 0 to 11, got \"12\"");
    Refuses({"--pattern=flows", "--flows=absent.csv"},
            "absent.csv: file: expected a table that can be read, got no such file");
    Refuses({"--pattern=flows"}, "--flows: expected --flows=<csv>, which --pattern=flows reads");
}

TEST_F(FlowsProgramTest, RefusesWhatAPatternHasNoUseFor)
{
    const std::string table = Flows("0,0,1,100,1,0\n");
    const auto refuses = [&](const std::string& option, const std::string& what) {
        Refuses({"--pattern=flows", "--flows=" + table, "--" + option},
                "--" + option.substr(0, option.find('=')) + ": --pattern=flows has no " + what +
                    "; leave the option out");
    };
    refuses("model=resnet50", "model");
    refuses("servers=4", "servers");
    refuses("computeScale=0", "compute");
    refuses("device=v100", "compute");
    const Outcome outcome = Run({"--flows=" + table});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err.find("mlt-sim: error: unknown option \"--flows\"; "), 0U) << outcome.err;
}

TEST_F(FlowsProgramTest, RefusesPatternsThatThereAreNot)
{
    for (const char* pattern : {"ring-of-roses", "ns3::mlt::TrafficPattern", "mlt"})
    {
        const Outcome outcome = Run({std::string("--pattern=") + pattern});
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err.find("mlt-sim: error: --pattern: expected "), 0U) << outcome.err;
        EXPECT_NE(
            outcome.err.find(std::string("or the TypeId of a ns3::mlt::TrafficPattern, got \"") +
                             pattern + "\"\n"),
            std::string::npos)
            << outcome.err;
    }
}

TEST_F(FlowsProgramTest, TakesAttributesOfThePatternByTheirShortNames)
{
    const Arguments small{"--topology=3x2x4", "--model=" + SmallModel(), "--computeScale=0"};
    const auto run = [&](const std::string& option, const std::string& out) {
        Arguments arguments = small;
        arguments.insert(arguments.end(), {option, "--out=" + out});
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(Read("work/" + out + "/summary.json"));
    };
    // four tensors; three servers: all cut (the smallest has 10 elements), or none
    EXPECT_EQ(run("--cutAbove=0", "a")["totals"]["transfers"], 2 * 9 * 12);
    EXPECT_EQ(run("--ns3::mlt::ParameterServer::CutAbove=2000000", "b")["totals"]["transfers"],
              2 * 9 * 4);
    Refuses({"--cutAbove=-1"},
            "--cutAbove: expected a value of ns3::UintegerValue (uint64_t "
            "0:18446744073709551615), got \"-1\"");
}

TEST_F(FlowsProgramTest, HelpListsPatternsTransportsAndBalancers)
{
    const Outcome outcome = Run({"--help"});
    EXPECT_EQ(outcome.status, 0);
    for (const char* line : {"\nPatterns:\n",
                             "\n    all-pairs +every host",
                             "\n    alltoall +all-to-all: ",
                             "\n    double-tree +all-reduce along two binary trees",
                             "\n    flows +plain flows from a table",
                             "\n    halving-doubling +all-reduce by recursive halving",
                             "\n    hierarchical +all-reduce by rings in groups",
                             "\n    incast +--fanIn hosts",
                             "\n    permutation +every host",
                             "\n    ps +parameter servers",
                             "\n    ring +all-reduce along a ring",
                             "\n    tree +all-reduce up and down a binary tree",
                             "\nTransports:\n",
                             "\n    dctcp +DCTCP",
                             "\n    mlt +MLT",
                             "\nBalancers:\n",
                             "\n    ecmp + ",
                             "\n    random + ",
                             "\n    roundrobin  "})
    {
        EXPECT_TRUE(std::regex_search(outcome.out, std::regex(line))) << line << outcome.out;
    }
}

} // namespace
} // namespace ns3::mlt
