// SPDX-License-Identifier: GPL-2.0-only
// Several jobs in one run of the program.
#include "program/mlt-program.h"

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
using nlohmann::json;

class JobsProgramTest : public ProgramTest
{
  protected:
    /** Two leaves of four hosts; all bytes must arrive, so that ids decide nothing. */
    Arguments Base(const Arguments& more) const
    {
        Arguments arguments{"--topology=2x2x4", "--computeScale=0", "--lossBound=0", "--mtu=9000"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }

    /** Runs jobs into a folder below the working folder. */
    void RunJobs(const json& jobs, const std::string& out, const Arguments& more = {}) const
    {
        Arguments arguments = Base({"--jobs=" + Write("jobs.json", jobs.dump()), "--out=" + out});
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = Run(arguments);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }

    void RunAlone(const Arguments& job, const std::string& out) const
    {
        Arguments arguments = Base(job);
        arguments.push_back("--out=" + out);
        const Outcome outcome = Run(arguments);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }

    /** The rows of a job in a file, without the column that names it. */
    std::string RowsOf(const std::string& file, const std::string& job) const
    {
        std::istringstream lines(Read("work/" + file));
        std::string rows;
        for (std::string line; std::getline(lines, line);)
        {
            const size_t comma = line.rfind(',');
            if (line.substr(comma + 1) == job)
            {
                rows += line.substr(0, comma) + "\n";
            }
        }
        return rows;
    }

    json Summary(const std::string& out) const
    {
        return json::parse(Read("work/" + out + "/summary.json"));
    }

    void Refuses(const std::string& jobs, const std::string& text) const
    {
        const std::string file = Write("jobs.json", jobs);
        const Outcome outcome = Run(Base({"--jobs=" + file}));
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "mlt-sim: error: --jobs: " + file + ": " + text + "\n");
        EXPECT_TRUE(WorkListing().empty());
    }

    /** Another model than SmallModel. */
    std::string OtherModel() const
    {
        return Write("other.csv",
                     "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                     "0,a,50000,200000,0,0\n1,b,70000,280000,0,0\n2,c,900000,3600000,0,0\n");
    }
};

TEST_F(JobsProgramTest, JobsApartAreEachAsAlone)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        const std::string of = "--transport=" + transport;
        const std::string both = transport + "-both";
        RunJobs({{{"name", "a"}, {"model", SmallModel()}, {"hosts", 4}, {"iterations", 7}},
                 {{"name", "b"}, {"model", OtherModel()}, {"hosts", "4-7"}, {"servers", 2}}},
                both,
                {of});
        RunAlone({"--model=" + SmallModel(), "--hosts=0-3", "--iterations=7", of},
                 transport + "-a");
        RunAlone({"--model=" + OtherModel(), "--hosts=4-7", "--servers=2", of}, transport + "-b");
        for (const std::string file : {"/transfers.csv", "/iterations.csv"})
        {
            const std::string ofA = RowsOf(both + file, "a");
            const std::string ofB = RowsOf(both + file, "b");
            EXPECT_FALSE(ofA.empty());
            EXPECT_FALSE(ofB.empty());
            EXPECT_EQ(ofA, RowsOf(transport + "-a" + file, "0"));
            EXPECT_EQ(ofB, RowsOf(transport + "-b" + file, "0"));
        }
        EXPECT_EQ(Summary(both)["conservation"]["holds"], true);
    }
}

TEST_F(JobsProgramTest, JobsOnTheSameHostsSlowEachOtherAndBothEnd)
{
    // b begins while a is in its sixth iteration or so: neither makes the other's data old
    RunAlone({"--model=" + SmallModel(), "--iterations=12"}, "a");
    const double alone = Summary("a")["jobs"][0]["end_ns"].get<double>();
    RunJobs({{{"name", "a"}, {"model", SmallModel()}, {"iterations", 12}},
             {{"name", "b"},
              {"model", SmallModel()},
              {"iterations", 3},
              {"start", std::to_string(static_cast<int>(alone / 2)) + "ns"}}},
            "both");
    const json summary = Summary("both");
    const auto& jobs = summary["jobs"];
    EXPECT_GT(jobs[0]["end_ns"].get<double>(), alone * 1.03);
    EXPECT_GE(jobs[1]["start_ns"].get<double>(), alone / 2 - 1);
    EXPECT_LT(jobs[1]["end_ns"].get<double>(), jobs[0]["end_ns"].get<double>());
    EXPECT_EQ(jobs[0]["totals"]["delivered_share"], 1.0);
    EXPECT_EQ(jobs[1]["totals"]["delivered_share"], 1.0);
    EXPECT_EQ(summary["totals"]["transfers"].get<int>(),
              jobs[0]["totals"]["transfers"].get<int>() +
                  jobs[1]["totals"]["transfers"].get<int>());
    EXPECT_EQ(summary["conservation"]["holds"], true);
    EXPECT_EQ(summary["configuration"]["jobs"][1]["name"], "b");
    EXPECT_EQ(summary["configuration"]["jobs"][1]["hosts"], "0-7");
}

