// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_WORKLOAD_FIXTURE_H
#define MLT_WORKLOAD_FIXTURE_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-model-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{

/** The text of the InputError that @p action throws, or nothing. */
template <typename ACTION>
std::string
InputErrorOf(ACTION action)
{
    try
    {
        action();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

inline TransferStep
TransferOf(uint64_t bytes, uint32_t source, uint32_t destination, uint32_t layer = 0)
{
    TransferStep step;
    step.bytes = bytes;
    step.source = source;
    step.destination = destination;
    step.layer = layer;
    return step;
}

/** All edges as "from-to" or "from-to next", by the step they leave. */
inline std::vector<std::string>
EdgeList(const Graph& graph)
{
    std::vector<std::string> list;
    for (uint32_t step = 0; step < graph.StepCount(); ++step)
    {
        for (const auto edge : graph.EdgesOf(step))
        {
            list.push_back(std::to_string(step) + "-" + std::to_string(edge.Target()) +
                           (edge.IntoNext() ? " next" : ""));
        }
    }
    return list;
}

/** A row of 4-byte elements. */
inline TensorTrace
Row(uint32_t layer,
    const std::string& name,
    uint64_t parameters,
    double forwardUs = 0,
    double backwardUs = 0)
{
    return {layer, name, parameters, 4 * parameters, forwardUs, backwardUs};
}

} // namespace mlt
} // namespace ns3

#endif // MLT_WORKLOAD_FIXTURE_H
