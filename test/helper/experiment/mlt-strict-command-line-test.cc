// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** Values of each kind, and what a command line makes of them. */
struct Knobs
{
    uint64_t bytes{1000};
    double loss{0.1};
    DataRate rate{"10Gbps"};
    Time delay{MicroSeconds(10)};
    std::string folder;

    void Parse(std::vector<std::string> arguments, bool orExit = false)
    {
        StrictCommandLine command("/some/where/program.cc");
        command.AddWhole("bytes", "bytes of a message", bytes, 1, 1000000);
        command.AddShare("loss", "share that is lost", loss);
        command.AddRate("rate", "rate of the link", rate);
        command.AddTime("delay", "delay of the link", delay, Seconds(1));
        command.AddText("folder", "where results go", folder);
        arguments.insert(arguments.begin(), "program");
        std::vector<char*> pointers;
        for (auto& argument : arguments)
        {
            pointers.push_back(argument.data());
        }
        const int count = static_cast<int>(pointers.size());
        orExit ? command.Parse(count, pointers.data())
               : command.ParseOrThrow(count, pointers.data());
    }
};

std::string
ErrorOf(const std::string& argument)
{
    try
    {
        Knobs().Parse({argument});
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "no error";
}

class StrictCommandLineTest : public testing::Test
{
  protected:
    ~StrictCommandLineTest() override
    {
        Config::Reset();
        RngSeedManager::SetSeed(1);
    }
};

TEST_F(StrictCommandLineTest, WithoutArgumentsDefaultsStay)
{
    UseFabricResolution();
    Knobs knobs;
    knobs.Parse({});
    EXPECT_EQ(knobs.bytes, 1000U);
    EXPECT_EQ(knobs.loss, 0.1);
    EXPECT_EQ(knobs.rate.GetBitRate(), 10000000000U);
    EXPECT_EQ(knobs.delay, MicroSeconds(10));
    EXPECT_EQ(knobs.folder, "");
}

TEST_F(StrictCommandLineTest, ReadsEachKind)
{
    UseFabricResolution();
    Knobs knobs;
    knobs.Parse({"--bytes=7", "--loss=0.25", "--rate=1Mbps", "--delay=2ms", "--folder=a b=c"});
    EXPECT_EQ(knobs.bytes, 7U);
    EXPECT_EQ(knobs.loss, 0.25);
    EXPECT_EQ(knobs.rate.GetBitRate(), 1000000U);
    EXPECT_EQ(knobs.delay, MilliSeconds(2));
    EXPECT_EQ(knobs.folder, "a b=c");
}

TEST_F(StrictCommandLineTest, SaysWhatWasExpected)
{
    UseFabricResolution();
    const std::string bytes = "--bytes: expected a whole number from 1 to 1000000, got ";
    EXPECT_EQ(ErrorOf("--bytes=-1"), bytes + "\"-1\"");
    EXPECT_EQ(ErrorOf("--bytes=15x"), bytes + "\"15x\"");
    EXPECT_EQ(ErrorOf("--bytes=7 x"), bytes + "\"7 x\"") << "ns-3 reads up to the blank";
    EXPECT_EQ(ErrorOf("--bytes=1000001"), bytes + "\"1000001\"");
    EXPECT_EQ(ErrorOf("--bytes="), "--bytes: expected --bytes=<value>");
    EXPECT_EQ(ErrorOf("--bytes"), "--bytes: expected --bytes=<value>");
    EXPECT_NE(ErrorOf("--loss=1").find("--loss: expected"), std::string::npos);
    EXPECT_NE(ErrorOf("--rate=0bps").find("--rate: expected a positive rate"), std::string::npos);
    EXPECT_NE(ErrorOf("--delay=2s").find("--delay: expected a time"), std::string::npos);
    EXPECT_EQ(ErrorOf("--folder="), "--folder: expected --folder=<value>");
    EXPECT_EQ(ErrorOf("--byte=1"), "unknown option \"--byte\"; --help lists them");
    EXPECT_EQ(ErrorOf("15"),
              "unexpected argument \"15\"; options are written --<name>=<value>, --help lists "
              "them");
    EXPECT_NE(ErrorOf("--ns3::mlt::MltSender::ProbeRtts=x").find("expected a value of"),
              std::string::npos);
    EXPECT_NE(ErrorOf("--RngSeed=0").find("RngSeed: expected"), std::string::npos);
}

TEST_F(StrictCommandLineTest, PassesAttributesAndGlobalValuesOn)
{
    UseFabricResolution();
    Knobs knobs;
    knobs.Parse({"--ns3::mlt::SelectiveDropPolicy::Buffer=77KB", "--RngSeed=5"});
    QueueSizeValue buffer;
    CreateObject<SelectiveDropPolicy>()->GetAttribute("Buffer", buffer);
    EXPECT_EQ(buffer.Get(), QueueSize("77KB"));
    EXPECT_EQ(RngSeedManager::GetSeed(), 5U);
}

TEST_F(StrictCommandLineTest, EndsTheProgramWithItsNameAndTheReason)
{
    UseFabricResolution();
    EXPECT_EXIT(Knobs().Parse({"--bytes=0"}, true),
                testing::ExitedWithCode(1),
                "^program: error: --bytes: expected a whole number from 1 to 1000000, got \"0\"");
}

TEST_F(StrictCommandLineTest, HelpIsNoError)
{
    UseFabricResolution();
    EXPECT_EXIT(Knobs().Parse({"--help"}, true), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace ns3::mlt
