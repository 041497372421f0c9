// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PARAMETER_SERVER_H
#define MLT_PARAMETER_SERVER_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-placement.h"
#include "ns3/mlt-traffic-pattern.h"
#include "ns3/mlt-training-steps.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mlt
{

/** The phases of a parameter server's graph: gradients to the servers, and the results back. */
constexpr uint8_t PUSH_PHASE = 0;
constexpr uint8_t PULL_PHASE = 1;

/** What may be chosen about training under a parameter server. */
struct ParameterServerOptions
{
    /**
     * A tensor of more elements is cut evenly over all servers; 0 cuts everything. The default is
     * that of MXNet's kvstore (its "big array" bound): whole tensors would leave the server that
     * has the largest one far more loaded than the rest.
     */
    uint64_t cutAbove{1000000};
    LossBound pushBound;    //!< share of a gradient's bytes that may be missing; 0 by default
    LossBound pullBound;    //!< the same for what comes back, where loss hurts more; 0 by default
    double computeScale{1}; //!< factor on the table's times, by the user's wish; 0: no compute
    double deviceScale{1};  //!< factor on the table's times (ModelTrace::ScaleForDevice)
    /**
     * A worker's start of forward is late by up to this share of its compute in an iteration,
     * drawn anew for each. Real workers differ by about so much; at 0 all send in step, and
     * results show artefacts of that.
     */
    double jitterShare{DEFAULT_JITTER_SHARE};
    double aggregatePsPerByte{0}; //!< a server's time for each byte of each push
    double updatePsPerByte{0};    //!< a server's time for each byte of the aggregated tensor
};

/** A tensor, or one server's share of it. */
struct TensorPiece
{
    uint32_t tensor{0}; //!< row of the table
    uint32_t server{0}; //!< index among the servers, not the host
    uint64_t bytes{0};
};

/**
 * Which server aggregates what: a tensor above @p cutAbove elements is cut over all servers, in
 * whole elements (the first servers get one more where it does not divide); another one goes to
 * the server that has the fewest bytes so far, the lowest of equals.
 *
 * @param servers how many, at least 1.
 * @return the pieces in the order of the table, within a tensor in that of the servers; together
 * they are exactly the table's bytes.
 */
std::vector<TensorPiece> AssignTensors(const ModelTrace& trace,
                                       uint32_t servers,
                                       uint64_t cutAbove);

/** The bytes of the model that each server holds. @param servers how many. */
std::vector<uint64_t> AssignedBytes(const std::vector<TensorPiece>& pieces, uint32_t servers);

/**
 * The graph of one iteration of synchronous data-parallel training under a parameter server.
 *
 * A worker runs forward from layer 0 to the last and backward again; layers are a chain. When
 * backward of a layer is done, each of its tensors is pushed. A server aggregates a piece when the
 * pushes of all workers are complete (what is missing counts as zero), then sends it to all of them
 * unasked. Forward of a layer in the next iteration waits for all pulls of the layer and for
 * forward of the layer before it; forward of layer 0 also for the end of backward.
 *
 * Compute steps: for each worker in turn, forward by layer, then backward by layer (from 0); then
 * one aggregation for each piece. Transfers: for each piece its pushes, then its pulls, by worker;
 * pieces last layer first, as their gradients appear.
 *
 * @throws InputError that names the option, if one is out of range, a role has no host, or the
 * graph is not valid (see GraphBuilder::Build).
 */
Graph BuildParameterServer(const ModelTrace& trace,
                           const Placement& placement,
                           const ParameterServerOptions& options = {});

/** Training under a parameter server, as BuildParameterServer describes it. */
class ParameterServer : public TrafficPattern
{
  public:
    static TypeId GetTypeId();

    bool NeedsModel() const override;
    bool HasServers() const override;
    Graph Build(const PatternInput& input) const override;

  private:
    uint64_t m_cutAbove;
    double m_jitter;
    double m_aggregatePsPerByte;
    double m_updatePsPerByte;
};

} // namespace mlt
} // namespace ns3

#endif // MLT_PARAMETER_SERVER_H
