// SPDX-License-Identifier: GPL-2.0-only
// What the program refuses, with the text that a user reads. Each refusal comes before the
// simulation starts, with exit status 1, and writes nothing.
#include "program/mlt-program.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Arguments = std::vector<std::string>;

const std::string MODELS = "alexnet, bert, googlenet, gpt2, resnet50, t5, transformer, vgg16";
const std::string COLUMNS = "layer,tensor,parameters,bytes,forward_us,backward_us";
const std::string OPTIONS =
    "gzip, lossMasks, topology, hostRate, uplinkRate, delay, model, pattern, transport, balancer, "
    "lossBound, pullLossBound, lossRate, lossLink, lossOn, events, iterations, servers, workers, "
    "hosts, start, name, jobs, mtu, "
    "computeScale, device, seed, out, plugin, pcap, stallTime; of --pattern=ps cutAbove, jitter, "
    "aggregatePsPerByte, updatePsPerByte";

class BadInputTest : public ProgramTest
{
  protected:
    /** Expects that the program refuses the arguments with this text. */
    void Refuses(const Arguments& arguments, const std::string& text) const
    {
        std::string line;
        for (const auto& argument : arguments)
        {
            line += " " + argument;
        }
        SCOPED_TRACE(line);
        const auto before = WorkListing();
        constexpr double PATIENCE_S = 10; // on a busy machine
        const Outcome outcome = Start(arguments)->Wait(PATIENCE_S);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "mlt-sim: error: " + text + "\n");
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(WorkListing(), before);
    }

    /** The same for one option and several values that are refused alike. */
    void RefusesValues(const std::string& option,
                       const std::string& expected,
                       const std::vector<std::string>& values) const
    {
        for (const auto& value : values)
        {
            Refuses({"--" + option + "=" + value},
                    "--" + option + ": expected " + expected + ", got \"" + value + "\"");
        }
    }

    void RefusesTopology(const std::string& value, const std::string& why) const
    {
        Refuses({"--topology=" + value},
                "topology: " + why + ", got \"" + value +
                    "\"; expected <leaves>x<spines>x<hosts per leaf>, such as 9x4x16, testbed, or "
                    "fattree:<k>, such as fattree:16");
    }
};

TEST_F(BadInputTest, UnknownOption)
{
    const auto text = [](const std::string& option) {
        return "unknown option \"" + option + "\"; there are " + OPTIONS +
               "; and every ns-3 attribute as --ns3::<type>::<attribute>=<value>";
    };
    Refuses({"--frobnicate=1"}, text("--frobnicate"));
    Refuses({"--frobnicate"}, text("--frobnicate"));
    Refuses({"--Topology=9x4x16"}, text("--Topology"));
    Refuses({"--model=alexnet", "--lossbound=0.1"}, text("--lossbound"));
    Refuses({"--=1"}, text("--"));
}

TEST_F(BadInputTest, PositionalArgument)
{
    const auto text = [](const std::string& argument) {
        return "unexpected argument \"" + argument +
               "\"; options are written --<name>=<value>, --help lists them";
    };
    for (const std::string argument : {"resnet50", "", "-", "--", "-h", "-seed=1", "a\x01z"})
    {
        Refuses({argument}, text(argument == "a\x01z" ? "a\\x01z" : argument));
    }
    Refuses({"--iterations", "3"}, text("3"));
}

TEST_F(BadInputTest, OptionWithoutValue)
{
    for (const std::string option : {"topology", "model", "seed", "out", "plugin", "hostRate"})
    {
        const std::string text = "--" + option + ": expected --" + option + "=<value>";
        Refuses({"--" + option}, text);
        Refuses({"--" + option + "="}, text);
    }
}

TEST_F(BadInputTest, Counts)
{
    RefusesValues("iterations",
                  "a whole number from 1 to 1000000",
                  {"0",
                   "-1",
                   "1000001",
                   "99999999999999999999",
                   "3x",
                   "3 ",
                   " 3",
                   "+3",
                   "1e3",
                   "1.0",
                   "0x10",
                   "three"});
    RefusesValues("servers",
                  "a whole number from 1 to 144",
                  {"0", "-1", "145", "4294967297", "1s"});
    RefusesValues("workers",
                  "a whole number from 1 to 144",
                  {"0", "-1", "145", "4294967297", "1w"});
    RefusesValues("mtu", "a whole number from 576 to 9216", {"575", "9217", "0", "-1500", "1500B"});
    RefusesValues("seed",
                  "a whole number from 1 to 4611686018427387904",
                  {"0", "-1", "4611686018427387905", "1.5", "one"});
}

