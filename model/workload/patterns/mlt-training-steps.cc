// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-training-steps.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"

#include <cmath>
#include <sstream>

namespace ns3::mlt
{

void
CheckPatternNumber(const std::string& pattern, const std::string& name, double value)
{
    if (!std::isfinite(value) || value < 0)
    {
        std::ostringstream text;
        text << pattern << ": " << name << " is " << value
             << ": it must be a finite number of at least 0";
        throw InputError(text.str());
    }
}

void
CheckComputeTimes(const std::string& pattern, const ComputeTimes& times)
{
    CheckPatternNumber(pattern, "computeScale", times.computeScale);
    CheckPatternNumber(pattern, "deviceScale", times.deviceScale);
    CheckPatternNumber(pattern, "jitterShare", times.jitterShare);
}

int64_t
RoundPs(double ps)
{
    return ps > static_cast<double>(LAST_PS) ? NEVER_PS : std::llround(ps);
}

TrainingSteps::TrainingSteps(GraphBuilder& graph,
                             const ModelTrace& trace,
                             const std::vector<uint32_t>& workers,
                             const ComputeTimes& times)
    : m_layers(trace.LayerCount()),
      m_times(times)
{
    for (const uint32_t host : workers)
    {
        AddWorker(graph, trace, host);
    }
}

void
TrainingSteps::AddWorker(GraphBuilder& graph, const ModelTrace& trace, uint32_t host)
{
    const size_t forward = m_forward.size();
    for (uint32_t layer = 0; layer < m_layers; ++layer)
    {
        const bool first = layer == 0;
        m_forward.push_back(graph.AddCompute(
            {host, first, ComputePs(trace.ForwardUs(layer)), first ? JitterPs(trace) : 0}));
    }
    for (uint32_t layer = 0; layer < m_layers; ++layer)
    {
        m_backward.push_back(
            graph.AddCompute({host, false, ComputePs(trace.BackwardUs(layer)), 0}));
    }
    for (size_t layer = forward + 1; layer < m_forward.size(); ++layer)
    {
        graph.AddEdge(m_forward[layer - 1], m_forward[layer]);
        graph.AddEdge(m_backward[layer], m_backward[layer - 1]);
    }
    graph.AddEdge(m_forward.back(), m_backward.back());
    graph.AddEdgeIntoNext(m_backward[forward], m_forward[forward]);
}

int64_t
TrainingSteps::ComputePs(double tableUs) const
{
    return RoundPs(tableUs * static_cast<double>(PS_PER_US) * m_times.computeScale *
                   m_times.deviceScale);
}

int64_t
TrainingSteps::JitterPs(const ModelTrace& trace) const
{
    double computePs = 0;
    for (uint32_t layer = 0; layer < m_layers; ++layer)
    {
        computePs += static_cast<double>(ComputePs(trace.ForwardUs(layer)));
        computePs += static_cast<double>(ComputePs(trace.BackwardUs(layer)));
    }
    return RoundPs(computePs * m_times.jitterShare);
}

} // namespace ns3::mlt
