// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-control-channel.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr ControlTimeout TIMEOUT{100 * PS_PER_US, 10000 * PS_PER_US};

ControlPacket
PacketOf(uint64_t messageId)
{
    ControlPacket packet;
    packet.type = MltType::Stop;
    packet.header.messageId = messageId;
    return packet;
}

std::vector<uint32_t>
ResendAt(ControlChannel& channel, int64_t nowPs)
{
    std::vector<uint32_t> sequences;
    channel.Resend(nowPs, TIMEOUT, [&sequences](const ControlPacket& packet) {
        sequences.push_back(packet.header.channelSequence);
    });
    return sequences;
}

TEST(ControlChannelTest, SequencesCountFromZero)
{
    ControlChannel channel;
    EXPECT_EQ(channel.NextDeadlinePs(), NEVER_PS);
    EXPECT_EQ(channel.Outstanding(), 0U);
    for (uint32_t i = 0; i < 5; ++i)
    {
        const auto& sent = channel.Submit(PacketOf(10 + i), 0, TIMEOUT);
        EXPECT_EQ(sent.header.channelSequence, i);
        EXPECT_EQ(sent.header.messageId, 10 + i);
    }
    EXPECT_EQ(channel.Outstanding(), 5U);
    // acknowledged ones leave, and sequences still go on
    EXPECT_TRUE(channel.Acknowledge(0, 0, 0));
    EXPECT_TRUE(channel.Acknowledge(3, 0, 0));
    EXPECT_EQ(channel.Submit(PacketOf(1), 0, TIMEOUT).header.channelSequence, 5U);
    EXPECT_EQ(channel.Outstanding(), 4U);
}

TEST(ControlChannelTest, TimeoutDoublesUpToItsCapAndNeverEnds)
{
    ControlChannel channel;
    channel.Submit(PacketOf(1), 7, TIMEOUT);
    int64_t now = 7;
    int64_t interval = TIMEOUT.firstPs;
    for (uint32_t resent = 0; resent < 100; ++resent)
    {
        ASSERT_EQ(channel.NextDeadlinePs(), now + interval) << "after " << resent << " tries";
        EXPECT_TRUE(ResendAt(channel, now + interval - 1).empty());
        now += interval;
        EXPECT_EQ(ResendAt(channel, now), std::vector<uint32_t>{0});
        // 100, 200, 400, ... 6400 us, then 10 ms for ever
        interval =
            interval == 6400 * PS_PER_US ? TIMEOUT.mostPs : std::min(2 * interval, TIMEOUT.mostPs);
    }
    EXPECT_TRUE(channel.Acknowledge(0, 0, 0));
    EXPECT_EQ(channel.NextDeadlinePs(), NEVER_PS);
    EXPECT_TRUE(ResendAt(channel, now + 1000 * PS_PER_SECOND).empty());
}

TEST(ControlChannelTest, AttemptsAreCountedUpToTheMost)
{
    ControlChannel channel;
    int64_t now = 0;
    EXPECT_EQ(channel.Submit(PacketOf(1), now, TIMEOUT).header.attempt, 0);
    for (uint32_t resent = 1; resent <= MOST_ATTEMPTS + 3; ++resent)
    {
        now = channel.NextDeadlinePs();
        channel.Resend(now, TIMEOUT, [resent](const ControlPacket& packet) {
            EXPECT_EQ(packet.header.attempt, std::min(resent, uint32_t{MOST_ATTEMPTS}));
        });
    }
}

TEST(ControlChannelTest, EachPacketHasItsOwnTimer)
{
    ControlChannel channel;
    channel.Submit(PacketOf(1), 0, TIMEOUT);
    channel.Submit(PacketOf(2), 50 * PS_PER_US, TIMEOUT);
    EXPECT_EQ(ResendAt(channel, 100 * PS_PER_US), std::vector<uint32_t>{0});
    EXPECT_EQ(channel.NextDeadlinePs(), 150 * PS_PER_US);
    EXPECT_EQ(ResendAt(channel, 150 * PS_PER_US), std::vector<uint32_t>{1});
    EXPECT_EQ(channel.NextDeadlinePs(), 300 * PS_PER_US);
    EXPECT_EQ(ResendAt(channel, 400 * PS_PER_US), (std::vector<uint32_t>{0, 1}));
}

TEST(ControlChannelTest, ALongRoundTripIsMeasuredAndWaitedFor)
{
    constexpr int64_t RTT = 20000 * PS_PER_US;
    ControlChannel channel;
    channel.Submit(PacketOf(1), 0, TIMEOUT);
    EXPECT_EQ(ResendAt(channel, TIMEOUT.firstPs), std::vector<uint32_t>{0});
    EXPECT_TRUE(channel.Acknowledge(0, 0, RTT)) << "of the first copy, long after the second went";
    channel.Submit(PacketOf(2), RTT, TIMEOUT);
    EXPECT_TRUE(ResendAt(channel, 4 * RTT - 1).empty()) << "three round trips";
    EXPECT_EQ(ResendAt(channel, 4 * RTT), std::vector<uint32_t>{1});
    EXPECT_EQ(channel.NextDeadlinePs(), 10 * RTT) << "then six";
    ResendAt(channel, 10 * RTT);
    EXPECT_EQ(channel.NextDeadlinePs(), 22 * RTT) << "then twelve";
    ResendAt(channel, 22 * RTT);
    EXPECT_EQ(channel.NextDeadlinePs(), 34 * RTT) << "and no more";
    EXPECT_TRUE(channel.Acknowledge(1, 1, 34 * RTT)) << "when that copy went is not kept";
    channel.Submit(PacketOf(3), 0, TIMEOUT);
    EXPECT_EQ(channel.NextDeadlinePs(), 3 * RTT);
}

