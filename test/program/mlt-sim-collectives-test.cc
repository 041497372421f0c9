// SPDX-License-Identifier: GPL-2.0-only
// The program with the patterns that need no file: options reach attributes, results tell phases.
#include "program/mlt-program.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;

class CollectivesProgramTest : public ProgramTest
{
  protected:
    /** Runs on eight hosts. @return the summary. */
    nlohmann::json Summary(const Arguments& more) const
    {
        Arguments arguments{"--topology=2x2x4", "--lossBound=0", "--out=out"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        const auto text = Read("work/out/summary.json");
        std::filesystem::remove_all(std::filesystem::path(Work()) / "out");
        return nlohmann::json::parse(text);
    }

    nlohmann::json Totals(const Arguments& more) const
    {
        const auto summary = Summary(more);
        EXPECT_EQ(summary["conservation"]["holds"], true);
        return summary["totals"];
    }

    void Refuses(const Arguments& arguments, const std::string& text) const
    {
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "mlt-sim: error: " + text + "\n");
    }
};

TEST_F(CollectivesProgramTest, OptionsReachAttributes)
{
    auto totals = Totals({"--pattern=permutation", "--bytes=5000", "--draw=3"});
    EXPECT_EQ(totals["transfers"], 8);
    EXPECT_EQ(totals["payload_bytes"], 8 * 5000);
    totals = Totals({"--pattern=incast", "--bytes=5000", "--fanIn=3"});
    EXPECT_EQ(totals["transfers"], 3);
    totals = Totals({"--pattern=all-pairs", "--bytes=5000"});
    EXPECT_EQ(totals["payload_bytes"], 8 * 7 * 5000);
    totals = Totals({"--pattern=alltoall", "--bytes=8000"});
    EXPECT_EQ(totals["payload_bytes"], 8 * 7 * 1000);
    totals = Totals({"--pattern=tree", "--bytes=8000", "--pieceBytes=1000"});
    EXPECT_EQ(totals["transfers"], 8 * 14);
    totals = Totals({"--pattern=hierarchical", "--bytes=8000", "--groupSize=4"});
    EXPECT_EQ(totals["payload_bytes"], 2 * 7 * 8000);
}

TEST_F(CollectivesProgramTest, AllReducesTrainAModel)
{
    for (const std::string pattern : {"ring", "halving-doubling", "tree", "double-tree"})
    {
        const auto summary =
            Summary({"--pattern=" + pattern, "--model=" + SmallModel(), "--iterations=2"});
        const auto& configuration = summary["configuration"];
        EXPECT_EQ(configuration["model"], "small") << configuration;
        // 2 (N - 1) times the model in each iteration
        EXPECT_EQ(summary["totals"]["payload_bytes"].get<uint64_t>() % (2 * 2 * 7), 0U) << pattern;
        EXPECT_GT(summary["iteration_max_ns"].get<double>(), 0);
    }
}

TEST_F(CollectivesProgramTest, BoundedLossHoldsForEveryMessage)
{
    const Outcome outcome = Run({"--topology=2x2x4",
                                 "--pattern=ring",
                                 "--bytes=4000000",
                                 "--lossBound=0.2",
                                 "--lossRate=0.1",
                                 "--out=out"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::istringstream rows(Read("work/out/transfers.csv"));
    std::string row;
    std::getline(rows, row);
    uint32_t incomplete = 0;
    while (std::getline(rows, row))
    {
        std::vector<std::string> fields;
        std::istringstream cells(row);
        for (std::string cell; std::getline(cells, cell, ',');)
        {
            fields.push_back(cell);
        }
        const double bytes = std::stod(fields.at(7));
        const double lost = std::stod(fields.at(12));
        // half of the bound on the way back
        EXPECT_LE(lost, bytes * (fields.at(3) == "reduce-scatter" ? 0.2 : 0.1)) << row;
        incomplete += lost > 0;
    }
    EXPECT_GT(incomplete, 0U);
}

TEST_F(CollectivesProgramTest, SaysWhatIsWrong)
{
    Refuses({"--topology=2x2x4", "--pattern=incast", "--fanIn=8"},
            "--fanIn: expected 0 to 7, the job's hosts but the receiver, got 8");
    Refuses({"--topology=2x2x4", "--pattern=hierarchical", "--bytes=100", "--groupSize=3"},
            "--groupSize: expected a divisor of the 8 workers, got 3");
    Refuses({"--topology=2x2x4", "--pattern=ring", "--bytes=100", "--model=resnet50"},
            "--model: --pattern=ring has no model; leave the option out");
    Refuses({"--topology=2x2x4", "--pattern=ring", "--servers=2"},
            "--servers: --pattern=ring has no servers; leave the option out");
    Refuses({"--topology=2x2x4", "--pattern=permutation", "--hosts=1"},
            "ns3::mlt::Permutation: expected at least 2 hosts, got 1");
    const Outcome outcome = Run({"--pattern=incast", "--bytes=0"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err.find("mlt-sim: error: --bytes: expected a value of"), 0U) << outcome.err;
}

} // namespace
} // namespace ns3::mlt
