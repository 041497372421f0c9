// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ITERATION_STATE_H
#define MLT_ITERATION_STATE_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-workload-records.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mlt
{

/** The hosts of a graph that start a forward pass. */
class WorkerTable
{
  public:
    static constexpr uint32_t NONE = 0xffffffff;

    explicit WorkerTable(const Graph& graph);

    /** In rising order. */
    const std::vector<uint32_t>& Hosts() const
    {
        return m_hosts;
    }

    /** Where a host stands in Hosts(), or NONE. */
    uint32_t IndexOf(uint32_t host) const
    {
        return m_indexOf[host];
    }

  private:
    std::vector<uint32_t> m_hosts;
    std::vector<uint32_t> m_indexOf; //!< by host
};

/**
 * The book of one iteration that is under way: what its steps still wait for, what became of its
 * transfers, how its workers spend their time. Knows no simulator; reused for later iterations.
 */
class IterationState
{
  public:
    /** @param graph and @param workers must outlive this. */
    IterationState(const Graph& graph, const WorkerTable& workers);

    /**
     * Opens the book of another iteration.
     * @param number of the iteration. @param last whether none follows.
     */
    void Open(uint32_t number, bool last);

    uint32_t Number() const
    {
        return m_number;
    }

    /** Counts everything as done that steps wait for in the previous iteration. */
    void SatisfyPrevious();

    /** Of what @p step waits for, one is done. @return whether that was the last. */
    bool Satisfy(uint32_t step)
    {
        return --m_waits[step] == 0;
    }

    /** Whether @p step waits for nothing any more. */
    bool IsReady(uint32_t step) const
    {
        return m_waits[step] == 0;
    }

    /** A step is done. @return whether that was the last. */
    bool CountStep()
    {
        return --m_openSteps == 0;
    }

    /** All steps are done, all senders through, and all workers have begun the next iteration. */
    bool IsOver() const
    {
        return m_openSteps == 0 && m_openTransfers == 0 && m_openWorkers == 0;
    }

    /** A transfer (index in Graph::Transfers()) is handed to the transport. */
    void Send(uint32_t transfer, int64_t nowPs);

    /**
     * A transfer is complete at its receiver.
     * @throws std::logic_error that names the message, if it is not open, complete already, or has
     * fewer bytes than its loss bound asks or more than there are.
     */
    void Deliver(uint32_t transfer, const Delivery& delivery);

    /**
     * @return whether Deliver() was called for a transfer whose sender reports.
     * @throws std::logic_error that names the message, if it is not open.
     */
    bool IsDelivered(uint32_t transfer, const SenderReport& report) const;

    /** The sender of a delivered transfer is through with it, too: it is no longer open. */
    TransferRecord Close(uint32_t transfer, const SenderReport& report);

    /** Whether Close() was called for all transfers. */
    bool AllClosed() const
    {
        return m_openTransfers == 0;
    }

    /** A worker's iteration begins. @param host a worker. */
    void BeginWorker(uint32_t host, int64_t nowPs);
    /** A worker's next iteration begins. @param host a worker. */
    void EndWorker(uint32_t host, int64_t nowPs);
    /** A host computes for @p lengthPs, until @p endPs. @param host any. */
    void AddCompute(uint32_t host, int64_t lengthPs, int64_t endPs);

    /** How a worker spent the iteration, when that is over. @param index in the WorkerTable. */
    IterationRecord RecordOf(uint32_t index) const;

  private:
    static constexpr int64_t NOT_OPEN = -1;
    static constexpr int64_t NOT_DELIVERED = -1;

    struct Transfer
    {
        int64_t startPs{NOT_OPEN};
        int64_t fctPs{NOT_DELIVERED};
        uint64_t delivered{0};
    };

    struct Worker
    {
        int64_t startPs{0};
        int64_t endPs{0};
        int64_t computePs{0};
    };

    void ExtendLast(uint32_t host, int64_t untilPs);

    const Graph& m_graph;
    const WorkerTable& m_workerTable;
    uint32_t m_number{0};
    bool m_last{false};
    uint32_t m_openSteps{0};
    uint32_t m_openTransfers{0};   //!< not through at both ends
    uint32_t m_openWorkers{0};     //!< whose next iteration has not begun
    std::vector<uint32_t> m_waits; //!< by step: how many it still waits for
    std::vector<Transfer> m_transfers;
    std::vector<Worker> m_workers;
};

} // namespace mlt
} // namespace ns3

#endif // MLT_ITERATION_STATE_H
