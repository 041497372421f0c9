// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-parameter-server.h"

#include "ns3/double.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"
#include "ns3/mlt-training-steps.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace mlt
{

NS_OBJECT_ENSURE_REGISTERED(ParameterServer);

namespace
{

const ShortName NAME("ps",
                     &ParameterServer::GetTypeId,
                     "parameter servers: workers push gradients, servers send the sums back");

ComputeTimes
TimesOf(const ParameterServerOptions& options)
{
    return {options.computeScale, options.deviceScale, options.jitterShare};
}

void
CheckInput(const Placement& placement, const ParameterServerOptions& options)
{
    const std::string name = "parameter server";
    CheckComputeTimes(name, TimesOf(options));
    CheckPatternNumber(name, "aggregatePsPerByte", options.aggregatePsPerByte);
    CheckPatternNumber(name, "updatePsPerByte", options.updatePsPerByte);
    if (placement.servers.empty() || placement.workers.empty())
    {
        throw InputError("parameter server: " + std::to_string(placement.servers.size()) +
                         " servers and " + std::to_string(placement.workers.size()) +
                         " workers: at least 1 of each is needed");
    }
}

uint32_t
HostsOf(const Placement& placement)
{
    const auto last = [](const std::vector<uint32_t>& hosts) {
        return *std::max_element(hosts.begin(), hosts.end());
    };
    const uint32_t highest = std::max(last(placement.servers), last(placement.workers));
    if (highest == UINT32_MAX)
    {
        throw InputError("parameter server: host " + std::to_string(highest) + " is out of range");
    }
    return highest + 1;
}

/** Bytes of a tensor's first elements; whole elements wherever all are of one size. */
uint64_t
BytesBefore(const TensorTrace& tensor, uint64_t elements)
{
    const uint64_t whole = tensor.bytes / tensor.parameters;
    const uint64_t rest = tensor.bytes % tensor.parameters;
    if (rest == 0)
    {
        return whole * elements;
    }
    const double share = static_cast<double>(elements) / static_cast<double>(tensor.parameters);
    const auto more = static_cast<uint64_t>(share * static_cast<double>(rest));
    return whole * elements + std::min(more, rest);
}

/** Elements of the first @p piece of so many even pieces: the first ones may have one more. */
uint64_t
ElementsBefore(uint64_t elements, uint32_t pieces, uint32_t piece)
{
    return elements / pieces * piece + std::min<uint64_t>(elements % pieces, piece);
}

/** Adds the pieces of a tensor that is cut over all servers; a server may get nothing. */
void
Cut(const TensorTrace& tensor, uint32_t row, uint32_t servers, std::vector<TensorPiece>& pieces)
{
    uint64_t before = 0;
    for (uint32_t server = 0; server < servers; ++server)
    {
        const uint64_t end =
            BytesBefore(tensor, ElementsBefore(tensor.parameters, servers, server + 1));
        if (end > before)
        {
            pieces.push_back({row, server, end - before});
        }
        before = end;
    }
}

class Builder
{
  public:
    Builder(const ModelTrace& trace,
            const Placement& placement,
            const ParameterServerOptions& options)
        : m_trace(trace),
          m_placement(placement),
          m_options(options),
          m_pieces(AssignTensors(trace,
                                 static_cast<uint32_t>(placement.servers.size()),
                                 options.cutAbove)),
          m_builder(HostsOf(placement), trace.LayerCount()),
          m_training(m_builder, trace, placement.workers, TimesOf(options))
    {
    }

    Graph Build()
    {
        m_builder.AddPhase("push");
        m_builder.AddPhase("pull");
        const size_t workers = m_placement.workers.size();
        const size_t transfers = 2 * workers * m_pieces.size();
        const size_t workerSteps = 2 * workers * m_trace.LayerCount();
        m_builder.Reserve(workerSteps + m_pieces.size(), transfers, 2 * transfers + workerSteps);
        // gradients appear last layer first; within a layer the table's order stays
        std::stable_sort(m_pieces.begin(), m_pieces.end(), [this](const auto& a, const auto& b) {
            return LayerOf(a) > LayerOf(b);
        });
        for (const TensorPiece& piece : m_pieces)
        {
            AddPiece(piece);
        }
        return m_builder.Build();
    }

  private:
    uint32_t LayerOf(const TensorPiece& piece) const
    {
        return m_trace.Tensors()[piece.tensor].layer;
    }

    StepId AddAggregation(const TensorPiece& piece)
    {
        const auto pushed =
            static_cast<double>(piece.bytes) * static_cast<double>(m_placement.workers.size());
        const double ps = m_options.aggregatePsPerByte * pushed +
                          m_options.updatePsPerByte * static_cast<double>(piece.bytes);
        return m_builder.AddCompute({m_placement.servers[piece.server], false, RoundPs(ps), 0});
    }

    void AddPiece(const TensorPiece& piece)
    {
        const StepId aggregation = AddAggregation(piece);
        const uint32_t layer = LayerOf(piece);
        const uint32_t server = m_placement.servers[piece.server];
        TransferStep step;
        step.bytes = piece.bytes;
        step.layer = layer;
        step.tensor = piece.tensor;
        step.priority = QueueOfLayer(layer, m_trace.LayerCount());
        step.phase = PUSH_PHASE;
        step.bound = m_options.pushBound;
        step.destination = server;
        for (size_t worker = 0; worker < m_placement.workers.size(); ++worker)
        {
            step.source = m_placement.workers[worker];
            const StepId push = m_builder.AddTransfer(step);
            m_builder.AddEdge(m_training.Backward(worker, layer), push);
            m_builder.AddEdge(push, aggregation);
        }
        step.phase = PULL_PHASE;
        step.bound = m_options.pullBound;
        step.source = server;
        for (size_t worker = 0; worker < m_placement.workers.size(); ++worker)
        {
            step.destination = m_placement.workers[worker];
            const StepId pull = m_builder.AddTransfer(step);
            m_builder.AddEdge(aggregation, pull);
            m_builder.AddEdgeIntoNext(pull, m_training.Forward(worker, layer));
        }
    }

    const ModelTrace& m_trace;
    const Placement& m_placement;
    const ParameterServerOptions& m_options;
    std::vector<TensorPiece> m_pieces;
    GraphBuilder m_builder;
    const TrainingSteps m_training;
};

} // namespace

std::vector<TensorPiece>
AssignTensors(const ModelTrace& trace, uint32_t servers, uint64_t cutAbove)
{
    std::vector<TensorPiece> pieces;
    std::vector<uint64_t> load(servers, 0);
    const auto& tensors = trace.Tensors();
    for (uint32_t row = 0; row < tensors.size(); ++row)
    {
        const size_t before = pieces.size();
        if (tensors[row].parameters > cutAbove)
        {
            Cut(tensors[row], row, servers, pieces);
        }
        else
        {
            const auto least = std::min_element(load.begin(), load.end()) - load.begin();
            pieces.push_back({row, static_cast<uint32_t>(least), tensors[row].bytes});
        }
        for (size_t i = before; i < pieces.size(); ++i)
        {
            load[pieces[i].server] += pieces[i].bytes;
        }
    }
    return pieces;
}

std::vector<uint64_t>
AssignedBytes(const std::vector<TensorPiece>& pieces, uint32_t servers)
{
    std::vector<uint64_t> bytes(servers, 0);
    for (const TensorPiece& piece : pieces)
    {
        bytes.at(piece.server) += piece.bytes;
    }
    return bytes;
}

Graph
BuildParameterServer(const ModelTrace& trace,
                     const Placement& placement,
                     const ParameterServerOptions& options)
{
    CheckInput(placement, options);
    return Builder(trace, placement, options).Build();
}

TypeId
ParameterServer::GetTypeId()
{
    const ParameterServerOptions defaults;
    static TypeId tid =
        TypeId("ns3::mlt::ParameterServer")
            .SetParent<TrafficPattern>()
            .SetGroupName("Mlt")
            .AddConstructor<ParameterServer>()
            .AddAttribute("CutAbove",
                          "A tensor of more elements is cut evenly over all servers; 0 cuts every "
                          "tensor. The default is the bound of MXNet's kvstore: a whole large "
                          "tensor would load its server far more than the others.",
                          UintegerValue(defaults.cutAbove),
                          MakeUintegerAccessor(&ParameterServer::m_cutAbove),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Jitter",
                          "A worker's forward pass starts late by up to this share of its compute "
                          "in an iteration, drawn anew for each. Real workers differ by about 1 %; "
                          "at 0 all send in step, and results show artefacts of that.",
                          DoubleValue(defaults.jitterShare),
                          MakeDoubleAccessor(&ParameterServer::m_jitter),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("AggregatePsPerByte",
                          "Picoseconds that a server computes for each byte of each push, to add "
                          "it up. 0: servers cost no time, so that the network decides alone.",
                          DoubleValue(defaults.aggregatePsPerByte),
                          MakeDoubleAccessor(&ParameterServer::m_aggregatePsPerByte),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("UpdatePsPerByte",
                          "Picoseconds that a server computes for each byte of an aggregated "
                          "tensor, to update the parameters. 0: servers cost no time.",
                          DoubleValue(defaults.updatePsPerByte),
                          MakeDoubleAccessor(&ParameterServer::m_updatePsPerByte),
                          MakeDoubleChecker<double>(0.0));
    return tid;
}

bool
ParameterServer::NeedsModel() const
{
    return true;
}

bool
ParameterServer::HasServers() const
{
    return true;
}

Graph
ParameterServer::Build(const PatternInput& input) const
{
    ParameterServerOptions options;
    options.cutAbove = m_cutAbove;
    options.pushBound = input.bound;
    options.pullBound = input.pullBound;
    options.computeScale = input.computeScale;
    options.deviceScale = input.deviceScale;
    options.jitterShare = m_jitter;
    options.aggregatePsPerByte = m_aggregatePsPerByte;
    options.updatePsPerByte = m_updatePsPerByte;
    return BuildParameterServer(*input.model, input.placement, options);
}

} // namespace mlt
} // namespace ns3