TEST(ControlChannelTest, AcknowledgementsOfNothingChangeNothing)
{
    ControlChannel channel;
    EXPECT_FALSE(channel.Acknowledge(0, 0, 0));
    channel.Submit(PacketOf(1), 0, TIMEOUT);
    channel.Submit(PacketOf(2), 0, TIMEOUT);
    EXPECT_FALSE(channel.Acknowledge(2, 0, 0)) << "not sent yet";
    EXPECT_FALSE(channel.Acknowledge(0xffffffff, 0, 0)) << "one below the first";
    EXPECT_TRUE(channel.Acknowledge(1, 0, 0));
    EXPECT_FALSE(channel.Acknowledge(1, 0, 0)) << "twice, while 0 is open";
    EXPECT_TRUE(channel.Acknowledge(0, 0, 0));
    EXPECT_FALSE(channel.Acknowledge(0, 0, 0)) << "below the window";
    EXPECT_FALSE(channel.Acknowledge(1, 0, 0));
    EXPECT_EQ(channel.Outstanding(), 0U);
    EXPECT_EQ(channel.Submit(PacketOf(3), 0, TIMEOUT).header.channelSequence, 2U);
}

TEST(ControlChannelTest, AcceptsEachSequenceOnceInAnyOrder)
{
    ControlChannel channel;
    for (const uint32_t sequence : {5U, 0U, 2U, 1U, 3U, 7U})
    {
        EXPECT_TRUE(channel.Accept(sequence)) << sequence;
        EXPECT_FALSE(channel.Accept(sequence)) << sequence;
    }
    EXPECT_FALSE(channel.Accept(2));
    EXPECT_TRUE(channel.Accept(4));
    EXPECT_TRUE(channel.Accept(6));
    for (uint32_t sequence = 0; sequence < 8; ++sequence)
    {
        EXPECT_FALSE(channel.Accept(sequence)) << sequence;
    }
}

/**
 * Two ends and a network between them that loses, duplicates and delays at random: everything
 * that is submitted is accepted exactly once, and both ends come to rest.
 */
class LossyWorld
{
  public:
    LossyWorld(uint64_t seed, double loss)
        : m_random(seed),
          m_loss(loss)
    {
    }

    void Run(uint32_t packets)
    {
        uint64_t submitted = 0;
        for (int64_t now = 0; submitted < packets || m_sender.Outstanding() > 0;)
        {
            while (submitted < packets && m_random.Unit() < 0.3)
            {
                Carry(now, m_sender.Submit(PacketOf(submitted++), now, TIMEOUT));
            }
            m_sender.Resend(now, TIMEOUT, [&](const ControlPacket& packet) {
                ++resent;
                Carry(now, packet);
            });
            Deliver(now);
            now += 1 + m_random.Below(20 * PS_PER_US);
            ASSERT_LT(now, 100 * PS_PER_SECOND) << "never ends";
        }
    }

    std::map<uint64_t, uint32_t> accepted; //!< times, by message
    uint32_t duplicates{0};
    uint32_t resent{0};

  private:
    /** Something under way: an acknowledgement, or a packet. */
    struct Flight
    {
        bool isAck;
        uint32_t sequence;
        uint64_t messageId;
        uint8_t attempt;
    };

    void Put(int64_t now, const Flight& flight)
    {
        for (uint32_t copies = m_random.Unit() < 0.2 ? 2 : 1; copies > 0; --copies)
        {
            if (m_random.Unit() >= m_loss)
            {
                m_flights.emplace(now + 1 + m_random.Below(300 * PS_PER_US), flight);
            }
        }
    }

    void Carry(int64_t now, const ControlPacket& packet)
    {
        Put(now,
            {false, packet.header.channelSequence, packet.header.messageId, packet.header.attempt});
    }

    void Deliver(int64_t now)
    {
        while (!m_flights.empty() && m_flights.begin()->first <= now)
        {
            const Flight flight = m_flights.begin()->second;
            m_flights.erase(m_flights.begin());
            if (flight.isAck)
            {
                m_sender.Acknowledge(flight.sequence, flight.attempt, now);
                continue;
            }
            Put(now, {true, flight.sequence, 0, flight.attempt});
            if (m_receiver.Accept(flight.sequence))
            {
                ++accepted[flight.messageId];
            }
            else
            {
                ++duplicates;
            }
        }
    }

    SmallRandom m_random;
    double m_loss;
    ControlChannel m_sender;
    ControlChannel m_receiver;
    std::multimap<int64_t, Flight> m_flights;
};

TEST(ControlChannelTest, RandomLossDuplicationAndReorderingAcceptEachExactlyOnce)
{
    constexpr uint32_t PACKETS = 200;
    for (const double loss : {0.0, 0.1, 0.5, 0.9})
    {
        for (uint64_t seed = 1; seed <= 5; ++seed)
        {
            LossyWorld world(seed, loss);
            world.Run(PACKETS);
            ASSERT_EQ(world.accepted.size(), PACKETS) << "loss " << loss << ", seed " << seed;
            for (const auto& entry : world.accepted)
            {
                ASSERT_EQ(entry.second, 1U) << "message " << entry.first;
            }
            EXPECT_GT(world.duplicates, 0U) << "the world duplicates";
            if (loss > 0)
            {
                EXPECT_GT(world.resent, 0U);
            }
        }
    }
}

} // namespace
} // namespace ns3::mlt
