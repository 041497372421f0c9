// SPDX-License-Identifier: GPL-2.0-only
// The queue disc alone, without a device: what it admits, drops, marks and serves.
#include "mlt-packet-bench.h"

#include "ns3/arp-queue-disc-item.h"
#include "ns3/boolean.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/mac48-address.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-queue-disc.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/mlt-tail-drop.h"
#include "ns3/packet-filter.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <map>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;

void
SetPolicy(const char* attribute, const AttributeValue& value)
{
    Config::SetDefault(std::string("ns3::mlt::SelectiveDropPolicy::") + attribute, value);
}

/** A disc of 100 Gbps and 10 us (BDP 125 KB), and a record of its drops and marks. */
class QueueDiscTest : public StackTest
{
  public:
    Ptr<MltQueueDisc> Make()
    {
        auto disc = CreateObject<MltQueueDisc>();
        disc->SetAttribute("BaseRtt", TimeValue(MicroSeconds(10)));
        disc->SetAttribute("DataRate", StringValue("100Gbps"));
        disc->TraceConnectWithoutContext("DropBeforeEnqueue",
                                         MakeCallback(&QueueDiscTest::OnDrop, this));
        disc->TraceConnectWithoutContext("DropAfterDequeue",
                                         MakeCallback(&QueueDiscTest::OnDrop, this));
        disc->TraceConnectWithoutContext("Mark", MakeCallback(&QueueDiscTest::OnMark, this));
        return disc;
    }

    Ptr<MltQueueDisc> MakeReady()
    {
        auto disc = Make();
        disc->Initialize();
        return disc;
    }

    void OnDrop(Ptr<const QueueDiscItem> item, const char* reason)
    {
        drops.emplace_back(IdOf(item->GetPacket()), reason);
    }

    void OnMark(Ptr<const QueueDiscItem> item, const char* reason)
    {
        marks.emplace_back(IdOf(item->GetPacket()), reason);
    }

    static Ids Drain(const Ptr<MltQueueDisc>& disc)
    {
        Ids ids;
        while (const auto item = disc->Dequeue())
        {
            ids.push_back(IdOf(item->GetPacket()));
        }
        return ids;
    }

    std::vector<std::pair<uint64_t, std::string>> drops;
    std::vector<std::pair<uint64_t, std::string>> marks;
};

TEST_F(QueueDiscTest, ServesByStrictPriorityAndInOrderWithinABand)
{
    const auto disc = MakeReady();
    const std::vector<uint8_t> queues{3, 7, 0, 5, 1, 2, 4, 7, 0, 6, 3, 1};
    for (size_t i = 0; i < queues.size(); ++i)
    {
        EXPECT_TRUE(disc->Enqueue(MakeItem(queues[i] * 10U + i / 6, queues[i])));
    }
    EXPECT_EQ(IdOf(disc->Peek()->GetPacket()), 0U);
    EXPECT_EQ(disc->GetNPackets(), queues.size());
    EXPECT_EQ(Drain(disc), (Ids{0, 1, 10, 11, 20, 30, 31, 40 + 1, 50, 61, 70, 71}));
    EXPECT_EQ(disc->Peek(), nullptr);
    EXPECT_EQ(disc->GetNPackets(), 0U);
}

TEST_F(QueueDiscTest, CountsBytesOnTheWireByBand)
{
    const auto disc = MakeReady();
    disc->Enqueue(MakeItem(1, 0, false, 40)); // 78, stretched to 84
    disc->Enqueue(MakeItem(2, 1, true, 1500));
    disc->Enqueue(MakeItem(3, 7, true, 100));
    EXPECT_EQ(disc->WaitingBytes(0), 84U);
    EXPECT_EQ(disc->WaitingBytes(1), 1538U);
    EXPECT_EQ(disc->WaitingBytes(7), 138U);
    EXPECT_EQ(disc->WaitingDataBytes(), 1538U + 138U);
    EXPECT_EQ(disc->GetNBytes(), 40U + 1500U + 100U); // as ns-3 counts
    Drain(disc);
    EXPECT_EQ(disc->WaitingDataBytes(), 0U);
    EXPECT_EQ(disc->WaitingBytes(0), 0U);
}

TEST_F(QueueDiscTest, OverheadAndMinimumAreAttributes)
{
    auto disc = Make();
    disc->SetAttribute("LinkOverhead", UintegerValue(2));
    disc->SetAttribute("MinimumFrame", UintegerValue(1));
    disc->Initialize();
    EXPECT_EQ(disc->ClassOf(*MakeItem(1, 1, true, 40)).bytes, 42U);
}

