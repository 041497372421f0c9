// SPDX-License-Identifier: GPL-2.0-only
/**
 * A pattern of one's own with the result files of mlt-sim: a pipeline of stages, recorded.
 *
 *     host0 -> host1 -> host2 -> host3      over two racks; 10 Gbit/s and 1 us a link
 *
 * Each host is a stage of a model. Micro-batches pass through all stages, one after another: a
 * stage computes for 500 us and sends 250 kB of activations to the next one. While they travel, the
 * stage computes on the next micro-batch. So an iteration takes
 *
 *     (stages + micro-batches - 1) x compute + (stages - 1) x mean time of a transfer
 *
 * RunRecorder writes transfers.csv and iterations.csv while the run goes on, and keeps the numbers
 * for summary.json; ResultFolder has the folder appear whole or not at all: with --out=<folder>.
 * doc/results-of-your-own.md tells more.
 */
#include "ns3/mlt-clock.h"
#include "ns3/mlt-executor.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-job-dispatcher.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-port-report.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-run-recorder.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t STAGES = 4;
constexpr uint64_t HOST_RATE = 10000000000; // bit/s
constexpr int64_t COMPUTE_PS = 500 * PS_PER_US;
constexpr uint64_t ACTIVATION_BYTES = 250000;
constexpr uint32_t ITERATIONS = 3; // the steady one is neither the first nor the last

/** One iteration, as data: the micro-batches' way through the stages. */
Graph
MakePipeline(uint32_t batches)
{
    GraphBuilder graph(STAGES, STAGES); // hosts, layers
    const uint8_t phase = graph.AddPhase("activations");
    for (uint32_t batch = 0; batch < batches; ++batch)
    {
        ComputeStep compute;
        compute.durationPs = COMPUTE_PS;
        compute.startsForward = batch == 0; // host 0 begins its iteration
        StepId computed = graph.AddCompute(compute);
        for (uint32_t stage = 1; stage < STAGES; ++stage)
        {
            TransferStep transfer;
            transfer.source = stage - 1;
            transfer.destination = stage;
            transfer.bytes = ACTIVATION_BYTES;
            transfer.layer = stage - 1;
            transfer.tensor = batch;
            transfer.phase = phase;
            const StepId arrived = graph.AddTransfer(transfer);
            graph.AddEdge(computed, arrived);
            compute.host = stage;
            compute.startsForward = false;
            computed = graph.AddCompute(compute);
            graph.AddEdge(arrived, computed);
        }
    }
    return graph.Build();
}

/** Runs the pipeline, and writes its results into the folder. @return what summary.json says. */
Json
Record(uint32_t batches, const ResultFolder& folder, const Json& configuration)
{
    LeafSpineSpec spec = ParseLeafSpine("2x2x2");
    spec.hostRate = HOST_RATE;
    spec.delayPs = PS_PER_US;
    FabricHelper helper;
    const Ptr<Fabric> fabric = helper.Build(PlanLeafSpine(spec));
    const Ptr<MessageTransport> transport = helper.Install("ns3::mlt::MltTransport");

    const Graph graph = MakePipeline(batches);
    RunRecorder recorder(folder, {});
    const uint32_t job = recorder.AddJob("pipeline", graph, *transport);
    JobDispatcher jobs;
    GraphExecutor executor(jobs, graph, transport, ITERATIONS);
    executor.SetHandlers(recorder.HandlersOf(job));
    executor.Start();
    Simulator::Run();
    fabric->CatchUp(); // before its ports are read

    recorder.Close();
    WritePorts(*fabric, folder.PathOf("ports.csv"));
    Json summary = recorder.Statistics().Times();
    summary["totals"] = recorder.Statistics().Totals();
    summary["configuration"] = configuration; // by which ResultFolder knows it again
    folder.WriteJson("summary.json", summary);
    Simulator::Destroy();
    return summary;
}

void
Print(const Json& summary, uint32_t batches)
{
    constexpr double NS_PER_US = 1000;
    const double transferUs = summary["fct_mean_ns"].get<double>() / NS_PER_US;
    const double computeUs = FromPs(COMPUTE_PS).ToDouble(Time::US);
    std::printf("transfers        %u\n", summary["totals"]["transfers"].get<uint32_t>());
    std::printf("transfer, mean   %.3f us\n", transferUs);
    std::printf("iteration        %.3f us\n",
                summary["iteration_steady_ns"].get<double>() / NS_PER_US);
    std::printf("closed form      %.3f us\n",
                (STAGES + batches - 1) * computeUs + (STAGES - 1) * transferUs);
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t batches = 8;
    std::string out;
    StrictCommandLine command(__FILE__);
    command.AddWhole("batches", "micro-batches of an iteration", batches, 1, 1000);
    command.AddText("out", "folder of the results; none are kept without", out);
    command.Parse(argc, argv);
    try
    {
        Json configuration; // all that decides the results
        configuration["batches"] = batches;
        const bool keeps = !out.empty();
        const auto passing = std::filesystem::temp_directory_path() / "own-results";
        ResultFolder folder(keeps ? out : passing.string(), configuration);
        Print(Record(batches, folder, configuration), batches);
        if (keeps)
        {
            folder.Commit(); // without, nothing is left
        }
        return EXIT_SUCCESS;
    }
    catch (const InputError& error)
    {
        std::fprintf(stderr, "own-results: error: %s\n", error.what());
        return EXIT_FAILURE;
    }
}
