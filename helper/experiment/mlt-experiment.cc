// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-experiment.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-device.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-interrupt.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-placement.h"
#include "ns3/mlt-port-report.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <optional>
#include <sys/resource.h>

namespace ns3::mlt
{

namespace
{

/** How often a run looks at the clock, at signals and at its progress, in simulated time. */
constexpr int64_t CHECK_EVERY_PS = 50 * PS_PER_US;

constexpr const char* STOPPED_TEXT = "stopped by the user; nothing was written";

/** Fabric streams start here; 0 is left to ns-3. The order is fixed: results depend on it. */
constexpr int64_t FIRST_STREAM = 1;
constexpr uint64_t JITTER_SALT = 0x6a6974746572; // "jitter"

double
PeakMebibytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double KIB_PER_MIB = 1024;
    return static_cast<double>(usage.ru_maxrss) / KIB_PER_MIB;
}

} // namespace

Experiment::Experiment(const ExperimentOptions& options, const ResultFolder& folder)
    : m_options(options),
      m_folder(folder),
      m_progress(fmt::format("{} {} seed {}",
                             options.jobs.front().Title(),
                             options.transport,
                             options.seed))
{
    RequireFabricResolution();
    RngSeedManager::SetRun(m_options.seed);
    BuildNetwork();
    InjectLoss();
    BuildJob();
    RequireFeasible();
    m_recorder =
        std::make_unique<RunRecorder>(m_folder,
                                      m_graph,
                                      *m_transport,
                                      RunRecorder::Options{m_options.gzip, m_options.lossMasks});
    m_executor = std::make_unique<GraphExecutor>(
        m_jobs,
        m_graph,
        m_transport,
        m_options.jobs.front().iterations,
        Mix64(Mix64(RngSeedManager::GetSeed(), m_options.seed), JITTER_SALT));
    m_setupSeconds = m_progress.Seconds();
}

Experiment::~Experiment()
{
    Simulator::Destroy();
    m_executor.reset();
    m_transport->Dispose();
    m_fabric->Dispose();
}

void
Experiment::BuildNetwork()
{
    m_helper.SetStream(FIRST_STREAM);
    m_helper.SetPathChooser(m_options.balancerType.GetName());
    m_helper.SetAttribute("Mtu", UintegerValue(m_options.mtu));
    m_fabric = m_helper.Build(m_options.network.Plan());
    if (!m_options.pcap.empty())
    {
        m_helper.EnablePcap(m_options.pcap);
    }
    m_transport = m_helper.Install(m_options.transportType.GetName());
}

void
Experiment::InjectLoss()
{
    const auto& plan = m_fabric->Plan();
    bool found = false;
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (m_options.lossLink == "all" || plan.LinkName(link) == m_options.lossLink)
        {
            found = true;
            m_fabric->SetLoss(link, m_options.loss);
        }
    }
    if (!found)
    {
        throw InputError(fmt::format("--lossLink: expected all, or a directed link such as {} or "
                                     "{}, got {}",
                                     plan.LinkName(0),
                                     plan.LinkName(static_cast<uint32_t>(plan.links.size()) - 1),
                                     QuoteInput(m_options.lossLink)));
    }
}

void
Experiment::BuildJob()
{
    const JobOptions& job = m_options.jobs.front();
    PatternInput input;
    input.placement = PlaceRoles(AllHosts(m_fabric->Plan().hosts), job.servers, job.workers);
    input.bound = LossBound::FromShare(job.pushBound);
    input.pullBound = LossBound::FromShare(job.pullBound);
    input.computeScale = job.computeScale;
    std::optional<ModelTrace> model;
    if (!job.modelPath.empty())
    {
        model = ModelTrace::Load(job.modelPath);
        input.model = &*model;
        input.deviceScale =
            job.computeScale > 0 ? model->ScaleForDevice(FindDevice(job.device)) : 1.0;
    }
    m_graph = job.traffic->Build(input);
}

