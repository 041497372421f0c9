// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXECUTOR_H
#define MLT_EXECUTOR_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-graph.h"
#include "ns3/mlt-iteration-state.h"
#include "ns3/mlt-job-dispatcher.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-workload-records.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mlt
{

/**
 * Runs a graph for some iterations over a message transport.
 *
 * A step starts when all that it waits for is done; for the first iteration, what the previous one
 * would have done counts as done. A step that waits for nothing at all starts when the whole
 * previous iteration is done. A transfer is done when it is complete at its receiver. A host
 * computes one step at a time, in the order in which they become ready; steps of no length take no
 * turn.
 *
 * Everything starts at the instant's last phase (TIMER_PHASE), after all arrivals of that instant,
 * and never inside a call of the transport. Steps that become ready in one picosecond start in the
 * order (iteration, step), and jobs in the order of their numbers, whichever host's event came
 * first.
 *
 * A message's number in its job is iteration x transfers of the graph + index of the transfer.
 * Memory: 28 bytes a transfer for each iteration that is under way (two at most under a parameter
 * server).
 *
 * A transport that breaks the contract of the message interface (completes what was not sent or
 * what is complete, or with fewer bytes than the loss bound asks) ends the run with a
 * std::logic_error that names the message.
 */
class GraphExecutor final : private JobDispatcher::Job
{
  public:
    /**
     * @param jobs the run's; must outlive this.
     * @param graph what to run; must outlive this.
     * @param transport installed.
     * @param iterations how many, at least 1.
     * @param seed of the jitter.
     * @throws InputError for no iterations, if their compute alone lasts beyond the last instant,
     * or if they have too many transfers (MESSAGE_NUMBERS).
     */
    GraphExecutor(JobDispatcher& jobs,
                  const Graph& graph,
                  Ptr<MessageTransport> transport,
                  uint32_t iterations = 1,
                  uint64_t seed = 1);
    /** The graph must outlive this. */
    GraphExecutor(JobDispatcher& jobs,
                  const Graph&& graph,
                  Ptr<MessageTransport> transport,
                  uint32_t iterations = 1,
                  uint64_t seed = 1) = delete;
    ~GraphExecutor() override;
    GraphExecutor(const GraphExecutor&) = delete;
    GraphExecutor& operator=(const GraphExecutor&) = delete;

    /** Before Start(). */
    void SetHandlers(WorkloadHandlers handlers);

    /**
     * Tells the transport of all pairs of hosts that will talk, and begins the first iteration at
     * the present instant. Once.
     */
    void Start();

    /** As Start, but the first iteration begins at @p atPs, not before the present instant. */
    void StartAt(int64_t atPs);

    /** The job's number, which the ids of its messages bear. */
    uint32_t JobNumber() const
    {
        return m_job;
    }

    WorkloadProgress Progress() const
    {
        return m_progress;
    }

    /** All steps of all iterations are done, and all senders have reported. */
    bool Finished() const
    {
        return m_retired == m_iterations;
    }

    /**
     * What a step's jitter is in one iteration: decided by a hash, so that it does not depend on
     * the order of events.
     * @return picoseconds in [0, step.jitterPs); 0 for a step without.
     */
    static int64_t Jitter(const ComputeStep& step, uint64_t seed, uint32_t iteration);

  private:
    class StepEvent;

    /** A step of one iteration. */
    struct Instance
    {
        uint32_t iteration;
        uint32_t step;

        bool operator<(const Instance& other) const
        {
            return std::tie(iteration, step) < std::tie(other.iteration, other.step);
        }
    };

    void PreparePairs();
    void OnWake() override;
    void BeginLater();
    void BeginFirst();
    IterationState& At(uint32_t iteration);
    void Begin(IterationState& iteration, uint32_t step);
    void BeginCompute(IterationState& iteration, uint32_t step);
    void ScheduleEnd(Instance instance, int64_t endPs);
    void EndCompute(StepEvent& event);
    void BeginTransfer(IterationState& iteration, uint32_t transfer);
    void Drain();
    void Complete(Instance instance);
    void BeginReady();
    void Retire();
    IterationState& IterationOf(const char* what, uint64_t id);
    Message MessageOf(uint32_t iteration, uint32_t transfer) const;
    uint32_t TransferOf(uint64_t id) const;
    void OnDelivery(const Delivery& delivery) override;
    void OnSenderReport(const SenderReport& report) override;
    void Close(IterationState& iteration, uint32_t transfer, const SenderReport& report);

    JobDispatcher& m_jobs;
    const Graph& m_graph;
    Ptr<MessageTransport> m_transport;
    const uint32_t m_iterations;
    const uint64_t m_seed;
    WorkloadHandlers m_handlers;

    const WorkerTable m_workers;
    std::vector<uint32_t> m_roots;                      //!< steps that wait for nothing
    std::vector<int64_t> m_freeAtPs;                    //!< by host: when its present compute ends
    std::deque<std::unique_ptr<IterationState>> m_live; //!< under way, from m_retired on
    std::vector<std::unique_ptr<IterationState>> m_spare; //!< their memory, for later ones
    std::vector<SenderReport> m_early;    //!< that came before their delivery, at one instant
    std::vector<Instance> m_done;         //!< steps whose followers are not yet told
    std::vector<Instance> m_wave;         //!< the same, those being worked on
    std::vector<Instance> m_ready;        //!< steps that the wave made ready
    std::vector<Ptr<StepEvent>> m_events; //!< all that were ever made
    std::vector<StepEvent*> m_idle;       //!< those that do not stand in the scheduler
    Ptr<MemberEvent<GraphExecutor, &GraphExecutor::BeginLater>> m_begin;
    WorkloadProgress m_progress;
    uint32_t m_retired{0}; //!< iterations that are over
    uint32_t m_job{0};
    bool m_started{false};
};

} // namespace mlt
} // namespace ns3

#endif // MLT_EXECUTOR_H
