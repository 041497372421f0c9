// SPDX-License-Identifier: GPL-2.0-only
/**
 * A small training job under a parameter server: six workers push gradients to two servers, which
 * add them up and send the sums back; forward of the next iteration waits for them. Express plane.
 *
 *          spine0      spine1
 *            |   \    /   |            every leaf to every spine, 20 Gbit/s
 *          leaf0       leaf1
 *         / | | \     / | | \          hosts at 10 Gbit/s; all links 1 us
 *        8 hosts: every fourth is a server, the others are workers
 *
 * The model is made up: four layers of 1 MB, each 100 us forward and 200 us backward. A pattern of
 * communication is data: BuildParameterServer makes a graph of compute steps and transfers, which
 * GraphExecutor runs over a transport. Tensors are cut evenly over the servers, so the links into
 * the servers are the narrow ones, and in the mean no iteration can be shorter than
 *
 *     workers x model / servers x (1 - p) x 8 / rate    (headers not counted): the floor
 *
 * Communication that compute hides costs nothing; the rest is exposed: what an iteration takes
 * beyond its compute. A bound p lets MLT leave out that share of the gradients, half of it on the
 * way back; among so few hosts chance (--RngRun) decides as much.
 */
#include "ns3/mlt-executor.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-parameter-server.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t SERVERS = 2, WORKERS = 6;
constexpr uint32_t LAYERS = 4;
constexpr uint64_t LAYER_BYTES = 1000000;
constexpr uint64_t HOST_RATE = 10000000000; // bit/s

ModelTrace
MakeModel()
{
    std::vector<TensorTrace> tensors;
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        const std::string name = "layer" + std::to_string(layer) + ".weight";
        tensors.push_back({layer, name, LAYER_BYTES / 4, LAYER_BYTES, 100.0, 200.0});
    }
    return {"made-up", tensors};
}

/** The job on two servers and six workers, as data. */
Graph
MakeJob(double bound)
{
    ParameterServerOptions options;
    options.cutAbove = 0; // every tensor over all servers
    options.pushBound = LossBound::FromShare(bound);
    options.pullBound = LossBound::FromShare(bound / 2);
    const Placement placement = SpreadOverRacks(SERVERS + WORKERS, SERVERS, WORKERS);
    return BuildParameterServer(MakeModel(), placement, options);
}

/** Runs the job, and prints the mean of its iterations, each as its slowest worker had it. */
void
Run(double bound, uint32_t iterations)
{
    LeafSpineSpec spec = ParseLeafSpine("2x2x4");
    spec.hostRate = HOST_RATE; // the uplinks' follows: 4 / 2 of it
    spec.delayPs = PS_PER_US;
    FabricHelper helper;
    helper.Build(PlanLeafSpine(spec));
    const Graph graph = MakeJob(bound); // the executor keeps a reference
    JobDispatcher jobs;
    GraphExecutor executor(jobs, graph, helper.Install("ns3::mlt::MltTransport"), iterations);
    std::vector<IterationRecord> slowest(iterations);
    WorkloadHandlers handlers;
    handlers.iteration = [&slowest](const IterationRecord& record) {
        auto& most = slowest[record.iteration];
        most = record.endPs - record.startPs > most.endPs - most.startPs ? record : most;
    };
    executor.SetHandlers(handlers);
    executor.Start();
    Simulator::Run();
    double takes = 0;
    double exposed = 0;
    for (const auto& record : slowest)
    {
        takes += FromPs(record.endPs - record.startPs).ToDouble(Time::US) / iterations;
        exposed += FromPs(record.exposedPs).ToDouble(Time::US) / iterations;
    }
    std::printf("%4.0f %% %11.1f us %11.1f us %11.1f us %11.1f us\n",
                bound * 100,
                takes,
                takes - exposed,
                exposed,
                WORKERS * LAYERS * LAYER_BYTES / SERVERS * (1 - bound) * 8 / HOST_RATE * 1e6);
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t iterations = 3;
    StrictCommandLine command(__FILE__);
    command.AddWhole("iterations", "training iterations", iterations, 1, 1000);
    command.Parse(argc, argv);
    std::printf(" bound      iteration        compute        exposed          floor\n");
    Run(0, static_cast<uint32_t>(iterations));
    Run(0.1, static_cast<uint32_t>(iterations));
    return 0;
}
