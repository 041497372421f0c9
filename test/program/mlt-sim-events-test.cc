// SPDX-License-Identifier: GPL-2.0-only
// The program with a table of what happens to links (--events).
#include "program/mlt-program.h"

#include <algorithm>
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
using Json = nlohmann::json;

class EventsProgramTest : public ProgramTest
{
  protected:
    std::string Events(const std::string& rows) const
    {
        return Write("events.csv", "time_us,link,event,value\n" + rows);
    }

    /** Two hosts of leaf 0 send to those of leaf 1, 80 us at their links' rate. */
    Outcome RunFlows(const Arguments& more) const
    {
        const std::string flows =
            Write("flows.csv", "start_ns,source,destination,bytes\n0,0,2,1000000\n0,1,3,1000000\n");
        Arguments arguments{"--topology=2x2x2",
                            "--pattern=flows",
                            "--flows=" + flows,
                            "--lossBound=0",
                            "--ns3::mlt::Fabric::DetectionDelay=5us",
                            "--out=out"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Run(arguments);
    }

    /** The summary of a run with events; all was delivered. */
    Json Summary(const std::string& events, const Arguments& more = {}) const
    {
        Arguments arguments{"--events=" + events};
        arguments.insert(arguments.end(), more.begin(), more.end());
        std::filesystem::remove_all(Work() + "/out");
        const Outcome outcome = RunFlows(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        Json summary = Json::parse(Read("work/out/summary.json"));
        EXPECT_EQ(summary["totals"]["delivered_share"], 1);
        EXPECT_EQ(summary["conservation"]["holds"], true);
        return summary;
    }

    /** Frames that a run dropped for a reason. */
    static uint64_t Dropped(const Json& summary, const std::string& reason)
    {
        uint64_t frames = 0;
        for (const Json& row : summary["drops_by_class"])
        {
            frames += row["dropped_" + reason].get<uint64_t>();
        }
        return frames;
    }

    /** Expects that a table is refused, with the text after its name. */
    void Refuses(const std::string& text, const std::string& expected) const
    {
        const std::string path = Write("bad.csv", text);
        const auto before = WorkListing();
        const Outcome outcome = Run({"--topology=2x2x2", "--events=" + path});
        EXPECT_EQ(outcome.status, 1) << text;
        EXPECT_EQ(outcome.err, "mlt-sim: error: " + path + expected + "\n");
        EXPECT_EQ(WorkListing(), before);
    }

    void RefusesRow(const std::string& row, const std::string& expected) const
    {
        Refuses("time_us,link,event,value\n" + row + "\n", ":2: " + expected);
    }
};

TEST_F(EventsProgramTest, AllIsDeliveredAcrossALinkDownAndUp)
{
    const std::string events =
        Events("60,spine0-leaf0,up,\n# it fails first\n\n20,leaf0-spine0,down,\n");
    for (const std::string transport : {"mlt", "dctcp"})
    {
        const Json summary = Summary(events, {"--transport=" + transport, "--balancer=random"});
        EXPECT_GT(Dropped(summary, "link_down"), 0U) << transport;
        EXPECT_EQ(Dropped(summary, "link_loss"), 0U);
    }
}

TEST_F(EventsProgramTest, AfterItIsUpAgainALinkCarriesFrames)
{
    const auto sent = [this](const std::string& events) {
        Summary(events, {"--balancer=roundrobin"});
        std::istringstream ports(Read("work/out/ports.csv"));
        uint64_t frames = 0;
        for (std::string line; std::getline(ports, line);)
        {
            std::istringstream fields(line);
            std::string port, rate, queue, isProtected, count;
            std::getline(fields, port, ',');
            std::getline(fields, rate, ',');
            std::getline(fields, queue, ',');
            std::getline(fields, isProtected, ',');
            std::getline(fields, count, ',');
            frames += port == "leaf0-spine0" ? std::stoull(count) : 0;
        }
        return frames;
    };
    const uint64_t forGood = sent(Events("20,leaf0-spine0,down,\n"));
    const uint64_t untilUp = sent(Events("20,leaf0-spine0,down,\n30,leaf0-spine0,up,\n"));
    EXPECT_GT(forGood, 50U);
    EXPECT_GT(untilUp, 2 * forGood);
}

TEST_F(EventsProgramTest, LossIsOfOneDirectionFromThenOnUntilItIsZero)
{
    const Json summary = Summary(Events("10,leaf0-spine0,loss,0.5\n30,leaf0-spine0,loss,0\n"));
    const uint64_t lost = Dropped(summary, "link_loss");
    // a quarter of 400 Gbit/s of frames of 1538 bytes, for 20 us, half of it: some 80
    EXPECT_GT(lost, 40U);
    EXPECT_LT(lost, 120U);
    std::istringstream ports(Read("work/out/ports.csv"));
    std::string header;
    std::getline(ports, header);
    const std::string names = header.substr(0, header.find(",lost_on_link"));
    const auto column = std::count(names.begin(), names.end(), ',') + 1;
    for (std::string line; std::getline(ports, line);)
    {
        std::istringstream fields(line);
        std::string field;
        for (int i = 0; i <= column; ++i)
        {
            std::getline(fields, field, ',');
        }
        EXPECT_TRUE(field == "0" || line.rfind("leaf0-spine0,", 0) == 0) << line;
    }
}

TEST_F(EventsProgramTest, TheConfigurationHasTheEventsByTime)
{
    const Json summary = Summary(Events("900,leaf0-spine0,loss,0.25\n1.5,host1-leaf0,loss,0\n"));
    EXPECT_EQ(summary["configuration"]["events"], Json::parse(R"([
        {"at_ps": 1500000, "link": "host1-leaf0", "event": "loss", "loss_rate": 0.0},
        {"at_ps": 900000000, "link": "leaf0-spine0", "event": "loss", "loss_rate": 0.25}])"));
    const Outcome other = RunFlows({"--events=" + Events("1,leaf0-spine0,loss,0\n")});
    EXPECT_EQ(other.status, 1) << "the folder has results of another configuration";
    EXPECT_NE(other.err.find("events"), std::string::npos) << other.err;
}

TEST_F(EventsProgramTest, TheColumnOfValuesMayBeLeftOut)
{
    Summary(Write("events.csv", "time_us,link,event\r\n20,leaf0-spine0,down\r\n"));
}

TEST_F(EventsProgramTest, RefusesTablesWithoutEvents)
{
    const std::string header = "time_us,link,event[,value]";
    Refuses("", ":1: header: expected " + header + ", got the end of the file");
    Refuses("time,link,event\n1,leaf0-spine0,down\n",
            ":1: header: expected " + header + ", got \"time,link,event\"");
    Refuses("time_us,link,event\n# none\n",
            ":2: rows: expected at least one event, got the end of the file");
    const Outcome outcome = Run({"--events=absent.csv"});
    EXPECT_EQ(outcome.err,
              "mlt-sim: error: absent.csv: file: expected a table that can be read, got no such "
              "file\n");
}

TEST_F(EventsProgramTest, RefusesRowsThatMakeNoSense)
{
    RefusesRow("1,leaf0-spine0", "row: expected 4 fields, got 2");
    for (const char* time : {"-1", "soon", "", "1e99", "1us"})
    {
        RefusesRow(std::string(time) + ",leaf0-spine0,down,",
                   std::string("time_us: expected microseconds from 0 to 9.2e9, got \"") + time +
                       "\"");
    }
    for (const char* link : {"leaf0", "leaf0-spine2", "all", "spine0-host0"})
    {
        RefusesRow(std::string("1,") + link + ",down,",
                   std::string("link: expected a directed link such as host0-leaf0 or "
                               "spine1-leaf1, got \"") +
                       link + "\"");
    }
    RefusesRow("1,leaf0-spine0,Down,", "event: expected down, up or loss, got \"Down\"");
    for (const char* value : {"", "1", "-0.1", "nan", "5%"})
    {
        RefusesRow(std::string("1,leaf0-spine0,loss,") + value,
                   std::string("value: expected for loss a probability from 0 to below 1, got \"") +
                       value + "\"");
    }
    RefusesRow("1,leaf0-spine0,down,0.5", "value: expected nothing for down, got \"0.5\"");
}

TEST_F(EventsProgramTest, RefusesACableThatGoesDownTwiceOrUpFirst)
{
    RefusesRow("1,leaf0-spine0,up,",
               "event: expected down or loss, since the cable leaf0-spine0 is up by then, got "
               "\"up\"");
    Refuses("time_us,link,event\n5,leaf0-spine0,up\n7,spine0-leaf0,down\n2,leaf0-spine0,down\n"
            "6,leaf0-spine0,down\n",
            ":3: event: expected up or loss, since the cable spine0-leaf0 is down by then, got "
            "\"down\"");
}

} // namespace
} // namespace ns3::mlt
