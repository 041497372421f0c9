// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RUN_RECORDER_H
#define MLT_RUN_RECORDER_H

#include "ns3/mlt-csv-file.h"
#include "ns3/mlt-graph.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-workload-records.h"

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

    /**
     * @param folder where the files go; must outlive this.
     * @param graph whose transfers are recorded; must outlive this.
     * @param transport tells which packets were droppable; must outlive this.
     */
    RunRecorder(const ResultFolder& folder,
                const Graph& graph,
                const MessageTransport& transport,
                const Options& options);

    void OnTransfer(const TransferRecord& record);
    void OnIteration(const IterationRecord& record);

    /** Counts (and writes) what is missing of a transfer that is complete at its receiver. */
    void OnArrival(const Message& message, uint32_t transfer, const Delivery& delivery);

    /** Ends the files. */
    void Close();

    /** Flow completion and iteration times: fct_mean_ns and so on. After Close. */
    Json Times();

    /** Payload totals, and what was finally lost by layer and by magnitude. */
    Json Totals() const;
    Json Losses() const;

  private:
    /** Final loss of one layer in one phase. */
    struct LayerLoss
    {
        uint64_t bytes{0};
        uint64_t lost{0};
        uint64_t lostDroppablePackets{0};
        uint64_t lostProtectedPackets{0};
    };

    /** The bytes that are missing of one transfer. */
    struct Mask
    {
        uint32_t iteration;
        const TransferStep* step;
        std::vector<std::pair<uint64_t, uint64_t>> holes; //!< first byte, bytes
    };

    LayerLoss& LossOf(uint32_t layer, uint8_t phase);
    const std::string& NameOf(uint8_t phase) const;
    void KeepMask(uint32_t iteration, const TransferStep& step, const Delivery& delivery);
    void BeginStep();
    void WriteStep();
    void WriteTransfer(const TransferRecord& record);
    void WriteMask(const Mask& mask);

    const Graph& m_graph;
    const MessageTransport& m_transport;
    CsvFile m_transfers;
    CsvFile m_iterations;
    std::unique_ptr<CsvFile> m_masks;
    int64_t m_stepTick{0}; //!< of what is held back:
    std::vector<TransferRecord> m_transfersOfStep;
    std::vector<Mask> m_masksOfStep;
    std::vector<int64_t> m_fctPs;
    std::vector<int64_t> m_iterationPs;
    uint64_t m_sent{0};
    uint64_t m_repaired{0};
    std::vector<LayerLoss> m_losses; //!< by layer, then phase
};

} // namespace ns3::mlt

#endif // MLT_RUN_RECORDER_H
