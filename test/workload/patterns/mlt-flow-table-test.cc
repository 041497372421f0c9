// SPDX-License-Identifier: GPL-2.0-only
#include "program/mlt-temporary-folder.h"
#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-flow-table.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

const std::string HEADER = "start_ns,source,destination,bytes";
const LossBound BOUND = LossBound::FromShare(0.25);

class FlowTableTest : public TemporaryFolderTest
{
  protected:
    std::vector<TimedFlow> FlowsOf(const std::string& text) const
    {
        return ReadFlows(Write("flows.csv", text), 4, BOUND);
    }

    /** Expects that a table is refused with this text after its path. */
    void Refuses(const std::string& text, const std::string& message) const
    {
        const std::string path = Write("flows.csv", text);
        EXPECT_EQ(InputErrorOf([&] { ReadFlows(path, 4, BOUND); }), path + message) << text;
    }

    /** The same for the row of a table with all columns. */
    void RefusesRow(const std::string& row, const std::string& message) const
    {
        Refuses(HEADER + ",priority,bound\n" + row + "\n", ":2: " + message);
    }
};

TEST_F(FlowTableTest, ReadsTheFourColumnsThatMustBe)
{
    const auto flows = FlowsOf(HEADER + "\n0,0,1,1000\n1.5,3,2,1\n");
    ASSERT_EQ(flows.size(), 2U);
    EXPECT_EQ(flows[0].startPs, 0);
    EXPECT_EQ(flows[0].bytes, 1000U);
    EXPECT_EQ(flows[1].startPs, 1500);
    EXPECT_EQ(flows[1].source, 3U);
    EXPECT_EQ(flows[1].destination, 2U);
    EXPECT_EQ(flows[1].bytes, 1U);
    EXPECT_EQ(flows[1].priority, 1);
    EXPECT_EQ(flows[1].bound.Billionths(), BOUND.Billionths());
}

TEST_F(FlowTableTest, ReadsPriorityAndBoundTogetherOrAlone)
{
    const auto both = FlowsOf(HEADER + ",priority,bound\n0,0,1,9,7,0.1\n0,0,1,9,,\n");
    EXPECT_EQ(both.at(0).priority, 7);
    EXPECT_EQ(both.at(0).bound.Billionths(), 100000000U);
    EXPECT_EQ(both.at(1).priority, 1);
    EXPECT_EQ(both.at(1).bound.Billionths(), BOUND.Billionths());
    EXPECT_EQ(FlowsOf(HEADER + ",priority\n0,0,1,9,3\n").at(0).priority, 3);
    EXPECT_EQ(FlowsOf(HEADER + ",bound\n0,0,1,9,0\n").at(0).bound.Billionths(), 0U);
}

TEST_F(FlowTableTest, SkipsCommentsAndEmptyLines)
{
    EXPECT_EQ(FlowsOf("# mine\n\n" + HEADER + "\r\n# one\r\n0,0,1,9\r\n\n").size(), 1U);
}

TEST_F(FlowTableTest, RefusesHeadersThatAreNotOne)
{
    const std::string expected =
        ":1: header: expected start_ns,source,destination,bytes[,priority][,bound], got ";
    Refuses("", expected + "the end of the file");
    for (const std::string header : {"start_ns,source,destination",
                                     "0,0,1,1000",
                                     "start_ns,source,destination,bytes,bound,priority",
                                     "start_ns,source,destination,bytes,",
                                     "start_ns,source,destination,bytes,priority,bound,more"})
    {
        Refuses(header + "\n", expected + "\"" + header + "\"");
    }
    Refuses(HEADER + "\n", ":1: rows: expected at least one flow, got the end of the file");
}

TEST_F(FlowTableTest, RefusesFieldsOutOfRange)
{
    RefusesRow("0,0,1,9,1", "row: expected 6 fields, got 5");
    for (const char* start : {"", "-1", "1us", "nan", "9.3e12"})
    {
        RefusesRow(std::string(start) + ",0,1,9,1,0",
                   std::string("start_ns: expected nanoseconds from 0 to 9.2e12, got \"") + start +
                       "\"");
    }
    RefusesRow("0,4,1,9,1,0", "source: expected a host from 0 to 3, got \"4\"");
    RefusesRow("0,0,-1,9,1,0", "destination: expected a host from 0 to 3, got \"-1\"");
    RefusesRow("0,2,2,9,1,0", "destination: expected another host than the source, got \"2\"");
    for (const char* bytes : {"0", "1.5", "1000000000000001", "1KB"})
    {
        RefusesRow(std::string("0,0,1,") + bytes + ",1,0",
                   std::string("bytes: expected a whole number from 1 to 1000000000000000, got ") +
                       "\"" + bytes + "\"");
    }
    for (const char* priority : {"0", "8", "high"})
    {
        RefusesRow(std::string("0,0,1,9,") + priority + ",0",
                   std::string("priority: expected a whole number from 1 to 7, got \"") + priority +
                       "\"");
    }
    for (const char* bound : {"1", "-0.1", "10%", "nan"})
    {
        RefusesRow(std::string("0,0,1,9,1,") + bound,
                   std::string("bound: expected a number from 0 to below 1, got \"") + bound +
                       "\"");
    }
}

} // namespace
} // namespace ns3::mlt
