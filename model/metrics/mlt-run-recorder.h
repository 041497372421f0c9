// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RUN_RECORDER_H
#define MLT_RUN_RECORDER_H

#include "ns3/mlt-csv-file.h"
#include "ns3/mlt-graph.h"
#include "ns3/mlt-loss-statistics.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-run-statistics.h"
#include "ns3/mlt-workload-records.h"

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/**
 * Writes transfers.csv, iterations.csv and, on demand, losses.csv while a run goes on, and keeps
 * what the summary needs. Columns: doc/results.md.
 *
 * Rows of transfers.csv and losses.csv are in order of time; those of one simulator step in an
 * order of their own, since the order in which an engine runs the events of one step at several
 * hosts means nothing.
 */
class RunRecorder
{
  public:
    /** What to write. */
    struct Options
    {
        bool gzip{false};      //!< transfers.csv.gz instead of transfers.csv
        bool lossMasks{false}; //!< losses.csv: which bytes are missing
    };

    /** @param folder where the files go; must outlive this. */
    RunRecorder(const ResultFolder& folder, const Options& options);

    /**
     * Names another job.
     * @param name for the column `job`.
     * @param graph whose transfers are recorded; must outlive this.
     * @param transport tells which packets were droppable; must outlive this.
     * @return its number, from 0.
     */
    uint32_t AddJob(const std::string& name, const Graph& graph, const MessageTransport& transport);

    /**
     * Handlers that record all that an executor tells of a job; `finished` is left to the caller.
     * This must outlive the executor.
     */
    WorkloadHandlers HandlersOf(uint32_t job);

    void OnTransfer(uint32_t job, const TransferRecord& record);
    void OnIteration(uint32_t job, const IterationRecord& record);

    /** Counts (and writes) what is missing of a transfer that is complete at its receiver. */
    void OnArrival(uint32_t job,
                   const Message& message,
                   uint32_t transfer,
                   const Delivery& delivery);

    /** Ends the files. */
    void Close();

    /** Times and payload of one job. */
    const RunStatistics& StatisticsOf(uint32_t job) const
    {
        return m_jobs[job].statistics;
    }

    /** Those of all jobs together. */
    RunStatistics Statistics() const;

    /** What was finally lost by job, layer, phase and magnitude. */
    Json Losses() const;

  private:
    struct Job
    {
        std::string name;
        const Graph* graph;
        LossStatistics losses;
        RunStatistics statistics{};
    };

    /** A transfer of the present step. */
    struct TransferRow
    {
        uint32_t job;
        TransferRecord record;
    };

    /** The bytes that are missing of one transfer. */
    struct Mask
    {
        uint32_t job;
        uint32_t iteration;
        const TransferStep* step;
        std::vector<std::pair<uint64_t, uint64_t>> holes; //!< first byte, bytes
    };

    const std::string& PhaseName(uint32_t job, uint8_t phase) const;
    void KeepMask(uint32_t job,
                  uint32_t iteration,
                  const TransferStep& step,
                  const Delivery& delivery);
    void BeginStep();
    void WriteStep();
    void WriteTransfer(const TransferRow& row);
    void WriteMask(const Mask& mask);

    std::deque<Job> m_jobs;
    CsvFile m_transfers;
    CsvFile m_iterations;
    std::unique_ptr<CsvFile> m_masks;
    int64_t m_stepTick{0}; //!< of what is held back:
    std::vector<TransferRow> m_transfersOfStep;
    std::vector<Mask> m_masksOfStep;
};

} // namespace ns3::mlt

#endif // MLT_RUN_RECORDER_H
