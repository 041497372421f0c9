// SPDX-License-Identifier: GPL-2.0-only
// One output port under load: the port of a leaf to host 0, fed by hosts 1 to 8.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/queue-size.h"

#include <algorithm>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;

constexpr int64_t S = 123040;          // service of 1538 bytes at 100 Gbps, ps
constexpr int64_t D = PS_PER_US;       // of each link
constexpr int64_t FIRST = 2 * (S + D); // when a frame sent at 0 arrives
constexpr uint8_t CONTROL = CONTROL_QUEUE;

void
SetPolicy(const char* attribute, const AttributeValue& value)
{
    Config::SetDefault(std::string("ns3::mlt::SelectiveDropPolicy::") + attribute, value);
}

void
SetPolicyBytes(const char* attribute, const char* size)
{
    SetPolicy(attribute, QueueSizeValue(QueueSize(size)));
}

/** Built after the policy's attributes are set. */
class PortBench : public FabricBench
{
  public:
    PortBench()
        : FabricBench(Star(9)),
          log(*fabric)
    {
    }

    /** From host @p source, the n-th of them a nanosecond after another, at the port in order. */
    void Offer(uint32_t source, uint64_t id, uint8_t queue, bool ect = true, uint16_t bytes = 1538)
    {
        m_nextPs += PS_PER_NS;
        // all reach the port when the first frame's service has begun
        const int64_t serialization = fabric->Host(source).SerializationPs(bytes);
        SendAt(m_nextPs + S - serialization, {source, 0, id, queue, ect, bytes, TypeOf(queue)});
    }

    const PortCounts& Counts() const
    {
        return PortNamed("leaf0-host0").Counts();
    }

    uint64_t Dropped(DropReason reason) const
    {
        uint64_t frames = 0;
        for (const auto& classes : Counts().dropped[static_cast<size_t>(reason)])
        {
            frames += classes[0].frames + classes[1].frames;
        }
        return frames;
    }

    TraceLog log;

  private:
    static TestType TypeOf(uint8_t queue)
    {
        return queue == CONTROL ? TestType::Control : TestType::Data;
    }

    int64_t m_nextPs{0};
};

TEST(SwitchPortTest, ServesByStrictPriorityAndInOrderWithinAClass)
{
    PortBench bench;
    bench.Offer(1, 100, 7); // finds the port idle
    const std::vector<uint8_t> queues{3, 7, 0, 5, 1, 2, 4, 7, 0, 6, 3, 1};
    uint32_t source = 2;
    for (size_t i = 0; i < queues.size(); ++i)
    {
        bench.Offer(source, queues[i] * 10U + i / 6, queues[i], true, 90);
        source = source < 8 ? source + 1 : 2;
    }
    Simulator::Run();
    EXPECT_EQ(bench.Ids(), (Ids{100, 0, 1, 10, 11, 20, 30, 31, 41, 50, 61, 70, 71}));
}

TEST(SwitchPortTest, SendsWaitingFramesBackToBack)
{
    PortBench bench;
    const std::vector<uint16_t> sizes{1538, 1538, 84, 700, 1538, 91, 1000};
    for (uint32_t i = 0; i < sizes.size(); ++i)
    {
        bench.Offer(1 + i, i, 1, true, sizes[i]);
    }
    Simulator::Run();
    ASSERT_EQ(bench.arrivals.size(), sizes.size());
    int64_t expected = bench.arrivals[0].atPs;
    EXPECT_EQ(expected, PS_PER_NS + FIRST);
    for (size_t i = 1; i < sizes.size(); ++i)
    {
        expected += sizes[i] * 80;
        EXPECT_EQ(bench.arrivals[i].atPs, expected);
        EXPECT_EQ(bench.arrivals[i].frame.id, i);
    }
}

TEST(SwitchPortTest, IsIdleAgainAtTheEndOfAService)
{
    PortBench bench;
    bench.SendAt(0, {1, 0, 1});
    bench.SendAt(S, {2, 0, 2});         // reaches the port exactly when it is free
    bench.SendAt(2 * S + 1, {3, 0, 3}); // and a picosecond after
    Simulator::Run();
    ASSERT_EQ(bench.Ids(), (Ids{1, 2, 3}));
    EXPECT_EQ(bench.arrivals[1].atPs, FIRST + S);
    EXPECT_EQ(bench.arrivals[2].atPs, FIRST + 2 * S + 1);
}

/** Records what it is told, and admits all. */
class WitnessPolicy : public DropPolicy
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::WitnessPolicy").SetParent<DropPolicy>().AddConstructor<WitnessPolicy>();
        return tid;
    }

    void Configure(const PortParameters&) override
    {
    }

    Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) override
    {
        seen.push_back({frame.bytes, frame.queue, backlog.own, backlog.data, backlog.control});
        return Verdict::Enqueue;
    }

    inline static std::vector<std::vector<uint64_t>> seen;
};