TEST_F(BadInputTest, CaptureThatCannotBeWritten)
{
    Refuses({"--topology=2x1x1", "--model=" + SmallModel(), "--pcap=absent/run"},
            "capture: cannot write absent/run-host0.pcap; the folder must exist, and a process may "
            "have as many files open (ulimit -n) as there are hosts");
}

TEST_F(BadInputTest, Shares)
{
    for (const char* option : {"lossBound", "pullLossBound", "lossRate"})
    {
        RefusesValues(option,
                      "a number from 0 to below 1, such as 0.1",
                      {"1",
                       "1.0",
                       "1.5",
                       "-0.1",
                       "-1e-9",
                       "nan",
                       "inf",
                       "-inf",
                       "1e400",
                       "10%",
                       "0.1x",
                       "p"});
    }
}

TEST_F(BadInputTest, ComputeScale)
{
    RefusesValues("computeScale",
                  "a number from 0 to 1000000",
                  {"-1", "nan", "inf", "1000001", "1x", "half"});
}

TEST_F(BadInputTest, RolesThatDoNotFit)
{
    const auto text = [](const std::string& counts, const std::string& hosts) {
        return "--servers, --workers: " + counts + ", one role a host, do not fit on the " + hosts;
    };
    Refuses({"--servers=100", "--workers=45"},
            text("100 servers and 45 workers", "144 hosts of --topology=9x4x16"));
    Refuses({"--servers=144"}, text("144 servers and 0 workers", "144 hosts of --topology=9x4x16"));
    Refuses({"--workers=144"},
            text("36 servers and 144 workers", "144 hosts of --topology=9x4x16"));
    Refuses({"--topology=testbed", "--servers=5", "--workers=4"},
            text("5 servers and 4 workers", "8 hosts of --topology=testbed"));
}

TEST_F(BadInputTest, Topology)
{
    for (const char* value : {"9x4",
                              "9x4x16x1",
                              "9*4*16",
                              "9x4x16 ",
                              "x4x16",
                              "-9x4x16",
                              "9x4x1.5",
                              "1000000000x1x1",
                              "tree",
                              "Testbed"})
    {
        RefusesTopology(value, "malformed");
    }
    for (const char* value : {"0x4x16", "9x0x16", "9x4x0"})
    {
        RefusesTopology(value, "every count must be at least 1");
    }
    for (const char* value : {"513x1x1", "1x512x1", "1x1x512", "1x256x257", "999999999x1x1"})
    {
        RefusesTopology(value, "a switch can have at most 512 links");
    }
    for (const char* value : {"1x1x1", "256x4x17", "512x1x9"})
    {
        RefusesTopology(value, "between 2 and 4096 hosts are possible");
    }
}

TEST_F(BadInputTest, FatTrees)
{
    for (const char* value : {"fattree", "fattree:", "fattree:4x4", "fattree:-4"})
    {
        RefusesTopology(value, "malformed");
    }
    for (const char* value : {"fattree:2", "fattree:7", "fattree:26"})
    {
        RefusesTopology(value, "k must be even, from 4 to 24");
    }
    Refuses({"--topology=fattree:4", "--uplinkRate=40Gbps"},
            "uplinkRate: got 40000000000 bit/s; expected none: all links of a fat tree have "
            "hostRate");
}

TEST_F(BadInputTest, Rates)
{
    for (const char* option : {"hostRate", "uplinkRate"})
    {
        RefusesValues(
            option,
            "a positive rate with its unit, such as 100Gbps",
            {"0Gbps", "0.0bps", "100", "-1Gbps", "100Gb ps", "100Gbpsx", "Gbps", "nanGbps"});
        for (const auto& [value, bits] :
             {std::pair<const char*, const char*>{"1bps", "1"}, {"9000Gbps", "9000000000000"}})
        {
            Refuses({std::string("--") + option + "=" + value},
                    std::string(option) + ": got " + bits + " bit/s; expected 8Mbps to 8000Gbps");
        }
    }
}

TEST_F(BadInputTest, UplinkRateThatFollowsFromTheHostsAndIsTooHigh)
{
    Refuses({"--hostRate=8000Gbps"},
            "uplinkRate: got 32000000000000 bit/s; expected 8Mbps to 8000Gbps");
}

