// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-clock.h"
#include "ns3/mlt-pair-scheduler.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t NONE = PairScheduler::NONE;

TEST(PairSchedulerTest, NothingOfferedIsNothingToSend)
{
    PairScheduler scheduler(4, 0);
    EXPECT_EQ(scheduler.Take(0), NONE);
    EXPECT_EQ(scheduler.NextPs(0), NEVER_PS);
    scheduler.Withdraw(2);
    EXPECT_EQ(scheduler.Take(0), NONE);
}

TEST(PairSchedulerTest, FrontLayersGoFirst)
{
    PairScheduler scheduler(4, 0);
    scheduler.Offer(0, 9, 0, 0);
    scheduler.Offer(1, 2, 0, 0);
    scheduler.Offer(2, 700, 0, 0);
    scheduler.Offer(3, 0, 0, 0);
    EXPECT_EQ(scheduler.Take(0), 3U);
    EXPECT_EQ(scheduler.Take(0), 1U);
    EXPECT_EQ(scheduler.Take(0), 0U);
    EXPECT_EQ(scheduler.Take(0), 2U);
    EXPECT_EQ(scheduler.Take(0), NONE) << "whoever was taken is to be offered again";
}

TEST(PairSchedulerTest, EqualsTakeTurnsFromTheGivenPlace)
{
    for (uint32_t first = 0; first < 8; ++first)
    {
        PairScheduler scheduler(5, first);
        for (uint32_t peer = 0; peer < 5; ++peer)
        {
            scheduler.Offer(peer, 3, 0, 0);
        }
        for (uint32_t turn = 0; turn < 20; ++turn)
        {
            const uint32_t peer = scheduler.Take(0);
            ASSERT_EQ(peer, (first + turn) % 5) << "first " << first << ", turn " << turn;
            scheduler.Offer(peer, 3, 0, 0);
        }
    }
}

TEST(PairSchedulerTest, EveryLayerKeepsItsTurn)
{
    PairScheduler scheduler(4, 0);
    for (uint32_t peer = 0; peer < 4; ++peer)
    {
        scheduler.Offer(peer, 5, 0, 0);
    }
    EXPECT_EQ(scheduler.Take(0), 0U);
    scheduler.Offer(0, 5, 0, 0);
    scheduler.Offer(3, 1, 0, 0); // moves to the front for one frame
    EXPECT_EQ(scheduler.Take(0), 3U);
    scheduler.Offer(3, 5, 0, 0);
    EXPECT_EQ(scheduler.Take(0), 1U) << "layer 5 goes on where it was";
    EXPECT_EQ(scheduler.Take(0), 2U);
    EXPECT_EQ(scheduler.Take(0), 3U);
    EXPECT_EQ(scheduler.Take(0), 0U);
}

TEST(PairSchedulerTest, ThePacerHoldsBackEvenTheFrontLayer)
{
    PairScheduler scheduler(3, 0);
    scheduler.Offer(0, 0, 100, 0);
    scheduler.Offer(1, 7, 0, 0);
    EXPECT_EQ(scheduler.NextPs(0), 0);
    EXPECT_EQ(scheduler.Take(0), 1U) << "what is allowed now";
    EXPECT_EQ(scheduler.Take(0), NONE);
    EXPECT_EQ(scheduler.NextPs(0), 100);
    EXPECT_EQ(scheduler.Take(99), NONE);
    EXPECT_EQ(scheduler.Take(100), 0U);
    EXPECT_EQ(scheduler.NextPs(100), NEVER_PS);
}

TEST(PairSchedulerTest, AnOfferReplacesTheLast)
{
    PairScheduler scheduler(2, 0);
    scheduler.Offer(0, 5, 1000, 0);
    scheduler.Offer(0, 5, 10, 0); // the rate has grown
    EXPECT_EQ(scheduler.NextPs(0), 10);
    scheduler.Offer(0, 5, 500, 0); // and fallen
    EXPECT_EQ(scheduler.NextPs(0), 500);
    EXPECT_EQ(scheduler.Take(499), NONE);
    scheduler.Withdraw(0);
    EXPECT_EQ(scheduler.NextPs(499), NEVER_PS);
    EXPECT_EQ(scheduler.Take(2000), NONE) << "withdrawn";
    scheduler.Offer(0, 5, 2000, 2000);
    scheduler.Offer(0, 6, 3000, 2000); // ready, and then to be paced
    EXPECT_EQ(scheduler.Take(2999), NONE);
    EXPECT_EQ(scheduler.Take(3000), 0U);
}

