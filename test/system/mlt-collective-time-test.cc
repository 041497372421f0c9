// SPDX-License-Identifier: GPL-2.0-only
// Collectives on an unloaded fabric take what their closed forms say, over MLT at p = 0 and DCTCP.
#include "support/mlt-test-bench.h"
#include "workload/patterns/mlt-pattern-fixture.h"

#include "ns3/mlt-executor.h"
#include "ns3/mlt-header.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr double TOLERANCE = 0.02;
constexpr uint64_t HOST_RATE = 100000000000; // bit/s
constexpr uint32_t MTU = 9000;

const std::string MLT = "ns3::mlt::MltTransport";
const std::string DCTCP = "ns3::mlt::DctcpTransport";

struct Case
{
    std::string transport;
    uint32_t hosts;
    uint64_t bytes;
};

std::ostream&
operator<<(std::ostream& stream, const Case& what)
{
    return stream << what.transport << ", " << what.hosts << " hosts, " << what.bytes << " bytes";
}

/** All hosts in one rack, so that every path has the same latency. */
TestBench::Options
OneRack(const std::string& transport)
{
    TestBench::Options options;
    options.topology = "2x2x16";
    options.transport = transport;
    options.hostRate = HOST_RATE;
    options.mtu = MTU;
    return options;
}

/** Runs iterations of a graph. @return how long each takes in the mean, in microseconds. */
double
RunUs(const Graph& graph, const std::string& transport, uint32_t iterations = 1)
{
    TestBench bench(OneRack(transport));
    JobDispatcher jobs;
    GraphExecutor executor(jobs, graph, bench.transport, iterations);
    int64_t endPs = -1;
    WorkloadHandlers handlers;
    handlers.finished = [&endPs] {
        endPs = NowPs();
        Simulator::Stop();
    };
    executor.SetHandlers(handlers);
    executor.Start();
    bench.RunFor(Seconds(1));
    EXPECT_TRUE(executor.Finished());
    return static_cast<double>(endPs) / PS_PER_US / iterations;
}

double
WireUs(double bytes)
{
    return bytes * 8e6 / HOST_RATE;
}

/**
 * What a transport puts on the wire beside a message's own frames. Every host sends and receives at
 * once, so what goes back to a sender shares the link with the receiver's own data.
 */
struct Overhead
{
    uint32_t payload;    //!< of a full frame
    double perMessage;   //!< bytes before the data
    double perFrame;     //!< bytes of control that answer a frame
    double firstMessage; //!< microseconds more for the first message of a pair
};

Overhead
OverheadOf(const std::string& transport)
{
    const WireFormat format{MTU};
    if (transport == DCTCP)
    {
        return {format.TcpPayload(), 0, static_cast<double>(format.TcpBytes(0, 0)), 0};
    }
    constexpr uint32_t BEGIN_FIELDS = 20;
    constexpr uint32_t FEEDBACK_FIELDS = 28;
    constexpr uint32_t FRAMES_A_FEEDBACK = 5; // at least
    const double begin = MltControlBytes(format, BEGIN_FIELDS);
    const double feedback = MltControlBytes(format, FEEDBACK_FIELDS);
    // a pair begins with one full frame (4000 bytes, but a frame at least), and goes on when the
    // FEEDBACK has come: two links there and two back, less the time of what it has sent
    const double frame = format.FullFrame();
    const double stall = 2 * WireUs(frame + feedback) + 4 - WireUs(frame + begin);
    return {MltPayload(format), begin, feedback / FRAMES_A_FEEDBACK, stall};
}

/** A message of a closed form: its bytes on the wire at the host's rate, and the way of a frame. */
double
MessageUs(const std::string& transport, uint64_t bytes)
{
    const WireFormat format{MTU};
    const Overhead overhead = OverheadOf(transport);
    const uint64_t frames = (bytes + overhead.payload - 1) / overhead.payload;
    const double headers = format.FullFrame() - overhead.payload + overhead.perFrame;
    const double wireBytes = overhead.perMessage + bytes + frames * headers;
    constexpr double DELAYS_US = 2; // to the leaf and from it
    return WireUs(wireBytes) + WireUs(format.FullFrame()) + DELAYS_US;
}

