// SPDX-License-Identifier: GPL-2.0-only
#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-parameter-server.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{
namespace
{

/** Two layers: 24 bytes in front; 12 and 40 behind. */
ModelTrace
TinyTrace()
{
    return {"tiny", {Row(0, "front", 6, 1.5, 3), Row(1, "small", 3, 2, 4), Row(1, "large", 10)}};
}

ModelTrace
ResNet50()
{
    return ModelTrace::Load(std::string(MLT_SOURCE_DIR) + "/traces/resnet50.csv");
}

/** Pieces as "row:server:bytes". */
std::vector<std::string>
PieceList(const std::vector<TensorPiece>& pieces)
{
    std::vector<std::string> list;
    for (const TensorPiece& piece : pieces)
    {
        list.push_back(std::to_string(piece.tensor) + ":" + std::to_string(piece.server) + ":" +
                       std::to_string(piece.bytes));
    }
    return list;
}

std::string
OptionError(const ParameterServerOptions& options)
{
    return InputErrorOf([&] { BuildParameterServer(TinyTrace(), {{0}, {1}}, options); });
}

TEST(ParameterServer, CutsLargeTensorsInWholeElements)
{
    // 10 elements over 4 servers are 3, 3, 2, 2
    const std::vector<std::string> expected{"0:0:12", "0:1:12", "0:2:8", "0:3:8"};
    EXPECT_EQ(PieceList(AssignTensors({"m", {Row(0, "a", 10)}}, 4, 9)), expected);
}

TEST(ParameterServer, TheBoundItselfIsNotCut)
{
    const ModelTrace trace("m", {Row(0, "a", 10)});
    EXPECT_EQ(PieceList(AssignTensors(trace, 4, 10)), std::vector<std::string>{"0:0:40"});
    EXPECT_EQ(ParameterServerOptions().cutAbove, 1000000u);
}

TEST(ParameterServer, FewerElementsThanServersMakeFewerPieces)
{
    const std::vector<std::string> expected{"0:0:4", "0:1:4"};
    EXPECT_EQ(PieceList(AssignTensors({"m", {Row(0, "a", 2)}}, 4, 0)), expected);
}

TEST(ParameterServer, APieceOfOddElementsLosesNoByte)
{
    // 10 bytes in 4 elements: 2.5 bytes an element
    const ModelTrace trace("m", {{0, "a", 4, 10, 0, 0}});
    const auto pieces = AssignTensors(trace, 3, 0);
    EXPECT_EQ(PieceList(pieces), (std::vector<std::string>{"0:0:5", "0:1:2", "0:2:3"}));
}

TEST(ParameterServer, WholeTensorsGoToTheLeastLoadedServer)
{
    const ModelTrace trace("m",
                           {Row(0, "a", 5),   // ties: server 0
                            Row(0, "b", 2),   // 1
                            Row(1, "c", 1),   // 2
                            Row(1, "d", 1),   // 2 has 4 bytes: 2
                            Row(2, "e", 1),   // 1 and 2 have 8: 1
                            Row(2, "f", 9),   // cut: 3 elements each
                            Row(3, "g", 1)}); // 2 has 8 + 12
    const auto pieces = AssignTensors(trace, 3, 8);
    const std::vector<std::string> expected{"0:0:20",
                                            "1:1:8",
                                            "2:2:4",
                                            "3:2:4",
                                            "4:1:4",
                                            "5:0:12",
                                            "5:1:12",
                                            "5:2:12",
                                            "6:2:4"};
    EXPECT_EQ(PieceList(pieces), expected);
    EXPECT_EQ(AssignedBytes(pieces, 3), (std::vector<uint64_t>{32, 24, 24}));
}

TEST(ParameterServer, OneWorkerAndOneServerHaveTheseDependencies)
{
    const ModelTrace trace("m", {Row(0, "front", 6), Row(1, "back", 3)});
    const Graph graph = BuildParameterServer(trace, {{1}, {0}});
    // 0, 1: forward; 2, 3: backward; 4, 5: aggregation of back, front;
    // 6, 7: push and pull of back; 8, 9: of front
    const std::vector<std::string> expected{"0-1",
                                            "1-3",
                                            "2-0 next",
                                            "2-8",
                                            "3-2",
                                            "3-6",
                                            "4-7",
                                            "5-9",
                                            "6-4",
                                            "7-1 next",
                                            "8-5",
                                            "9-0 next"};
    EXPECT_EQ(EdgeList(graph), expected);
    EXPECT_EQ(graph.HostCount(), 2u);
    EXPECT_EQ(graph.LayerCount(), 2u);
}

TEST(ParameterServer, AnAggregationWaitsForAllWorkersAndFeedsAll)
{
    const Graph graph = BuildParameterServer({"m", {Row(0, "a", 1)}}, {{1}, {0, 2, 3}});
    // by worker: forward 0, 2, 4 and backward 1, 3, 5; 6 aggregates; 7 to 9 push; 10 to 12 pull
    const std::vector<std::string> expected{"0-1",
                                            "1-0 next",
                                            "1-7",
                                            "2-3",
                                            "3-2 next",
                                            "3-8",
                                            "4-5",
                                            "5-4 next",
                                            "5-9",
                                            "6-10",
                                            "6-11",
                                            "6-12",
                                            "7-6",
                                            "8-6",
                                            "9-6",
                                            "10-0 next",
                                            "11-2 next",
                                            "12-4 next"};
    EXPECT_EQ(EdgeList(graph), expected);
    EXPECT_EQ(graph.InDegrees()[6], 3u);
}

TEST(ParameterServer, TransfersCarryWhatTheTraceSays)
{
    ParameterServerOptions options;
    options.cutAbove = 5;
    options.pushBound = LossBound::FromShare(0.1);
    options.pullBound = LossBound::FromShare(0.05);
    const Graph graph = BuildParameterServer(TinyTrace(), {{3, 0}, {1, 2}}, options);
    // pieces: small whole (server 0, at host 3), large cut in 2, front cut in 2; 2 workers
    ASSERT_EQ(graph.TransferCount(), 2u * 2 * 5);
    const TransferStep& push = graph.Transfers()[1];
    EXPECT_EQ(push.bytes, 12u);
    EXPECT_EQ(push.source, 2u);
    EXPECT_EQ(push.destination, 3u);
    EXPECT_EQ(push.layer, 1u);
    EXPECT_EQ(push.tensor, 1u);
    EXPECT_EQ(push.phase, PUSH_PHASE);
    EXPECT_EQ(push.bound.Billionths(), 100000000u);
    const TransferStep& pull = graph.Transfers()[19];
    EXPECT_EQ(pull.bytes, 12u);
    EXPECT_EQ(pull.source, 0u);
    EXPECT_EQ(pull.destination, 2u);
    EXPECT_EQ(pull.layer, 0u);
    EXPECT_EQ(pull.tensor, 0u);
    EXPECT_EQ(pull.phase, PULL_PHASE);
    EXPECT_EQ(pull.bound.Billionths(), 50000000u);
    const auto loads = HostLoads(graph, PUSH_PHASE);
    EXPECT_EQ(loads[1].bytesOut, 76u);    // the model
    EXPECT_EQ(loads[3].bytesIn, 2u * 44); // 12 + 12 + 20
    EXPECT_EQ(loads[0].bytesIn, 2u * 32); // 12 + 20
    EXPECT_EQ(LargestLoad(HostLoads(graph, PULL_PHASE)), 2u * 44);
}

TEST(ParameterServer, ComputeTimesAreTheTablesScaled)
{
    ParameterServerOptions options;
    options.computeScale = 0.5;
    options.deviceScale = 3;
    options.jitterShare = 0.1;
    options.aggregatePsPerByte = 0.5;
    options.updatePsPerByte = 2;
    const Graph graph = BuildParameterServer(TinyTrace(), {{0}, {1, 2}}, options);
    const auto& steps = graph.Computes();
    ASSERT_EQ(steps.size(), 2u * 4 + 3);
    EXPECT_EQ(steps[0].durationPs, 2250000);
    EXPECT_EQ(steps[1].durationPs, 3000000);
    EXPECT_EQ(steps[2].durationPs, 4500000);
    EXPECT_EQ(steps[3].durationPs, 6000000);
    EXPECT_EQ(steps[0].jitterPs, 1575000); // of 15.75 us
    EXPECT_EQ(steps[1].jitterPs, 0);
    EXPECT_TRUE(steps[4].startsForward);
    EXPECT_FALSE(steps[5].startsForward);
    EXPECT_EQ(steps[4].host, 2u);
    EXPECT_EQ(steps[8].host, 0u);
    EXPECT_EQ(steps[8].durationPs, 12 + 24); // 12 bytes, twice at 0.5 and once at 2
    EXPECT_EQ(steps[9].durationPs, 40 + 80);
    EXPECT_EQ(steps[10].durationPs, 24 + 48);
}

TEST(ParameterServer, DefaultsAreThoseOfTheDocumentation)
{
    const Graph graph = BuildParameterServer(TinyTrace(), {{0}, {1}});
    EXPECT_EQ(graph.Computes()[0].durationPs, 1500000);
    EXPECT_EQ(graph.Computes()[0].jitterPs, 105000); // 1 % of 10.5 us
    EXPECT_EQ(graph.Computes()[4].durationPs, 0);
    EXPECT_EQ(graph.Transfers()[0].bound.Billionths(), 0u);
    EXPECT_EQ(graph.TransferCount(), 6u);
}

TEST(ParameterServer, ScaleZeroLeavesNoCompute)
{
    ParameterServerOptions options;
    options.computeScale = 0;
    const Graph graph = BuildParameterServer(TinyTrace(), {{0}, {1}}, options);
    for (const ComputeStep& step : graph.Computes())
    {
        EXPECT_EQ(step.durationPs, 0);
        EXPECT_EQ(step.jitterPs, 0);
    }
}

TEST(ParameterServer, ResNet50OnThePapersFabric)
{
    const ModelTrace trace = ResNet50();
    const Placement placement = SpreadOverRacks(144, 36, 108);
    const Graph graph = BuildParameterServer(trace, placement);
    // 161 tensors, 10 of them cut over 36 servers
    EXPECT_EQ(graph.TransferCount(), 2u * 108 * (10 * 36 + 151));
    EXPECT_EQ(graph.ComputeCount(), 2u * 108 * trace.LayerCount() + 10 * 36 + 151);
    const auto push = HostLoads(graph, PUSH_PHASE);
    const auto pull = HostLoads(graph, PULL_PHASE);
    for (const uint32_t worker : placement.workers)
    {
        EXPECT_EQ(push[worker].bytesOut, 4u * 25557032);
        EXPECT_EQ(pull[worker].bytesIn, 4u * 25557032);
        EXPECT_EQ(push[worker].bytesIn, 0u);
    }
    const auto assigned = AssignedBytes(AssignTensors(trace, 36, 1000000), 36);
    EXPECT_EQ(std::accumulate(assigned.begin(), assigned.end(), uint64_t{0}), 4u * 25557032);
    for (size_t server = 0; server < 36; ++server)
    {
        EXPECT_EQ(push[placement.servers[server]].bytesIn, 108 * assigned[server]);
        EXPECT_EQ(pull[placement.servers[server]].bytesOut, 108 * assigned[server]);
    }
}

TEST(ParameterServer, CutOverAllServersTheLoadIsEven)
{
    const ModelTrace trace = ResNet50();
    const auto assigned = AssignedBytes(AssignTensors(trace, 36, 0), 36);
    const auto [least, most] = std::minmax_element(assigned.begin(), assigned.end());
    // each of 161 tensors leaves at most one element of 4 bytes between two servers
    EXPECT_LE(*most - *least, 161u * 4);
    EXPECT_GT(*least, 4u * 25557032 / 36 - 161 * 4);
}

TEST(ParameterServer, GradientsAreSentLastLayerFirst)
{
    const Graph graph = BuildParameterServer(ResNet50(), {{0}, {1}});
    for (uint32_t i = 1; i < graph.TransferCount(); ++i)
    {
        ASSERT_LE(graph.Transfers()[i].layer, graph.Transfers()[i - 1].layer);
    }
}

TEST(ParameterServer, RefusesOptionsOutOfRange)
{
    ParameterServerOptions options;
    options.computeScale = -1;
    EXPECT_EQ(OptionError(options),
              "parameter server: computeScale is -1: it must be a finite number of at least 0");
    options = {};
    options.deviceScale = std::numeric_limits<double>::infinity();
    EXPECT_EQ(OptionError(options),
              "parameter server: deviceScale is inf: it must be a finite number of at least 0");
    options = {};
    options.jitterShare = -0.5;
    EXPECT_EQ(OptionError(options),
              "parameter server: jitterShare is -0.5: it must be a finite number of at least 0");
    options = {};
    options.aggregatePsPerByte = -2;
    EXPECT_NE(OptionError(options).find("aggregatePsPerByte is -2"), std::string::npos);
    options = {};
    options.updatePsPerByte = std::nan("");
    EXPECT_NE(OptionError(options).find("updatePsPerByte is nan"), std::string::npos);
    options = {};
    options.computeScale = 1e12;
    EXPECT_NE(OptionError(options).find("compute step 0: a duration of"), std::string::npos);
}

TEST(ParameterServer, RefusesBadPlacements)
{
    const auto error = [](const Placement& placement) {
        return InputErrorOf([&] { BuildParameterServer(TinyTrace(), placement); });
    };
    EXPECT_EQ(error({{}, {1}}),
              "parameter server: 0 servers and 1 workers: at least 1 of each is needed");
    EXPECT_EQ(error({{0}, {}}),
              "parameter server: 1 servers and 0 workers: at least 1 of each is needed");
    EXPECT_NE(error({{0}, {1, 0}}).find("host 0 is both source and destination"),
              std::string::npos);
    EXPECT_NE(error({{0}, {1, 1}}).find("starts its forward pass a second time"),
              std::string::npos);
    EXPECT_EQ(error({{0}, {0xffffffff}}), "parameter server: host 4294967295 is out of range");
}

} // namespace
} // namespace mlt
} // namespace ns3
