// SPDX-License-Identifier: GPL-2.0-only
// Whole runs of the program on a small network: its files, their columns, and what must hold
// between them.
#include "program/mlt-program.h"

#include "ns3/mlt-statistics.h"
#include "ns3/mlt-version.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;
using Json = nlohmann::json;
using Names = std::set<std::string>;

/** A CSV file: its header, and its rows as texts by column. */
struct Table
{
    std::string header;
    std::vector<std::map<std::string, std::string>> rows;
};

std::vector<std::string>
Fields(const std::string& line)
{
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');)
    {
        fields.push_back(field);
    }
    return fields;
}

/** Nanoseconds with three decimals as picoseconds. */
int64_t
Ps(const std::string& ns)
{
    const size_t point = ns.find('.');
    EXPECT_EQ(ns.size() - point, 4U) << ns;
    return std::stoll(ns.substr(0, point)) * 1000 + std::stoll(ns.substr(point + 1));
}

class RunTest : public ProgramTest
{
  protected:
    /** The options of a run that takes a fraction of a second. */
    Arguments Small(const Arguments& more = {}) const
    {
        Arguments arguments{"--topology=3x2x4", "--model=" + SmallModel(), "--mtu=9000"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }

    /** Runs it, and expects that it succeeds. */
    Outcome RunSmall(const Arguments& more = {}, const std::string& folder = "") const
    {
        Outcome outcome = Run(Small(more), folder);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome;
    }

    Table ReadTable(const std::string& name) const
    {
        std::istringstream stream(Read(name));
        Table table;
        std::getline(stream, table.header);
        const auto columns = Fields(table.header);
        for (std::string line; std::getline(stream, line);)
        {
            const auto fields = Fields(line);
            EXPECT_EQ(fields.size(), columns.size()) << line;
            auto& row = table.rows.emplace_back();
            for (size_t i = 0; i < columns.size(); ++i)
            {
                row[columns[i]] = fields.at(i);
            }
        }
        return table;
    }

    Json ReadJson(const std::string& name) const
    {
        return Json::parse(Read(name));
    }

    /** Expects that all files of two result folders but timing.json are the same bytes. */
    void ExpectSame(const std::string& a, const std::string& b) const
    {
        for (const char* name : {"transfers.csv", "iterations.csv", "ports.csv", "summary.json"})
        {
            EXPECT_NE(Read(a + "/" + name), "(absent)");
            EXPECT_EQ(Read(a + "/" + name), Read(b + "/" + name)) << name;
        }
    }
};

const Names FILES{"iterations.csv", "ports.csv", "summary.json", "timing.json", "transfers.csv"};

Names
Within(const std::string& folder, const Names& files)
{
    Names names{folder};
    for (const auto& file : files)
    {
        names.insert(folder + "/" + file);
    }
    return names;
}

TEST_F(RunTest, WritesItsFilesWithTheirColumns)
{
    const Outcome outcome = RunSmall({"--out=out"});
    EXPECT_EQ(WorkListing(), Within("out", FILES));
    EXPECT_EQ(ReadTable("work/out/transfers.csv").header,
              "iteration,layer,tensor,direction,source,destination,priority,bytes,start_ns,fct_ns,"
              "sent,delivered,lost,repaired,job");
    EXPECT_EQ(ReadTable("work/out/iterations.csv").header,
              "iteration,worker,start_ns,end_ns,compute_ns,exposed_ns,job");
    EXPECT_EQ(ReadTable("work/out/ports.csv").header,
              "port,rate_bps,queue,protected,sent_frames,sent_bytes,dropped_selective,"
              "dropped_full,dropped_pushed_out,lost_on_link,marked,trimmed");
    EXPECT_NE(outcome.out.find("\n  results                 out\n"), std::string::npos)
        << outcome.out;
}

TEST_F(RunTest, TellsItsVersionAndThatOfNs3)
{
    const Outcome outcome = Run({"--version"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "ns3-mlt " + ModuleVersion() + ", ns-3 " + Ns3Version() + "\n");
}

TEST_F(RunTest, NamesItsFolderAfterModelTransportAndSeed)
{
    RunSmall({"--seed=7"});
    EXPECT_EQ(WorkListing().count("results/small-mlt-7/summary.json"), 1U);
    RunSmall({"--transport=dctcp"});
    EXPECT_EQ(WorkListing().count("results/small-dctcp-1/summary.json"), 1U);
}

TEST_F(RunTest, FindsItsModelsFromAnyWorkingFolder)
{
    const Outcome outcome = Run({"--topology=3x2x4",
                                 "--model=googlenet",
                                 "--mtu=9000",
                                 "--computeScale=0",
                                 "--out=" + PathOf("out")},
                                "/");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(ReadJson("out/summary.json")["configuration"]["model"], "googlenet");
}

TEST_F(RunTest, TakesPathsWithSpaces)
{
    const std::string model = Write("my models/a model.csv",
                                    "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                                    "0,a,1000,4000,1,2\n");
    const Outcome outcome =
        Run({"--topology=3x2x4", "--model=" + model, "--computeScale=0", "--out=my results/a run"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(WorkListing().count("my results/a run/summary.json"), 1U);
}

TEST_F(RunTest, RunsOnAFatTreeAndConservesItsFrames)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        const Outcome outcome =
            RunSmall({"--topology=fattree:4", "--out=" + transport, "--transport=" + transport});
        EXPECT_NE(outcome.out.find("12 workers, 4 servers on fattree:4"), std::string::npos);
        const Json summary = ReadJson("work/" + transport + "/summary.json");
        EXPECT_EQ(summary["conservation"]["holds"], true);
        EXPECT_GT(summary["conservation"]["sent"]["data_frames"], 0);
        EXPECT_EQ(summary["configuration"]["topology"], "fattree:4");
        EXPECT_EQ(summary["configuration"]["uplink_rate_bps"], 100000000000);
        // 6 links out and back: 9038 and 84 bytes of 80 ps, and 1 us each
        EXPECT_DOUBLE_EQ(summary["base_rtt_ns"].get<double>(), 6 * (723.04 + 6.72 + 2000));
    }
}

TEST_F(RunTest, SameSeedGivesTheSameBytesWhereverItRuns)
{
    RunSmall({"--out=a", "--lossMasks"});
    RunSmall({"--out=" + PathOf("work/deep/b"), "--lossMasks"}, "/");
    ExpectSame("work/a", "work/deep/b");
    EXPECT_EQ(Read("work/a/losses.csv"), Read("work/deep/b/losses.csv"));
    EXPECT_NE(Read("work/a/timing.json"), Read("work/deep/b/timing.json"));
}

TEST_F(RunTest, SameSeedGivesTheSameBytesWithDctcpAndLoss)
{
    const Arguments options{"--transport=dctcp", "--lossRate=0.01", "--lossOn=all"};
    for (const char* out : {"--out=a", "--out=b"})
    {
        Arguments all = options;
        all.emplace_back(out);
        RunSmall(all);
    }
    ExpectSame("work/a", "work/b");
}

TEST_F(RunTest, CapturesEachHostWithoutChangingTheResults)
{
    RunSmall({"--out=plain"});
    RunSmall({"--out=captured", "--pcap=run"});
    ExpectSame("work/plain", "work/captured");
    constexpr size_t FILE_HEADER = 24;
    for (int host = 0; host < 12; ++host)
    {
        const auto file = Read("work/run-host" + std::to_string(host) + ".pcap");
        EXPECT_GT(file.size(), FILE_HEADER) << host;
        EXPECT_NE(file, "(absent)");
    }
}

TEST_F(RunTest, AnotherSeedGivesOtherResults)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        RunSmall({"--out=1" + transport, "--seed=1", "--transport=" + transport});
        RunSmall({"--out=2" + transport, "--seed=2", "--transport=" + transport});
        EXPECT_NE(Read("work/1" + transport + "/transfers.csv"),
                  Read("work/2" + transport + "/transfers.csv"));
    }
    RunSmall({"--out=3mlt", "--seed=1", "--RngSeed=2"});
    EXPECT_NE(Read("work/1mlt/transfers.csv"), Read("work/3mlt/transfers.csv"));
}

TEST_F(RunTest, ReplacesARunOfTheSameConfiguration)
{
    RunSmall({"--out=out"});
    const std::string former = Read("work/out/timing.json");
    Write("work/out/left-over", "");
    RunSmall({"--out=out"});
    EXPECT_EQ(WorkListing(), Within("out", FILES));
    EXPECT_NE(Read("work/out/timing.json"), former);
}

TEST_F(RunTest, RefusesAFolderOfAnotherConfiguration)
{
    RunSmall({"--out=out"});
    const auto before = Read("work/out/timing.json");
    const auto refuses = [this](const std::string& option, const std::string& difference) {
        const Outcome outcome = Run(Small({"--out=out", option}));
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err,
                  "mlt-sim: error: --out: " + Work() +
                      "/out: holds results of another configuration (" + difference +
                      "); name another folder with --out=<folder>, or remove this one\n");
    };
    refuses("--seed=2", "seed: 1 there, 2 now");
    refuses("--lossBound=0.2", "loss_bound: 0.1 there, 0.2 now");
    refuses("--transport=dctcp",
            R"(transport: "ns3::mlt::MltTransport" there, "ns3::mlt::DctcpTransport" now)");
    refuses("--ns3::mlt::MltSender::ProbeRtts=3",
            "attributes_set: ns3::mlt::MltSender::ProbeRtts: absent there");
    EXPECT_EQ(WorkListing(), Within("out", FILES));
    EXPECT_EQ(Read("work/out/timing.json"), before);
}