TEST_F(QueueDiscTest, DropsDroppablePacketsOverTheirThresholdAndMarksProtectedOnes)
{
    SetPolicy("MarkThreshold", QueueSizeValue(QueueSize("62500B")));
    const auto disc = MakeReady();
    // half a BDP in queue 1: 62500 bytes, 40 packets of 1538 on the wire
    for (uint64_t id = 0; id < 42; ++id)
    {
        disc->Enqueue(MakeItem(id, 1, false));
    }
    ASSERT_EQ(drops.size(), 2U);
    EXPECT_EQ(drops[0], std::pair(uint64_t{40}, std::string(MltQueueDisc::DROP_SELECTIVE)));
    EXPECT_EQ(drops[1].first, 41U);
    auto marked = MakeItem(100, 1, true);
    EXPECT_TRUE(disc->Enqueue(marked));
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks[0], std::pair(uint64_t{100}, std::string(MltQueueDisc::MARK_THRESHOLD)));
    EXPECT_EQ(marked->GetHeader().GetEcn(), Ipv4Header::ECN_CE);
    auto other = MakeItem(101, 2, true); // its own queue is empty
    EXPECT_TRUE(disc->Enqueue(other));
    EXPECT_EQ(other->GetHeader().GetEcn(), Ipv4Header::ECN_ECT0);
    EXPECT_EQ(disc->GetStats().GetNDroppedPackets(MltQueueDisc::DROP_SELECTIVE), 2U);
    EXPECT_EQ(disc->GetStats().GetNMarkedPackets(MltQueueDisc::MARK_THRESHOLD), 1U);
}

TEST_F(QueueDiscTest, DropsAllAtTheBuffersLimitButControlHasItsOwnRoom)
{
    SetPolicy("Buffer", QueueSizeValue(QueueSize("5000B")));
    SetPolicy("ControlBuffer", QueueSizeValue(QueueSize("2000B")));
    const auto disc = MakeReady();
    for (uint64_t id = 0; id < 5; ++id)
    {
        disc->Enqueue(MakeItem(id, static_cast<uint8_t>(1 + id), true));
    }
    for (uint64_t id = 10; id < 12; ++id)
    {
        disc->Enqueue(MakeItem(id, 0, false));
    }
    const std::string full = MltQueueDisc::DROP_FULL;
    EXPECT_EQ(drops,
              (std::vector<std::pair<uint64_t, std::string>>{{3, full}, {4, full}, {11, full}}));
    EXPECT_EQ(Drain(disc), (Ids{10, 0, 1, 2}));
}

TEST_F(QueueDiscTest, PushesOutTheNewestOfTheLowestBand)
{
    SetPolicy("Buffer", QueueSizeValue(QueueSize("5000B")));
    SetPolicy("PushOut", BooleanValue(true));
    const auto disc = MakeReady();
    disc->Enqueue(MakeItem(0, 6));
    disc->Enqueue(MakeItem(1, 7));
    disc->Enqueue(MakeItem(2, 7));
    disc->Enqueue(MakeItem(3, 2)); // pushes out 2
    disc->Enqueue(MakeItem(4, 2)); // pushes out 1
    disc->Enqueue(MakeItem(5, 7)); // nothing is lower
    disc->Enqueue(MakeItem(6, 1)); // pushes out 0
    const std::string pushed = MltQueueDisc::DROP_PUSHED_OUT;
    EXPECT_EQ(drops,
              (std::vector<std::pair<uint64_t, std::string>>{{2, pushed},
                                                             {1, pushed},
                                                             {5, MltQueueDisc::DROP_FULL},
                                                             {0, pushed}}));
    EXPECT_EQ(disc->WaitingBytes(7), 0U);
    EXPECT_EQ(disc->WaitingDataBytes(), 3 * 1538U);
    EXPECT_EQ(Drain(disc), (Ids{6, 3, 4}));
    EXPECT_EQ(disc->GetStats().nTotalDroppedPacketsAfterDequeue, 3U);
    EXPECT_EQ(disc->GetStats().nTotalSentPackets, 3U);
}

TEST_F(QueueDiscTest, HasALimitInPacketsOrInBytes)
{
    for (const char* limit : {"3p", "4500B"})
    {
        drops.clear();
        auto disc = Make();
        disc->SetAttribute("MaxSize", QueueSizeValue(QueueSize(limit)));
        disc->Initialize();
        for (uint64_t id = 0; id < 4; ++id)
        {
            disc->Enqueue(MakeItem(id, static_cast<uint8_t>(id)));
        }
        const std::string reason = MltQueueDisc::DROP_LIMIT;
        EXPECT_EQ(drops, (std::vector<std::pair<uint64_t, std::string>>{{3, reason}})) << limit;
        EXPECT_EQ(Drain(disc), (Ids{0, 1, 2})) << limit;
    }
}

TEST_F(QueueDiscTest, ClassesIpv6ByItsTrafficClass)
{
    SetPolicy("MarkThreshold", QueueSizeValue(QueueSize("1000B")));
    const auto disc = MakeReady();
    Ipv6Header header;
    header.SetTrafficClass(TosOf(3, true));
    header.SetPayloadLength(1460);
    auto item = Create<Ipv6QueueDiscItem>(PacketWithId(7, 1460), Address(), 0x86dd, header);
    const ArrivingFrame frame = disc->ClassOf(*item);
    EXPECT_EQ(frame.queue, 3);
    EXPECT_TRUE(frame.ect);
    EXPECT_EQ(frame.bytes, 1538U);
    EXPECT_TRUE(disc->Enqueue(item));
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(item->GetHeader().GetEcn(), Ipv6Header::ECN_CE);
    header.SetTrafficClass(TosOf(3, false));
    auto droppable = Create<Ipv6QueueDiscItem>(PacketWithId(8, 1460), Address(), 0x86dd, header);
    EXPECT_FALSE(disc->ClassOf(*droppable).ect);
}

