// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-table-fixture.h"

#include "ns3/mlt-device.h"
#include "ns3/mlt-model-trace.h"

#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using ModelTraceTest = TableFixture;

const std::string TRACES = std::string{MLT_SOURCE_DIR} + "/traces";

struct Committed
{
    const char* name;
    uint64_t parameters;
    uint32_t layers;
};

/// Published totals (the Transformer's is derived in doc/traces.md) and the layers of the
/// definitions.
const std::vector<Committed> COMMITTED{
    {"resnet50", 25'557'032, 107},
    {"vgg16", 138'357'544, 16},
    {"googlenet", 6'624'904, 115},
    {"transformer", 63'045'632, 127},
    {"t5", 222'903'552, 257},
    {"alexnet", 61'100'840, 8},
    {"bert", 109'482'240, 101},
    {"gpt2", 124'439'808, 75},
};

TEST(CommittedTraces, HaveThePublishedTotals)
{
    for (const Committed& model : COMMITTED)
    {
        SCOPED_TRACE(model.name);
        const auto trace = ModelTrace::Load(FindModel(model.name, TRACES));
        EXPECT_EQ(trace.Name(), model.name);
        EXPECT_EQ(trace.Provenance().at("model"), model.name);
        EXPECT_EQ(trace.TotalParameters(), model.parameters);
        EXPECT_EQ(trace.TotalBytes(), 4 * model.parameters);
        EXPECT_EQ(trace.LayerCount(), model.layers);
    }
}

TEST(CommittedTraces, AreAllTestedHere)
{
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(TRACES))
    {
        found.insert(entry.path().filename());
    }
    std::set<std::string> tested;
    for (const Committed& model : COMMITTED)
    {
        tested.insert(std::string{model.name} + ".csv");
    }
    EXPECT_EQ(found, tested);
}

TEST(CommittedTraces, BackwardIsTwiceForwardInEveryLayer)
{
    for (const Committed& model : COMMITTED)
    {
        SCOPED_TRACE(model.name);
        const auto trace = ModelTrace::Load(FindModel(model.name, TRACES));
        double forward = 0.0;
        for (uint32_t layer = 0; layer < trace.LayerCount(); ++layer)
        {
            EXPECT_NEAR(trace.BackwardUs(layer), 2 * trace.ForwardUs(layer), 1e-9);
            forward += trace.ForwardUs(layer);
        }
        EXPECT_GT(forward, 1000.0);
    }
}

TEST(CommittedTraces, OwnDeviceScalesByExactlyOne)
{
    for (const Committed& model : COMMITTED)
    {
        SCOPED_TRACE(model.name);
        const auto trace = ModelTrace::Load(FindModel(model.name, TRACES));
        EXPECT_EQ(trace.ScaleForDevice(FindDevice("rtx3090")), 1.0);
    }
}

TEST_F(ModelTraceTest, SumsRowsIntoLayers)
{
    const auto trace = LoadText("# model: y\n# peak_flops: 2e12\n# utilization: 0.5\n" + HEADER +
                                "0,a.weight,6,24,1.5,3\n0,a.bias,2,8,0.25,0.5\n"
                                "1,b.weight,10,20,7,14.000\n");
    EXPECT_EQ(trace.Name(), "x");
    EXPECT_EQ(trace.LayerCount(), 2U);
    EXPECT_EQ(trace.ForwardUs(0), 1.75);
    EXPECT_EQ(trace.BackwardUs(0), 3.5);
    EXPECT_EQ(trace.ForwardUs(1), 7.0);
    EXPECT_EQ(trace.BackwardUs(1), 14.0);
    EXPECT_EQ(trace.TotalParameters(), 18U);
    EXPECT_EQ(trace.TotalBytes(), 52U);
    ASSERT_EQ(trace.Tensors().size(), 3U);
    EXPECT_EQ(trace.Tensors()[1].tensor, "a.bias");
    EXPECT_EQ(trace.Tensors()[1].layer, 0U);
    EXPECT_EQ(trace.Tensors()[1].parameters, 2U);
    EXPECT_EQ(trace.Tensors()[1].bytes, 8U);
    EXPECT_EQ(trace.Tensors()[2].forwardUs, 7.0);
    EXPECT_THROW(trace.ForwardUs(2), std::out_of_range);
    EXPECT_THROW(trace.BackwardUs(2), std::out_of_range);
}

TEST_F(ModelTraceTest, ScalesByPeakTimesUtilization)
{
    const auto trace = LoadText("# peak_flops: 31.4e12\n# utilization: 0.4\n" + HEADER + ROW);
    EXPECT_DOUBLE_EQ(trace.ScaleForDevice(FindDevice("v100")), 2.0);
    EXPECT_DOUBLE_EQ(trace.ScaleForDevice(FindDevice("a100")), 31.4 / 19.5);
    EXPECT_DOUBLE_EQ(trace.ScaleForDevice(FindDevice("rtx3090")), 31.4 * 0.4 / (35.58 * 0.3));
}