TEST_F(RunTest, TransfersKeepTheirBound)
{
    constexpr double PUSH = 0.1;
    constexpr double PULL = 0.02;
    RunSmall({"--out=out",
              "--lossBound=0.1",
              "--pullLossBound=0.02",
              "--lossRate=0.05",
              "--iterations=2"});
    const Table table = ReadTable("work/out/transfers.csv");
    ASSERT_EQ(table.rows.size(), 2U * 2 * 9 * (3 + 3)); // three whole tensors, three pieces of one
    for (const auto& row : table.rows)
    {
        const auto bytes = std::stoull(row.at("bytes"));
        const auto delivered = std::stoull(row.at("delivered"));
        const auto sent = std::stoull(row.at("sent"));
        const double bound = row.at("direction") == "push" ? PUSH : PULL;
        EXPECT_EQ(std::stoull(row.at("lost")), bytes - delivered);
        EXPECT_GE(static_cast<double>(delivered), std::ceil((1 - bound) * bytes - 1e-6));
        EXPECT_LE(delivered, bytes);
        EXPECT_GE(sent, delivered);
        EXPECT_GE(sent, std::stoull(row.at("repaired")));
        EXPECT_EQ(row.at("priority"), row.at("layer") == "0" ? "1" : "4"); // 1 + 7 x layer / 2
        EXPECT_NE(row.at("source"), row.at("destination"));
        EXPECT_GT(Ps(row.at("fct_ns")), 0);
        EXPECT_GE(Ps(row.at("start_ns")), 0);
    }
}

