// SPDX-License-Identifier: GPL-2.0-only
#include "program/mlt-temporary-folder.h"
#include "support/mlt-fake-transport.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-run-recorder.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint8_t PUSH = 0;
constexpr uint8_t PULL = 1;

constexpr uint32_t PACKET_BYTES = 100;

/** Says that packets with an even index were droppable. */
class EvenIsDroppable : public FakeTransport
{
  public:
    bool IsDroppable(const Message&, uint32_t packet) const override
    {
        return packet % 2 == 0;
    }
};

/** Two transfers of 1050 bytes: layer 0 pushed, layer 1 pulled. */
Graph
TwoTransfers()
{
    GraphBuilder builder(3, 2);
    const uint8_t push = builder.AddPhase("push");
    const uint8_t pull = builder.AddPhase("pull");
    builder.AddTransfer({1050, 1, 0, 0, 4, {}, push});
    builder.AddTransfer({1050, 0, 2, 1, 5, {}, pull});
    return builder.Build();
}

class RunRecorderTest : public TemporaryFolderTest
{
  protected:
    void SetUp() override
    {
        TemporaryFolderTest::SetUp();
        m_results = std::make_unique<ResultFolder>(PathOf("out"), Json::object());
        Record({false, true});
    }

    void TearDown() override
    {
        m_recorder.reset();
        m_results.reset();
        TemporaryFolderTest::TearDown();
    }

    void Record(const RunRecorder::Options& options)
    {
        m_recorder = std::make_unique<RunRecorder>(*m_results, options);
        m_recorder->AddJob("a", m_graph, m_transport);
    }

    static TransferRecord Transfer(uint32_t layer, uint8_t phase, int64_t fctPs)
    {
        TransferRecord record;
        record.iteration = 3;
        record.layer = layer;
        record.tensor = 4 + layer;
        record.phase = phase;
        record.source = 1;
        record.destination = 0;
        record.queue = 7;
        record.bytes = 1050;
        record.startPs = 1002003;
        record.fctPs = fctPs;
        record.sent = 1200;
        record.delivered = 1000;
        record.repaired = 150;
        return record;
    }

    /** A delivery in which these packets of eleven are missing. */
    void Arrive(uint32_t transfer, const std::set<uint32_t>& missing)
    {
        Bitmap received(11);
        for (uint32_t i = 0; i < 11; ++i)
        {
            if (missing.count(i) == 0)
            {
                received.Set(i);
            }
        }
        Delivery delivery;
        delivery.received = missing.empty() ? nullptr : &received;
        delivery.packetBytes = PACKET_BYTES;
        Message message;
        message.iteration = 3;
        message.layer = transfer;
        m_recorder->OnArrival(0, message, transfer, delivery);
    }

    /** Ends the recording, and reads one of its files. */
    std::string FileOf(const std::string& name)
    {
        m_recorder->Close();
        return ContentOf(name);
    }

    std::string ContentOf(const std::string& name) const
    {
        return Read(std::filesystem::relative(m_results->PathOf(name), m_folder).string());
    }

    const Graph m_graph = TwoTransfers();
    const EvenIsDroppable m_transport;
    std::unique_ptr<ResultFolder> m_results;
    std::unique_ptr<RunRecorder> m_recorder;
};

TEST_F(RunRecorderTest, WritesATransfer)
{
    m_recorder->OnTransfer(0, Transfer(0, PUSH, 5006));
    m_recorder->OnTransfer(0, Transfer(1, PULL, 12345678901));
    EXPECT_EQ(FileOf("transfers.csv"),
              "iteration,layer,tensor,direction,source,destination,priority,bytes,start_ns,fct_ns,"
              "sent,delivered,lost,repaired,job\n"
              "3,0,4,push,1,0,7,1050,1002.003,5.006,1200,1000,50,150,a\n"
              "3,1,5,pull,1,0,7,1050,1002.003,12345678.901,1200,1000,50,150,a\n");
}

TEST_F(RunRecorderTest, SortsTransfersWithinAStepOnly)
{
    UseFabricResolution();
    const auto record = [this](uint64_t fs, std::vector<uint32_t> names) {
        Simulator::Schedule(FemtoSeconds(fs), [this, names] {
            TransferRecord row = Transfer(0, PUSH, 5006);
            row.iteration = names[0];
            row.tensor = names[1];
            row.phase = names[2] == 0 ? PUSH : PULL;
            row.source = names[3];
            row.destination = names[4];
            m_recorder->OnTransfer(0, row);
        });
    };
    const auto rows = [this] {
        std::istringstream lines(FileOf("transfers.csv"));
        std::vector<std::string> names;
        std::string line;
        std::getline(lines, line); // the columns
        while (std::getline(lines, line))
        {
            names.push_back(line.substr(0, line.find(",7,1050,"))); // up to the destination
        }
        return names;
    };
    record(1000, {9, 9, 1, 9, 9}); // before all others in time, and last in their order
    for (const auto& names : std::vector<std::vector<uint32_t>>{{3, 4, 0, 1, 2},
                                                                {3, 4, 0, 1, 1},
                                                                {3, 4, 0, 0, 2},
                                                                {3, 4, 1, 0, 0},
                                                                {3, 3, 1, 5, 5},
                                                                {2, 8, 1, 5, 5}})
    {
        record(1001, names);
    }
    record(1002, {0, 0, 0, 0, 0}); // after all others, and first in their order
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(rows(),
              (std::vector<std::string>{"9,0,9,pull,9,9",
                                        "2,0,8,pull,5,5",
                                        "3,0,3,pull,5,5",
                                        "3,0,4,push,0,2",
                                        "3,0,4,push,1,1",
                                        "3,0,4,push,1,2",
                                        "3,0,4,pull,0,0",
                                        "0,0,0,push,0,0"}));
}

