// SPDX-License-Identifier: GPL-2.0-only
// Whole runs with look-ahead (Fabric::LookAhead) against the reference without: the same files.
#include "program/mlt-temporary-folder.h"

#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-experiment.h"
#include "ns3/simulator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t SEEDS = 3;

constexpr const char* SMALL_TABLE = "# peak_flops: 35.58e12\n"
                                    "# utilization: 0.5\n"
                                    "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                                    "0,first.weight,20000,80000,3,5\n"
                                    "1,second.weight,60000,240000,2,7\n"
                                    "2,third.weight,5000,20000,1,1\n";

using Arguments = std::vector<std::string>;

/** What a run left. */
struct Files
{
    std::map<std::string, std::string> texts; //!< by name
    Json summary;                             //!< without the configuration
    uint64_t events{0};
};

class LookAheadRunTest : public TemporaryFolderTest
{
  protected:
    void TearDown() override
    {
        Config::Reset();
        TemporaryFolderTest::TearDown();
    }

    Files RunOnce(Arguments texts, const std::string& table, bool lookAhead) const
    {
        const std::string model = Write("small.csv", table);
        Config::Reset();
        UseFabricResolution();
        texts.insert(texts.begin(), {"mlt-sim", "--iterations=2"});
        texts.push_back("--model=" + model);
        texts.push_back("--lossMasks");
        texts.push_back("--out=" + PathOf("out"));
        texts.push_back("--ns3::mlt::Fabric::LookAhead=" + std::to_string(lookAhead));
        std::vector<char*> argv;
        for (auto& text : texts)
        {
            argv.push_back(text.data());
        }
        const auto options =
            ParseCommandLine(static_cast<int>(argv.size()), argv.data(), m_folder.string());
        const ResultFolder folder(options.out, options.Configuration());
        Experiment experiment(options, folder);
        const uint64_t before = Simulator::GetEventCount();
        experiment.Run();
        Files files;
        files.events = Simulator::GetEventCount() - before;
        for (const char* name : {"transfers.csv", "iterations.csv", "ports.csv", "losses.csv"})
        {
            const auto path = std::filesystem::relative(folder.PathOf(name), m_folder);
            files.texts[name] = Read(path.string());
        }
        files.summary = experiment.Summary();
        files.summary.erase("configuration");
        return files;
    }

    /** Runs it both ways with some seeds. @return what the last run with look-ahead left. */
    Files Compare(const Arguments& arguments, const std::string& table = SMALL_TABLE) const
    {
        Files fast;
        for (uint32_t seed = 1; seed <= SEEDS && !HasFailure(); ++seed)
        {
            Arguments seeded = arguments;
            seeded.push_back("--seed=" + std::to_string(seed));
            fast = RunOnce(seeded, table, true);
            const Files reference = RunOnce(seeded, table, false);
            for (const auto& [name, text] : reference.texts)
            {
                EXPECT_TRUE(fast.texts[name] == text) << name << " differs, seed " << seed;
            }
            EXPECT_GT(fast.texts["transfers.csv"].size(), 1000U);
            EXPECT_EQ(fast.summary.dump(), reference.summary.dump());
            EXPECT_LT(fast.events, reference.events);
        }
        return fast;
    }

    static uint64_t Dropped(const Files& files, DropReason reason)
    {
        uint64_t frames = 0;
        for (const auto& row : files.summary["drops_by_class"])
        {
            frames += row[std::string("dropped_") + ToString(reason)].get<uint64_t>();
        }
        return frames;
    }
};

TEST_F(LookAheadRunTest, MltWithCompute)
{
    Compare({"--topology=2x2x4"});
}

TEST_F(LookAheadRunTest, RingAllReduceUnderLoss)
{
    for (const std::string transport : {"mlt", "dctcp"})
    {
        Compare({"--topology=2x2x4",
                 "--pattern=ring",
                 "--bucketBytes=100000",
                 "--transport=" + transport,
                 "--lossRate=0.01"});
    }
}

