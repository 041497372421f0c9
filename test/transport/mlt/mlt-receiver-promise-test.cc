// SPDX-License-Identifier: GPL-2.0-only
// MLT's receiver keeps the promise of its frames' patience: a peer must be punctual while one of
// its messages may end soon.
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-receiver.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t PEERS = 4;
constexpr uint32_t PACKET_BYTES = 1000;
constexpr uint64_t MOST_BYTES = 10000;

using Asked = std::vector<std::pair<uint32_t, bool>>;

/** A host's place on no network: what is sent is gone, what is asked for is kept. */
class RecordingPort : public HostPort
{
  public:
    explicit RecordingPort(uint64_t mostLateBytes)
        : m_mostLateBytes(mostLateBytes)
    {
    }

    void Attach(Port, FrameEndpoint&) override
    {
    }

    uint64_t MostLateBytes() const override
    {
        return m_mostLateBytes;
    }

    void BePunctual(uint32_t peer, bool wanted) override
    {
        asked.emplace_back(peer, wanted);
        countOf[peer] += wanted ? 1 : -1;
    }

    void Wake() override
    {
    }

    void Send(Frame* frame) override
    {
        stops += frame->kind == FrameKind::Stop;
        pool.Free(frame);
    }

    Frame* NewFrame() override
    {
        return pool.Allocate();
    }

    void Free(Frame* frame) override
    {
        pool.Free(frame);
    }

    uint32_t Host() const override
    {
        return 0;
    }

    uint32_t HostCount() const override
    {
        return PEERS;
    }

    const WireFormat& Format() const override
    {
        return m_format;
    }

    uint64_t BitRate() const override
    {
        return 100000000000;
    }

    int64_t SerializationPs(uint32_t wireBytes) const override
    {
        return wireBytes * 80;
    }

    int64_t BaseRttPs() const override
    {
        return 10 * PS_PER_US;
    }

    FramePool pool;
    Asked asked;
    std::map<uint32_t, int> countOf; //!< by peer
    uint32_t stops{0};

  private:
    uint64_t m_mostLateBytes;
    WireFormat m_format;
};

/** A message that a test sends packet by packet. */
struct TestMessage
{
    uint32_t peer;
    uint64_t id;
    uint64_t bytes;
    double bound;

    uint32_t Packets() const
    {
        return static_cast<uint32_t>((bytes + PACKET_BYTES - 1) / PACKET_BYTES);
    }

    uint32_t PayloadOf(uint32_t index) const
    {
        return static_cast<uint32_t>(
            std::min<uint64_t>(PACKET_BYTES, bytes - uint64_t{index} * PACKET_BYTES));
    }
};

class MltReceiverPromiseTest : public ::testing::Test
{
  protected:
    explicit MltReceiverPromiseTest(uint64_t mostLateBytes = MOST_BYTES)
        : m_port(mostLateBytes)
    {
        UseFabricResolution();
        m_receiver = CreateObject<MltReceiver>();
        m_receiver->Setup(m_port);
    }

    ~MltReceiverPromiseTest() override
    {
        Simulator::Destroy();
        m_receiver->Dispose();
    }

    void Give(const TestMessage& message, uint32_t index)
    {
        MessageFields fields{};
        fields.messageId = message.id;
        fields.length = message.bytes;
        fields.packetCount = message.Packets();
        fields.boundBillionths = LossBound::FromShare(message.bound).Billionths();
        Frame* frame = m_port.pool.AllocateShort();
        frame->source = message.peer;
        frame->destination = 0;
        frame->kind = FrameKind::Data;
        frame->port = Port::MltReceiver;
        frame->payload = static_cast<uint16_t>(index < message.Packets() ? message.PayloadOf(index)
                                                                         : PACKET_BYTES);
        frame->wireBytes = static_cast<uint16_t>(frame->payload + 84);
        frame->attachment = Create<MessageDescription>(fields);
        frame->Data() = {m_nowPs, index, m_pairSequence[message.peer]++};
        m_nowPs += 100000;
        m_receiver->Receive(frame, m_nowPs);
    }

