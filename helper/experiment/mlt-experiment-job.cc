// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-experiment-job.h"

#include "ns3/log.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-device.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-placement.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("MltExperiment");

namespace
{

double
Ns(int64_t ps)
{
    return static_cast<double>(ps) / static_cast<double>(PS_PER_NS);
}

} // namespace

ExperimentJob::ExperimentJob(const JobOptions& options,
                             JobDispatcher& jobs,
                             RunRecorder& recorder,
                             Ptr<MessageTransport> transport,
                             uint64_t seed)
    : m_options(options),
      m_graph(MakeGraph()),
      m_recorder(recorder),
      m_number(recorder.AddJob(options.name, m_graph, *transport)),
      m_executor(jobs, m_graph, transport, options.iterations, seed)
{
    NS_LOG_INFO("job " << options.name << ": " << Roles() << ", " << m_graph.ComputeCount()
                       << " compute steps and " << m_graph.TransferCount()
                       << " transfers an iteration");
}

Graph
ExperimentJob::MakeGraph() const
{
    PatternInput input;
    input.placement = PlaceRoles(m_options.hosts, m_options.servers, m_options.workers);
    input.bound = LossBound::FromShare(m_options.pushBound);
    input.pullBound = LossBound::FromShare(m_options.pullBound);
    input.computeScale = m_options.computeScale;
    std::optional<ModelTrace> model;
    if (!m_options.modelPath.empty())
    {
        model = ModelTrace::Load(m_options.modelPath);
        input.model = &*model;
        const bool isScaled = input.computeScale > 0 && m_options.device != TABLE_DEVICE;
        input.deviceScale = isScaled ? model->ScaleForDevice(FindDevice(m_options.device)) : 1.0;
    }
    return m_options.traffic->Build(input);
}

void
ExperimentJob::Start(const std::function<void()>& finished)
{
    WorkloadHandlers handlers = m_recorder.HandlersOf(m_number);
    handlers.finished = [this, finished] {
        m_endPs = NowPs();
        NS_LOG_INFO("job " << m_options.name << ": done at " << Ns(m_endPs) << " ns");
        finished();
    };
    m_executor.SetHandlers(handlers);
    m_executor.StartAt(m_options.startPs);
}

double
ExperimentJob::MaySeconds(uint64_t hostRate) const
{
    constexpr double ROOM = 2; // for what is sent twice
    double bytes = 0;          // phase after phase, each over its busiest link
    for (uint32_t phase = 0; phase < m_graph.Phases().size(); ++phase)
    {
        bytes += static_cast<double>(LargestLoad(HostLoads(m_graph, static_cast<uint8_t>(phase))));
    }
    return bytes * 8 * m_options.iterations * ROOM / static_cast<double>(hostRate);
}

Json
ExperimentJob::Summary() const
{
    const RunStatistics& statistics = m_recorder.StatisticsOf(m_number);
    Json json;
    json["name"] = m_options.name;
    json["start_ns"] = Ns(m_options.startPs);
    json["end_ns"] = Ns(m_endPs);
    json.update(statistics.Times());
    json["totals"] = statistics.Totals();
    return json;
}

std::string
ExperimentJob::Roles() const
{
    return m_options.servers > 0
               ? fmt::format("{} workers, {} servers", m_options.workers, m_options.servers)
               : fmt::format("{}", m_options.workers);
}

} // namespace ns3::mlt