TEST_F(RunTest, PrioritiesReachFromOneToSeven)
{
    const Outcome outcome = Run(
        {"--topology=3x2x4", "--model=googlenet", "--mtu=9000", "--computeScale=0", "--out=out"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    Names priorities;
    for (const auto& row : ReadTable("work/out/transfers.csv").rows)
    {
        priorities.insert(row.at("priority"));
    }
    EXPECT_EQ(priorities, (Names{"1", "2", "3", "4", "5", "6", "7"}));
}

TEST_F(RunTest, WithoutABoundAllArrives)
{
    RunSmall({"--out=out", "--lossBound=0", "--lossRate=0.05"});
    for (const auto& row : ReadTable("work/out/transfers.csv").rows)
    {
        EXPECT_EQ(row.at("delivered"), row.at("bytes"));
        EXPECT_EQ(row.at("lost"), "0");
    }
    EXPECT_EQ(ReadJson("work/out/summary.json")["totals"]["delivered_share"], 1.0);
}

TEST_F(RunTest, DctcpHasOnePriorityAndDeliversAll)
{
    RunSmall({"--out=out", "--transport=dctcp"});
    const Table table = ReadTable("work/out/transfers.csv");
    ASSERT_FALSE(table.rows.empty());
    for (const auto& row : table.rows)
    {
        EXPECT_EQ(row.at("priority"), "1");
        EXPECT_EQ(row.at("lost"), "0");
        EXPECT_EQ(row.at("delivered"), row.at("bytes"));
    }
}

TEST_F(RunTest, SummaryIsWhatTheTablesSay)
{
    RunSmall({"--out=out", "--iterations=3", "--lossRate=0.01"});
    const Json summary = ReadJson("work/out/summary.json");
    std::vector<int64_t> fct;
    uint64_t bytes = 0;
    uint64_t sent = 0;
    uint64_t delivered = 0;
    uint64_t repaired = 0;
    for (const auto& row : ReadTable("work/out/transfers.csv").rows)
    {
        fct.push_back(Ps(row.at("fct_ns")));
        bytes += std::stoull(row.at("bytes"));
        sent += std::stoull(row.at("sent"));
        delivered += std::stoull(row.at("delivered"));
        repaired += std::stoull(row.at("repaired"));
    }
    double sum = 0;
    for (int64_t ps : fct)
    {
        sum += static_cast<double>(ps);
    }
    std::sort(fct.begin(), fct.end());
    const size_t rank = (fct.size() * 99 + 99) / 100; // nearest rank, from 1
    EXPECT_NEAR(summary["fct_mean_ns"].get<double>(), sum / fct.size() / 1e3, 1e-3);
    EXPECT_NEAR(summary["fct_p99_ns"].get<double>(), fct.at(rank - 1) / 1e3, 1e-3);
    EXPECT_EQ(summary["totals"]["transfers"], fct.size());
    EXPECT_EQ(summary["totals"]["payload_bytes"], bytes);
    EXPECT_EQ(summary["totals"]["sent_bytes"], sent);
    EXPECT_EQ(summary["totals"]["delivered_bytes"], delivered);
    EXPECT_EQ(summary["totals"]["lost_bytes"], bytes - delivered);
    EXPECT_EQ(summary["totals"]["repaired_bytes"], repaired);
    EXPECT_NEAR(summary["totals"]["delivered_share"].get<double>(),
                static_cast<double>(delivered) / bytes,
                1e-12);
}

TEST_F(RunTest, IterationsFollowEachOther)
{
    RunSmall({"--out=out", "--iterations=3"});
    const Json summary = ReadJson("work/out/summary.json");
    const Table table = ReadTable("work/out/iterations.csv");
    ASSERT_EQ(table.rows.size(), 3U * 9);
    double sum = 0;
    int64_t longest = 0;
    std::map<std::string, std::string> endOfWorker;
    for (const auto& row : table.rows)
    {
        const int64_t length = Ps(row.at("end_ns")) - Ps(row.at("start_ns"));
        sum += static_cast<double>(length);
        longest = std::max(longest, length);
        EXPECT_EQ(Ps(row.at("compute_ns")) + Ps(row.at("exposed_ns")), length);
        EXPECT_GE(Ps(row.at("compute_ns")), 36000000); // 6 + 12 us for each of two layers
        EXPECT_LT(Ps(row.at("compute_ns")), 36360000); // and up to 1 % of jitter
        auto& former = endOfWorker[row.at("worker")];
        if (row.at("iteration") != "0")
        {
            EXPECT_EQ(row.at("start_ns"), former);
        }
        former = row.at("end_ns");
    }
    EXPECT_EQ(endOfWorker.size(), 9U);
    EXPECT_NEAR(summary["iteration_mean_ns"].get<double>(), sum / table.rows.size() / 1e3, 1e-3);
    EXPECT_NEAR(summary["iteration_max_ns"].get<double>(), longest / 1e3, 1e-3);
}

TEST_F(RunTest, ConservesItsFrames)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        RunSmall(
            {"--out=" + transport, "--transport=" + transport, "--lossRate=0.02", "--lossOn=all"});
        const Json account = ReadJson("work/" + transport + "/summary.json")["conservation"];
        EXPECT_EQ(account["holds"], true);
        for (const char* count : {"data_frames", "data_bytes", "control_frames", "control_bytes"})
        {
            uint64_t sum = 0;
            for (const char* what :
                 {"useful", "duplicate", "late", "stale", "dropped", "in_flight"})
            {
                sum += account[what][count].get<uint64_t>();
            }
            EXPECT_GT(account["dropped"][count], 0) << count;
            EXPECT_EQ(account["sent"][count], sum) << count;
        }
    }
}

