// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-experiment.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-interrupt.h"
#include "ns3/mlt-link-events.h"
#include "ns3/mlt-port-report.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-version.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
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
      m_progress(fmt::format("{} seed {}", options.title, options.seed)),
      m_recorder(folder, {options.gzip, options.lossMasks})
{
    RequireFabricResolution();
    RngSeedManager::SetRun(m_options.seed);
    BuildNetwork();
    InjectLoss();
    ScheduleEvents();
    BuildJobs();
    RequireFeasible();
    m_setupSeconds = m_progress.Seconds();
}

Experiment::~Experiment()
{
    Simulator::Destroy();
    m_jobs.clear();
    for (const auto& entry : m_transports)
    {
        entry.second->Dispose();
    }
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
        m_capture = std::make_unique<FabricCapture>(m_fabric, m_options.pcap);
        m_capture->Hold();
    }
}

Ptr<MessageTransport>
Experiment::TransportOf(TypeId type)
{
    auto& transport = m_transports[type];
    if (!transport)
    {
        transport = m_helper.Install(type.GetName());
    }
    return transport;
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
Experiment::ScheduleEvents() const
{
    for (const LinkEvent& event : m_options.events)
    {
        const Time at = FromPs(event.atPs);
        switch (event.kind)
        {
        case LinkEvent::Kind::Down:
            TakeLinkDownAt(m_fabric, event.link, at);
            break;
        case LinkEvent::Kind::Up:
            BringLinkUpAt(m_fabric, event.link, at);
            break;
        case LinkEvent::Kind::Loss:
            SetLinkLossAt(m_fabric, event.link, {event.lossRate, m_options.loss.dataOnly}, at);
            break;
        }
    }
}

void
Experiment::BuildJobs()
{
    const uint64_t seed = Mix64(Mix64(RngSeedManager::GetSeed(), m_options.seed), JITTER_SALT);
    for (const JobOptions& job : m_options.jobs)
    {
        m_jobs.emplace_back(job, m_dispatcher, m_recorder, TransportOf(job.transportType), seed);
    }
}

void
Experiment::RequireFeasible() const
{
    double seconds = 0;
    for (const ExperimentJob& job : m_jobs)
    {
        seconds += job.MaySeconds(m_options.network.hostRate);
    }
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
    for (ExperimentJob& job : m_jobs)
    {
        job.Start([this] { StopWhenFinished(); });
    }
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
    m_recorder.Close();
    WritePorts(*m_fabric, m_folder.PathOf("ports.csv"));
    WriteSummary();
    WriteTiming();
    if (m_capture)
    {
        m_capture->Close();
    }
    if (InterruptGuard::IsRequested())
    {
        throw Interrupted(STOPPED_TEXT);
    }
}

void
Experiment::KeepCaptures()
{
    if (m_capture)
    {
        m_capture->Keep();
    }
}

void
Experiment::StopWhenFinished() const
{
    if (std::all_of(m_jobs.begin(), m_jobs.end(), [](const ExperimentJob& job) {
            return job.IsFinished();
        }))
    {
        Simulator::Stop();
    }
}

WorkloadProgress
Experiment::Progress() const
{
    WorkloadProgress sum;
    for (const ExperimentJob& job : m_jobs)
    {
        const WorkloadProgress progress = job.Progress();
        sum.completedBytes += progress.completedBytes;
        sum.totalBytes += progress.totalBytes;
        sum.openTransfers += progress.openTransfers;
    }
    return sum;
}

ReceiptCounts
Experiment::Receipts() const
{
    ReceiptCounts sum;
    for (const auto& entry : m_transports)
    {
        sum += entry.second->Receipts();
    }
    return sum;
}

void
Experiment::Check()
{
    m_fabric->CatchUp(); // what is counted and reported is the same in all modes
    const auto progress = Progress();
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
    const uint64_t useful = Receipts().useful.data.frames;
    const int64_t now = NowPs();
    if (useful != m_lastUseful || Progress().openTransfers == 0)
    {
        m_lastUseful = useful;
        m_lastProgressPs = now;
    }
    else if (now - m_lastProgressPs >= m_options.stallPs)
    {
        m_error = StallReport();
    }
}

std::string
Experiment::StallReport() const
{
    constexpr size_t MOST_LINES = 5;
    std::string text =
        fmt::format("no progress for {} ms of simulated time (--stallTime); {} transfers are open",
                    m_options.stallPs / (PS_PER_US * 1000),
                    Progress().openTransfers);
    for (const ExperimentJob& job : m_jobs)
    {
        if (m_jobs.size() > 1 && job.Progress().openTransfers > 0)
        {
            text += fmt::format("\n  job {}: {} transfers are open",
                                job.Options().name,
                                job.Progress().openTransfers);
        }
    }
    for (const auto& line : m_fabric->Faults())
    {
        text += "\n  " + line;
    }
    for (const auto& entry : m_transports)
    {
        for (const auto& line : entry.second->OpenMessages(MOST_LINES))
        {
            text += "\n  " + line;
        }
    }
    return text;
}

Conservation
Experiment::Account() const
{
    return {m_fabric->SentByHosts(),
            Receipts(),
            m_fabric->Dropped(),
            m_fabric->InFlight(),
            m_fabric->Trimmed()};
}

void
Experiment::WriteSummary()
{
    const RunStatistics statistics = m_recorder.Statistics();
    m_summary = statistics.Times();
    m_summary["totals"] = statistics.Totals();
    const FrameCounts hops = m_fabric->PacketHops();
    m_summary["totals"]["packet_hops"] = hops.data.frames + hops.control.frames;
    m_summary["totals"]["data_packet_hops"] = hops.data.frames;
    const Conservation account = Account();
    m_summary["totals"]["unneeded_repairs"] = account.received.duplicate.data.frames;
    m_summary["base_rtt_ns"] =
        static_cast<double>(m_fabric->BaseRttPs()) / static_cast<double>(PS_PER_NS);
    m_summary["conservation"] = ToJson(account);
    m_summary["drops_by_class"] = ClassDrops(*m_fabric);
    m_summary["loss_by_layer"] = m_recorder.Losses();
    for (const ExperimentJob& job : m_jobs)
    {
        m_summary["jobs"].push_back(job.Summary());
    }
    m_summary["configuration"] = m_options.Configuration();
    m_summary["versions"]["ns3-mlt"] = ModuleVersion();
    m_summary["versions"]["ns-3"] = Ns3Version();
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
    std::string text;
    const auto line = [&text](const std::string& name, const std::string& value) {
        text += fmt::format("  {:<24}{}\n", name, value);
    };
    const auto ms = [](const Json& json, const char* key) {
        return fmt::format("{:.3f} ms", json[key].get<double>() / 1e6);
    };
    for (size_t i = 0; i < m_jobs.size(); ++i)
    {
        const JobOptions& job = m_jobs[i].Options();
        const Json& summary = m_summary["jobs"][i];
        if (m_jobs.size() > 1)
        {
            line("job", job.name);
        }
        line(job.modelPath.empty() ? "pattern" : "model", job.Title());
        line("transport", job.transportType.GetName());
        line("hosts", fmt::format("{} on {}", m_jobs[i].Roles(), m_options.topology));
        if (summary["iteration_max_ns"].get<double>() > 0)
        {
            line("iteration, slowest", ms(summary, "iteration_max_ns"));
            line("iteration, mean", ms(summary, "iteration_mean_ns"));
        }
        if (!summary["iteration_steady_ns"].is_null())
        {
            line("iteration, steady", ms(summary, "iteration_steady_ns"));
        }
        line("FCT, mean", ms(summary, "fct_mean_ns"));
        line("FCT, 99th percentile", ms(summary, "fct_p99_ns"));
        line("delivered",
             fmt::format("{:.3f} %", 100 * summary["totals"]["delivered_share"].get<double>()));
    }
    const Json& totals = m_summary["totals"];
    line("base round trip", fmt::format("{:.2f} us", m_summary["base_rtt_ns"].get<double>() / 1e3));
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
