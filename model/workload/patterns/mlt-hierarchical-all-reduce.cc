// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-hierarchical-all-reduce.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-ring-all-reduce.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(HierarchicalAllReduce);

namespace
{

const ShortName NAME("hierarchical",
                     &HierarchicalAllReduce::GetTypeId,
                     "all-reduce by rings in groups of --groupSize, and among the groups");

/** Messages that something waits for. */
using Needs = std::vector<uint32_t>;

/** Lays out what happens to one member's piece of the buffer in all groups. */
class PieceBuilder
{
  public:
    /** @param member the place in every group where the piece is summed. */
    PieceBuilder(CollectiveSchedule& schedule, uint32_t groupSize, uint32_t groups, uint32_t member)
        : m_schedule(schedule),
          m_groupSize(groupSize),
          m_groups(groups),
          m_member(member),
          m_sums(groups),
          m_results(groups)
    {
    }

    /** @param piece at least 1 byte. */
    void Build(const ByteRange& piece)
    {
        ReduceInGroups(piece);
        m_results = m_sums;
        for (uint32_t part = 0; part < m_groups; ++part)
        {
            ReduceAmongGroups(EvenPiece(piece, m_groups, part), part);
        }
        GatherInGroups(piece);
    }

  private:
    std::vector<uint32_t> Group(uint32_t group) const
    {
        std::vector<uint32_t> ring;
        for (uint32_t member = 0; member < m_groupSize; ++member)
        {
            ring.push_back(group * m_groupSize + member);
        }
        return ring;
    }

    /** The members that hold the piece. */
    std::vector<uint32_t> Across() const
    {
        std::vector<uint32_t> ring;
        for (uint32_t group = 0; group < m_groups; ++group)
        {
            ring.push_back(group * m_groupSize + m_member);
        }
        return ring;
    }

    void ReduceInGroups(const ByteRange& piece)
    {
        for (uint32_t group = 0; group < m_groups; ++group)
        {
            const auto ring = Group(group);
            const auto messages =
                AddRingPass(m_schedule, {ring, m_member + 1, piece, REDUCE_PHASE}, {});
            if (!messages.empty())
            {
                m_sums[group] = {messages.back()};
            }
        }
    }

    /** @param first the group where the sum of this part of the piece begins. */
    void ReduceAmongGroups(const ByteRange& part, uint32_t first)
    {
        const auto ring = Across();
        std::vector<Needs> needs;
        for (uint32_t hop = 0; hop < m_groups; ++hop)
        {
            needs.push_back(m_sums[(first + hop) % m_groups]);
        }
        const auto sums = AddRingPass(m_schedule, {ring, first, part, REDUCE_PHASE}, needs);
        if (sums.empty())
        {
            return;
        }
        const uint32_t last = (first + m_groups - 1) % m_groups;
        Needs& complete = m_results[last];
        complete.push_back(sums.back());
        Needs before = m_sums[last];
        before.push_back(sums.back());
        const auto results = AddRingPass(m_schedule, {ring, last, part, RESULT_PHASE}, {before});
        for (uint32_t hop = 0; hop < results.size(); ++hop)
        {
            m_results[(last + 1 + hop) % m_groups].push_back(results[hop]);
        }
    }

    void GatherInGroups(const ByteRange& piece)
    {
        for (uint32_t group = 0; group < m_groups; ++group)
        {
            const auto ring = Group(group);
            AddRingPass(m_schedule, {ring, m_member, piece, RESULT_PHASE}, {m_results[group]});
        }
    }

    CollectiveSchedule& m_schedule;
    const uint32_t m_groupSize;
    const uint32_t m_groups;
    const uint32_t m_member;
    std::vector<Needs> m_sums;    //!< by group: what completes the group's sum
    std::vector<Needs> m_results; //!< by group: what completes the result
};

} // namespace

TypeId
HierarchicalAllReduce::GetTypeId()
{
    constexpr uint32_t DGX_ACCELERATORS = 8;
    static TypeId tid =
        TypeId("ns3::mlt::HierarchicalAllReduce")
            .SetParent<AllReduce>()
            .SetGroupName("Mlt")
            .AddConstructor<HierarchicalAllReduce>()
            .AddAttribute("GroupSize",
                          "Workers in a group, neighbours in the job's list; a divisor of their "
                          "number. The default is the accelerators in a server such as NVIDIA's "
                          "DGX.",
                          UintegerValue(DGX_ACCELERATORS),
                          MakeUintegerAccessor(&HierarchicalAllReduce::m_groupSize),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

CollectiveSchedule
HierarchicalAllReduce::Schedule(uint32_t ranks, uint64_t bytes) const
{
    if (ranks % m_groupSize != 0)
    {
        throw InputError("--groupSize: expected a divisor of the " + std::to_string(ranks) +
                         " workers, got " + std::to_string(m_groupSize));
    }
    CollectiveSchedule schedule;
    for (uint32_t member = 0; member < m_groupSize; ++member)
    {
        const ByteRange piece = EvenPiece({0, bytes}, m_groupSize, member);
        if (piece.bytes > 0)
        {
            PieceBuilder(schedule, m_groupSize, ranks / m_groupSize, member).Build(piece);
        }
    }
    return schedule;
}

} // namespace ns3::mlt