TEST_F(RunTest, PortsSumToTheSummary)
{
    RunSmall({"--out=out", "--lossRate=0.01", "--lossOn=all"});
    const Json summary = ReadJson("work/out/summary.json");
    uint64_t hops = 0;
    uint64_t fromHosts = 0;
    uint64_t dropped = 0;
    for (const auto& row : ReadTable("work/out/ports.csv").rows)
    {
        hops += std::stoull(row.at("sent_frames"));
        if (row.at("port").compare(0, 4, "host") == 0)
        {
            fromHosts += std::stoull(row.at("sent_bytes"));
        }
        for (const char* why :
             {"dropped_selective", "dropped_full", "dropped_pushed_out", "lost_on_link"})
        {
            dropped += std::stoull(row.at(why));
        }
    }
    const Json& account = summary["conservation"];
    EXPECT_EQ(summary["totals"]["packet_hops"], hops);
    EXPECT_EQ(account["sent"]["data_bytes"].get<uint64_t>() +
                  account["sent"]["control_bytes"].get<uint64_t>(),
              fromHosts);
    EXPECT_EQ(account["dropped"]["data_frames"].get<uint64_t>() +
                  account["dropped"]["control_frames"].get<uint64_t>(),
              dropped);
}

TEST_F(RunTest, InjectsLossOnOneDirectedLinkOnly)
{
    RunSmall({"--out=out", "--lossRate=0.3", "--lossLink=leaf0-spine1"});
    uint64_t there = 0;
    for (const auto& row : ReadTable("work/out/ports.csv").rows)
    {
        const auto lost = std::stoull(row.at("lost_on_link"));
        if (row.at("port") != "leaf0-spine1" || row.at("queue") == "0")
        {
            EXPECT_EQ(lost, 0U) << row.at("port") << " queue " << row.at("queue");
        }
        else
        {
            there += lost;
        }
    }
    EXPECT_GT(there, 0U);
}