    /** Packets first to last - 1. */
    void GiveAll(const TestMessage& message, uint32_t first, uint32_t last)
    {
        for (uint32_t i = first; i < last; ++i)
        {
            Give(message, i);
        }
    }

    RecordingPort m_port;
    Ptr<MltReceiver> m_receiver;
    std::map<uint32_t, uint32_t> m_pairSequence;
    int64_t m_nowPs{0};
};

const Asked NOTHING{};
const Asked ONCE{{1, true}};
const Asked AND_BACK{{1, true}, {1, false}};

TEST_F(MltReceiverPromiseTest, AsksWhenNoMoreThanMostLateBytesAreMissing)
{
    const TestMessage message{1, 7, 25000, 0};
    GiveAll(message, 0, 14);
    EXPECT_EQ(m_port.asked, NOTHING) << "11000 bytes are missing";
    Give(message, 14);
    EXPECT_EQ(m_port.asked, ONCE) << "10000 are";
    GiveAll(message, 15, 24);
    EXPECT_EQ(m_port.asked, ONCE);
    EXPECT_EQ(m_port.stops, 0U);
    Give(message, 24);
    EXPECT_EQ(m_port.asked, AND_BACK);
    EXPECT_EQ(m_port.stops, 1U);
}

TEST_F(MltReceiverPromiseTest, WhatMayBeLostIsNotMissing)
{
    const TestMessage message{1, 7, 25000, 0.1}; // 22500 bytes are needed
    GiveAll(message, 2, 14);
    EXPECT_EQ(m_port.asked, NOTHING) << "10500 bytes are missing";
    Give(message, 14);
    EXPECT_EQ(m_port.asked, ONCE) << "9500 are";
    GiveAll(message, 15, 24);
    EXPECT_EQ(m_port.asked, ONCE);
    Give(message, 24);
    EXPECT_EQ(m_port.asked, AND_BACK) << "23000 have come";
    EXPECT_EQ(m_port.stops, 1U);
}

TEST_F(MltReceiverPromiseTest, NeverAsksForSmallMessages)
{
    GiveAll({1, 1, MOST_BYTES, 0}, 0, 10);
    GiveAll({2, 2, 11000, 0.1}, 0, 11); // 9900 bytes are needed
    GiveAll({3, 3, 1, 0}, 0, 1);
    EXPECT_EQ(m_port.stops, 3U);
    EXPECT_EQ(m_port.asked, NOTHING) << "their frames bear no patience";
}

TEST_F(MltReceiverPromiseTest, AsksAtOnceForOneByteMore)
{
    const TestMessage message{1, 7, MOST_BYTES + 1, 0};
    Give(message, 10); // the last byte
    EXPECT_EQ(m_port.asked, ONCE);
    GiveAll(message, 0, 10);
    EXPECT_EQ(m_port.asked, AND_BACK);
}

TEST_F(MltReceiverPromiseTest, DuplicatesAndForeignAndLateDataChangeNothing)
{
    const TestMessage message{1, 7, 25000, 0};
    GiveAll(message, 0, 14);
    GiveAll(message, 0, 14);
    GiveAll(message, 25, 50); // the message has no such packets
    EXPECT_EQ(m_port.asked, NOTHING);
    Give(message, 14);
    GiveAll(message, 0, 15);
    GiveAll(message, 25, 50);
    EXPECT_EQ(m_port.asked, ONCE);
    GiveAll(message, 15, 25);
    EXPECT_EQ(m_port.asked, AND_BACK);
    GiveAll(message, 0, 50);
    EXPECT_EQ(m_port.asked, AND_BACK);
}