class CollectiveTimeTest : public testing::TestWithParam<Case>
{
  protected:
    /** @param newPairs how many messages in the chain are the first of their pair. */
    void Expect(const std::string& pattern,
                double messagesUs,
                uint32_t newPairs,
                PatternAttributes attributes = {}) const
    {
        const double closedFormUs =
            messagesUs + newPairs * OverheadOf(GetParam().transport).firstMessage;
        attributes.emplace_back("Bytes", std::to_string(GetParam().bytes));
        const Graph graph = MakePattern(pattern, attributes)->Build(JobOf(GetParam().hosts));
        const double us = RunUs(graph, GetParam().transport);
        RecordFigure("us", us);
        RecordFigure("closed_form_us", closedFormUs);
        RecordFigure("over_closed_form", us / closedFormUs);
        EXPECT_NEAR(us / closedFormUs, 1, TOLERANCE);
    }

    double Message(uint64_t bytes) const
    {
        return MessageUs(GetParam().transport, bytes);
    }
};

TEST_P(CollectiveTimeTest, RingAllReduce)
{
    const auto [transport, n, m] = GetParam();
    Expect("ns3::mlt::RingAllReduce", 2 * (n - 1) * Message(m / n), 1);
}

TEST_P(CollectiveTimeTest, HalvingDoublingAllReduce)
{
    const auto [transport, n, m] = GetParam();
    double us = 0;
    uint32_t distances = 0;
    for (uint64_t half = m / 2; half >= m / n; half /= 2)
    {
        us += 2 * Message(half);
        ++distances;
    }
    Expect("ns3::mlt::HalvingDoublingAllReduce", us, distances);
}

TEST_P(CollectiveTimeTest, AllToAll)
{
    const auto [transport, n, m] = GetParam();
    Expect("ns3::mlt::AllToAll", (n - 1) * Message(m / n), n - 1);
}

/** Two groups: rings of a half of the hosts, and of two. */
TEST_P(CollectiveTimeTest, HierarchicalAllReduce)
{
    const auto [transport, n, m] = GetParam();
    const uint32_t group = n / 2;
    const double us = 2 * (group - 1) * Message(m / group) + 2 * Message(m / n);
    Expect("ns3::mlt::HierarchicalAllReduce",
           us,
           group > 1 ? 2 : 1,
           {{"GroupSize", std::to_string(group)}});
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         CollectiveTimeTest,
                         testing::Values(Case{MLT, 2, 4000000},
                                         Case{MLT, 4, 8000000},
                                         Case{MLT, 8, 8000000},
                                         Case{MLT, 16, 16000000},
                                         Case{DCTCP, 2, 4000000},
                                         Case{DCTCP, 4, 8000000},
                                         Case{DCTCP, 8, 8000000}));

/** Four ranks in one piece: two messages into rank 2, on to the root, and the same way back. */
TEST(TreeTimeTest, AnUncutTreeOfFourTakesSixMessages)
{
    for (const auto& transport : {MLT, DCTCP})
    {
        constexpr uint64_t BYTES = 4000000;
        const auto pattern =
            MakePattern("ns3::mlt::TreeAllReduce",
                        {{"Bytes", std::to_string(BYTES)}, {"PieceBytes", std::to_string(BYTES)}});
        const double us = RunUs(pattern->Build(JobOf(4)), transport);
        // those of two children share a link: their latency counts once
        const double closedFormUs =
            4 * MessageUs(transport, BYTES) +
            2 * (MessageUs(transport, 2 * BYTES) - MessageUs(transport, BYTES));
        RecordFigure("over_closed_form", us / closedFormUs);
        EXPECT_NEAR(us / closedFormUs, 1, TOLERANCE);
    }
}

/** In many pieces a double tree comes near twice the buffer, as a ring does, and a tree to thrice.
 */
