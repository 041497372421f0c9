// SPDX-License-Identifier: GPL-2.0-only
// A pattern from a plugin that includes installed headers alone, run by the program.
#include "program/mlt-program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;

class PatternPluginTest : public ProgramTest
{
  protected:
    Outcome RunRing(const Arguments& more, const std::string& out) const
    {
        Arguments arguments{"--plugin=" MLT_PLUGINS "/libmlt-ring-plugin.so",
                            "--topology=2x2x4",
                            "--lossBound=0",
                            "--out=" + out};
        arguments.insert(arguments.end(), more.begin(), more.end());
        Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome;
    }
};

TEST_F(PatternPluginTest, RunsByItsTypeIdOrItsShortName)
{
    RunRing({"--pattern=user::RingAllReduce", "--user::RingAllReduce::Bytes=800000"}, "a");
    RunRing({"--pattern=my-ring", "--bytes=800000"}, "b");
    const std::string rows = Read("work/a/transfers.csv");
    EXPECT_EQ(rows, Read("work/b/transfers.csv"));
    const auto summary = nlohmann::json::parse(Read("work/a/summary.json"));
    EXPECT_EQ(summary["totals"]["transfers"], 8 * 14);
    EXPECT_EQ(summary["totals"]["payload_bytes"], 8 * 14 * 100000);
    EXPECT_EQ(summary["conservation"]["holds"], true);
    EXPECT_NE(rows.find(",reduce-scatter,7,0,1,100000,0.000,"), std::string::npos) << rows;
    EXPECT_NE(rows.find(",all-gather,"), std::string::npos);
    // a hop takes no less than its bytes on a link of 100 Gbit/s, and hops follow each other
    EXPECT_GE(summary["jobs"][0]["end_ns"].get<double>(), 14 * 100000 * 0.08);
}

TEST_F(PatternPluginTest, GivesTheSameBytesWithLookAheadOnAndOff)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        const Arguments options{"--pattern=my-ring", "--transport=" + transport, "--lossRate=0.01"};
        for (const std::string lookAhead : {"true", "false"})
        {
            Arguments all = options;
            all.push_back("--ns3::mlt::Fabric::LookAhead=" + lookAhead);
            RunRing(all, transport + lookAhead);
        }
        for (const std::string file : {"/transfers.csv", "/ports.csv"})
        {
            EXPECT_EQ(Read("work/" + transport + "true" + file),
                      Read("work/" + transport + "false" + file));
        }
    }
}

TEST_F(PatternPluginTest, SaysWhatItCannotDo)
{
    const Outcome outcome = Run({"--plugin=" MLT_PLUGINS "/libmlt-ring-plugin.so",
                                 "--pattern=my-ring",
                                 "--topology=2x2x4",
                                 "--bytes=7"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "mlt-sim: error: ring: 8 hosts and 7 bytes: at least 2 hosts and a byte for each are "
              "needed\n");
}

} // namespace
} // namespace ns3::mlt