TEST_F(BadInputTest, Times)
{
    RefusesValues(
        "delay",
        "a time with its unit, such as 1us, up to 1 s",
        {"1", "-1us", "1 us", "us", "1.5.1us", "2s", "1e3us", "nan", "9999999999999999999h"});
    RefusesValues("stallTime",
                  "a time with its unit, such as 1us, up to 1000 s",
                  {"10", "-1s", "1001s", "1h", "never"});
}

TEST_F(BadInputTest, Words)
{
    RefusesValues("lossOn", "data or all", {"none", "Data", "data,all"});
    Refuses({"--device=h100"},
            "device: expected table, or one of rtx3090, v100, a100, got \"h100\"");
    RefusesValues("gzip", "true or false", {"yes", "1", ""});
    RefusesValues("lossMasks", "true or false", {"yes", "2", ""});
}

TEST_F(BadInputTest, Algorithms)
{
    RefusesValues(
        "transport",
        "dctcp, mlt, or the TypeId of a ns3::mlt::MessageTransport",
        {"tcp", "MLT", "ns3::TcpDctcp", "ns3::mlt::MessageTransport", "ns3::mlt::FlowEcmp"});
    RefusesValues(
        "balancer",
        "drill, ecmp, leastloaded, letflow, random, roundrobin, or the TypeId of a "
        "ns3::mlt::PathChooser",
        {"spray", "flowlet", "ns3::Node", "ns3::mlt::PathChooser", "user::FirstPath", "Random"});
}

TEST_F(BadInputTest, LossLink)
{
    const auto text = [](const std::string& value) {
        return "--lossLink: expected all, or a directed link such as host0-leaf0 or "
               "spine3-leaf8, got \"" +
               value + "\"";
    };
    for (const char* value : {"leaf0-spine4", "leaf0", "host0-spine0", "leaf0 - spine0", "ALL"})
    {
        Refuses({std::string("--lossLink=") + value, "--model=" + SmallModel()}, text(value));
    }
}

TEST_F(BadInputTest, Model)
{
    const auto text = [](const std::string& value) {
        return "model: expected one of " + MODELS + " or the path of a table, got \"" + value +
               "\"";
    };
    for (const char* value : {"resnet51", "ResNet50", "./absent.csv", "/absent/x.csv", "../x"})
    {
        Refuses({std::string("--model=") + value}, text(value));
    }
}

TEST_F(BadInputTest, TraceThatCannotBeRead)
{
    const std::string empty = Write("empty.csv", "");
    Refuses({"--model=" + empty},
            empty + ":1: header: expected " + COLUMNS + ", got an empty file");
    const std::string binary = Write("binary.csv",
                                     std::string("\x7f"
                                                 "ELF\0\x01\x02",
                                                 7));
    Refuses({"--model=" + binary}, binary + ":1: line: expected text, got a NUL byte");
    const std::string garbage = Write("garbage.csv", "\xff\xfe\x01\x02\n");
    Refuses({"--model=" + garbage},
            garbage + ":1: header: expected " + COLUMNS +
                ", got no column layer in \"\\xff\\xfe\\x01\\x02\"");
    Refuses({"--model=" + Work()},
            Work() + ": file: expected a table that can be read, got a directory");
    Refuses({"--model=/proc/self/mem"},
            "/proc/self/mem: file: expected a table that can be read, got a file whose reading "
            "fails");
}

TEST_F(BadInputTest, TraceWithAFault)
{
    const std::string column =
        Write("column.csv", "layer,tensor,parameters,forward_us,backward_us\n0,a,1,1,1\n");
    Refuses({"--model=" + column},
            column + ":1: header: expected " + COLUMNS +
                ", got no column bytes in \"layer,tensor,parameters,forward_us,backward_us\"");
    const std::string rows = Write("rows.csv", COLUMNS + "\n");
    Refuses({"--model=" + rows},
            rows + ":1: rows: expected at least one tensor, got the end of the file");
    const std::string field = Write("field.csv", COLUMNS + "\n0,a,1,4,1,1\n1,b,1,-4,1,1\n");
    Refuses({"--model=" + field},
            field + ":3: bytes: expected a positive whole number, got \"-4\"");
    const std::string bare = Write("bare.csv", COLUMNS + "\n0,a,1,4,1,1\n");
    Refuses({"--model=" + bare, "--device=v100"},
            bare + ": peak_flops: expected a line \"# peak_flops: <number>\", which scaling to "
                   "device \"v100\" needs");
}

TEST_F(BadInputTest, JobThatLastsLongerThanASimulationCan)
{
    Refuses(
        {"--hostRate=8Mbps", "--iterations=1000000", "--model=" + SmallModel(), "--topology=3x2x4"},
        "--hostRate, --iterations: the job may take 110400048 simulated seconds, expected at "
        "most 9223; raise the rate or lower the number of iterations");
}