TEST_F(RunRecorderTest, SortsMissingBytesWithinAStepOnly)
{
    UseFabricResolution();
    const auto arrive = [this](uint64_t fs, uint32_t transfer, uint32_t missing) {
        Simulator::Schedule(FemtoSeconds(fs), [=] { Arrive(transfer, {missing, 9}); });
    };
    arrive(1, 1, 8);
    arrive(2, 1, 3);
    arrive(2, 0, 5);
    arrive(3, 0, 1);
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(FileOf("losses.csv"),
              "iteration,layer,tensor,direction,source,destination,first_byte,bytes,job\n"
              "3,1,5,pull,0,2,800,200,a\n"
              "3,0,4,push,1,0,500,100,a\n"
              "3,0,4,push,1,0,900,100,a\n"
              "3,1,5,pull,0,2,300,100,a\n"
              "3,1,5,pull,0,2,900,100,a\n"
              "3,0,4,push,1,0,100,100,a\n"
              "3,0,4,push,1,0,900,100,a\n");
}

TEST_F(RunRecorderTest, WritesAnIteration)
{
    m_recorder->OnIteration(0, {3, 2, 1000, 9999, 4000, 4999});
    EXPECT_EQ(FileOf("iterations.csv"),
              "iteration,worker,start_ns,end_ns,compute_ns,exposed_ns,job\n"
              "3,2,1.000,9.999,4.000,4.999,a\n");
}

TEST_F(RunRecorderTest, ItsHandlersRecordAllThatAnExecutorTells)
{
    const WorkloadHandlers handlers = m_recorder->HandlersOf(0);
    handlers.transfer(Transfer(1, PULL, 5006));
    handlers.iteration({3, 2, 1000, 9999, 4000, 4999});
    Bitmap received(2);
    received.Set(1);
    Delivery delivery;
    delivery.received = &received;
    delivery.packetBytes = PACKET_BYTES;
    Message message;
    message.iteration = 3;
    handlers.arrival(message, 0, delivery);
    EXPECT_FALSE(handlers.finished);
    EXPECT_EQ(m_recorder->Statistics().Totals()["transfers"], 1U);
    m_recorder->Close();
    EXPECT_NE(ContentOf("transfers.csv").find("\n3,1,5,pull,1,0,"), std::string::npos);
    EXPECT_NE(ContentOf("iterations.csv").find("\n3,2,1.000,9.999,"), std::string::npos);
    EXPECT_NE(ContentOf("losses.csv").find("\n3,0,4,push,1,0,0,100,a\n"), std::string::npos);
}

TEST_F(RunRecorderTest, WritesRunsOfMissingBytes)
{
    Arrive(0, {0, 3, 4, 10}); // the last packet has 50 bytes
    Arrive(1, {});
    Arrive(1, {1});
    EXPECT_EQ(FileOf("losses.csv"),
              "iteration,layer,tensor,direction,source,destination,first_byte,bytes,job\n"
              "3,0,4,push,1,0,0,100,a\n"
              "3,0,4,push,1,0,300,200,a\n"
              "3,0,4,push,1,0,1000,50,a\n"
              "3,1,5,pull,0,2,100,100,a\n");
}

TEST_F(RunRecorderTest, SumsTimes)
{
    for (int64_t fctPs : {3000, 1000, 2000})
    {
        m_recorder->OnTransfer(0, Transfer(0, PUSH, fctPs));
    }
    m_recorder->OnIteration(0, {0, 1, 0, 5000, 0, 0});
    m_recorder->OnIteration(0, {0, 2, 1000, 8000, 0, 0});
    m_recorder->Close();
    EXPECT_EQ(m_recorder->Statistics().Times().dump(),
              R"({"fct_mean_ns":2.0,"fct_p99_ns":3.0,"iteration_mean_ns":6.0,)"
              R"("iteration_max_ns":7.0,"iteration_steady_ns":null})");
}

TEST_F(RunRecorderTest, SteadyIterationsAreNeitherTheFirstNorTheLast)
{
    const std::vector<int64_t> lengthsPs{90000, 4000, 6000, 70000};
    for (uint32_t iteration = 0; iteration < lengthsPs.size(); ++iteration)
    {
        const auto before = m_recorder->Statistics().Times()["iteration_steady_ns"];
        EXPECT_EQ(before.is_null(), iteration < 3) << "iteration 1 may be the last one";
        m_recorder->OnIteration(0, {iteration, 1, 500, 500 + lengthsPs[iteration], 0, 0});
        m_recorder->OnIteration(0, {iteration, 2, 500, 2500 + lengthsPs[iteration], 0, 0});
    }
    EXPECT_EQ(m_recorder->Statistics().Times()["iteration_steady_ns"], (4 + 6 + 6 + 8) / 4.0);
}