TEST_F(LookAheadRunTest, MltWithSelectiveDropAndPushOut)
{
    const Files files = Compare({"--topology=2x1x8",
                                 "--uplinkRate=100Gbps",
                                 "--servers=2",
                                 "--computeScale=0",
                                 "--ns3::mlt::SelectiveDropPolicy::Buffer=20KB",
                                 "--ns3::mlt::SelectiveDropPolicy::DropBackBdp=0.05",
                                 "--ns3::mlt::SelectiveDropPolicy::DropFrontBdp=0.5",
                                 "--ns3::mlt::SelectiveDropPolicy::PushOut=1",
                                 "--lossBound=0.5",
                                 "--ns3::mlt::MltSender::SendOrder=ns3::mlt::RandomOrder",
                                 "--ns3::mlt::MltSender::RateControl="
                                 "ns3::mlt::TimelyRateControl"});
    EXPECT_GT(Dropped(files, DropReason::Selective), 0U);
    EXPECT_GT(Dropped(files, DropReason::PushedOut), 0U);
}

TEST_F(LookAheadRunTest, MltWithRandomLoss)
{
    const Files files =
        Compare({"--topology=2x2x4", "--lossRate=0.05", "--lossOn=all", "--lossBound=0.01"});
    EXPECT_GT(Dropped(files, DropReason::LinkLoss), 50U);
    EXPECT_GT(files.summary["totals"]["repaired_bytes"].get<uint64_t>(), 0U);
}

TEST_F(LookAheadRunTest, MltWhoseSenderAllowsNoLateness)
{
    Compare({"--topology=2x2x4", "--ns3::mlt::MltSender::ProbeRtts=0", "--lossRate=0.02"});
}

/** Tensors of two packets to many. */
constexpr const char* MIXED_TABLE = "# peak_flops: 35.58e12\n"
                                    "# utilization: 0.5\n"
                                    "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                                    "0,a.weight,7019,28076,1,1\n"
                                    "0,a.bias,3500,14000,0,0\n"
                                    "1,b.weight,7020,28080,1,2\n"
                                    "1,b.bias,14038,56152,0,0\n"
                                    "2,c.weight,70000,280000,2,1\n"
                                    "3,d.weight,150000,600000,1,1\n";

TEST_F(LookAheadRunTest, MltWithShortAndLongMessages)
{
    const Files files =
        Compare({"--topology=3x2x4", "--servers=2", "--computeScale=0"}, MIXED_TABLE);
    EXPECT_GT(Dropped(files, DropReason::Selective), 0U);
}

TEST_F(LookAheadRunTest, MltWithLongLinksAndLostControl)
{
    const Files files = Compare({"--topology=2x2x8",
                                 "--servers=4",
                                 "--delay=5us",
                                 "--lossRate=0.02",
                                 "--lossOn=all",
                                 "--lossBound=0.1",
                                 "--ns3::mlt::MltControlEndpoint::ControlTimeoutRtts=1",
                                 "--ns3::mlt::MltControlEndpoint::ControlTimeoutMin=1ns",
                                 "--ns3::mlt::MltSender::ProbeRtts=1"},
                                MIXED_TABLE);
    EXPECT_GT(Dropped(files, DropReason::LinkLoss), 1000U);
    EXPECT_GT(files.summary["totals"]["repaired_bytes"].get<uint64_t>(), 0U);
}

TEST_F(LookAheadRunTest, BalancersThatLookAtQueuesOrPauses)
{
    for (const std::string balancer : {"drill", "leastloaded", "letflow"})
    {
        Compare({"--topology=2x3x4",
                 "--computeScale=0",
                 "--balancer=" + balancer,
                 "--ns3::mlt::LetFlow::Gap=2us",
                 "--lossRate=0.01"});
    }
}

