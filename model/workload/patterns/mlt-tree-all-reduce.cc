// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-tree-all-reduce.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-pattern-hosts.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(TreeAllReduce);
NS_OBJECT_ENSURE_REGISTERED(DoubleTreeAllReduce);

namespace
{

const ShortName TREE("tree",
                     &TreeAllReduce::GetTypeId,
                     "all-reduce up and down a binary tree, in pieces of --pieceBytes");
const ShortName DOUBLE_TREE("double-tree",
                            &DoubleTreeAllReduce::GetTypeId,
                            "all-reduce along two binary trees, half of the bytes each");

/** The lowest bit decides the height: leaves are odd, and a parent's bit is twice its child's. */
uint32_t
BinaryParent(uint32_t rank, uint32_t ranks)
{
    if (rank == 0)
    {
        return RankTree::NONE;
    }
    const uint32_t bit = rank & (0 - rank);
    const uint32_t above = (rank ^ bit) | (bit << 1);
    return above < ranks ? above : rank ^ bit;
}

} // namespace

RankTree::RankTree(std::vector<uint32_t> parents)
    : m_parents(std::move(parents))
{
    std::vector<std::vector<uint32_t>> children(m_parents.size());
    for (uint32_t rank = 0; rank < m_parents.size(); ++rank)
    {
        if (m_parents[rank] == NONE)
        {
            m_fromRoot.push_back(rank);
        }
        else
        {
            children[m_parents[rank]].push_back(rank);
        }
    }
    for (size_t i = 0; i < m_fromRoot.size(); ++i)
    {
        const auto& next = children[m_fromRoot[i]];
        m_fromRoot.insert(m_fromRoot.end(), next.begin(), next.end());
    }
}

RankTree
RankTree::Binary(uint32_t ranks)
{
    std::vector<uint32_t> parents;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        parents.push_back(BinaryParent(rank, ranks));
    }
    return RankTree(std::move(parents));
}

RankTree
RankTree::SecondBinary(uint32_t ranks)
{
    const auto renamed = [ranks](uint32_t rank) {
        return ranks % 2 == 0 ? ranks - 1 - rank : (rank + 1) % ranks;
    };
    std::vector<uint32_t> parents(ranks);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const uint32_t parent = BinaryParent(rank, ranks);
        parents[renamed(rank)] = parent == NONE ? NONE : renamed(parent);
    }
    return RankTree(std::move(parents));
}

void
AddTreePass(CollectiveSchedule& schedule, const RankTree& tree, const ByteRange& range)
{
    const auto& down = tree.FromRoot();
    std::vector<std::vector<uint32_t>> into(down.size()); // sums, by the rank they go to
    for (auto rank = down.rbegin(); rank != down.rend(); ++rank)
    {
        const uint32_t parent = tree.ParentOf(*rank);
        if (parent != RankTree::NONE)
        {
            const CollectiveSend send{*rank, parent, range, REDUCE_PHASE, true};
            into[parent].push_back(schedule.Add(send, into[*rank]));
        }
    }
    std::vector<std::vector<uint32_t>> results(down.size()); // by rank: what brings the result
    results[down.front()] = into[down.front()];
    for (const uint32_t rank : down)
    {
        const uint32_t parent = tree.ParentOf(rank);
        if (parent != RankTree::NONE)
        {
            const bool isRoot = parent == down.front();
            const CollectiveSend send{parent, rank, range, RESULT_PHASE, isRoot};
            results[rank] = {schedule.Add(send, results[parent])};
        }
    }
}

TypeId
TreeAllReduce::GetTypeId()
{
    constexpr uint64_t NCCL_SLOT_BYTES = 512 * 1024;
    static TypeId tid =
        TypeId("ns3::mlt::TreeAllReduce")
            .SetParent<AllReduce>()
            .SetGroupName("Mlt")
            .AddConstructor<TreeAllReduce>()
            .AddAttribute("PieceBytes",
                          "Most bytes of the pieces that follow each other through a tree. The "
                          "default is a slot of NCCL's buffers: 4 MiB in 8 steps.",
                          UintegerValue(NCCL_SLOT_BYTES),
                          MakeUintegerAccessor(&TreeAllReduce::m_pieceBytes),
                          MakeUintegerChecker<uint64_t>(1, MOST_PATTERN_BYTES));
    return tid;
}

std::vector<std::string>
TreeAllReduce::PhaseNames() const
{
    return {"reduce", "broadcast"};
}

uint32_t
TreeAllReduce::Pieces(uint64_t bytes) const
{
    const uint64_t pieces = (bytes + m_pieceBytes - 1) / m_pieceBytes;
    if (pieces > Graph::MAX_STEPS)
    {
        throw InputError("--pieceBytes: " + std::to_string(m_pieceBytes) + " cuts " +
                         std::to_string(bytes) + " bytes into " + std::to_string(pieces) +
                         " pieces: at most " + std::to_string(Graph::MAX_STEPS) + " are possible");
    }
    return static_cast<uint32_t>(pieces);
}

CollectiveSchedule
TreeAllReduce::Schedule(uint32_t ranks, uint64_t bytes) const
{
    const RankTree tree = RankTree::Binary(ranks);
    const uint32_t pieces = Pieces(bytes);
    CollectiveSchedule schedule;
    for (uint32_t piece = 0; piece < pieces; ++piece)
    {
        AddTreePass(schedule, tree, EvenPiece({0, bytes}, pieces, piece));
    }
    return schedule;
}

TypeId
DoubleTreeAllReduce::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::DoubleTreeAllReduce")
                            .SetParent<TreeAllReduce>()
                            .SetGroupName("Mlt")
                            .AddConstructor<DoubleTreeAllReduce>();
    return tid;
}

CollectiveSchedule
DoubleTreeAllReduce::Schedule(uint32_t ranks, uint64_t bytes) const
{
    const RankTree trees[] = {RankTree::Binary(ranks), RankTree::SecondBinary(ranks)};
    const ByteRange halves[] = {EvenPiece({0, bytes}, 2, 0), EvenPiece({0, bytes}, 2, 1)};
    const uint32_t pieces = Pieces(halves[0].bytes);
    CollectiveSchedule schedule;
    for (uint32_t piece = 0; piece < pieces; ++piece)
    {
        for (const size_t which : {0, 1})
        {
            const ByteRange range = EvenPiece(halves[which], pieces, piece);
            if (range.bytes > 0)
            {
                AddTreePass(schedule, trees[which], range);
            }
        }
    }
    return schedule;
}

} // namespace ns3::mlt