TEST_F(BadInputTest, FolderThatCannotBeWritten)
{
    const std::string below = Write("file", "") + "/out";
    Refuses({"--out=" + below},
            "--out: " + below +
                ": cannot be written (Not a directory); name another folder with --out=<folder>");
    Refuses({"--out=" + PathOf("file")},
            "--out: " + PathOf("file") +
                ": exists and is not a folder; name another folder with --out=<folder>, or remove "
                "this one");
    Refuses({"--out=/proc/absent/out"},
            "--out: /proc/absent/out: cannot be written (No such file or directory); name another "
            "folder with --out=<folder>");
    Refuses({"--out=" + m_folder.string()},
            "--out: " + m_folder.string() +
                ": is not empty and holds no results of this program; name another folder with "
                "--out=<folder>, or remove this one");
    Refuses({"--out=/"},
            "--out: /: is not empty and holds no results of this program; name another folder "
            "with --out=<folder>, or remove this one");
}

TEST_F(BadInputTest, FolderNameThatIsTooLong)
{
    const std::string name(300, 'x');
    Refuses({"--out=" + name},
            "--out: " + name +
                ": cannot be written (File name too long); name another folder with "
                "--out=<folder>");
}

TEST_F(BadInputTest, AttributeName)
{
    Refuses({"--ns3::mlt::Absent::X=1"},
            "--ns3::mlt::Absent::X: there is no type \"ns3::mlt::Absent\"; --PrintTypeIds lists "
            "all");
    Refuses({"--mlt::MltSender::ProbeRtts=1"},
            "--mlt::MltSender::ProbeRtts: there is no type \"mlt::MltSender\"; --PrintTypeIds "
            "lists all");
    Refuses({"--ns3::mlt::MltSender::Absent=1"},
            "--ns3::mlt::MltSender::Absent: ns3::mlt::MltSender has no attribute \"Absent\"; "
            "--PrintAttributes=ns3::mlt::MltSender lists all");
    Refuses({"--ns3::mlt::MltSender::ProbeRtts"},
            "--ns3::mlt::MltSender::ProbeRtts: expected "
            "--ns3::mlt::MltSender::ProbeRtts=<value>");
    Refuses({"--::=1"}, "--::: there is no type \"\"; --PrintTypeIds lists all");
}

TEST_F(BadInputTest, AttributeValue)
{
    RefusesValues("ns3::mlt::MltSender::ProbeRtts",
                  "a value of ns3::DoubleValue (double 0:1.79769e+308)",
                  {"-1", "two", "2x", "nan", "inf"});
    RefusesValues("ns3::mlt::MltReceiver::FeedbackFrames",
                  "a value of ns3::UintegerValue (uint16_t 1:65535)",
                  {"0", "-1", "1.5", "4294967296", "x"});
    RefusesValues("ns3::mlt::SelectiveDropPolicy::PushOut",
                  "a value of BooleanValue (bool)",
                  {"maybe", "2"});
    RefusesValues("ns3::mlt::DctcpTransport::MinRto",
                  "a time with its unit, such as 10ms",
                  {"10", "-1ms", "ten"});
    RefusesValues("ns3::mlt::DctcpTransport::MinRto", "a time of at least 1us", {"0ms", "999ns"});
    RefusesValues("ns3::mlt::DctcpTransport::MinRto", "a time of at most 1000s", {"1001s"});
    RefusesValues("ns3::mlt::LetFlow::Gap", "a time of at least 1ns", {"0us", "0.5ns"});
    RefusesValues("ns3::mlt::Drill::D",
                  "a value of ns3::UintegerValue (uint32_t 1:4294967295)",
                  {"0", "-1"});
    RefusesValues("ns3::mlt::SelectiveDropPolicy::Buffer",
                  "a size in B, KB, KiB, MB or MiB, such as 500KB",
                  {"1000", "-1KB", "1 MB", "much"});
    RefusesValues("ns3::mlt::MltSender::RateControl",
                  "a value of ns3::TypeIdValue (TypeId of a ns3::mlt::RateControl)",
                  {"Timely", "ns3::mlt::Absent", "ns3::mlt::RateControl", "ns3::mlt::FlowEcmp"});
    RefusesValues("ns3::mlt::Fabric::DropPolicy",
                  "a value of ns3::TypeIdValue (TypeId of a ns3::mlt::DropPolicy)",
                  {"Red", "ns3::mlt::DropPolicy", "ns3::mlt::FlowEcmp"});
}

