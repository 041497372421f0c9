// SPDX-License-Identifier: GPL-2.0-only
// All-reduce as a pattern: buckets, what waits for what, and the executor over it.
#include "workload/mlt-executor-fixture.h"
#include "workload/patterns/mlt-pattern-fixture.h"

#include "ns3/mlt-all-reduce.h"
#include "ns3/mlt-gradient-buckets.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

const std::vector<std::string> KINDS{"ns3::mlt::RingAllReduce",
                                     "ns3::mlt::HalvingDoublingAllReduce",
                                     "ns3::mlt::TreeAllReduce",
                                     "ns3::mlt::DoubleTreeAllReduce",
                                     "ns3::mlt::HierarchicalAllReduce"};

/** Three layers: 40 and 8 bytes in front, 24 in the middle, 80 behind. */
ModelTrace
TinyTrace()
{
    return {"tiny",
            {Row(0, "a", 10, 1, 2), Row(0, "b", 2), Row(1, "c", 6, 1, 2), Row(2, "d", 20, 1, 2)}};
}

/** Buckets as "bytes/layer/tensor/tensors". */
std::vector<std::string>
BucketList(uint64_t bucketBytes, uint64_t firstBytes)
{
    std::vector<std::string> list;
    for (const auto& bucket : FuseGradients(TinyTrace(), bucketBytes, firstBytes))
    {
        list.push_back(std::to_string(bucket.bytes) + "/" + std::to_string(bucket.layer) + "/" +
                       std::to_string(bucket.tensor) + "/" + std::to_string(bucket.tensors));
    }
    return list;
}

TEST(GradientBuckets, FillFromTheBack)
{
    using List = std::vector<std::string>;
    EXPECT_EQ(BucketList(0, 0), (List{"80/2/3/1", "24/1/2/1", "8/0/1/1", "40/0/0/1"}));
    EXPECT_EQ(BucketList(0, 1000), BucketList(0, 0)) << "no fusion, the first bucket included";
    EXPECT_EQ(BucketList(32, 1), (List{"80/2/3/1", "32/0/1/2", "40/0/0/1"})) << "full at 32";
    EXPECT_EQ(BucketList(33, 81), (List{"80/2/3/1", "72/0/0/3"})) << "no tensor is cut";
    EXPECT_EQ(BucketList(100, 81), (List{"104/1/2/2", "48/0/0/2"}));
    EXPECT_EQ(BucketList(1000, 1000), (List{"152/0/0/4"}));
}

TEST(GradientBuckets, OfResNet50AreThoseOfDdp)
{
    constexpr uint64_t MIB = 1024 * 1024;
    const auto trace = ModelTrace::Load(std::string(MLT_SOURCE_DIR) + "/traces/resnet50.csv");
    const auto buckets = FuseGradients(trace, 25 * MIB, MIB);
    uint64_t bytes = 0;
    uint32_t tensors = 0;
    for (const auto& bucket : buckets)
    {
        bytes += bucket.bytes;
        tensors += bucket.tensors;
    }
    EXPECT_EQ(bytes, trace.TotalBytes());
    EXPECT_EQ(tensors, trace.Tensors().size());
    EXPECT_EQ(buckets.front().bytes, 4U * (1000 + 2048 * 1000)) << "the classifier alone";
    for (size_t i = 0; i + 1 < buckets.size(); ++i)
    {
        EXPECT_GE(buckets[i].bytes, i ? 25 * MIB : MIB);
        EXPECT_GT(buckets[i].tensor, buckets[i + 1].tensor);
    }
    EXPECT_EQ(buckets.size(), 5U);
}

PatternInput
TrainingOf(uint32_t hosts, const ModelTrace& trace)
{
    PatternInput input = JobOf(hosts);
    input.model = &trace;
    return input;
}

TEST(AllReducePattern, OfTwoWorkersHasTheseDependencies)
{
    const ModelTrace trace("m", {Row(0, "front", 6), Row(1, "back", 4)});
    const Graph graph = MakePattern(KINDS[0], {{"BucketBytes", "0"}})->Build(TrainingOf(2, trace));
    // by worker: forward 0, 1 and 4, 5; backward 2, 3 and 6, 7; then of the back layer piece 0 from
    // 0 to 1 and its result, piece 1 from 1 to 0 and its result, and the same of the front layer
    const std::vector<std::string> expected{
        "0-1",       "1-3",   "2-0 next",  "2-12",      "2-15",     "3-2",       "3-8",
        "3-11",      "4-5",   "5-7",       "6-4 next",  "6-13",     "6-14",      "7-6",
        "7-9",       "7-10",  "8-9",       "8-5 next",  "9-1 next", "10-11",     "10-1 next",
        "11-5 next", "12-13", "12-4 next", "13-0 next", "14-15",    "14-0 next", "15-4 next"};
    EXPECT_EQ(EdgeList(graph), expected);
}

