// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-pair-scheduler.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace ns3::mlt
{

namespace
{

constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();
using EarliestFirst = std::greater<std::pair<int64_t, uint32_t>>;

} // namespace

PairScheduler::PairScheduler(uint32_t peers, uint32_t first)
    : m_peers(peers),
      m_first(first % std::max(peers, 1u))
{
}

void
PairScheduler::Offer(uint32_t peer, uint32_t rank, int64_t allowedPs, int64_t nowPs)
{
    Peer& p = m_peers[peer];
    if (p.state == State::Paced && p.rank == rank && p.allowedPs == allowedPs)
    {
        return;
    }
    Withdraw(peer);
    p.rank = rank;
    p.allowedPs = allowedPs;
    if (allowedPs <= nowPs)
    {
        MakeReady(peer);
        return;
    }
    p.state = State::Paced;
    m_paced.emplace_back(allowedPs, peer);
    std::push_heap(m_paced.begin(), m_paced.end(), EarliestFirst());
}

PairScheduler::Ring&
PairScheduler::RingOf(uint32_t rank)
{
    if (!HasRing(rank))
    {
        MakeRing(rank);
    }
    return m_rings[PlaceOf(rank)];
}

/** Widens the span of a priority up to a layer; what stands behind moves on. */
void
PairScheduler::MakeRing(uint32_t rank)
{
    Span& span = m_spans[rank >> LAYER_BITS];
    const uint32_t layer = rank & LAYER_MASK;
    if (span.count == 0)
    {
        span.firstLayer = layer;
    }
    const uint32_t before = span.firstLayer - std::min(span.firstLayer, layer);
    const uint32_t end = span.firstLayer + span.count;
    const uint32_t behind = std::max(end, layer + 1) - end;
    const Ring empty{IndexSet(static_cast<uint32_t>(m_peers.size())), m_first};
    m_rings.insert(m_rings.begin() + span.begin + span.count, behind, empty);
    m_rings.insert(m_rings.begin() + span.begin, before, empty);
    span.firstLayer -= before;
    span.count += before + behind;
    for (size_t i = (rank >> LAYER_BITS) + 1; i < m_spans.size(); ++i)
    {
        m_spans[i].begin += before + behind;
    }
    m_occupied = IndexSet(static_cast<uint32_t>(m_rings.size()));
    for (uint32_t place = 0; place < m_rings.size(); ++place)
    {
        if (!m_rings[place].peers.IsEmpty())
        {
            m_occupied.Insert(place);
        }
    }
}

void
PairScheduler::MakeReady(uint32_t peer)
{
    Peer& p = m_peers[peer];
    RingOf(p.rank).peers.Insert(peer);
    m_occupied.Insert(PlaceOf(p.rank));
    p.state = State::Ready;
}

void
PairScheduler::Withdraw(uint32_t peer)
{
    Peer& p = m_peers[peer];
    if (p.state == State::Ready)
    {
        Ring& ring = m_rings[PlaceOf(p.rank)];
        ring.peers.Erase(peer);
        if (ring.peers.IsEmpty())
        {
            m_occupied.Erase(PlaceOf(p.rank));
        }
    }
    p.state = State::Idle; // an entry in the heap no longer holds
}

void
PairScheduler::DropStale()
{
    while (!m_paced.empty())
    {
        const auto [allowed, peer] = m_paced.front();
        if (m_peers[peer].state == State::Paced && m_peers[peer].allowedPs == allowed)
        {
            return;
        }
        std::pop_heap(m_paced.begin(), m_paced.end(), EarliestFirst());
        m_paced.pop_back();
    }
}

bool
PairScheduler::IsPacedDue(int64_t nowPs)
{
    DropStale();
    return !m_paced.empty() && m_paced.front().first <= nowPs;
}

uint32_t
PairScheduler::PopPaced()
{
    const uint32_t peer = m_paced.front().second;
    std::pop_heap(m_paced.begin(), m_paced.end(), EarliestFirst());
    m_paced.pop_back();
    return peer;
}

void
PairScheduler::Release(int64_t nowPs)
{
    while (IsPacedDue(nowPs))
    {
        MakeReady(PopPaced());
    }
}

uint32_t
PairScheduler::Take(int64_t nowPs)
{
    if (m_occupied.IsEmpty())
    {
        if (!IsPacedDue(nowPs))
        {
            return NONE;
        }
        const uint32_t peer = PopPaced();
        if (!IsPacedDue(nowPs)) // the only one, as is usual: it need not go through a ring
        {
            RingOf(m_peers[peer].rank).turn = peer + 1;
            m_peers[peer].state = State::Idle;
            return peer;
        }
        MakeReady(peer);
    }
    Release(nowPs);
    Ring& ring = m_rings[m_occupied.Next(0)];
    const uint32_t peer = ring.peers.NextInTurn(ring.turn);
    ring.turn = peer + 1;
    Withdraw(peer);
    return peer;
}

int64_t
PairScheduler::NextPs(int64_t nowPs)
{
    if (!m_occupied.IsEmpty())
    {
        return nowPs;
    }
    DropStale();
    return m_paced.empty() ? NEVER : m_paced.front().first;
}

} // namespace ns3::mlt
