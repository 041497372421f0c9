// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TREE_ALL_REDUCE_H
#define MLT_TREE_ALL_REDUCE_H

#include "ns3/mlt-all-reduce.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** A tree over ranks. */
class RankTree
{
  public:
    static constexpr uint32_t NONE = 0xffffffff;

    /**
     * NCCL's binary tree: rank 0 is the root and has one child; below it stands a balanced binary
     * search tree of the others, in which all odd ranks are leaves.
     * @param ranks at least 1.
     */
    static RankTree Binary(uint32_t ranks);

    /**
     * The same shape with other ranks, so that leaves of the first are inner nodes of this: for an
     * even number mirrored, for an odd one shifted by one rank.
     */
    static RankTree SecondBinary(uint32_t ranks);

    /** NONE for the root. */
    uint32_t ParentOf(uint32_t rank) const
    {
        return m_parents[rank];
    }

    /** The ranks from the root down, each after its parent. */
    const std::vector<uint32_t>& FromRoot() const
    {
        return m_fromRoot;
    }

  private:
    explicit RankTree(std::vector<uint32_t> parents);

    std::vector<uint32_t> m_parents;
    std::vector<uint32_t> m_fromRoot;
};

/**
 * Adds the all-reduce of a range along a tree: sums go up to the root, the result comes down.
 * @param range at least 1 byte.
 */
void AddTreePass(CollectiveSchedule& schedule, const RankTree& tree, const ByteRange& range);

/**
 * All-reduce along a binary tree, cut into pieces that follow each other through it: while a
 * piece goes up, the one before it goes further.
 */
class TreeAllReduce : public AllReduce
{
  public:
    static TypeId GetTypeId();

    CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const override;
    std::vector<std::string> PhaseNames() const override;

  protected:
    /** How many pieces a buffer is cut into. */
    uint32_t Pieces(uint64_t bytes) const;

  private:
    uint64_t m_pieceBytes;
};

/**
 * All-reduce along two binary trees, half of the buffer each (Sanders, Speck and Träff, Parallel
 * Computing 2009; NCCL 2.4): a rank that sums in one of them is a leaf of the other, so both
 * directions of every link are used.
 */
class DoubleTreeAllReduce : public TreeAllReduce
{
  public:
    static TypeId GetTypeId();

    CollectiveSchedule Schedule(uint32_t ranks, uint64_t bytes) const override;
};

} // namespace ns3::mlt

#endif // MLT_TREE_ALL_REDUCE_H
