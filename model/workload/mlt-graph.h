// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_GRAPH_H
#define MLT_GRAPH_H

#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-priority.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{

/** A step that takes time: it keeps a host busy, or lets time pass alone. */
struct ComputeStep
{
    /** The host of a step that keeps none busy. */
    static constexpr uint32_t NO_HOST = 0xffffffff;

    uint32_t host{0};
    /** The start of this worker's forward pass, at which its iteration is counted to begin. */
    bool startsForward{false};
    int64_t durationPs{0};
    int64_t jitterPs{
        0}; //!< up to this much (exclusive) is added, by a hash of (seed, host, iteration)
};

/** A step that carries bytes from host to host. */
struct TransferStep
{
    uint64_t bytes{0};
    uint32_t source{0};                 //!< host
    uint32_t destination{0};            //!< host, another one
    uint32_t layer{0};                  //!< from 0, the front
    uint32_t tensor{0};                 //!< row of the model's table
    LossBound bound;                    //!< share of the bytes that may be missing
    uint8_t phase{0};                   //!< index in Graph::Phases()
    uint8_t priority{FIRST_DATA_QUEUE}; //!< queue of its data, from FIRST_DATA_QUEUE to QUEUES - 1
};

/** A step while a graph is built. */
class StepId
{
  private:
    friend class GraphBuilder;
    static constexpr uint32_t TRANSFER = 0x80000000;

    explicit StepId(uint32_t word)
        : m_word(word)
    {
    }

    uint32_t m_word; //!< index among its kind, and a bit for the kind
};

/**
 * One training iteration as steps of compute and transfers with dependencies, which repeats: a
 * pattern of communication as plain data. An edge leads from a step to one that waits for it, in
 * the same iteration or in the next one.
 *
 * Steps are numbered densely: first all compute steps, then all transfers, each in the order in
 * which they were added. Immutable; made by GraphBuilder. Compact, since a model may have over a
 * million transfers: one with one edge in and one out takes 48 bytes (the step 32, its two edges 8,
 * its place in the edge table 4, its in-degree 4).
 */
class Graph
{
  public:
    /** Where an edge leads. */
    class Edge
    {
      public:
        /** The number of the step that waits. */
        uint32_t Target() const
        {
            return m_word & ~NEXT;
        }

        /** Whether that step is one of the next iteration. */
        bool IntoNext() const
        {
            return (m_word & NEXT) != 0;
        }

      private:
        friend class GraphBuilder;
        static constexpr uint32_t NEXT = 0x80000000;

        uint32_t m_word{0};
    };

    /** The edges out of a step, in the order in which they were added; for a range-based for. */
    class Edges
    {
      public:
        Edges(const Edge* first, const Edge* last)
            : m_first(first),
              m_last(last)
        {
        }

        const Edge* begin() const
        {
            return m_first;
        }

        const Edge* end() const
        {
            return m_last;
        }

      private:
        const Edge* m_first;
        const Edge* m_last;
    };

    /** The most steps of each kind, and the most edges. */
    static constexpr uint32_t MAX_STEPS = 1U << 30;

    const std::vector<ComputeStep>& Computes() const
    {
        return m_computes;
    }

    const std::vector<TransferStep>& Transfers() const
    {
        return m_transfers;
    }

    uint32_t ComputeCount() const
    {
        return static_cast<uint32_t>(m_computes.size());
    }

    uint32_t TransferCount() const
    {
        return static_cast<uint32_t>(m_transfers.size());
    }

    /** Steps of both kinds. */
    uint32_t StepCount() const
    {
        return ComputeCount() + TransferCount();
    }

    /** Hosts are 0 to this - 1; not all need to have a step. */
    uint32_t HostCount() const
    {
        return m_hosts;
    }

    /** Layers of the model. */
    uint32_t LayerCount() const
    {
        return m_layers;
    }

    /** The names of the parts that the transfers belong to, such as push and pull. */
    const std::vector<std::string>& Phases() const
    {
        return m_phases;
    }

