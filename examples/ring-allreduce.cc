// SPDX-License-Identifier: GPL-2.0-only
/**
 * A ring all-reduce costs a host less than twice its gradient, however many take part: of 2, 4, 8
 * and 16 hosts in one rack each has a gradient of 8 MB, and all get the sum. Express plane, MLT at
 * p = 0.
 *
 *      host0 -> host1 -> ... -> host N-1 -> host0      all on one leaf, 100 Gbit/s, links of 1 us
 *
 * The gradient is cut into N pieces. In each of N - 1 steps every host sends one piece to the next
 * host, which adds its own (reduce-scatter); in N - 1 more steps the sums go round (all-gather).
 * So a host sends 2 (N - 1) / N of the gradient, below twice its size for any N:
 *
 *     2 (N - 1) x (piece on the wire x 8 / rate + latency)      the closed form
 *
 * with all headers, a frame's time at the leaf and two delays as the latency. Its source: Patarasuk
 * and Yuan, Bandwidth optimal all-reduce algorithms, JPDC 2009. What is simulated takes a little
 * more: a pair's first message waits once for its first feedback, and feedback shares the links.
 */
#include "ns3/mlt-executor.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-ring-all-reduce.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstdio>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr double HOST_RATE = 100e9; // bit/s
constexpr double DELAY_US = 1;      // of a link

double
OnWireUs(double bytes)
{
    return bytes * 8 / HOST_RATE * 1e6;
}

double
ClosedFormUs(uint32_t hosts, uint64_t bytes)
{
    const WireFormat format;
    const uint64_t piece = bytes / hosts;
    const uint64_t frames = (piece + MltPayload(format) - 1) / MltPayload(format);
    const uint64_t headers = frames * (format.FullFrame() - MltPayload(format));
    const double latencyUs = OnWireUs(format.FullFrame()) + 2 * DELAY_US;
    return 2 * (hosts - 1) * (OnWireUs(static_cast<double>(piece + headers)) + latencyUs);
}

/** The all-reduce among the hosts 0 to @p hosts - 1, as data. */
Graph
MakeAllReduce(uint32_t hosts, uint64_t bytes)
{
    const auto ring = CreateObjectWithAttributes<RingAllReduce>("Bytes", UintegerValue(bytes));
    PatternInput input;
    input.placement.workers = AllHosts(hosts);
    return ring->Build(input);
}

/** @return how long it takes, in microseconds. */
double
RunUs(const Graph& graph)
{
    LeafSpineSpec spec = ParseLeafSpine("2x2x16");
    spec.hostRate = static_cast<uint64_t>(HOST_RATE);
    spec.delayPs = static_cast<int64_t>(DELAY_US * PS_PER_US);
    FabricHelper helper;
    helper.Build(PlanLeafSpine(spec));
    JobDispatcher jobs;
    GraphExecutor executor(jobs, graph, helper.Install("ns3::mlt::MltTransport"));
    double endUs = 0;
    WorkloadHandlers handlers;
    handlers.finished = [&endUs] { endUs = FromPs(NowPs()).ToDouble(Time::US); };
    executor.SetHandlers(handlers);
    executor.Start();
    Simulator::Run();
    Simulator::Destroy();
    return endUs;
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 8000000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of each host's gradient", bytes, 16, 1000000000);
    command.Parse(argc, argv);
    std::printf("hosts     all-reduce    closed form  messages\n");
    for (const uint32_t hosts : {2, 4, 8, 16})
    {
        const Graph graph = MakeAllReduce(hosts, bytes);
        std::printf("%5u %11.1f us %11.1f us %9u\n",
                    hosts,
                    RunUs(graph),
                    ClosedFormUs(hosts, bytes),
                    graph.TransferCount());
    }
    return 0;
}