TEST_F(BadInputTest, AttributeOfABaseType)
{
    // ns-3 sets defaults of the type that defines an attribute only
    for (const auto& [type, base, attribute] :
         {std::array<std::string, 3>{"MltSender", "MltControlEndpoint", "ControlTimeoutRtts"},
          {"TimelyRateControl", "SteppedRateControl", "MinRateShare"}})
    {
        const Outcome outcome = Run({"--ns3::mlt::" + type + "::" + attribute + "=1",
                                     "--topology=3x2x4",
                                     "--model=" + SmallModel()});
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err.compare(0, 16, "mlt-sim: error: "), 0) << outcome.err;
        EXPECT_NE(outcome.err.find("ns3::mlt::" + base + "::" + attribute), std::string::npos)
            << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

TEST_F(BadInputTest, AttributeWithoutTextForm)
{
    for (const std::string attribute : {"TxQueue", "ReceiveErrorModel"})
    {
        const Outcome outcome = Run({"--ns3::PointToPointNetDevice::" + attribute + "=1"});
        EXPECT_EQ(outcome.status, 1) << attribute;
        EXPECT_NE(outcome.err.find("a command line cannot set this attribute"), std::string::npos)
            << outcome.err;
    }
    Refuses({"--ns3::mlt::ExpressNetDevice::TxQueue=1"},
            "--ns3::mlt::ExpressNetDevice::TxQueue: a command line cannot set this attribute, "
            "since a ns3::PointerValue has no text form; set it in a program");
}

TEST_F(BadInputTest, AttributesOfNoType)
{
    Refuses({"--PrintAttributes=nope"},
            "--PrintAttributes: expected the name of a TypeId (--PrintTypeIds lists them), got "
            "\"nope\"");
}

TEST_F(BadInputTest, AttributeValueInPackets)
{
    Refuses({"--ns3::mlt::SelectiveDropPolicy::Buffer=100p"},
            "--ns3::mlt::SelectiveDropPolicy::Buffer: expected a size in B, KB, KiB, MB or "
            "MiB, such as 500KB, got \"100p\"");
}

TEST_F(BadInputTest, AttributesThatContradictEachOther)
{
    const Outcome outcome = Run({"--transport=dctcp",
                                 "--ns3::mlt::DctcpTransport::MinRto=2s",
                                 "--topology=3x2x4",
                                 "--model=" + SmallModel()});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err.compare(0, 16, "mlt-sim: error: "), 0) << outcome.err;
    EXPECT_NE(outcome.err.find("MinRto"), std::string::npos) << outcome.err;
    EXPECT_TRUE(WorkListing().empty());
}

TEST_F(BadInputTest, AttributeThatAnOptionOfTheProgramSets)
{
    // it would be without effect: --mtu sets it
    const Outcome outcome =
        Run({"--ns3::mlt::Fabric::Mtu=9000", "--topology=3x2x4", "--model=" + SmallModel()});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("--mtu"), std::string::npos) << outcome.err;
}

TEST_F(BadInputTest, RandomSeeds)
{
    Refuses({"--RngRun=2"}, "--RngRun: use --seed=<number>, which sets it");
    RefusesValues("RngSeed",
                  "a whole number from 1 to 4294944442",
                  {"0", "-1", "4294944443", "1.5", "x"});
}

TEST_F(BadInputTest, GlobalValues)
{
    for (const char* name : {"SchedulerType", "SimulatorImplementationType"})
    {
        const Outcome outcome = Run({std::string("--") + name + "=ns3::Absent",
                                     "--topology=3x2x4",
                                     "--model=" + SmallModel()});
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_EQ(outcome.err.compare(0, 16, "mlt-sim: error: "), 0) << outcome.err;
        EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
        EXPECT_TRUE(WorkListing().empty());
    }
}

TEST_F(BadInputTest, Plugin)
{
    const auto start = [](const std::string& path) {
        return "--plugin: " + path +
               ": expected a shared library built against this module: " + path + ": ";
    };
    const std::string absent = PathOf("absent.so");
    Refuses({"--plugin=" + absent},
            start(absent) + "cannot open shared object file: No such file or directory");
    const std::string text = Write("text.so", "no library");
    Refuses({"--plugin=" + text}, start(text) + "file too short");
    const std::string longText = Write("long.so", std::string(10000, 'x'));
    Refuses({"--plugin=" + longText}, start(longText) + "invalid ELF header");
}

} // namespace
} // namespace ns3::mlt
