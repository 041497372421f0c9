// SPDX-License-Identifier: GPL-2.0-only
// The experiment as a library: what the program cannot be made to do from its command line.
#include "program/mlt-temporary-folder.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-experiment.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-receiver.h"
#include "ns3/mlt-sender.h"
#include "ns3/node-list.h"

#include <functional>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** An endpoint that takes the first frame of a type without counting it: a broken transport. */
class Thief : public FrameEndpoint
{
  public:
    Thief(HostPort& host, FrameEndpoint& honest, MltType wanted)
        : m_host(host),
          m_honest(honest),
          m_wanted(wanted)
    {
    }

    Frame* Pull(int64_t) override
    {
        return nullptr; // the honest endpoint is pulled itself
    }

    int64_t NextPullPs(int64_t) override
    {
        return NEVER_PS;
    }

    void Receive(Frame* frame, int64_t nowPs) override
    {
        if (!m_done && frame->Is(m_wanted))
        {
            m_done = true;
            m_stolenBytes = frame->wireBytes;
            m_host.Free(frame);
            return;
        }
        m_honest.Receive(frame, nowPs);
    }

    uint32_t StolenBytes() const
    {
        return m_stolenBytes;
    }

  private:
    HostPort& m_host;
    FrameEndpoint& m_honest;
    MltType m_wanted;
    bool m_done{false};
    uint32_t m_stolenBytes{0};
};

class ExperimentTest : public TemporaryFolderTest
{
  protected:
    ExperimentOptions Options(const std::vector<std::string>& more = {}) const
    {
        const std::string model = Write("small.csv",
                                        "layer,tensor,parameters,bytes,forward_us,backward_us\n"
                                        "0,first.weight,100000,400000,0,0\n"
                                        "1,second.weight,300000,1200000,0,0\n");
        std::vector<std::string> texts{"mlt-sim",
                                       "--topology=3x2x4",
                                       "--model=" + model,
                                       "--computeScale=0",
                                       "--out=" + PathOf("out")};
        texts.insert(texts.end(), more.begin(), more.end());
        std::vector<char*> argv;
        for (auto& text : texts)
        {
            argv.push_back(text.data());
        }
        return ParseCommandLine(static_cast<int>(argv.size()), argv.data(), m_folder.string());
    }

    /** The application of a type on a host of the latest network. */
    template <typename APPLICATION>
    static APPLICATION& ApplicationOf(const Fabric& fabric, uint32_t host)
    {
        const Ptr<Node> node =
            NodeList::GetNode(NodeList::GetNNodes() - fabric.Plan().hosts + host);
        for (uint32_t i = 0; i < node->GetNApplications(); ++i)
        {
            if (auto found = DynamicCast<APPLICATION>(node->GetApplication(i)))
            {
                return *found;
            }
        }
        throw std::logic_error("no such application");
    }

    /** Runs with one frame stolen at host 0 (a server). @return the error; empty without. */
    template <typename APPLICATION>
    std::string RunWithThief(MltEnd end, MltType wanted, uint32_t host, uint32_t& stolenBytes)
    {
        UseFabricResolution();
        const auto options = Options();
        const ResultFolder folder(options.out, options.Configuration());
        Experiment experiment(options, folder);
        HostPort& place = experiment.Net().Host(host);
        Thief thief(place, ApplicationOf<APPLICATION>(experiment.Net(), host), wanted);
        place.Attach(MltProtocol::Get(), static_cast<uint8_t>(end), thief);
        std::string text;
        try
        {
            experiment.Run();
        }
        catch (const RunError& error)
        {
            text = error.what();
        }
        stolenBytes = thief.StolenBytes();
        return text;
    }

    /** Expects the text of a violation by one frame of so many bytes. */
    static void ExpectOneMissing(const std::string& text, const char* kind, uint32_t bytes)
    {
        static const std::regex PATTERN(
            "(data|control) not conserved: ([0-9]+) frames \\(([0-9]+) bytes\\) sent, but "
            "([0-9]+) frames \\(([0-9]+) bytes\\) received, dropped or in flight; "
            "this is a bug of the simulator or of a plugin");
        std::smatch match;
        ASSERT_TRUE(std::regex_match(text, match, PATTERN)) << text;
        EXPECT_EQ(match[1], kind);
        EXPECT_EQ(std::stoull(match[2]), std::stoull(match[4]) + 1);
        EXPECT_EQ(std::stoull(match[3]), std::stoull(match[5]) + bytes);
    }
};

TEST_F(ExperimentTest, AnEngineIsNamedEvenIfItIsNs3sDefault)
{
    const ExperimentOptions plain = Options();
    EXPECT_FALSE(plain.NamesEngine());
    EXPECT_FALSE(Options({"--ns3::mlt::MltSender::ProbeRtts=8"}).NamesEngine());
    for (const char* engine : {"--SchedulerType=ns3::MapScheduler",
                               "--SimulatorImplementationType=ns3::DefaultSimulatorImpl"})
    {
        const ExperimentOptions named = Options({engine});
        EXPECT_TRUE(named.NamesEngine()) << engine;
        EXPECT_EQ(named.Configuration().dump(), plain.Configuration().dump()) << engine;
    }
}

TEST_F(ExperimentTest, SeesADataFrameThatIsNotCounted)
{
    uint32_t bytes = 0;
    const std::string text = RunWithThief<MltReceiver>(MltEnd::Receiver, MltType::Data, 0, bytes);
    ExpectOneMissing(text, "data", bytes);
    EXPECT_GE(bytes, 84U);
    EXPECT_EQ(Listing(), std::set<std::string>{"small.csv"});
}

TEST_F(ExperimentTest, SeesAControlFrameThatIsNotCounted)
{
    uint32_t bytes = 0;
    const std::string text = RunWithThief<MltSender>(MltEnd::Sender, MltType::Stop, 1, bytes);
    ExpectOneMissing(text, "control", bytes);
    EXPECT_EQ(bytes, 86U);
}

TEST_F(ExperimentTest, AStallTellsWhichLinkIsDown)
{
    UseFabricResolution();
    const auto options = Options({"--stallTime=20ms"});
    const ResultFolder folder(options.out, options.Configuration());
    Experiment experiment(options, folder);
    experiment.Net().SetLinkUp(0, false); // host 0 is a server
    try
    {
        experiment.Run();
        FAIL() << "all of what it waits for is on the other side";
    }
    catch (const RunError& error)
    {
        const std::string text = error.what();
        EXPECT_NE(text.find("\n  link down: host0-leaf0\n  no route: "), std::string::npos) << text;
    }
}

TEST_F(ExperimentTest, RunsWithoutAThief)
{
    UseFabricResolution();
    const auto options = Options();
    ResultFolder folder(options.out, options.Configuration());
    Experiment experiment(options, folder);
    experiment.Run();
    folder.Commit();
    EXPECT_EQ(experiment.Summary()["conservation"]["holds"], true);
    EXPECT_EQ(experiment.Summary()["totals"]["transfers"], 2U * 2 * 9);
    EXPECT_EQ(Listing().count("out/summary.json"), 1U);
    EXPECT_NE(experiment.Report().find("  delivered"), std::string::npos);
}

} // namespace
} // namespace ns3::mlt