NS_OBJECT_ENSURE_REGISTERED(WitnessPolicy);

TEST(SwitchPortTest, BacklogIsWhatWaitsWithoutTheFrameInService)
{
    Config::SetDefault("ns3::mlt::Fabric::DropPolicy", TypeIdValue(WitnessPolicy::GetTypeId()));
    WitnessPolicy::seen.clear();
    PortBench bench;
    bench.Offer(1, 1, 3); // in service, so nobody is asked
    bench.Offer(2, 2, 3);
    bench.Offer(3, 3, 3, true, 100);
    bench.Offer(4, 4, 5, true, 200);
    bench.Offer(5, 5, CONTROL, true, 90);
    bench.Offer(6, 6, 3, true, 300);
    bench.Offer(7, 7, CONTROL, true, 91);
    Simulator::Run();
    const std::vector<std::vector<uint64_t>> expected{{1538, 3, 0, 0, 0},
                                                      {100, 3, 1538, 1538, 0},
                                                      {200, 5, 0, 1638, 0},
                                                      {90, 0, 0, 1838, 0},
                                                      {300, 3, 1638, 1838, 90},
                                                      {91, 0, 90, 2138, 90}};
    EXPECT_EQ(WitnessPolicy::seen, expected);
}

TEST(SwitchPortTest, NobodyIsAskedAboutAFrameThatNeedNotWait)
{
    Config::SetDefault("ns3::mlt::Fabric::DropPolicy", TypeIdValue(WitnessPolicy::GetTypeId()));
    WitnessPolicy::seen.clear();
    PortBench bench;
    bench.SendAt(0, {1, 0, 1});
    bench.SendAt(S, {2, 0, 2}); // a service is [start, end): the port is free
    Simulator::Run();
    EXPECT_EQ(bench.Ids(), (Ids{1, 2}));
    EXPECT_TRUE(WitnessPolicy::seen.empty());
}

TEST(SwitchPortTest, PushOutTakesTheLowestClassAndTheNewestOfItFirst)
{
    SetPolicyBytes("Buffer", "4614B"); // three frames
    SetPolicy("PushOut", BooleanValue(true));
    PortBench bench;
    bench.Offer(1, 1, 7); // in service: is never pushed out
    bench.Offer(2, 2, 5);
    bench.Offer(3, 3, 7);
    bench.Offer(4, 4, 7);
    bench.Offer(5, 5, 1); // evicts 4
    bench.Offer(6, 6, 1); // evicts 3
    bench.Offer(7, 7, 1); // evicts 2
    bench.Offer(8, 8, 1); // nothing is lower
    Simulator::Run();
    EXPECT_EQ(TraceLog::Ids(bench.log.dropped[DropReason::PushedOut]), (Ids{4, 3, 2}));
    EXPECT_EQ(TraceLog::Ids(bench.log.dropped[DropReason::Full]), (Ids{8}));
    EXPECT_EQ(bench.Ids(), (Ids{1, 5, 6, 7}));
    EXPECT_EQ(bench.Dropped(DropReason::PushedOut), 3U);
    EXPECT_EQ(bench.Counts().dropped[static_cast<size_t>(DropReason::PushedOut)][7][1].frames, 2U);
    bench.ExpectConserved();
}

TEST(SwitchPortTest, PushOutTakesAsManyAsItNeedsOrNone)
{
    SetPolicyBytes("Buffer", "1600B");
    SetPolicy("PushOut", BooleanValue(true));
    PortBench bench;
    bench.Offer(1, 1, 7);
    bench.Offer(2, 2, 6, true, 500);
    bench.Offer(3, 3, 6, true, 500);
    bench.Offer(4, 4, 7, true, 500);
    bench.Offer(5, 5, 6); // 1538 bytes: only 500 are lower, so it is dropped and nothing else
    bench.Offer(6, 6, 1, true, 900); // evicts 4, then 3
    bench.Offer(7, 7, CONTROL, true, 90);
    Simulator::Run();
    EXPECT_EQ(TraceLog::Ids(bench.log.dropped[DropReason::Full]), (Ids{5}));
    EXPECT_EQ(TraceLog::Ids(bench.log.dropped[DropReason::PushedOut]), (Ids{4, 3}));
    EXPECT_EQ(bench.Ids(), (Ids{1, 7, 6, 2}));
}