TEST_F(RunTest, ConfigurationHoldsNoPath)
{
    RunSmall(
        {"--out=out", std::string("--plugin=") + MLT_TEST_PLUGIN, "--balancer=user::FirstPath"});
    const std::string summary = Read("work/out/summary.json");
    EXPECT_EQ(summary.find(m_folder.string()), std::string::npos);
    EXPECT_EQ(summary.find('/'), std::string::npos) << summary.substr(summary.find('/') - 60, 120);
    const Json configuration = ReadJson("work/out/summary.json")["configuration"];
    EXPECT_EQ(configuration["model"], "small");
    EXPECT_EQ(configuration["seed"], 1);
    EXPECT_EQ(configuration["topology"], "3x2x4");
    EXPECT_EQ(configuration["mtu"], 9000);
}

TEST_F(RunTest, RunsABalancerOfAPlugin)
{
    const Arguments plugin{std::string("--plugin=") + MLT_TEST_PLUGIN,
                           "--balancer=user::FirstPath"};
    RunSmall({plugin[0], plugin[1], "--out=plugin"});
    RunSmall({"--balancer=random", "--out=random"});
    const auto upBytes = [this](const std::string& file, const std::string& spine) {
        uint64_t bytes = 0;
        for (const auto& row : ReadTable(file).rows)
        {
            const std::string& port = row.at("port");
            const bool up = port.compare(0, 4, "leaf") == 0 && port.size() > 6 &&
                            port.compare(port.size() - 6, 6, spine) == 0;
            bytes += up ? std::stoull(row.at("sent_bytes")) : 0;
        }
        return bytes;
    };
    EXPECT_GT(upBytes("work/plugin/ports.csv", "spine0"), 0U);
    EXPECT_EQ(upBytes("work/plugin/ports.csv", "spine1"), 0U);
    EXPECT_GT(upBytes("work/random/ports.csv", "spine0"), 0U);
    EXPECT_GT(upBytes("work/random/ports.csv", "spine1"), 0U);
}