void
Experiment::RequireFeasible() const
{
    constexpr double ROOM = 2; // for what is sent twice
    double bytes = 0;          // phase after phase, each over its busiest link
    for (uint32_t phase = 0; phase < m_graph.Phases().size(); ++phase)
    {
        bytes += static_cast<double>(LargestLoad(HostLoads(m_graph, static_cast<uint8_t>(phase))));
    }
    const double seconds = bytes * 8 * m_options.jobs.front().iterations * ROOM /
                           static_cast<double>(m_options.network.hostRate);
    const double most = static_cast<double>(LAST_PS) / static_cast<double>(PS_PER_SECOND);
    if (seconds > most)
    {
        throw InputError(fmt::format("--hostRate, --iterations: the job may take {:.0f} simulated "
                                     "seconds, expected at most {:.0f}; raise the rate or lower "
                                     "the number of iterations",
                                     seconds,
                                     most));
    }
}

void
Experiment::Run()
{
    m_executor->SetHandlers(
        {[this](const TransferRecord& record) { m_recorder->OnTransfer(record); },
         [this](const IterationRecord& record) { m_recorder->OnIteration(record); },
         [this](const Message& message, uint32_t transfer, const Delivery& delivery) {
             m_recorder->OnArrival(message, transfer, delivery);
         },
         [] { Simulator::Stop(); }});
    m_executor->Start();
    Simulator::Schedule(FromPs(CHECK_EVERY_PS), &Experiment::Check, this);
    Simulator::Run();
    m_fabric->CatchUp();
    m_runSeconds = m_progress.Seconds() - m_setupSeconds;
    m_progress.End();
    if (m_interrupted)
    {
        throw Interrupted(m_error);
    }
    if (m_error.empty())
    {
        m_error = Account().Violation();
    }
    if (!m_error.empty())
    {
        throw RunError(m_error);
    }
    m_recorder->Close();
    WritePorts(*m_fabric, m_folder.PathOf("ports.csv"));
    WriteSummary();
    WriteTiming();
    if (InterruptGuard::IsRequested())
    {
        throw Interrupted(STOPPED_TEXT);
    }
}

void
Experiment::Check()
{
    m_fabric->CatchUp(); // what is counted and reported is the same in all modes
    const auto progress = m_executor->Progress();
    m_progress.Update(NowPs(),
                      static_cast<double>(progress.completedBytes) /
                          static_cast<double>(progress.totalBytes),
                      m_fabric->PacketHops().data.frames + m_fabric->PacketHops().control.frames);
    if (InterruptGuard::IsRequested())
    {
        m_interrupted = true;
        m_error = STOPPED_TEXT;
    }
    RequireProgress();
    if (m_error.empty())
    {
        Simulator::Schedule(FromPs(CHECK_EVERY_PS), &Experiment::Check, this);
    }
    else
    {
        Simulator::Stop();
    }
}

void
Experiment::RequireProgress()
{
    const uint64_t useful = m_transport->Receipts().useful.data.frames;
    const int64_t now = NowPs();
    if (useful != m_lastUseful || m_executor->Progress().openTransfers == 0)
    {
        m_lastUseful = useful;
        m_lastProgressPs = now;
    }
    else if (now - m_lastProgressPs >= m_options.stallPs)
    {
        constexpr size_t MOST_LINES = 5;
        m_error = fmt::format("no progress for {} ms of simulated time (--stallTime); {} transfers "
                              "are open",
                              m_options.stallPs / (PS_PER_US * 1000),
                              m_executor->Progress().openTransfers);
        for (const auto& line : m_fabric->Faults())
        {
            m_error += "\n  " + line;
        }
        for (const auto& line : m_transport->OpenMessages(MOST_LINES))
        {
            m_error += "\n  " + line;
        }
    }
}