TEST(AllReducePattern, TransfersCarryBoundsPhasesAndPriorities)
{
    const ModelTrace trace = TinyTrace();
    PatternInput input = TrainingOf(2, trace);
    input.bound = LossBound::FromShare(0.1);
    input.pullBound = LossBound::FromShare(0.05);
    for (const std::string& kind : {KINDS[0], KINDS[2]})
    {
        const Graph graph = MakePattern(kind, {{"BucketBytes", "0"}})->Build(input);
        EXPECT_EQ(graph.Phases(),
                  kind == KINDS[0] ? (std::vector<std::string>{"reduce-scatter", "all-gather"})
                                   : (std::vector<std::string>{"reduce", "broadcast"}));
        EXPECT_EQ(graph.LayerCount(), 3U);
        EXPECT_EQ(graph.Transfers().front().tensor, 3U);
        EXPECT_EQ(graph.Transfers().back().tensor, 0U);
        for (const TransferStep& step : graph.Transfers())
        {
            const bool isSum = step.phase == REDUCE_PHASE;
            EXPECT_EQ(step.bound.Billionths(), isSum ? 100000000U : 50000000U);
            EXPECT_EQ(step.priority, QueueOfLayer(step.layer, 3));
            EXPECT_EQ(step.layer, trace.Tensors()[step.tensor].layer);
        }
        EXPECT_EQ(PayloadOf(graph), 2U * 152) << "2 (N - 1) times the model";
    }
}

TEST(AllReducePattern, DefaultsAreThoseOfDdp)
{
    const auto trace = ModelTrace::Load(std::string(MLT_SOURCE_DIR) + "/traces/resnet50.csv");
    const Graph graph = MakePattern(KINDS[0])->Build(TrainingOf(4, trace));
    EXPECT_EQ(graph.TransferCount(), 5U * 4 * 6);
    EXPECT_EQ(graph.Computes()[0].jitterPs > 0, true);
    EXPECT_TRUE(MakePattern(KINDS[0])->NeedsModel());
    EXPECT_FALSE(MakePattern(KINDS[0])->HasServers());
}

/** A transfer's edges lead to steps of the host that received it: nobody knows from afar. */
TEST(AllReducePattern, HostsActOnWhatTheyReceiveAlone)
{
    const ModelTrace trace = TinyTrace();
    for (const std::string& kind : KINDS)
    {
        const Graph graph = MakePattern(kind)->Build(TrainingOf(16, trace));
        for (uint32_t i = 0; i < graph.TransferCount(); ++i)
        {
            for (const auto edge : graph.EdgesOf(graph.ComputeCount() + i))
            {
                const uint32_t next = edge.Target();
                const uint32_t host = next < graph.ComputeCount()
                                          ? graph.Computes()[next].host
                                          : graph.Transfers()[next - graph.ComputeCount()].source;
                ASSERT_EQ(host, graph.Transfers()[i].destination) << kind;
            }
        }
    }
}

TEST(AllReducePattern, SaysWhatItCannotDo)
{
    for (const std::string& kind : KINDS)
    {
        const auto build = [&](const PatternAttributes& attributes, const PatternInput& input) {
            return InputErrorOf([&] { MakePattern(kind, attributes)->Build(input); });
        };
        EXPECT_EQ(build({{"Bytes", "5"}}, JobOf(1)), kind + ": expected at least 2 hosts, got 1");
        EXPECT_EQ(build({}, JobOf(8)), kind + ": expected a model, or Bytes above 0");
        PatternInput input = JobOf(8);
        input.computeScale = -1;
        EXPECT_EQ(build({{"Bytes", "5"}}, input),
                  kind + ": computeScale is -1: it must be a finite number of at least 0");
    }
}

TEST(AllReducePattern, WithoutAModelThereIsOneGradient)
{
    for (const std::string& kind : KINDS)
    {
        const auto pattern = MakePattern(kind, {{"Bytes", "8000"}});
        EXPECT_FALSE(pattern->NeedsModel());
        const Graph graph = pattern->Build(JobOf(8));
        EXPECT_EQ(PayloadOf(graph), 2U * 7 * 8000) << kind;
        EXPECT_EQ(graph.LayerCount(), 1U);
        for (const ComputeStep& step : graph.Computes())
        {
            EXPECT_EQ(step.durationPs + step.jitterPs, 0);
        }
    }
}

class AllReduceRunTest : public ExecutorTest
{
};

/** Over a transport on which a byte takes a picosecond, whatever else is under way. */
TEST_F(AllReduceRunTest, IterationsLastAsLongAsTheChainOfTheLargestMessages)
{
    Run(MakePattern(KINDS[0], {{"Bytes", "8000"}})->Build(JobOf(8)), 3);
    ASSERT_EQ(m_iterations.size(), 3U * 8);
    for (const auto& record : m_iterations)
    {
        EXPECT_EQ(record.endPs - record.startPs, 14 * 1000);
        EXPECT_EQ(record.exposedPs, 14 * 1000);
    }
    EXPECT_EQ(m_finishedPs, 3 * 14 * 1000);
}

TEST_F(AllReduceRunTest, HalvingTakesTwiceTheBufferLessAnNth)
{
    Run(MakePattern(KINDS[1], {{"Bytes", "8000"}})->Build(JobOf(8)));
    EXPECT_EQ(m_finishedPs, 2 * 7000);
}

TEST_F(AllReduceRunTest, ComputeHidesBucketsThatAreReadyEarly)
{
    // 3 us forward, 6 us backward; the last bucket (72 bytes) is ready at the end of it, and takes
    // two messages of 36 bytes
    const ModelTrace trace = TinyTrace();
    const auto pattern =
        MakePattern(KINDS[0], {{"BucketBytes", "41"}, {"FirstBucketBytes", "1"}, {"Jitter", "0"}});
    Run(pattern->Build(TrainingOf(2, trace)), 2);
    ASSERT_EQ(m_iterations.size(), 4U);
    for (const auto& record : m_iterations)
    {
        EXPECT_EQ(record.computePs, 9000000);
        EXPECT_EQ(record.exposedPs, 2 * 36); // 24 + 8 + 40 bytes are one bucket: full at 41
    }
}

} // namespace
} // namespace ns3::mlt