TEST_F(RunTest, CompressesTransfersOnDemand)
{
    RunSmall({"--out=a", "--gzip"});
    RunSmall({"--out=b", "--gzip"});
    Names files = FILES;
    files.erase("transfers.csv");
    files.insert("transfers.csv.gz");
    Names both = Within("a", files);
    both.merge(Within("b", files));
    EXPECT_EQ(WorkListing(), both);
    EXPECT_EQ(Read("work/a/transfers.csv.gz").substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(Read("work/a/transfers.csv.gz"), Read("work/b/transfers.csv.gz"));
}

TEST_F(RunTest, LossMasksSumToWhatWasLost)
{
    RunSmall({"--out=out", "--lossMasks", "--lossRate=0.03"});
    const Table masks = ReadTable("work/out/losses.csv");
    EXPECT_EQ(masks.header,
              "iteration,layer,tensor,direction,source,destination,first_byte,bytes,job");
    const auto key = [](const std::map<std::string, std::string>& row) {
        return row.at("iteration") + "," + row.at("tensor") + "," + row.at("direction") + "," +
               row.at("source") + "," + row.at("destination");
    };
    std::map<std::string, uint64_t> lost;
    std::map<std::string, uint64_t> end;
    for (const auto& row : masks.rows)
    {
        const uint64_t first = std::stoull(row.at("first_byte"));
        EXPECT_TRUE(end.count(key(row)) == 0 || first > end[key(row)]) << "not apart";
        end[key(row)] = first + std::stoull(row.at("bytes"));
        lost[key(row)] += std::stoull(row.at("bytes"));
    }
    uint64_t all = 0;
    for (const auto& row : ReadTable("work/out/transfers.csv").rows)
    {
        EXPECT_EQ(lost[key(row)], std::stoull(row.at("lost"))) << key(row);
        EXPECT_LE(end[key(row)], std::stoull(row.at("bytes"))) << key(row);
        all += std::stoull(row.at("lost"));
    }
    EXPECT_GT(all, 0U);
    EXPECT_EQ(ReadJson("work/out/summary.json")["totals"]["lost_bytes"], all);
}

TEST_F(RunTest, LossByLayerSumsToWhatWasLost)
{
    RunSmall({"--out=out", "--lossRate=0.03"});
    const Json summary = ReadJson("work/out/summary.json");
    uint64_t bytes = 0;
    uint64_t lost = 0;
    for (const auto& row : summary["loss_by_layer"])
    {
        bytes += row["bytes"].get<uint64_t>();
        lost += row["lost"].get<uint64_t>();
        const auto packets = row["lost_droppable_packets"].get<uint64_t>() +
                             row["lost_protected_packets"].get<uint64_t>();
        EXPECT_EQ(packets > 0, row["lost"].get<uint64_t>() > 0);
    }
    EXPECT_EQ(summary["totals"]["payload_bytes"], bytes);
    EXPECT_EQ(summary["totals"]["lost_bytes"], lost);
    EXPECT_GT(lost, 0U);
}

TEST_F(RunTest, TimingHoldsWhatTheSummaryMustNot)
{
    RunSmall({"--out=out"});
    const Json timing = ReadJson("work/out/timing.json");
    EXPECT_EQ(timing["out"], "out");
    EXPECT_GT(timing["run_s"].get<double>(), 0.0);
    EXPECT_EQ(timing["packet_hops"], ReadJson("work/out/summary.json")["totals"]["packet_hops"]);
    EXPECT_EQ(timing["finished"].get<std::string>().size(), 20U);
}

TEST_F(RunTest, AStallNamesTheOpenMessages)
{
    const Outcome outcome = Run(Small({"--lossRate=0.999999",
                                       "--lossOn=all",
                                       "--stallTime=2ms",
                                       "--computeScale=0",
                                       "--out=out"}));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    const std::string start = "mlt-sim: error: no progress for 2 ms of simulated time "
                              "(--stallTime); 54 transfers are open\n"
                              "  message 0: host 1 to host 0, iteration 0, layer 1, ";
    EXPECT_EQ(outcome.err.substr(0, start.size()), start);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 6) << outcome.err;
    EXPECT_EQ(WorkListing(), Names{});
}