TEST_F(MltReceiverPromiseTest, AsksForEachMessageOfAPeer)
{
    const TestMessage a{1, 7, 20000, 0};
    const TestMessage b{1, 8, 30000, 0};
    const TestMessage c{2, 9, 20000, 0};
    GiveAll(a, 0, 10);
    EXPECT_EQ(m_port.countOf[1], 1);
    GiveAll(c, 0, 10);
    GiveAll(b, 0, 20);
    EXPECT_EQ(m_port.countOf[1], 2);
    EXPECT_EQ(m_port.countOf[2], 1);
    GiveAll(a, 10, 20);
    EXPECT_EQ(m_port.countOf[1], 1) << "the other one is near yet";
    GiveAll(b, 20, 30);
    EXPECT_EQ(m_port.countOf[1], 0);
    EXPECT_EQ(m_port.countOf[2], 1);
    GiveAll(c, 10, 20);
    EXPECT_EQ(m_port.countOf[2], 0);
    EXPECT_EQ(m_port.asked.size(), 6U);
}

TEST_F(MltReceiverPromiseTest, AsksForAPeerWhileOneOfItsMessagesIsNear)
{
    SmallRandom random(1);
    std::vector<TestMessage> messages;
    for (uint32_t i = 0; i < 60; ++i)
    {
        const double bounds[] = {0, 0.1, 0.5};
        messages.push_back(
            {random.Below(PEERS), i, 1 + random.Below(50000), bounds[random.Below(3)]});
    }
    std::map<uint64_t, std::set<uint32_t>> come; // by message
    std::map<uint64_t, uint64_t> bytes;
    uint64_t nears = 0;
    for (uint32_t step = 0; step < 5000; ++step)
    {
        const TestMessage& message = messages[random.Below(60)];
        const uint32_t index = random.Below(message.Packets());
        if (come[message.id].insert(index).second)
        {
            bytes[message.id] += message.PayloadOf(index);
        }
        Give(message, index);
        std::map<uint32_t, int> nearOf;
        for (const auto& m : messages)
        {
            const uint64_t needed = LossBound::FromShare(m.bound).Needed(m.bytes);
            const uint64_t has = bytes[m.id];
            nearOf[m.peer] += needed > MOST_BYTES && has < needed && has + MOST_BYTES >= needed;
        }
        for (uint32_t peer = 0; peer < PEERS; ++peer)
        {
            ASSERT_EQ(m_port.countOf[peer], nearOf[peer]) << "step " << step << ", peer " << peer;
            nears += nearOf[peer] > 1;
        }
    }
    EXPECT_GT(nears, 1000U);
    EXPECT_GT(m_port.stops, 30U);
}

class MltReceiverOfLittlePatienceTest : public MltReceiverPromiseTest
{
  protected:
    MltReceiverOfLittlePatienceTest()
        : MltReceiverPromiseTest(500)
    {
    }
};

TEST_F(MltReceiverOfLittlePatienceTest, APacketMayTakeItFromFarToTheEnd)
{
    GiveAll({1, 7, 3000, 0}, 0, 3);
    EXPECT_EQ(m_port.stops, 1U);
    EXPECT_EQ(m_port.asked, NOTHING);
    GiveAll({1, 8, 3500, 0}, 0, 4);
    EXPECT_EQ(m_port.asked, AND_BACK);
}

class MltReceiverInTimeTest : public MltReceiverPromiseTest
{
  protected:
    MltReceiverInTimeTest()
        : MltReceiverPromiseTest(0)
    {
    }
};

TEST_F(MltReceiverInTimeTest, NeverAsksAPortThatIsPunctualAnyway)
{
    GiveAll({1, 7, 25000, 0}, 0, 25);
    GiveAll({1, 8, 25001, 0.1}, 0, 26);
    EXPECT_EQ(m_port.stops, 2U);
    EXPECT_EQ(m_port.asked, NOTHING);
}

} // namespace
} // namespace ns3::mlt