TEST(SwitchPortTest, MarksProtectedFramesAboveTheThreshold)
{
    SetPolicyBytes("MarkThreshold", "3000B");
    SetPolicy("SelectiveDrop", BooleanValue(false));
    PortBench bench;
    bench.Offer(1, 1, 3);
    bench.Offer(2, 2, 3);        // 1538 would wait
    bench.Offer(3, 3, 3);        // 3076
    bench.Offer(4, 4, 3, false); // droppable: never marked
    bench.Offer(5, 5, 3);
    bench.Offer(6, 6, 4); // its own queue is short
    Simulator::Run();
    EXPECT_EQ(TraceLog::Ids(bench.log.marked), (Ids{3, 5}));
    ASSERT_EQ(bench.Ids(), (Ids{1, 2, 3, 4, 5, 6}));
    for (const auto& arrival : bench.arrivals)
    {
        EXPECT_EQ(arrival.ce, arrival.frame.id == 3 || arrival.frame.id == 5) << arrival.frame.id;
    }
    EXPECT_EQ(bench.Counts().marked[3][1], (FrameCount{2, 3076}));
    EXPECT_EQ(bench.Counts().marked[3][0], FrameCount{});
}

TEST(SwitchPortTest, DropsBearTheirReasonAndInstant)
{
    SetPolicyBytes("Buffer", "3076B"); // two frames
    SetPolicyBytes("ControlBuffer", "100B");
    PortBench bench;
    bench.Offer(1, 1, 1);
    bench.Offer(2, 2, 1);
    bench.Offer(3, 3, 2);
    bench.Offer(4, 4, 3); // no room
    bench.Offer(5, 5, CONTROL, true, 90);
    bench.Offer(6, 6, CONTROL, true, 90); // no room for control either
    bench.Offer(7, 7, 1, false);          // no room
    Simulator::Run();
    const auto& full = bench.log.dropped[DropReason::Full];
    ASSERT_EQ(TraceLog::Ids(full), (Ids{4, 6, 7}));
    for (const auto& entry : full)
    {
        EXPECT_EQ(entry.link, bench.LinkNamed("leaf0-host0"));
        const auto offered = static_cast<int64_t>(entry.id) * PS_PER_NS;
        EXPECT_EQ(entry.atPs, offered + S + D) << "at its arrival";
    }
    EXPECT_EQ(bench.log.dropped.size(), 1U) << "no other reason";
    EXPECT_EQ(bench.Dropped(DropReason::Full), 3U);
    EXPECT_EQ(bench.Counts().droppedByKind.data, (FrameCount{2, 3076}));
    EXPECT_EQ(bench.Counts().droppedByKind.control, (FrameCount{1, 90}));
    EXPECT_EQ(bench.Ids(), (Ids{1, 5, 2, 3}));
    bench.ExpectConserved();
}

TEST(SwitchPortTest, SelectiveDropsTakeDroppableFramesOnly)
{
    PortBench bench;
    // a BDP is about 53 KB here (RTT 4.26 us), the threshold of queue 1 half of it: 17 frames
    for (uint64_t id = 0; id < 400; ++id)
    {
        bench.SendAt(static_cast<int64_t>(id / 8) * S,
                     {1 + static_cast<uint32_t>(id % 8), 0, id, 1, id % 2 == 1});
    }
    Simulator::Run();
    const auto& dropped = bench.log.dropped[DropReason::Selective];
    EXPECT_GT(dropped.size(), 150U);
    for (const auto& entry : dropped)
    {
        EXPECT_EQ(entry.id % 2, 0U);
    }
    EXPECT_EQ(dropped.size(), bench.Dropped(DropReason::Selective));
    EXPECT_EQ(bench.Dropped(DropReason::Full), 0U);
    EXPECT_EQ(bench.arrivals.size(), 400 - dropped.size());
    bench.ExpectConserved();
}

TEST(SwitchPortTest, EachSendIsTracedAtItsStart)
{
    PortBench bench;
    bench.SendAt(0, {1, 0, 1});
    bench.SendAt(0, {1, 0, 2});
    Simulator::Run();
    ASSERT_EQ(bench.log.sent.size(), 4U);
    std::vector<std::pair<uint32_t, int64_t>> sent;
    for (const auto& entry : bench.log.sent)
    {
        sent.emplace_back(entry.link, entry.atPs);
    }
    const uint32_t up = bench.LinkNamed("host1-leaf0");
    const uint32_t down = bench.LinkNamed("leaf0-host0");
    const std::vector<std::pair<uint32_t, int64_t>> expected{{up, 0},
                                                             {up, S},
                                                             {down, S + D},
                                                             {down, 2 * S + D}};
    std::sort(sent.begin(), sent.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
    });
    EXPECT_EQ(sent, expected);
}

TEST(DropReasonTest, HasNames)
{
    EXPECT_STREQ(ToString(DropReason::Selective), "selective");
    EXPECT_STREQ(ToString(DropReason::Full), "full");
    EXPECT_STREQ(ToString(DropReason::PushedOut), "pushed_out");
    EXPECT_STREQ(ToString(DropReason::LinkLoss), "link_loss");
}

} // namespace
} // namespace ns3::mlt