TEST_F(RunRecorderTest, KeepsJobsApart)
{
    GraphBuilder builder(4, 1);
    TransferStep step;
    step.bytes = 10;
    step.source = 2;
    step.destination = 3;
    builder.AddTransfer(step);
    const Graph graph = builder.Build();
    EXPECT_EQ(m_recorder->AddJob("b", graph, m_transport), 1U);
    TransferRecord other = Transfer(0, PUSH, 7000);
    other.iteration = 0; // of two rows of one step, the first job's comes first
    m_recorder->OnTransfer(1, other);
    m_recorder->OnTransfer(0, Transfer(0, PUSH, 1000));
    m_recorder->OnIteration(1, {0, 2, 0, 5000, 0, 0});
    EXPECT_EQ(m_recorder->StatisticsOf(0).Totals()["transfers"], 1);
    EXPECT_EQ(m_recorder->StatisticsOf(0).Times()["fct_mean_ns"], 1.0);
    EXPECT_EQ(m_recorder->StatisticsOf(0).Times()["iteration_mean_ns"], 0.0);
    EXPECT_EQ(m_recorder->StatisticsOf(1).Times()["fct_mean_ns"], 7.0);
    EXPECT_EQ(m_recorder->StatisticsOf(1).Times()["iteration_mean_ns"], 5.0);
    EXPECT_EQ(m_recorder->Statistics().Times()["fct_mean_ns"], 4.0);
    const Json losses = m_recorder->Losses();
    ASSERT_EQ(losses.size(), 5U);
    EXPECT_EQ(losses[4]["job"], "b");
    EXPECT_EQ(losses[4]["direction"], "transfer");
    EXPECT_EQ(losses[4]["lost"], 50);
    EXPECT_EQ(losses[0]["lost"], 50);
    EXPECT_NE(FileOf("transfers.csv")
                  .find("1.000,1200,1000,50,150,a\n0,0,4,transfer,1,0,7,1050,1002.003,7.000,1200,"
                        "1000,50,150,b\n"),
              std::string::npos);
}

TEST_F(RunRecorderTest, SumsNothing)
{
    m_recorder->Close();
    EXPECT_EQ(m_recorder->Statistics().Times().dump(),
              R"({"fct_mean_ns":0.0,"fct_p99_ns":0.0,"iteration_mean_ns":0.0,)"
              R"("iteration_max_ns":0.0,"iteration_steady_ns":null})");
    EXPECT_EQ(m_recorder->Statistics().Totals()["delivered_share"], 1.0);
}

TEST_F(RunRecorderTest, SumsBytes)
{
    m_recorder->OnTransfer(0, Transfer(0, PUSH, 1));
    m_recorder->OnTransfer(0, Transfer(1, PULL, 1));
    const Json totals = m_recorder->Statistics().Totals();
    EXPECT_EQ(totals["transfers"], 2);
    EXPECT_EQ(totals["payload_bytes"], 2100);
    EXPECT_EQ(totals["sent_bytes"], 2400);
    EXPECT_EQ(totals["repaired_bytes"], 300);
    EXPECT_EQ(totals["delivered_bytes"], 2000);
    EXPECT_EQ(totals["lost_bytes"], 100);
    EXPECT_EQ(totals["delivered_share"], 2000.0 / 2100);
}

TEST_F(RunRecorderTest, SumsLossesByLayerDirectionAndMagnitude)
{
    m_recorder->OnTransfer(0, Transfer(0, PUSH, 1));
    Arrive(0, {0, 3, 4, 10});
    const Json losses = m_recorder->Losses();
    ASSERT_EQ(losses.size(), 4U); // two layers, two directions
    EXPECT_EQ(losses[0].dump(),
              R"({"layer":0,"direction":"push","bytes":1050,"lost":50,)"
              R"("lost_droppable_packets":3,"lost_protected_packets":1,"job":"a"})");
    EXPECT_EQ(losses[3].dump(),
              R"({"layer":1,"direction":"pull","bytes":0,"lost":0,)"
              R"("lost_droppable_packets":0,"lost_protected_packets":0,"job":"a"})");
}

TEST_F(RunRecorderTest, WritesWhatIsAskedForOnly)
{
    m_recorder.reset();
    m_results = std::make_unique<ResultFolder>(PathOf("other"), Json::object());
    Record({true, false});
    Arrive(0, {0});
    EXPECT_EQ(FileOf("losses.csv"), "(absent)");
    EXPECT_FALSE(std::filesystem::exists(m_results->PathOf("transfers.csv")));
    EXPECT_TRUE(std::filesystem::exists(m_results->PathOf("transfers.csv.gz")));
}

} // namespace
} // namespace ns3::mlt