TEST_F(ModelTraceTest, MissingPeakOrUtilizationMattersOnlyToScaling)
{
    const auto noPeak = LoadText("# utilization: 0.4\n" + HEADER + ROW);
    const std::string path = m_folder / "x.csv";
    EXPECT_EQ(ErrorOf([&] { noPeak.ScaleForDevice(FindDevice("v100")); }),
              path + ": peak_flops: expected a line \"# peak_flops: <number>\", which scaling to "
                     "device \"v100\" needs");
    const auto noUtilization = LoadText("# peak_flops: 1e12\n" + HEADER + ROW);
    EXPECT_EQ(ErrorOf([&] { noUtilization.ScaleForDevice(FindDevice("a100")); }),
              path + ": utilization: expected a line \"# utilization: <number>\", which scaling to "
                     "device \"a100\" needs");
}

TEST(ModelTrace, IsMadeWithoutAFile)
{
    const ModelTrace trace("toy", {{0, "a", 2, 8, 1.0, 2.0}, {1, "b", 3, 6, 4.0, 5.0}});
    EXPECT_EQ(trace.Name(), "toy");
    EXPECT_EQ(trace.LayerCount(), 2U);
    EXPECT_EQ(trace.BackwardUs(1), 5.0);
    EXPECT_EQ(
        ErrorOf([&] { trace.ScaleForDevice(FindDevice("v100")); }),
        "toy: peak_flops: expected a line \"# peak_flops: <number>\", which scaling to device "
        "\"v100\" needs");
}

TEST(ModelTrace, RefusesBrokenLayersWithoutAFile)
{
    const TensorTrace good{0, "a", 2, 8, 1.0, 2.0};
    const auto errorOf = [&](uint32_t layer) {
        const TensorTrace bad{layer, "c", 2, 8, 1.0, 2.0};
        return ErrorOf([&] { ModelTrace("toy", {good, {1, "b", 2, 8, 1.0, 2.0}, bad}); });
    };
    const std::string expected = "toy: layer: expected layers from 0 without holes, got ";
    EXPECT_EQ(errorOf(0), expected + "0 for \"c\"");
    EXPECT_EQ(errorOf(3), expected + "3 for \"c\"");
    EXPECT_EQ(errorOf(UINT32_MAX), expected + "4294967295 for \"c\"");
    EXPECT_EQ(errorOf(2), "(no InputError)");
    EXPECT_EQ(ErrorOf([&] { ModelTrace("toy", {}); }),
              "toy: rows: expected at least one tensor, got none");
}

TEST(Device, IsFoundByNameOnly)
{
    EXPECT_EQ(FindDevice("rtx3090").peakFlops, 35.58e12);
    EXPECT_EQ(FindDevice("rtx3090").utilization, 0.3);
    EXPECT_EQ(FindDevice("v100").peakFlops, 15.7e12);
    EXPECT_EQ(FindDevice("v100").utilization, 0.4);
    EXPECT_EQ(FindDevice("a100").peakFlops, 19.5e12);
    EXPECT_EQ(FindDevice("a100").utilization, 0.4);
    for (const char* name : {"h100", "", "RTX3090", "v100 "})
    {
        EXPECT_EQ(ErrorOf([&] { FindDevice(name); }),
                  std::string{"device: expected one of rtx3090, v100, a100, got \""} + name + "\"");
    }
}

TEST(Device, MayBeTheTablesOwn)
{
    for (const char* name : {"table", "rtx3090", "v100", "a100"})
    {
        EXPECT_NO_THROW(RequireDeviceChoice(name)) << name;
    }
    for (const char* name : {"h100", "", "Table"})
    {
        EXPECT_EQ(ErrorOf([&] { RequireDeviceChoice(name); }),
                  std::string{"device: expected table, or one of rtx3090, v100, a100, got \""} +
                      name + "\"");
    }
}

TEST_F(ModelTraceTest, FindsANameBeforeAPath)
{
    const std::string named = Write("b.csv", HEADER + ROW);
    EXPECT_EQ(FindModel("b", m_folder), named);
    EXPECT_EQ(FindModel(named, TRACES), named);
    EXPECT_EQ(FindModel(m_folder, TRACES), m_folder); // which Load() refuses as a directory
}

TEST_F(ModelTraceTest, ListsTheNamesThatExist)
{
    Write("b.csv", "");
    Write("a.csv", "");
    Write("notes.txt", "");
    for (const char* wrong : {"c", "", "notes", "b.csv", "../b", "./a"})
    {
        EXPECT_EQ(ErrorOf([&] { FindModel(wrong, m_folder); }),
                  std::string{"model: expected one of a, b or the path of a table, got \""} +
                      wrong + "\"");
    }
    EXPECT_EQ(ErrorOf([&] { FindModel("a", m_folder / "none"); }),
              "model: expected the path of a table, got \"a\"");
    EXPECT_THAT(ErrorOf([&] { FindModel("lenet", TRACES); }),
                testing::StrEq("model: expected one of alexnet, bert, googlenet, gpt2, resnet50, "
                               "t5, transformer, vgg16 or the path of a table, got \"lenet\""));
}

} // namespace
} // namespace ns3::mlt
