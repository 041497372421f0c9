// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TRAINING_STEPS_H
#define MLT_TRAINING_STEPS_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-model-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** How long workers compute. */
struct ComputeTimes
{
    double computeScale{1}; //!< factor on the table's times, by the user's wish; 0: no compute
    double deviceScale{1};  //!< factor on the table's times (ModelTrace::ScaleForDevice)
    double jitterShare{0};  //!< of a worker's compute in an iteration: how late its start may be
};

/** The share of compute by which real workers differ. Without any, all send in step. */
constexpr double DEFAULT_JITTER_SHARE = 0.01;

/**
 * Refuses a number that is not finite, or below 0.
 * @param pattern and @param name for the message.
 * @throw InputError
 */
void CheckPatternNumber(const std::string& pattern, const std::string& name, double value);

/** CheckPatternNumber for all of them. */
void CheckComputeTimes(const std::string& pattern, const ComputeTimes& times);

/** Picoseconds to the nearest; what lies beyond the last instant stays there, for Graph to refuse.
 */
int64_t RoundPs(double ps);

/**
 * What workers compute in an iteration of data-parallel training: forward from layer 0 to the last
 * and backward again, a chain. Forward of layer 0 follows backward of layer 0 in the iteration
 * before. A pattern adds what gradients do between.
 */
class TrainingSteps
{
  public:
    /**
     * Adds them to a graph: for each worker in turn, forward by layer, then backward by layer
     * (from 0).
     * @param workers their hosts.
     * @param times checked.
     */
    TrainingSteps(GraphBuilder& graph,
                  const ModelTrace& trace,
                  const std::vector<uint32_t>& workers,
                  const ComputeTimes& times);

    /** @param worker its place in the list. */
    StepId Forward(size_t worker, uint32_t layer) const
    {
        return m_forward[worker * m_layers + layer];
    }

    /** After this step a worker has its layer's gradients. @param worker its place in the list. */
    StepId Backward(size_t worker, uint32_t layer) const
    {
        return m_backward[worker * m_layers + layer];
    }

  private:
    void AddWorker(GraphBuilder& graph, const ModelTrace& trace, uint32_t host);
    int64_t ComputePs(double tableUs) const;
    int64_t JitterPs(const ModelTrace& trace) const;

    const uint32_t m_layers;
    const ComputeTimes m_times;
    std::vector<StepId> m_forward;  //!< by worker, then layer
    std::vector<StepId> m_backward; //!< by worker, then layer
};

} // namespace ns3::mlt

#endif // MLT_TRAINING_STEPS_H
