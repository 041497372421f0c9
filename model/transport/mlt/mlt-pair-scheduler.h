// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PAIR_SCHEDULER_H
#define MLT_PAIR_SCHEDULER_H

#include "ns3/mlt-index-set.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-priority.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/**
 * Which destination a host sends its next frame to: the one whose most urgent message is of the
 * first priority and there of the front-most layer, among those whose pacer allows it; frame by
 * frame in turn among equals. All operations take constant time but for waiting on the pacer
 * (logarithmic), and for the first message of a priority and layer.
 */
class PairScheduler
{
  public:
    static constexpr uint32_t NONE = IndexSet::NONE;

    /**
     * @param peers how many destinations there are.
     * @param first where turns start; hosts differ in it, lest all begin with the same peer.
     */
    explicit PairScheduler(uint32_t peers = 0, uint32_t first = 0);

    /** Orders messages by priority, then by layer: the least rank is sent first. */
    static constexpr uint32_t Rank(uint8_t priority, uint16_t layer)
    {
        return uint32_t{priority} << LAYER_BITS | layer;
    }

    /**
     * The peer has something to send, the Rank of its most urgent message being @p rank, not before
     * @p allowedPs. Replaces what was said of it before.
     */
    void Offer(uint32_t peer, uint32_t rank, int64_t allowedPs, int64_t nowPs);

    /** The peer has nothing to send. */
    void Withdraw(uint32_t peer);

    /** Takes the peer that is to send at @p nowPs (Offer it again after), or NONE. */
    uint32_t Take(int64_t nowPs);

    /** Calls visit(peer) for the few peers that Take will likely give next, the likeliest first. */
    template <typename VISIT>
    void ForEachLikely(VISIT visit) const
    {
        const uint32_t place = m_occupied.Next(0);
        if (place != NONE)
        {
            const Ring& ring = m_rings[place];
            const uint32_t next = ring.peers.NextInTurn(ring.turn);
            visit(next);
            visit(ring.peers.NextInTurn(next + 1));
            return;
        }
        constexpr size_t LIKELY = 3; // the top of the heap, and one of the two below it is next
        for (size_t i = 0; i < std::min(LIKELY, m_paced.size()); ++i)
        {
            visit(m_paced[i].second);
        }
    }

    /** Fetches what Take and Offer will read of a peer itself. */
    void Prefetch(uint32_t peer) const
    {
        PrefetchLine(&m_peers[peer]);
    }

    /** Adds what Take and Offer will read of a peer. */
    void ListAhead(uint32_t peer, PrefetchList& list) const
    {
        list.Add(&m_peers[peer]);
        list.Add(m_paced.data());
        if (HasRing(m_peers[peer].rank))
        {
            list.Add(&m_rings[PlaceOf(m_peers[peer].rank)]);
        }
    }

    /** The earliest instant at which Take gives a peer, or NEVER_PS. */
    int64_t NextPs(int64_t nowPs);

  private:
    static constexpr uint32_t LAYER_BITS = 16;
    static constexpr uint32_t LAYER_MASK = (1U << LAYER_BITS) - 1;

    struct alignas(CACHE_LINE_BYTES) Ring
    {
        IndexSet peers;
        uint32_t turn{0};
    };

    /** Where the rings of one priority stand: one for each layer between those that it had. */
    struct Span
    {
        uint32_t begin{0}; //!< in m_rings
        uint32_t firstLayer{0};
        uint32_t count{0};
    };

    enum class State : uint8_t
    {
        Idle,
        Paced, //!< stands in m_paced
        Ready, //!< stands in a ring
    };

    struct Peer
    {
        State state{State::Idle};
        uint32_t rank{0};
        int64_t allowedPs{0};
    };

    void MakeReady(uint32_t peer);
    void Release(int64_t nowPs);
    uint32_t PopPaced();
    bool IsPacedDue(int64_t nowPs);
    Ring& RingOf(uint32_t rank);
    void MakeRing(uint32_t rank);

    bool HasRing(uint32_t rank) const
    {
        const Span& span = m_spans[rank >> LAYER_BITS];
        return (rank & LAYER_MASK) - span.firstLayer < span.count; // wraps around below the first
    }

    uint32_t PlaceOf(uint32_t rank) const
    {
        const Span& span = m_spans[rank >> LAYER_BITS];
        return span.begin + (rank & LAYER_MASK) - span.firstLayer;
    }

    void DropStale();

    IndexSet m_occupied; //!< places of rings that have a peer
    std::vector<Peer> m_peers;
    /** Heap of (allowed, peer), earliest first; entries that no longer hold are skipped. */
    std::vector<std::pair<int64_t, uint32_t>> m_paced;
    std::vector<Ring> m_rings; //!< by priority, then layer
    std::array<Span, QUEUES> m_spans;
    uint32_t m_first;
};

} // namespace ns3::mlt

#endif // MLT_PAIR_SCHEDULER_H