/** The same by a walk over all peers. */
class ReferenceScheduler
{
  public:
    ReferenceScheduler(uint32_t peers, uint32_t first)
        : m_first(first % peers),
          m_peers(peers)
    {
    }

    void Offer(uint32_t peer, uint32_t layer, int64_t allowedPs)
    {
        m_peers[peer] = {true, layer, allowedPs};
    }

    void Withdraw(uint32_t peer)
    {
        m_peers[peer].offered = false;
    }

    uint32_t Take(int64_t nowPs)
    {
        const auto count = static_cast<uint32_t>(m_peers.size());
        uint32_t layer = NONE;
        for (const auto& peer : m_peers)
        {
            if (peer.offered && peer.allowedPs <= nowPs)
            {
                layer = std::min(layer, peer.layer);
            }
        }
        const uint32_t turn = m_turns.emplace(layer, m_first).first->second;
        for (uint32_t i = 0; layer != NONE && i < count; ++i)
        {
            const uint32_t peer = (turn + i) % count;
            const Peer& p = m_peers[peer];
            if (p.offered && p.layer == layer && p.allowedPs <= nowPs)
            {
                m_peers[peer].offered = false;
                m_turns[layer] = peer + 1;
                return peer;
            }
        }
        return NONE;
    }

    int64_t NextPs(int64_t nowPs) const
    {
        int64_t next = NEVER_PS;
        for (const auto& peer : m_peers)
        {
            if (peer.offered)
            {
                next = std::min(next, std::max(peer.allowedPs, nowPs));
            }
        }
        return next;
    }

  private:
    struct Peer
    {
        bool offered;
        uint32_t layer;
        int64_t allowedPs;
    };

    uint32_t m_first;
    std::vector<Peer> m_peers;
    std::map<uint32_t, uint32_t> m_turns; //!< by layer
};

TEST(PairSchedulerTest, APriorityGoesBeforeAnyLayerOfTheNext)
{
    PairScheduler scheduler(4);
    scheduler.Offer(0, PairScheduler::Rank(3, 0), 0, 0);
    scheduler.Offer(1, PairScheduler::Rank(2, 700), 0, 0);
    scheduler.Offer(2, PairScheduler::Rank(2, 7), 0, 0);
    scheduler.Offer(3, PairScheduler::Rank(3, 1), 0, 0);
    for (const uint32_t expected : {2U, 1U, 0U, 3U, NONE})
    {
        EXPECT_EQ(scheduler.Take(0), expected);
    }
}

TEST(PairSchedulerTest, DoesWhatASimpleOneDoesUnderRandomOperations)
{
    for (uint64_t seed = 1; seed <= 40; ++seed)
    {
        SmallRandom random(seed);
        const uint32_t peers = 1 + random.Below(150);
        const uint32_t layers = 1 + random.Below(70);
        const uint32_t first = random.Below(200);
        std::vector<uint32_t> ranks; // of some priorities, and of layers with gaps
        for (uint32_t i = 0; i < layers; ++i)
        {
            ranks.push_back(PairScheduler::Rank(static_cast<uint8_t>(random.Below(QUEUES)),
                                                static_cast<uint16_t>(random.Below(100))));
        }
        PairScheduler scheduler(peers, first);
        ReferenceScheduler reference(peers, first);
        int64_t now = 0;
        for (uint32_t step = 0; step < 5000; ++step)
        {
            const uint32_t peer = random.Below(peers);
            switch (random.Below(8))
            {
            case 0:
            case 1:
            case 2: {
                const uint32_t rank = ranks[random.Below(layers)];
                const int64_t allowed = std::max<int64_t>(0, now + random.Below(200) - 100);
                scheduler.Offer(peer, rank, allowed, now);
                reference.Offer(peer, rank, allowed);
                break;
            }
            case 3:
                scheduler.Withdraw(peer);
                reference.Withdraw(peer);
                break;
            case 4:
                now += random.Below(30);
                break;
            default: {
                const uint32_t taken = scheduler.Take(now);
                ASSERT_EQ(taken, reference.Take(now)) << "seed " << seed << ", step " << step;
                if (taken != NONE && random.Below(3) > 0)
                {
                    const uint32_t rank = ranks[random.Below(layers)];
                    const int64_t allowed = now + random.Below(60);
                    scheduler.Offer(taken, rank, allowed, now);
                    reference.Offer(taken, rank, allowed);
                }
                break;
            }
            }
            // NextPs after a deadline passed may say the deadline itself: "now" all the same
            ASSERT_EQ(std::max(scheduler.NextPs(now), now), std::max(reference.NextPs(now), now))
                << "seed " << seed << ", step " << step;
        }
    }
}

} // namespace
} // namespace ns3::mlt