TEST_F(JobsProgramTest, JobsMayHaveTransportsOfTheirOwn)
{
    const json jobs{{{"name", "a"}, {"model", SmallModel()}},
                    {{"name", "b"}, {"model", OtherModel()}, {"transport", "dctcp"}}};
    const Outcome outcome = Run(Base({"--jobs=" + Write("jobs.json", jobs.dump())}));
    EXPECT_EQ(outcome.err,
              "mlt-sim: error: --balancer: the jobs' transports have different ones by default; "
              "name the one that all are to have\n");
    RunJobs(jobs, "out", {"--balancer=ecmp"});
    const json summary = Summary("out");
    EXPECT_EQ(summary["conservation"]["holds"], true);
    EXPECT_EQ(summary["configuration"]["jobs"][0]["transport"], "ns3::mlt::MltTransport");
    EXPECT_EQ(summary["configuration"]["jobs"][1]["transport"], "ns3::mlt::DctcpTransport");
    EXPECT_FALSE(RowsOf("out/transfers.csv", "b").empty());
}

TEST_F(JobsProgramTest, PatternsAndTheirOptionsAreTheJobs)
{
    const std::string flows =
        Write("flows.csv", "start_ns,source,destination,bytes\n0,0,1,1000\n50,1,0,2000\n");
    RunJobs({{{"pattern", "flows"}, {"flows", flows}, {"hosts", {6, 2}}},
             {{"model", OtherModel()}, {"cutAbove", 0}}},
            "out");
    const std::string rows = RowsOf("out/transfers.csv", "0");
    EXPECT_NE(rows.find(",flow,2,6,1,1000,0.000,"), std::string::npos) << rows;
    EXPECT_NE(rows.find(",flow,6,2,1,2000,50.000,"), std::string::npos) << rows;
    EXPECT_EQ(Summary("out")["jobs"][1]["totals"]["transfers"], 2 * 6 * 3 * 2);
}

TEST_F(JobsProgramTest, AReportOfAStallNamesTheJob)
{
    const json jobs{{{"name", "fine"}, {"model", OtherModel()}, {"hosts", "0-3"}},
                    {{"name", "stuck"}, {"model", OtherModel()}, {"hosts", "4-7"}}};
    const Outcome outcome = Run(Base({"--jobs=" + Write("jobs.json", jobs.dump()),
                                      "--lossRate=0.999999999",
                                      "--lossOn=all",
                                      "--lossLink=leaf1-host4",
                                      "--stallTime=20ms"}));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("\n  job stuck: "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(" of job 1: host "), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("job fine"), std::string::npos) << outcome.err;
}

TEST_F(JobsProgramTest, RefusesFilesThatAreNoJobs)
{
    const std::string expected =
        "expected a JSON list of objects, one a job, such as [{\"model\": \"resnet50\", "
        "\"hosts\": 16}]";
    for (const char* text : {"", "{}", "[]", "[{", "7"})
    {
        Refuses(text, expected);
    }
    const Outcome outcome = Run({"--jobs=absent.json"});
    EXPECT_EQ(outcome.err,
              "mlt-sim: error: --jobs: absent.json: expected a file that can be read\n");
}

TEST_F(JobsProgramTest, RefusesJobsThatCannotBe)
{
    Refuses("[7]", "job 0: expected an object, got \"7\"");
    Refuses(R"([{"model":"resnet50"},{"model":"vgg15"}])",
            "job 1: model: expected one of alexnet, bert, googlenet, gpt2, resnet50, t5, "
            "transformer, vgg16 or the path of a table, got \"vgg15\"");
    Refuses(R"([{"iterations":0}])",
            "job 0: iterations: expected a whole number from 1 to 1000000, got \"0\"");
    Refuses(R"([{"model":[1]}])", "job 0: model: expected a string or a number, got \"[1]\"");
    Refuses(R"([{"topology":"9x4x16"}])",
            "job 0: unknown key \"topology\"; there are model, pattern, transport, lossBound, "
            "pullLossBound, iterations, servers, workers, hosts, start, name, computeScale, "
            "device; of this pattern cutAbove, jitter, aggregatePsPerByte, updatePsPerByte");
    Refuses(R"([{"name":"x"},{"name":"x"}])",
            "job 1: name: expected one that no job before has, got \"x\"");
    Refuses(R"([{"name":"x,y"}])", "job 0: name: expected letters, digits and . _ -, got \"x,y\"");
    Refuses(R"([{"hosts":4},{"hosts":5}])",
            "job 1: hosts: expected at most the 4 of 8 hosts that no job before has, at least 1, "
            "got \"5\"");
    for (const std::string list : {"\"0-8\"", "\"3-1\"", "\"1,1-2\"", "\"a\"", "\"1,,2\""})
    {
        Refuses("[{\"hosts\":" + list + "}]",
                "job 0: hosts: expected a list of hosts from 0 to 7, each once, such as 0-3,8, or "
                "how many, got " +
                    list);
    }
    Refuses(R"([{"hosts":3,"workers":3}])",
            "job 0: servers, --workers: 1 servers and 3 workers, one role a host, do not fit on "
            "the 3 hosts of --hosts=3");
    Refuses(R"([{"start":"5"}])",
            "job 0: start: expected a time with its unit, such as 1us, up to 1000 s, got \"5\"");
}

} // namespace
} // namespace ns3::mlt
