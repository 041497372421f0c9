// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPERIMENT_JOB_H
#define MLT_EXPERIMENT_JOB_H

#include "ns3/mlt-executor.h"
#include "ns3/mlt-graph.h"
#include "ns3/mlt-job-dispatcher.h"
#include "ns3/mlt-job-options.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-run-recorder.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3::mlt
{

/** One job of an experiment: its graph under way, recorded. */
class ExperimentJob
{
  public:
    /**
     * @param options of the job.
     * @param jobs and @param recorder of the run; must outlive this.
     * @param transport installed on all hosts.
     * @param seed of the jitter.
     * @throw InputError if the pattern cannot be built.
     */
    ExperimentJob(const JobOptions& options,
                  JobDispatcher& jobs,
                  RunRecorder& recorder,
                  Ptr<MessageTransport> transport,
                  uint64_t seed);
    ExperimentJob(const ExperimentJob&) = delete;
    ExperimentJob& operator=(const ExperimentJob&) = delete;

    /** Has the job begin at its instant; before the run. @param finished is called at its end. */
    void Start(const std::function<void()>& finished);

    const JobOptions& Options() const
    {
        return m_options;
    }

    WorkloadProgress Progress() const
    {
        return m_executor.Progress();
    }

    bool IsFinished() const
    {
        return m_executor.Finished();
    }

    /** Seconds that it may take at this rate of the hosts' links, with room for what is sent twice.
     */
    double MaySeconds(uint64_t hostRate) const;

    /** What summary.json says of it, once the recorder is closed. */
    Json Summary() const;

    /** Workers and servers, as reports tell them. */
    std::string Roles() const;

  private:
    Graph MakeGraph() const;

    const JobOptions m_options;
    const Graph m_graph;
    RunRecorder& m_recorder;
    const uint32_t m_number;
    GraphExecutor m_executor;
    int64_t m_endPs{0};
};

} // namespace ns3::mlt

#endif // MLT_EXPERIMENT_JOB_H
