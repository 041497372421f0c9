// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ALL_REDUCE_H
#define MLT_ALL_REDUCE_H

#include "ns3/mlt-collective-schedule.h"
#include "ns3/mlt-traffic-pattern.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** The phases of an all-reduce: what is summed on its way, and sums on their way back. */
constexpr uint8_t REDUCE_PHASE = 0;
constexpr uint8_t RESULT_PHASE = 1;

/**
 * Data-parallel training without servers: workers sum their gradients among themselves. What is
 * derived from this says by which messages.
 *
 * Workers compute as under a parameter server (TrainingSteps). Gradients are fused into buckets
 * (FuseGradients); a rank takes part in a bucket's all-reduce when its backward pass has reached
 * the bucket's front layer. Forward of that layer in the next iteration waits for all messages of
 * the bucket into that worker. Buckets do not wait for each other; their front layers' priorities
 * decide which goes first.
 *
 * Compute steps: those of TrainingSteps. Transfers: bucket by bucket in the order in which they
 * become ready, each in the order of Schedule().
 */
class AllReduce : public TrafficPattern
{
  public:
    static TypeId GetTypeId();

    /** Unless Bytes is set. */
    bool NeedsModel() const override;

    Graph Build(const PatternInput& input) const override;

    /**
     * The messages of one all-reduce, in REDUCE_PHASE and RESULT_PHASE.
     * @param ranks at least 2. @param bytes of each rank's buffer, at least 1.
     * @throw InputError if an attribute does not suit so many ranks.
     */
    virtual CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const = 0;

    /** The names of the two phases, in results; reduce-scatter and all-gather unless overridden. */
    virtual std::vector<std::string> PhaseNames() const;

  private:
    uint64_t m_bytes; //!< 0: those of the model
    uint64_t m_bucketBytes;
    uint64_t m_firstBucketBytes;
    double m_jitter;
};

} // namespace ns3::mlt

#endif // MLT_ALL_REDUCE_H