    /** @param step below StepCount(). */
    Edges EdgesOf(uint32_t step) const
    {
        return {m_edges.data() + m_firstEdge[step], m_edges.data() + m_firstEdge[step + 1]};
    }

    /** How many steps each step waits for, those of the previous iteration included. */
    const std::vector<uint32_t>& InDegrees() const
    {
        return m_inDegrees;
    }

  private:
    friend class GraphBuilder;

    std::vector<ComputeStep> m_computes;
    std::vector<TransferStep> m_transfers;
    std::vector<uint32_t> m_firstEdge; //!< by step, and one more at the end
    std::vector<Edge> m_edges;         //!< by the step they leave
    std::vector<uint32_t> m_inDegrees;
    std::vector<std::string> m_phases;
    uint32_t m_hosts{0};
    uint32_t m_layers{0};
};

/** Collects steps and edges, checks them, and makes a Graph of them. */
class GraphBuilder
{
  public:
    /**
     * @param hosts how many hosts there are.
     * @param layers how many layers the model has.
     * @throws InputError if one is 0.
     */
    GraphBuilder(uint32_t hosts, uint32_t layers);

    /** Makes room, where the counts are known; only saves memory and time. */
    void Reserve(size_t computes, size_t transfers, size_t edges);

    /**
     * Names a part of the iteration that transfers belong to, for results. A graph without any has
     * one, `transfer`.
     * @return its index, for TransferStep::phase.
     */
    uint8_t AddPhase(const std::string& name);

    StepId AddCompute(const ComputeStep& step);
    /** A compute step that keeps no host busy: it ends @p durationPs after it began. */
    StepId AddWait(int64_t durationPs);
    StepId AddTransfer(const TransferStep& step);

    /** @p after waits for @p before of the same iteration. */
    void AddEdge(StepId before, StepId after);
    /** @p after waits for @p before of the previous iteration; in the first one it does not. */
    void AddEdgeIntoNext(StepId before, StepId after);

    /**
     * Makes the graph; the builder is empty afterwards.
     *
     * @throws InputError that names the step, if a host or layer is out of range, a transfer has
     * no bytes, one host at both ends, or an unknown phase or priority, a time is negative or
     * beyond the last instant (9223 s), a host starts its forward pass twice, there is no step, or
     * steps of an iteration wait for each other in a cycle.
     */
    Graph Build();

  private:
    struct RawEdge
    {
        uint32_t before; //!< a StepId's word
        uint32_t after;  //!< a StepId's word, with INTO_NEXT
    };

    static constexpr uint32_t INTO_NEXT = 0x40000000;

    void CheckSizes() const;
    void CheckComputes() const;
    void CheckTransfers() const;
    uint32_t StepOf(uint32_t word) const;
    void SortEdges();

    Graph m_graph;
    std::vector<RawEdge> m_edges;
};

/**
 * Refuses a run that could not end before the last instant, whatever the network does.
 * @throws InputError for no iterations, or for more compute on a host than a simulation can last.
 */
void CheckIterations(const Graph& graph, uint32_t iterations);

/** Payload that a host gets and gives in one iteration. */
struct HostLoad
{
    uint64_t bytesIn{0};
    uint64_t bytesOut{0};
};

/**
 * What each host must carry in one iteration in one phase: the largest of these x 8 / link rate is
 * a lower bound on the time of that phase.
 *
 * @param phase index in Graph::Phases().
 * @param size the bytes to count for a transfer of so many payload bytes (for instance those on
 * the wire); the payload itself by default.
 * @return by host.
 */
std::vector<HostLoad> HostLoads(const Graph& graph,
                                uint8_t phase,
                                const std::function<uint64_t(uint64_t)>& size = nullptr);

/** The larger of bytes in and out, of the host where it is largest. */
uint64_t LargestLoad(const std::vector<HostLoad>& loads);

} // namespace mlt
} // namespace ns3

#endif // MLT_GRAPH_H
