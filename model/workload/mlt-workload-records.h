// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_WORKLOAD_RECORDS_H
#define MLT_WORKLOAD_RECORDS_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-message-transport.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace mlt
{

/** One transfer of one iteration, when both its receiver and its sender are through with it. */
struct TransferRecord
{
    uint32_t iteration{0};   //!< from 0
    uint32_t layer{0};       //!< from 0, the front
    uint32_t tensor{0};      //!< row of the model's table
    uint8_t phase{0};        //!< index in Graph::Phases()
    uint32_t source{0};      //!< host
    uint32_t destination{0}; //!< host
    uint8_t queue{0};        //!< the priority of its data
    uint64_t bytes{0};       //!< payload to carry
    int64_t startPs{0};      //!< ready: handed to the transport
    int64_t fctPs{0};        //!< from then to complete at the receiver
    uint64_t sent{0};        //!< payload bytes sent, repairs included
    uint64_t delivered{0};   //!< distinct payload bytes at completion
    uint64_t repaired{0};    //!< payload bytes of repairs
};

/**
 * One iteration of one worker: a host with a step that starts its forward pass. It lasts from that
 * start (the step is ready; its jitter counts as compute) to the next iteration's; the last one
 * ends with the last transfer to the worker, or its last compute, whichever is later. A graph is
 * expected to end a worker's compute of an iteration before its next start.
 */
struct IterationRecord
{
    uint32_t iteration{0}; //!< from 0
    uint32_t worker{0};    //!< host
    int64_t startPs{0};
    int64_t endPs{0};
    int64_t computePs{0}; //!< lengths of the iteration's compute steps on this host, with jitter
    int64_t exposedPs{0}; //!< the rest: communication that no compute hides
};

/** How far a run is. */
struct WorkloadProgress
{
    uint64_t completedBytes{0}; //!< payload of the transfers that are complete at their receivers
    uint64_t totalBytes{0};     //!< payload of all transfers of all iterations
    uint32_t openTransfers{0};  //!< handed to the transport, and not through at both ends
};

/** What an executor tells; each may be left empty. Called while the simulation runs. */
struct WorkloadHandlers
{
    std::function<void(const TransferRecord&)> transfer;
    /** All records of an iteration come together, workers by host, iterations in order. */
    std::function<void(const IterationRecord&)> iteration;
    /**
     * A transfer is complete at its receiver, with the bitmap of what arrived.
     * @param message as it was sent. @param transfer index in Graph::Transfers().
     */
    std::function<void(const Message& message, uint32_t transfer, const Delivery& delivery)>
        arrival;
    /** Everything is done; once, after all records. */
    std::function<void()> finished;
};

} // namespace mlt
} // namespace ns3

#endif // MLT_WORKLOAD_RECORDS_H