TEST_F(LookAheadRunTest, LinksThatFailInMidRun)
{
    const std::string events = Write("events.csv",
                                     "time_us,link,event,value\n"
                                     "5,leaf0-spine1,down,\n"
                                     "25,leaf0-spine1,up,\n"
                                     "10,spine0-leaf1,loss,0.1\n"
                                     "30,spine0-leaf1,loss,0\n");
    for (const std::string balancer : {"drill", "letflow", "random"})
    {
        const Files files = Compare({"--topology=2x3x4",
                                     "--computeScale=0",
                                     "--balancer=" + balancer,
                                     "--events=" + events,
                                     "--ns3::mlt::Fabric::DetectionDelay=5us"});
        EXPECT_GT(Dropped(files, DropReason::LinkDown), 0U);
        EXPECT_GT(Dropped(files, DropReason::LinkLoss), 0U);
    }
}

TEST_F(LookAheadRunTest, MltOnAFatTree)
{
    Compare({"--topology=fattree:4", "--computeScale=0"});
}

TEST_F(LookAheadRunTest, MltOnLinksWithHardlyAnyDelay)
{
    Compare({"--topology=2x2x4", "--computeScale=0", "--delay=1ns"});
}

/** A table of layers with a tensor of so many parameters each. */
std::string
TableOf(int layers, int parameters)
{
    std::string table = "# peak_flops: 35.58e12\n"
                        "# utilization: 0.5\n"
                        "layer,tensor,parameters,bytes,forward_us,backward_us\n";
    for (int layer = 0; layer < layers; ++layer)
    {
        table += fmt::format("{0},t{0}.weight,{1},{2},1,1\n", layer, parameters, 4 * parameters);
    }
    return table;
}

TEST_F(LookAheadRunTest, MltWhoseTimersAreDueAtOneInstant)
{
    Compare({"--topology=1x1x4",
             "--delay=10us",
             "--servers=2",
             "--computeScale=0",
             "--lossRate=0.4",
             "--lossOn=all",
             "--ns3::mlt::MltControlEndpoint::ControlTimeoutMin=100us",
             "--ns3::mlt::MltControlEndpoint::ControlTimeoutMax=200us",
             "--ns3::mlt::MltControlEndpoint::ControlTimeoutRtts=1",
             "--iterations=6"},
            TableOf(6, 50));
}

TEST_F(LookAheadRunTest, AStallIsReportedAlike)
{
    const auto error = [this](bool lookAhead) {
        try
        {
            RunOnce({"--topology=1x1x4",
                     "--servers=1",
                     "--delay=2us",
                     "--computeScale=0",
                     "--lossRate=0.999999",
                     "--lossOn=all",
                     "--stallTime=1ms",
                     "--ns3::mlt::ShareRateControl::StartBytes=200000000"},
                    TableOf(2, 2500000),
                    lookAhead);
        }
        catch (const RunError& stall)
        {
            return std::string(stall.what());
        }
        return std::string();
    };
    const std::string reference = error(false);
    EXPECT_NE(reference.find(" sent"), std::string::npos);
    EXPECT_EQ(error(true), reference);
}

TEST_F(LookAheadRunTest, DctcpWithManyConnectionsOpenedAtOneInstant)
{
    Compare({"--topology=3x3x4",
             "--transport=dctcp",
             "--ns3::mlt::DctcpTransport::ConnectionPerMessage=1",
             "--servers=6",
             "--computeScale=0",
             "--iterations=6"},
            TableOf(16, 365));
}

TEST_F(LookAheadRunTest, Dctcp)
{
    const Files files = Compare({"--topology=2x2x4",
                                 "--transport=dctcp",
                                 "--computeScale=0",
                                 "--ns3::mlt::SelectiveDropPolicy::Buffer=60KB"});
    EXPECT_GT(Dropped(files, DropReason::Full), 10U);
}

} // namespace
} // namespace ns3::mlt