TEST_F(RunTest, AStallOfDctcpNamesTheOpenMessages)
{
    const Outcome outcome = Run(Small({"--lossRate=0.999999",
                                       "--lossOn=all",
                                       "--stallTime=30ms",
                                       "--transport=dctcp",
                                       "--computeScale=0",
                                       "--out=out"}));
    EXPECT_EQ(outcome.status, 1);
    const std::string start = "mlt-sim: error: no progress for 30 ms of simulated time "
                              "(--stallTime); 54 transfers are open\n  message ";
    EXPECT_EQ(outcome.err.substr(0, start.size()), start);
    EXPECT_EQ(WorkListing(), Names{});
}

TEST_F(RunTest, ATableWithoutAPeakRunsAtItsOwnTimes)
{
    const std::string table = SmallModel();
    const std::string text = Read("small.csv");
    const std::string bare = Write("bare.csv", text.substr(text.find("layer,")));
    const auto run = [this](const std::string& out,
                            const std::string& model,
                            const Arguments& more) {
        Arguments arguments{"--topology=3x2x4", "--mtu=9000", "--model=" + model, "--out=" + out};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = Run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return Read("work/" + out + "/iterations.csv");
    };
    const std::string own = run("own", bare, {});
    EXPECT_EQ(run("named", bare, {"--device=table"}), own);
    EXPECT_EQ(run("peak", table, {}), own);
    EXPECT_EQ(run("scaled by 1", table, {"--device=rtx3090"}), own);
    EXPECT_NE(run("scaled", table, {"--device=v100"}), own);
}

TEST_F(RunTest, ARunThatFailsLeavesNoCaptures)
{
    const Arguments capture{"--pcap=run", "--out=out"};
    for (const Arguments& more : {Arguments{"--lossRate=0.999999", "--stallTime=2ms"},
                                  Arguments{"--lossLink=leaf9-spine9"},
                                  Arguments{"--hostRate=8Mbps", "--iterations=1000"}})
    {
        Arguments arguments = Small(capture);
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(Run(arguments).status, 1);
        EXPECT_EQ(WorkListing(), Names{}) << more.front();
    }
}