TEST(TreeTimeTest, PiecesFollowEachOther)
{
    constexpr uint64_t BYTES = 16000000;
    const auto ratio = [](const std::string& kind) {
        const auto pattern = MakePattern(
            kind,
            {{"Bytes", std::to_string(BYTES)}, {"PieceBytes", std::to_string(BYTES / 64)}});
        return RunUs(pattern->Build(JobOf(8)), MLT) / MessageUs(MLT, BYTES);
    };
    const double doubleTree = ratio("ns3::mlt::DoubleTreeAllReduce");
    const double tree = ratio("ns3::mlt::TreeAllReduce");
    RecordFigure("double_tree_over_buffer", doubleTree);
    RecordFigure("tree_over_buffer", tree);
    EXPECT_GT(doubleTree, 1.9);
    EXPECT_LT(doubleTree, 2.4);
    EXPECT_GT(tree, 2.9);
    EXPECT_LT(tree, 3.4);
}

/** Four layers of 1 MB, each so long forward and twice as long backward. */
ModelTrace
MadeUpModel(double forwardUs)
{
    std::vector<TensorTrace> tensors;
    for (uint32_t layer = 0; layer < 4; ++layer)
    {
        tensors.push_back(
            Row(layer, "t" + std::to_string(layer), 250000, forwardUs, 2 * forwardUs));
    }
    return {"made-up", tensors};
}

/** Whatever overlaps: no less than the longer of the two, no more than one after the other. */
TEST(AllReduceIterationTest, LiesBetweenTheLongerOfComputeAndCommunicationAndTheirSum)
{
    constexpr uint32_t N = 8;
    constexpr uint64_t MODEL_BYTES = 4000000;
    constexpr double LAYERS = 4;
    for (const auto& transport : {MLT, DCTCP})
    {
        for (const double forwardUs : {0.0, 20.0, 50.0, 200.0})
        {
            const ModelTrace model = MadeUpModel(forwardUs);
            PatternInput input = JobOf(N);
            input.model = &model;
            const auto pattern =
                MakePattern("ns3::mlt::RingAllReduce", {{"BucketBytes", "0"}, {"Jitter", "0"}});
            const double us = RunUs(pattern->Build(input), transport, 5);
            const double computeUs = 3 * LAYERS * forwardUs;
            const double leastUs = WireUs(2.0 * (N - 1) / N * MODEL_BYTES);
            const double mostUs = LAYERS * 2 * (N - 1) * MessageUs(transport, 1000000 / N) +
                                  OverheadOf(transport).firstMessage;
            RecordFigure("compute_us", computeUs);
            RecordFigure("communication_us", mostUs);
            RecordFigure("iteration_us", us);
            EXPECT_GE(us, std::max(computeUs, leastUs));
            EXPECT_LE(us, (computeUs + mostUs) * (1 + TOLERANCE));
        }
    }
}

/** The link into the receiver, and out of a sender, is what decides. */
TEST(PlainTrafficTimeTest, TakesWhatTheMostLoadedLinkNeeds)
{
    constexpr uint64_t BYTES = 1000000;
    constexpr uint32_t N = 8;
    const PatternAttributes attributes{{"Bytes", std::to_string(BYTES)}};
    const auto ratio = [&](const std::string& kind, uint64_t loadedLink) {
        const double us = RunUs(MakePattern(kind, attributes)->Build(JobOf(N)), MLT);
        RecordFigure("over_closed_form", us / MessageUs(MLT, loadedLink));
        return us / MessageUs(MLT, loadedLink);
    };
    EXPECT_NEAR(ratio("ns3::mlt::Permutation", BYTES), 1, 0.1); // the start of one short flow
    EXPECT_NEAR(ratio("ns3::mlt::Incast", (N - 1) * BYTES), 1, 0.05);
    EXPECT_NEAR(ratio("ns3::mlt::AllPairs", (N - 1) * BYTES), 1, 0.05);
}

} // namespace
} // namespace ns3::mlt
