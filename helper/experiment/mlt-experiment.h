// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPERIMENT_H
#define MLT_EXPERIMENT_H

#include "ns3/mlt-conservation.h"
#include "ns3/mlt-experiment-job.h"
#include "ns3/mlt-experiment-options.h"
#include "ns3/mlt-fabric-capture.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-job-dispatcher.h"
#include "ns3/mlt-progress.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-run-recorder.h"

#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace ns3::mlt
{

/** A run ended without a result: a stall, a violated conservation, an interruption. */
class RunError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/** The user stopped a run (SIGINT or SIGTERM). */
class Interrupted : public RunError
{
  public:
    using RunError::RunError;
};

/** Jobs on an express fabric, with the result files of the run. */
class Experiment
{
  public:
    /**
     * Builds network, transports and jobs.
     * @param options checked (ParseCommandLine).
     * @param folder takes the result files; must outlive this.
     * @throw InputError if a part of the options does not fit the rest.
     */
    Experiment(const ExperimentOptions& options, const ResultFolder& folder);
    ~Experiment();
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;

    /**
     * Runs the jobs to their end and writes all files but does not commit the folder, and keeps no
     * captures yet.
     * @throw RunError if one stalls, the run is interrupted, or frames are not conserved.
     */
    void Run();

    /** Keeps the captures (--pcap), which are removed otherwise. After Run. */
    void KeepCaptures();

    /** What a person reads at the end. After Run. */
    std::string Report() const;

    Fabric& Net()
    {
        return *m_fabric;
    }

    /** What summary.json says. After Run. */
    const Json& Summary() const
    {
        return m_summary;
    }

  private:
    void BuildNetwork();
    void BuildJobs();
    void InjectLoss();
    void ScheduleEvents() const;
    void RequireFeasible() const;
    Ptr<MessageTransport> TransportOf(TypeId type);
    void StopWhenFinished() const;
    void Check();
    void RequireProgress();
    std::string StallReport() const;
    WorkloadProgress Progress() const;
    ReceiptCounts Receipts() const;
    Conservation Account() const;
    void WriteSummary();
    void WriteTiming() const;

    const ExperimentOptions m_options;
    const ResultFolder& m_folder;
    ProgressPrinter m_progress;
    FabricHelper m_helper;
    Ptr<Fabric> m_fabric;
    std::unique_ptr<FabricCapture> m_capture;
    std::map<TypeId, Ptr<MessageTransport>> m_transports; //!< each on all hosts
    RunRecorder m_recorder;
    JobDispatcher m_dispatcher;
    std::deque<ExperimentJob> m_jobs;
    std::string m_error; //!< why the run is to end
    bool m_interrupted{false};
    uint64_t m_lastUseful{0};
    int64_t m_lastProgressPs{0};
    double m_setupSeconds{0};
    double m_runSeconds{0};
    Json m_summary;
};

} // namespace ns3::mlt

#endif // MLT_EXPERIMENT_H