TEST_F(RunTest, ARunThatFailsKeepsTheFormerCaptures)
{
    RunSmall({"--pcap=run", "--out=out"});
    const Names before = WorkListing();
    const std::string captured = Read("work/run-host0.pcap");
    EXPECT_EQ(
        Run(Small({"--pcap=run", "--out=other", "--lossRate=0.999999", "--stallTime=2ms"})).status,
        1);
    EXPECT_EQ(WorkListing(), before);
    EXPECT_EQ(Read("work/run-host0.pcap"), captured);
}

/** Interrupts long runs. */
class InterruptTest : public ProgramTest
{
  protected:
    std::unique_ptr<Program> StartLongRun() const
    {
        return Start(
            {"--topology=9x4x16", "--model=vgg16", "--computeScale=0", "--out=results/out"});
    }

    /** Waits until something is to be seen in the working folder. */
    bool AwaitFiles(size_t least) const
    {
        for (int i = 0; i < 5000; ++i)
        {
            if (WorkListing().size() >= least)
            {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }

    bool HasResultFiles() const
    {
        const auto names = WorkListing();
        return std::any_of(names.begin(), names.end(), [](const std::string& name) {
            return name.find(".csv") != std::string::npos ||
                   name.find("partial") != std::string::npos;
        });
    }

    static constexpr double PATIENCE_S = 20;
};

TEST_F(InterruptTest, LeavesNothing)
{
    for (int signal : {SIGINT, SIGTERM})
    {
        auto program = StartLongRun();
        ASSERT_TRUE(AwaitFiles(4)); // folder, staging folder, two tables
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        program->Signal(signal);
        const Outcome outcome = program->Wait(PATIENCE_S);
        EXPECT_EQ(outcome.status, 130);
        const std::string last = "mlt-sim: stopped by the user; nothing was written\n";
        ASSERT_GE(outcome.err.size(), last.size());
        // a slow machine has shown progress before
        EXPECT_EQ(outcome.err.substr(outcome.err.size() - last.size()), last);
        EXPECT_FALSE(HasResultFiles());
    }
}

TEST_F(InterruptTest, LeavesNothingWhileTheRunIsPrepared)
{
    auto program = StartLongRun();
    ASSERT_TRUE(AwaitFiles(2)); // folder, staging folder
    program->Signal(SIGINT);
    const Outcome outcome = program->Wait(PATIENCE_S);
    EXPECT_EQ(outcome.status, 130);
    EXPECT_FALSE(HasResultFiles());
}

TEST_F(InterruptTest, TheNextRunRemovesWhatAKilledOneLeft)
{
    auto program = Start(
        {"--topology=9x4x16", "--model=vgg16", "--computeScale=0", "--out=out", "--pcap=run"});
    ASSERT_TRUE(AwaitFiles(3 + 144)); // staging folder, two tables, captures
    program->Signal(SIGKILL);
    EXPECT_EQ(program->Wait(PATIENCE_S).status, -SIGKILL);
    EXPECT_TRUE(HasResultFiles());
    const Arguments again{"--topology=9x4x16",
                          "--model=" + SmallModel(),
                          "--mtu=9000",
                          "--out=out",
                          "--pcap=run"};
    ASSERT_EQ(Run(again).status, 0);
    for (const auto& name : WorkListing())
    {
        EXPECT_EQ(name.find("partial"), std::string::npos) << name;
    }
}

TEST_F(InterruptTest, KeepsTheFormerRun)
{
    // the former run's files stay whole when a second run of the same configuration is killed
    const Arguments small{"--topology=3x2x4", "--model=" + SmallModel(), "--out=out"};
    ASSERT_EQ(Run(small).status, 0);
    const auto before = Read("work/out/timing.json");
    auto program = Start(small);
    program->Signal(SIGKILL);
    program->Wait(PATIENCE_S);
    EXPECT_EQ(Read("work/out/timing.json"), before);
    EXPECT_EQ(Run(small).status, 0);
    EXPECT_NE(Read("work/out/timing.json"), before);
}

} // namespace
} // namespace ns3::mlt