TEST_F(QueueDiscTest, PutsWhatIsNotIpIntoItsOwnBand)
{
    auto disc = Make();
    ArpHeader header;
    header.SetRequest(Mac48Address("00:00:00:00:00:01"),
                      Ipv4Address("10.0.0.1"),
                      Mac48Address("ff:ff:ff:ff:ff:ff"),
                      Ipv4Address("10.0.0.2"));
    auto arp = Create<ArpQueueDiscItem>(Create<Packet>(28), Address(), 0x0806, header);
    EXPECT_EQ(disc->ClassOf(*arp).queue, CONTROL_QUEUE);
    EXPECT_FALSE(disc->ClassOf(*arp).ect);
    disc->SetAttribute("NonIpQueue", UintegerValue(7));
    EXPECT_EQ(disc->ClassOf(*arp).queue, 7);
}

TEST_F(QueueDiscTest, AsksThePolicyThatIsNamed)
{
    Config::SetDefault("ns3::mlt::TailDropPolicy::Buffer", QueueSizeValue(QueueSize("200000B")));
    auto disc = Make();
    disc->SetAttribute("DropPolicy", StringValue("ns3::mlt::TailDropPolicy"));
    disc->Initialize();
    EXPECT_NE(DynamicCast<const TailDropPolicy>(disc->Policy()), nullptr);
    for (uint64_t id = 0; id < 131; ++id) // 130 x 1538 bytes fit
    {
        disc->Enqueue(MakeItem(id, 1, false));
    }
    EXPECT_TRUE(marks.empty());
    ASSERT_EQ(drops.size(), 1U);
    EXPECT_EQ(drops[0], std::pair(uint64_t{130}, std::string(MltQueueDisc::DROP_FULL)));
}

/** A packet filter, whatever it does. */
class AnyFilter : public PacketFilter
{
  private:
    bool CheckProtocol(Ptr<QueueDiscItem>) const override
    {
        return true;
    }

    int32_t DoClassify(Ptr<QueueDiscItem>) const override
    {
        return 0;
    }
};

/** The text of the InputError that initializing throws; empty if it does not. */
std::string
ErrorOf(const Ptr<QueueDisc>& disc)
{
    try
    {
        disc->Initialize();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

TEST_F(QueueDiscTest, SaysWhatIsWrongWithItsConfiguration)
{
    auto noRtt = CreateObject<MltQueueDisc>();
    noRtt->SetAttribute("DataRate", StringValue("1Gbps"));
    EXPECT_EQ(ErrorOf(noRtt),
              "ns3::mlt::MltQueueDisc: BaseRtt is not set; expected the base round trip of the "
              "network, such as 10us");
    auto noRate = CreateObject<MltQueueDisc>();
    noRate->SetAttribute("BaseRtt", TimeValue(MicroSeconds(10)));
    EXPECT_EQ(ErrorOf(noRate),
              "ns3::mlt::MltQueueDisc: neither the device nor its channel has a DataRate; expected "
              "the attribute DataRate, such as 10Gbps");
    auto queues = Make();
    queues->AddInternalQueue(CreateObject<Band>());
    EXPECT_EQ(ErrorOf(queues),
              "ns3::mlt::MltQueueDisc: got 1 internal queues, expected none (it makes its own) or "
              "8");
    auto foreign = Make();
    for (uint32_t i = 0; i < QUEUES; ++i)
    {
        foreign->AddInternalQueue(CreateObject<DropTailQueue<QueueDiscItem>>());
    }
    EXPECT_EQ(ErrorOf(foreign),
              "ns3::mlt::MltQueueDisc: internal queue 0 is a ns3::DropTailQueue<QueueDiscItem>, "
              "expected ns3::mlt::Band");
    auto classes = Make();
    auto child = CreateObject<QueueDiscClass>();
    child->SetQueueDisc(CreateObject<FifoQueueDisc>());
    classes->AddQueueDiscClass(child);
    EXPECT_EQ(ErrorOf(classes),
              "ns3::mlt::MltQueueDisc: got classes (child queue discs), expected none: it has "
              "bands of its own");
    auto filters = Make();
    filters->AddPacketFilter(CreateObject<AnyFilter>());
    EXPECT_EQ(ErrorOf(filters),
              "ns3::mlt::MltQueueDisc: got packet filters, expected none: the class is read from "
              "the IP header");
    SetPolicy("Buffer", QueueSizeValue(QueueSize("10p")));
    EXPECT_EQ(ErrorOf(Make()),
              "ns3::mlt::SelectiveDropPolicy::Buffer: got 10p, expected bytes, such as 1MB");
    EXPECT_EQ(ErrorOf(CreateObject<MltQueueDisc>()).find("ns3::mlt::MltQueueDisc: BaseRtt"), 0U);
}

} // namespace
} // namespace ns3::mlt