Conservation
Experiment::Account() const
{
    return {m_fabric->SentByHosts(),
            m_transport->Receipts(),
            m_fabric->Dropped(),
            m_fabric->InFlight(),
            m_fabric->Trimmed()};
}

void
Experiment::WriteSummary()
{
    m_summary = m_recorder->Times();
    m_summary["totals"] = m_recorder->Totals();
    const FrameCounts hops = m_fabric->PacketHops();
    m_summary["totals"]["packet_hops"] = hops.data.frames + hops.control.frames;
    m_summary["totals"]["data_packet_hops"] = hops.data.frames;
    const Conservation account = Account();
    m_summary["totals"]["unneeded_repairs"] = account.received.duplicate.data.frames;
    m_summary["base_rtt_ns"] =
        static_cast<double>(m_fabric->BaseRttPs()) / static_cast<double>(PS_PER_NS);
    m_summary["conservation"] = ToJson(account);
    m_summary["drops_by_class"] = ClassDrops(*m_fabric);
    m_summary["loss_by_layer"] = m_recorder->Losses();
    m_summary["configuration"] = m_options.Configuration();
    m_summary["versions"]["ns3-mlt"] = MLT_VERSION;
    m_summary["versions"]["ns-3"] = MLT_NS3_VERSION;
    m_summary["seed"] = m_options.seed;
    m_folder.WriteJson("summary.json", m_summary);
}

void
Experiment::WriteTiming() const
{
    const auto hops = m_summary["totals"]["packet_hops"].get<uint64_t>();
    Json json;
    json["finished"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    json["out"] = m_folder.Name();
    json["setup_s"] = m_setupSeconds;
    json["run_s"] = m_runSeconds;
    json["packet_hops"] = hops;
    json["events"] = Simulator::GetEventCount();
    json["ns_per_packet_hop"] = m_runSeconds * 1e9 / static_cast<double>(hops);
    json["frames_at_once_most"] = m_fabric->Pool().Capacity();
    json["peak_memory_mib"] = PeakMebibytes();
    m_folder.WriteJson("timing.json", json);
}

std::string
Experiment::Report() const
{
    const auto ms = [this](const char* key) { return m_summary[key].get<double>() / 1e6; };
    const auto& totals = m_summary["totals"];
    std::string text;
    const auto line = [&text](const std::string& name, const std::string& value) {
        text += fmt::format("  {:<24}{}\n", name, value);
    };
    const JobOptions& job = m_options.jobs.front();
    line(job.modelPath.empty() ? "pattern" : "model", job.Title());
    line("transport", m_options.transportType.GetName());
    line("hosts",
         job.servers > 0 ? fmt::format("{} workers, {} servers on {}",
                                       job.workers,
                                       job.servers,
                                       m_options.topology)
                         : fmt::format("{} on {}", job.workers, m_options.topology));
    line("base round trip", fmt::format("{:.2f} us", m_summary["base_rtt_ns"].get<double>() / 1e3));
    line("iteration, slowest", fmt::format("{:.3f} ms", ms("iteration_max_ns")));
    line("iteration, mean", fmt::format("{:.3f} ms", ms("iteration_mean_ns")));
    line("FCT, mean", fmt::format("{:.3f} ms", ms("fct_mean_ns")));
    line("FCT, 99th percentile", fmt::format("{:.3f} ms", ms("fct_p99_ns")));
    line("delivered", fmt::format("{:.3f} %", 100 * totals["delivered_share"].get<double>()));
    line("payload",
         fmt::format("{:.3f} GB, sent {:.3f} GB",
                     totals["payload_bytes"].get<double>() / 1e9,
                     totals["sent_bytes"].get<double>() / 1e9));
    line("run",
         fmt::format("{:.1f} s for {:.2f} million packet-hops, {:.0f} MiB",
                     m_runSeconds,
                     totals["packet_hops"].get<double>() / 1e6,
                     PeakMebibytes()));
    return text;
}

} // namespace ns3::mlt
