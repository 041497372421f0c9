// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-executor.h"

#include "ns3/log.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mlt
{

NS_LOG_COMPONENT_DEFINE("MltExecutor");

/** The end of a compute step; reused. */
class GraphExecutor::StepEvent final : public ReusableEvent
{
  public:
    explicit StepEvent(GraphExecutor* owner)
        : m_owner(owner)
    {
    }

    GraphExecutor* m_owner; //!< nullptr: it is gone
    Instance m_instance{0, 0};

  private:
    void Fire() override
    {
        if (m_owner)
        {
            m_owner->EndCompute(*this);
        }
    }
};

GraphExecutor::GraphExecutor(JobDispatcher& jobs,
                             const Graph& graph,
                             Ptr<MessageTransport> transport,
                             uint32_t iterations,
                             uint64_t seed)
    : m_jobs(jobs),
      m_graph(graph),
      m_transport(transport),
      m_iterations(iterations),
      m_seed(seed),
      m_workers(graph),
      m_freeAtPs(graph.HostCount(), 0),
      m_begin(Create<MemberEvent<GraphExecutor, &GraphExecutor::BeginLater>>(this))
{
    CheckIterations(graph, iterations);
    if (uint64_t{graph.TransferCount()} * iterations > MESSAGE_NUMBERS)
    {
        throw InputError("workload: " + std::to_string(graph.TransferCount()) + " transfers in " +
                         std::to_string(iterations) + " iterations: at most " +
                         std::to_string(MESSAGE_NUMBERS) + " messages are possible");
    }
    for (uint32_t step = 0; step < graph.StepCount(); ++step)
    {
        if (graph.InDegrees()[step] == 0)
        {
            m_roots.push_back(step);
        }
    }
    for (const TransferStep& step : graph.Transfers())
    {
        m_progress.totalBytes += step.bytes * iterations;
    }
    m_job = m_jobs.Add(*this, m_transport);
}

GraphExecutor::~GraphExecutor()
{
    m_jobs.Remove(m_job);
    m_begin->Detach();
    for (auto& event : m_events)
    {
        event->m_owner = nullptr;
    }
}

void
GraphExecutor::SetHandlers(WorkloadHandlers handlers)
{
    m_handlers = std::move(handlers);
}

void
GraphExecutor::Start()
{
    StartAt(NowPs());
}

void
GraphExecutor::StartAt(int64_t atPs)
{
    if (m_started)
    {
        throw std::logic_error("workload: an executor runs once");
    }
    m_started = true;
    RequireFabricResolution();
    PreparePairs();
    m_begin->ScheduleAt(std::max(atPs * TICKS_PER_PS, NowTick()));
}

void
GraphExecutor::BeginLater()
{
    m_jobs.WakeLater(m_job);
}

void
GraphExecutor::PreparePairs()
{
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    pairs.reserve(m_graph.TransferCount());
    for (const TransferStep& step : m_graph.Transfers())
    {
        pairs.emplace_back(step.source, step.destination);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [source, destination] : pairs)
    {
        m_transport->Prepare(source, destination);
    }
}

void
GraphExecutor::OnWake()
{
    if (m_retired == 0 && m_live.empty())
    {
        BeginFirst();
    }
    Drain();
}

void
GraphExecutor::BeginFirst()
{
    IterationState& first = At(0);
    first.SatisfyPrevious();
    for (uint32_t step = 0; step < m_graph.StepCount(); ++step)
    {
        if (first.IsReady(step))
        {
            Begin(first, step);
        }
    }
}

/** @param iteration one that is live, or the one after the last that is. */
IterationState&
GraphExecutor::At(uint32_t iteration)
{
    const uint32_t place = iteration - m_retired;
    if (place < m_live.size())
    {
        return *m_live[place];
    }
    if (m_spare.empty())
    {
        m_spare.push_back(std::make_unique<IterationState>(m_graph, m_workers));
    }
    m_live.push_back(std::move(m_spare.back()));
    m_spare.pop_back();
    m_live.back()->Open(iteration, iteration + 1 == m_iterations);
    return *m_live.back();
}

void
GraphExecutor::Begin(IterationState& iteration, uint32_t step)
{
    NS_LOG_LOGIC("job " << m_job << ", iteration " << iteration.Number() << ": step " << step
                        << " begins at " << NowPs() << " ps");
    if (step < m_graph.ComputeCount())
    {
        BeginCompute(iteration, step);
    }
    else
    {
        BeginTransfer(iteration, step - m_graph.ComputeCount());
    }
}

int64_t
GraphExecutor::Jitter(const ComputeStep& step, uint64_t seed, uint32_t iteration)
{
    const double unit = UnitInterval(Mix64(Mix64(seed, step.host), iteration));
    return static_cast<int64_t>(unit * static_cast<double>(step.jitterPs));
}

void
GraphExecutor::BeginCompute(IterationState& iteration, uint32_t step)
{
    const ComputeStep& compute = m_graph.Computes()[step];
    const int64_t now = NowPs();
    if (compute.startsForward)
    {
        iteration.BeginWorker(compute.host, now);
        if (iteration.Number() > 0)
        {
            At(iteration.Number() - 1).EndWorker(compute.host, now);
        }
    }
    const int64_t length = compute.durationPs + Jitter(compute, m_seed, iteration.Number());
    int64_t endPs = now + length;
    if (compute.host != ComputeStep::NO_HOST)
    {
        if (length > 0)
        {
            endPs = std::max(now, m_freeAtPs[compute.host]) + length;
            m_freeAtPs[compute.host] = endPs;
        }
        iteration.AddCompute(compute.host, length, endPs);
    }
    ScheduleEnd({iteration.Number(), step}, endPs);
}

void
GraphExecutor::ScheduleEnd(Instance instance, int64_t endPs)
{
    if (endPs > LAST_PS)
    {
        throw InputError("workload: a step would end after " +
                         std::to_string(LAST_PS / PS_PER_SECOND) +
                         " s, the longest that a simulation can last");
    }
    if (endPs == NowPs())
    {
        m_done.push_back(instance);
        return;
    }
    if (m_idle.empty())
    {
        m_events.push_back(Create<StepEvent>(this));
        m_idle.push_back(PeekPointer(m_events.back()));
    }
    StepEvent* event = m_idle.back();
    m_idle.pop_back();
    event->m_instance = instance;
    event->ScheduleAt(endPs * TICKS_PER_PS + TIMER_PHASE);
}

void
GraphExecutor::EndCompute(StepEvent& event)
{
    m_idle.push_back(&event);
    m_done.push_back(event.m_instance);
    m_jobs.WakeLater(m_job); // after all that end in this picosecond
}

void
GraphExecutor::BeginTransfer(IterationState& iteration, uint32_t transfer)
{
    iteration.Send(transfer, NowPs());
    ++m_progress.openTransfers;
    m_transport->Send(MessageOf(iteration.Number(), transfer));
}

Message
GraphExecutor::MessageOf(uint32_t iteration, uint32_t transfer) const
{
    const TransferStep& step = m_graph.Transfers()[transfer];
    Message message;
    message.id = MakeMessageId(m_job, uint64_t{iteration} * m_graph.TransferCount() + transfer);
    message.iteration = iteration;
    message.source = step.source;
    message.destination = step.destination;
    message.bytes = step.bytes;
    message.layer = step.layer;
    message.layers = m_graph.LayerCount();
    message.bound = step.bound;
    message.priority = step.priority;
    return message;
}

uint32_t
GraphExecutor::TransferOf(uint64_t id) const
{
    return static_cast<uint32_t>(NumberOfMessage(id) % m_graph.TransferCount());
}

/** Tells followers in waves, not by recursion: chains of steps of no length may be long. */
void
GraphExecutor::Drain()
{
    while (!m_done.empty())
    {
        m_wave.swap(m_done);
        for (const Instance& instance : m_wave)
        {
            Complete(instance);
        }
        m_wave.clear();
        BeginReady();
    }
    Retire();
}

void
GraphExecutor::BeginReady()
{
    std::sort(m_ready.begin(), m_ready.end());
    for (const Instance& instance : m_ready)
    {
        Begin(At(instance.iteration), instance.step);
    }
    m_ready.clear();
}

void
GraphExecutor::Complete(Instance instance)
{
    for (const auto edge : m_graph.EdgesOf(instance.step))
    {
        const uint32_t iteration = instance.iteration + edge.IntoNext();
        if (iteration < m_iterations && At(iteration).Satisfy(edge.Target()))
        {
            m_ready.push_back({iteration, edge.Target()});
        }
    }
    const bool last = At(instance.iteration).CountStep();
    if (last && instance.iteration + 1 < m_iterations)
    {
        for (const uint32_t step : m_roots)
        {
            m_ready.push_back({instance.iteration + 1, step});
        }
    }
}

/** Lets go of iterations that are over, in order. */
void
GraphExecutor::Retire()
{
    while (!m_live.empty() && m_live.front()->IsOver())
    {
        for (uint32_t i = 0; m_handlers.iteration && i < m_workers.Hosts().size(); ++i)
        {
            m_handlers.iteration(m_live.front()->RecordOf(i));
        }
        NS_LOG_INFO("job " << m_job << ": iteration " << m_retired << " is over at " << NowPs()
                           << " ps");
        m_spare.push_back(std::move(m_live.front()));
        m_live.pop_front();
        ++m_retired;
        if (Finished() && m_handlers.finished)
        {
            m_handlers.finished();
        }
    }
}

/** The iteration that a message belongs to, if that is under way. */
IterationState&
GraphExecutor::IterationOf(const char* what, uint64_t id)
{
    const uint64_t transfers = m_graph.TransferCount();
    const uint64_t iteration = transfers > 0 ? NumberOfMessage(id) / transfers : m_iterations;
    if (iteration < m_retired || iteration >= m_retired + m_live.size())
    {
        throw std::logic_error(std::string("transport: ") + what + " of " + MessageName(id) +
                               ": there is no such message now");
    }
    return *m_live[static_cast<size_t>(iteration - m_retired)];
}

void
GraphExecutor::OnDelivery(const Delivery& delivery)
{
    IterationState& iteration = IterationOf("delivery", delivery.id);
    const uint32_t transfer = TransferOf(delivery.id);
    iteration.Deliver(transfer, delivery);
    m_progress.completedBytes += m_graph.Transfers()[transfer].bytes;
    if (m_handlers.arrival)
    {
        m_handlers.arrival(MessageOf(iteration.Number(), transfer), transfer, delivery);
    }
    const auto isThis = [&](const SenderReport& report) { return report.id == delivery.id; };
    const auto early = std::find_if(m_early.begin(), m_early.end(), isThis);
    if (early != m_early.end())
    {
        Close(iteration, transfer, *early);
        m_early.erase(early);
    }
    m_done.push_back({iteration.Number(), m_graph.ComputeCount() + transfer});
    m_jobs.WakeLater(m_job);
}

void
GraphExecutor::OnSenderReport(const SenderReport& report)
{
    IterationState& iteration = IterationOf("sender report", report.id);
    const uint32_t transfer = TransferOf(report.id);
    if (iteration.IsDelivered(transfer, report))
    {
        Close(iteration, transfer, report);
    }
    else
    {
        m_early.push_back(report);
    }
}

/** A transfer is through at both ends. */
void
GraphExecutor::Close(IterationState& iteration, uint32_t transfer, const SenderReport& report)
{
    const TransferRecord record = iteration.Close(transfer, report);
    --m_progress.openTransfers;
    if (m_handlers.transfer)
    {
        m_handlers.transfer(record);
    }
    if (iteration.AllClosed())
    {
        m_jobs.WakeLater(m_job);
    }
}

} // namespace mlt
} // namespace ns3
