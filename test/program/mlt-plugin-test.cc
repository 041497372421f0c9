// SPDX-License-Identifier: GPL-2.0-only
// Parts of ports that users bring in a shared library (test/plugin): each decides something, frames
// are conserved (or the run fails), and look-ahead changes nothing.
#include "program/mlt-program.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;

/** The argument that loads a library of test/plugin. */
std::string
Plugin(const std::string& name)
{
    return std::string("--plugin=") + MLT_PLUGINS + "/libmlt-" + name + "-plugin.so";
}

class PluginTest : public ProgramTest
{
  protected:
    /** Runs eight hosts under congestion. @return the folder of its results. */
    std::string RunOnce(const std::string& name, Arguments arguments) const
    {
        const Arguments always{"--topology=2x4x4",
                               "--model=" + SmallModel(),
                               "--iterations=2",
                               "--computeScale=0",
                               "--out=" + name};
        arguments.insert(arguments.begin(), always.begin(), always.end());
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return "work/" + name + "/";
    }

    /** Runs with look-ahead and without, and demands the same files. @return ports.csv. */
    std::string RunBoth(Arguments arguments)
    {
        const std::string number = std::to_string(++m_runs);
        arguments.push_back("--ns3::mlt::Fabric::LookAhead=true");
        const std::string fast = RunOnce("fast" + number, arguments);
        arguments.back() = "--ns3::mlt::Fabric::LookAhead=false";
        const std::string plain = RunOnce("plain" + number, arguments);
        for (const char* file : {"ports.csv", "transfers.csv", "iterations.csv"})
        {
            EXPECT_GT(Read(fast + file).size(), 50U) << file;
            EXPECT_EQ(Read(fast + file), Read(plain + file)) << file;
        }
        return Read(fast + "ports.csv");
    }

    /** The sum of a column of a table. */
    static uint64_t SumOf(const std::string& table, const std::string& column)
    {
        std::istringstream lines(table);
        std::string line;
        std::getline(lines, line);
        const std::vector<std::string> names = Cells(line);
        const auto place = std::find(names.begin(), names.end(), column) - names.begin();
        uint64_t sum = 0;
        while (std::getline(lines, line))
        {
            sum += std::stoull(Cells(line).at(static_cast<size_t>(place)));
        }
        return sum;
    }

  private:
    int m_runs{0};

    static std::vector<std::string> Cells(const std::string& line)
    {
        std::vector<std::string> cells;
        std::istringstream rest(line);
        for (std::string cell; std::getline(rest, cell, ',');)
        {
            cells.push_back(cell);
        }
        return cells;
    }
};

TEST_F(PluginTest, DrillComparesQueues)
{
    for (const char* transport : {"--transport=mlt", "--transport=dctcp"})
    {
        const std::string drill = RunBoth({Plugin("drill"), transport, "--balancer=user::Drill"});
        EXPECT_GT(SumOf(drill, "sent_frames"), 1000U);
    }
}

TEST_F(PluginTest, RedKeepsAnAverage)
{
    const Arguments red{Plugin("red"),
                        "--transport=dctcp",
                        "--ns3::mlt::Fabric::DropPolicy=user::Red"};
    EXPECT_GT(SumOf(RunBoth(red), "marked"), 0U);
    Arguments still = red;
    still.push_back("--user::Red::Weight=0");
    EXPECT_EQ(SumOf(RunBoth(still), "marked"), 0U) << "the average is what counts";
}

TEST_F(PluginTest, ADisciplineTrimsAndServesHeadersFirst)
{
    for (const char* transport : {"--transport=mlt", "--transport=dctcp"})
    {
        const std::string ports = RunBoth(
            {Plugin("trimming"), transport, "--ns3::mlt::Fabric::QueueDiscipline=user::Trimming"});
        EXPECT_GT(SumOf(ports, "trimmed"), 0U);
        EXPECT_EQ(SumOf(ports, "dropped_selective"), 0U);
    }
}

} // namespace
} // namespace ns3::mlt
