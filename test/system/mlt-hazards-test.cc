// SPDX-License-Identifier: GPL-2.0-only
/**
 * Known hazards of bounded-loss transports, each met by design and shown here on the fabric:
 *
 *  1. A PROBE overtakes data that waits in low-priority queues, and repairs nobody needs follow.
 *  2. Control waits behind an incast's data: a late STOP kills the benefit.
 *  3. A sequential pass and an early STOP lose the same tail in every iteration.
 *  4. Zero-fill without rescaling shrinks the gradient. A matter of the training, which no test of
 *     a transport can show: a Delivery names the packets that came, which is what an optimizer
 *     that rescales needs (shown under 3).
 *  5. Late data of an earlier iteration counts for a later one.
 *  6. Injected loss that is not classified makes another system: data only, or all.
 *  7. Selective repair hangs for ever under loss.
 */
#include "support/mlt-scoped-default.h"
#include "support/mlt-test-bench.h"

#include "ns3/config.h"
#include "ns3/mlt-transport.h"
#include "ns3/string.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t HOST_RATE = 100000000000;

/** A start that fills buffers, as MLT's own never does. */
class BlindStart : public ScopedDefault
{
  public:
    BlindStart()
        : ScopedDefault("ns3::mlt::ShareRateControl::StartBytes", "30000000")
    {
    }
};

/** Data frames that arrived although they were not needed. At p = 0: repairs in vain. */
uint64_t
UnneededFrames(TestBench& bench)
{
    const ReceiptCounts receipts = bench.Messages().Receipts();
    return receipts.duplicate.data.frames + receipts.late.data.frames;
}

// ---------------------------------------------------------------------------------------------
// Hazard 1: PROBE overtakes data

TEST(MltProbeHazardTest, AnIdlePathRepairsNothing)
{
    for (const uint64_t bytes : {1U, 1000U, 100000U, 10000000U})
    {
        TestBench bench({});
        bench.Send(1, 0, bytes);
        bench.Send(130, 20, bytes);
        ASSERT_TRUE(bench.Run());
        EXPECT_EQ(UnneededFrames(bench), 0U) << bytes;
        EXPECT_EQ(bench.SentBytes(), 2 * bytes);
    }
}

/** Back layers wait behind front ones in every port, while their PROBEs do not wait at all. */
TEST(MltProbeHazardTest, BackLayersBehindFrontOnesAreHardlyRepairedInVain)
{
    TestBench bench({});
    for (uint32_t sender = 16; sender < 32; ++sender)
    {
        for (uint32_t layer = 0; layer < 70; layer += 10)
        {
            Message message;
            message.source = sender;
            message.destination = 0;
            message.bytes = 1000000;
            message.SetLayer(layer, 70);
            bench.Send(message);
        }
    }
    ASSERT_TRUE(bench.Run());
    const double useful = bench.Messages().Receipts().useful.data.frames;
    RecordFigure("unneeded_share", UnneededFrames(bench) / useful);
    EXPECT_LT(UnneededFrames(bench) / useful, 0.02);
}

/** 108 workers push 20 layers to 36 servers at once, 30 MB to each server. */
TEST(LongMltProbeHazardTest, Of108To36UnderTwoPercentAreRepairedInVain)
{
    constexpr uint32_t LAYERS = 20;
    constexpr uint64_t BYTES = 30000000 / 108 / LAYERS;
    TestBench bench({});
    for (uint32_t host = 0; host < 144; ++host)
    {
        for (uint32_t i = 0; i < 36 * LAYERS && host % 4 != 0; ++i)
        {
            Message message;
            message.source = host;
            message.destination = 4 * (i % 36);
            message.bytes = BYTES;
            message.SetLayer(i / 36, LAYERS);
            bench.Send(message);
        }
    }
    ASSERT_TRUE(bench.Run());
    const double useful = bench.Messages().Receipts().useful.data.frames;
    RecordFigure("unneeded_share", UnneededFrames(bench) / useful);
    EXPECT_LT(UnneededFrames(bench) / useful, 0.02);
    EXPECT_TRUE(bench.IsConserved());
}

// ---------------------------------------------------------------------------------------------
// Hazard 2: control under incast

/**
 * Host 0 sends messages to host 16 while 64 others send to host 0: the STOPs go against that
 * incast, through the port that it fills. A STOP may wait for one data frame on each of its four
 * links (a service is not interrupted), and for what other control there is.
 */
TEST(MltStopHazardTest, StopPassesAFullPort)
{
    const BlindStart start;
    TestBench bench({});
    const uint32_t bottleneck = LinkNamed(bench, "leaf0-host0");
    std::vector<uint64_t> probes;
    for (uint32_t sender = 32; sender < 96; ++sender)
    {
        bench.Send(sender, 0, 2000000);
    }
    for (uint32_t i = 1; i <= 40; ++i)
    {
        // one after the other, since the last one queues behind the first at the sender
        probes.push_back(bench.Send(0, 16, 20000, 0.1));
    }
    int64_t worstPs = 0;
    uint64_t fullest = 0;
    uint32_t behindData = 0;
    const auto sample = [&] {
        bench.Net().CatchUp();
        const uint64_t waiting = bench.Net().PortOf(bottleneck)->Occupancy().DataBytes();
        fullest = std::max(fullest, waiting);
        behindData += waiting > 100000;
    };
    bench.Messages().ListenToSenderReports([&](const SenderReport& report) {
        bench.reports[report.id] = report;
        if (std::count(probes.begin(), probes.end(), report.id) > 0)
        {
            worstPs = std::max(worstPs, NowPs() - bench.deliveries.at(report.id).atPs);
            Simulator::ScheduleNow(sample);
        }
    });
    bench.RunFor(MilliSeconds(2));
    for (const uint64_t id : probes)
    {
        ASSERT_EQ(bench.reports.count(id), 1U);
    }
    const WireFormat& format = bench.Net().Format();
    const int64_t idle = bench.Net().Plan().IdleLatencies(format.minimumFrame)[16][0];
    const int64_t frames = 2 * SerializationPs(format.FullFrame(), HOST_RATE) +
                           2 * SerializationPs(format.FullFrame(), 4 * HOST_RATE);
    RecordFigure("stop_us", worstPs * 1e-6);
    RecordFigure("idle_us", idle * 1e-6);
    RecordFigure("fullest_kB", fullest * 1e-3);
    EXPECT_GE(behindData, 10U) << "the port was not full; nothing was shown";
    EXPECT_GE(fullest, 900000U) << "72 us of data";
    EXPECT_LE(worstPs, idle + frames + PS_PER_US) << "a microsecond for other control";
}

/** No control frame is dropped for want of room, however many data frames are. */
TEST(MltStopHazardTest, AnIncastDropsDataAndNoControl)
{
    const BlindStart start;
    TestBench bench({});
    for (uint32_t sender = 16; sender < 124; ++sender)
    {
        bench.Send(sender, 0, 500000);
    }
    ASSERT_TRUE(bench.Run());
    EXPECT_GT(bench.Net().Dropped().data.frames, 1000U);
    EXPECT_EQ(bench.Net().Dropped().control.frames, 0U);
}

// ---------------------------------------------------------------------------------------------
// Hazard 3: the same tail is lost in each iteration

/** Which packets were missing at completion, by iteration, of one tensor sent in each. */
std::vector<std::set<uint32_t>>
MissingByIteration(uint32_t iterations, uint64_t bytes, std::vector<Message>* sent = nullptr)
{
    TestBench bench({});
    std::vector<std::set<uint32_t>> missing(iterations);
    bench.Messages().ListenToDeliveries([&](const Delivery& delivery) {
        bench.deliveries[delivery.id] = delivery;
        ASSERT_NE(delivery.received, nullptr);
        uint64_t delivered = 0;
        for (uint32_t packet = 0; packet < delivery.received->Size(); ++packet)
        {
            if (!delivery.received->Test(packet))
            {
                missing[delivery.id].insert(packet);
                continue;
            }
            const uint64_t offset = uint64_t{packet} * delivery.packetBytes;
            delivered += std::min<uint64_t>(delivery.packetBytes, bytes - offset);
        }
        EXPECT_EQ(delivered, delivery.deliveredBytes) << "the bitmap is what was delivered";
    });
    for (uint32_t iteration = 0; iteration < iterations; ++iteration)
    {
        Message message;
        message.iteration = iteration;
        message.source = 100;
        message.destination = 0;
        message.bytes = bytes;
        message.bound = LossBound::FromShare(0.1);
        bench.Send(message);
        EXPECT_TRUE(bench.Run());
        for (const uint32_t packet : missing[iteration])
        {
            if (sent)
            {
                message.id = iteration;
                EXPECT_TRUE(bench.Messages().IsDroppable(message, packet))
                    << "a large gradient was left out";
            }
        }
        if (sent)
        {
            sent->push_back(message);
        }
    }
    return missing;
}

std::set<uint32_t>
Common(const std::vector<std::set<uint32_t>>& sets)
{
    std::set<uint32_t> common = sets.front();
    for (const auto& set : sets)
    {
        std::set<uint32_t> both;
        std::set_intersection(common.begin(),
                              common.end(),
                              set.begin(),
                              set.end(),
                              std::inserter(both, both.end()));
        common = both;
    }
    return common;
}

TEST(MltTailHazardTest, WhatIsMissingDiffersBetweenIterations)
{
    constexpr uint32_t PACKETS = 2000;
    std::vector<Message> sent;
    const auto missing = MissingByIteration(6, PACKETS * 1424, &sent);
    std::set<uint32_t> any;
    std::set<uint32_t> ofLastTenth;
    for (const auto& set : missing)
    {
        EXPECT_EQ(set.size(), PACKETS / 10);
        any.insert(set.begin(), set.end());
        ofLastTenth.insert(set.lower_bound(PACKETS * 9 / 10), set.end());
    }
    EXPECT_NE(missing[0], missing[1]);
    // independent draws of 200 from 1500 droppable ones: 27 in common of two, none of six; all
    // together miss more than 500
    EXPECT_LE(Common({missing[0], missing[1]}).size(), 60U);
    EXPECT_TRUE(Common(missing).empty());
    EXPECT_GE(any.size(), 500U);
    EXPECT_LE(ofLastTenth.size(), any.size() / 5) << "the tail is no likelier than the rest";
}

/** The hazard itself, with the order that has it: the test above can fail. */
TEST(MltTailHazardTest, InSequenceItWouldBeTheSameTail)
{
    Config::SetDefault("ns3::mlt::MltSender::SendOrder", StringValue("ns3::mlt::SequentialOrder"));
    const auto missing = MissingByIteration(3, 2000 * 1424);
    Config::Reset();
    EXPECT_EQ(Common(missing).size(), 200U);
    EXPECT_EQ(*missing[0].begin(), 1800U);
}

/** Messages of one iteration, such as those of two workers, do not lose the same packets either. */
TEST(MltTailHazardTest, WhatIsMissingDiffersBetweenMessages)
{
    TestBench bench({});
    std::vector<std::set<uint32_t>> missing(2);
    bench.Messages().ListenToDeliveries([&](const Delivery& delivery) {
        for (uint32_t p = 0; delivery.received && p < delivery.received->Size(); ++p)
        {
            if (!delivery.received->Test(p))
            {
                missing[delivery.id].insert(p);
            }
        }
    });
    bench.Send(17, 0, 1000 * 1424, 0.1);
    bench.Send(33, 1, 1000 * 1424, 0.1);
    bench.Run();
    EXPECT_EQ(missing[0].size(), 100U);
    EXPECT_EQ(missing[1].size(), 100U);
    EXPECT_LE(Common(missing).size(), 40U) << "13 are to be expected";
}

// ---------------------------------------------------------------------------------------------
// Hazard 5: late data of an earlier iteration

/**
 * On links of 100 us, a message of which a tenth is enough has megabytes under way when it is
 * complete. They arrive while iterations 1 to 3 go on between the same hosts, and later, when
 * iteration 0 is forgotten.
 */
TEST(MltLateHazardTest, DataOfAnEarlierIterationNeverCounts)
{
    const BlindStart start;
    constexpr uint64_t BYTES = 20000000;
    TestBench::Options options;
    options.delayPs = 100 * PS_PER_US;
    TestBench bench(options);
    Message old;
    old.source = 16;
    old.destination = 0;
    old.bytes = BYTES;
    old.bound = LossBound::FromShare(0.9);
    const uint64_t first = bench.Send(old);
    for (uint32_t iteration = 1; iteration <= 3; ++iteration)
    {
        Simulator::Schedule(MicroSeconds(500 + 20 * iteration), [&bench, iteration] {
            Message next;
            next.iteration = iteration;
            next.source = 1; // nearer: overtakes what is under way
            next.destination = 0;
            next.bytes = 100000;
            bench.Send(next);
            next.source = 16; // the same pair
            bench.Send(next);
        });
    }
    bench.RunFor(MilliSeconds(10));
    ASSERT_EQ(bench.messages.size(), 7U);
    ASSERT_EQ(bench.deliveries.size(), 7U);
    ASSERT_EQ(bench.reports.size(), 7U);
    const ReceiptCounts receipts = bench.Messages().Receipts();
    RecordFigure("late_frames", static_cast<double>(receipts.late.data.frames));
    RecordFigure("stale_frames", static_cast<double>(receipts.stale.data.frames));
    EXPECT_GT(receipts.late.data.frames, 0U) << "while it is remembered";
    EXPECT_GT(receipts.stale.data.frames, 0U) << "once it is forgotten";
    EXPECT_EQ(receipts.duplicate.data.frames, 0U);
    // what counted is what was delivered, to the byte
    const uint64_t headers = MltDataBytes(bench.Net().Format(), 1424) - 1424;
    uint64_t delivered = 0;
    for (const auto& entry : bench.deliveries)
    {
        delivered += entry.second.deliveredBytes;
    }
    EXPECT_EQ(receipts.useful.data.bytes - headers * receipts.useful.data.frames, delivered);
    EXPECT_GE(bench.deliveries[first].deliveredBytes, BYTES / 10);
    EXPECT_LT(bench.deliveries[first].deliveredBytes, BYTES / 10 + 1424);
    EXPECT_TRUE(bench.IsConserved());
}

/** Iterations are counted by job: those of one job make nothing of another one old. */
TEST(MltLateHazardTest, AnotherJobsIterationsMakeNothingOld)
{
    for (const uint32_t job : {0U, 1U})
    {
        TestBench::Options options;
        options.delayPs = 100 * PS_PER_US;
        TestBench bench(options);
        Message old;
        old.source = 16;
        old.destination = 0;
        old.bytes = 20000000;
        old.bound = LossBound::FromShare(0.9);
        bench.Send(old);
        while (bench.deliveries.empty())
        {
            bench.RunFor(MicroSeconds(10));
        }
        // reaches the receiver before the STOP stops what is on its way there
        Message next;
        next.id = MakeMessageId(job, 1);
        next.iteration = 5;
        next.source = 1;
        next.destination = 0;
        next.bytes = 100000;
        bench.messages[next.id] = next;
        bench.Messages().Send(next);
        bench.RunFor(MilliSeconds(10));
        EXPECT_EQ(bench.deliveries.count(MakeMessageId(job, 1)), 1U);
        const ReceiptCounts receipts = bench.Messages().Receipts();
        EXPECT_EQ(receipts.stale.data.frames > 0, job == 0) << "of its own job";
        EXPECT_GT(receipts.late.data.frames, 0U);
        EXPECT_TRUE(bench.IsConserved());
    }
}

// ---------------------------------------------------------------------------------------------
// Hazard 6: loss is classified

void
CheckLossClass(bool dataOnly)
{
    constexpr double RATE = 0.2;
    TestBench bench({});
    const uint32_t down = LinkNamed(bench, "leaf0-host0");
    const uint32_t up = LinkNamed(bench, "host0-leaf0");
    bench.Net().SetLoss(down, {RATE, dataOnly});
    bench.Net().SetLoss(up, {RATE, dataOnly});
    for (uint32_t peer = 1; peer < 60; ++peer)
    {
        bench.Send(peer, 0, 100000);
        bench.Send(0, peer, 100000);
    }
    ASSERT_TRUE(bench.Run(Seconds(20)));
    FrameCounts lost;
    for (const uint32_t link : {down, up})
    {
        const FabricLink& l = bench.Net().Link(link);
        const auto share = [](const FrameCount& part, const FrameCount& whole) {
            return static_cast<double>(part.frames) / whole.frames;
        };
        EXPECT_NEAR(share(l.Lost().data, l.Sent().data), RATE, 0.03);
        EXPECT_NEAR(share(l.Lost().control, l.Sent().control), dataOnly ? 0 : RATE, 0.05);
        lost += l.Lost();
        // the counts by class say the same: queue 0 is control, and nothing else is
        FrameCount control;
        FrameCount data;
        for (uint32_t queue = 0; queue < QUEUES; ++queue)
        {
            for (const auto& count : l.LostByClass()[queue])
            {
                (queue == CONTROL_QUEUE ? control : data) += count;
            }
        }
        EXPECT_EQ(control, l.Lost().control);
        EXPECT_EQ(data, l.Lost().data);
    }
    EXPECT_EQ(lost.control.frames > 0, !dataOnly);
    EXPECT_GE(bench.Net().Dropped().data.frames, lost.data.frames) << "and full buffers";
    EXPECT_TRUE(bench.IsConserved());
}

TEST(MltLossClassHazardTest, LossOfDataOnlySparesControl)
{
    CheckLossClass(true);
}

TEST(MltLossClassHazardTest, LossOfAllTakesBoth)
{
    CheckLossClass(false);
}

TEST(MltLossClassHazardTest, WithoutInjectedLossNothingIsLostOnLinks)
{
    TestBench bench({});
    bench.Send(1, 0, 1000000);
    ASSERT_TRUE(bench.Run());
    for (uint32_t link = 0; link < bench.Net().Plan().links.size(); ++link)
    {
        ASSERT_EQ(bench.Net().Link(link).Lost().data.frames, 0U);
        ASSERT_EQ(bench.Net().Link(link).Lost().control.frames, 0U);
    }
}

// ---------------------------------------------------------------------------------------------
// Hazard 7: liveness

/** A mix of messages over a link that loses; @return what never ended. */
std::vector<std::string>
OpenAfterLoss(const LinkLoss& loss, uint32_t seed)
{
    TestBench::Options options;
    options.topology = "3x2x4";
    options.seed = seed;
    TestBench bench(options);
    bench.Net().SetLoss(LinkNamed(bench, "leaf0-host0"), loss);
    bench.Net().SetLoss(LinkNamed(bench, "host0-leaf0"), loss);
    for (uint32_t i = 0; i < 24; ++i)
    {
        const uint32_t peer = 1 + i % 11;
        const uint64_t bytes = i % 3 == 0 ? 100 : 30000 * i;
        bench.Send(peer, 0, bytes, i % 2 * 0.1);
        bench.Send(0, peer, bytes, i % 2 * 0.1);
    }
    bench.Run(Seconds(60));
    EXPECT_TRUE(bench.IsConserved());
    return bench.Messages().OpenMessages(3);
}

TEST(MltLivenessHazardTest, EndsUnderLossOfData)
{
    for (const double rate : {0.1, 0.5, 0.9})
    {
        EXPECT_EQ(OpenAfterLoss({rate, true}, 1), std::vector<std::string>()) << rate;
    }
}

TEST(MltLivenessHazardTest, EndsUnderLossOfDataAndControl)
{
    for (const double rate : {0.1, 0.5, 0.8})
    {
        for (uint32_t seed = 1; seed <= 3; ++seed)
        {
            EXPECT_EQ(OpenAfterLoss({rate, false}, seed), std::vector<std::string>())
                << rate << ", seed " << seed;
        }
    }
}

/** A link that loses everything for a while, control too, and then works again. */
TEST(MltLivenessHazardTest, GoesOnAfterAnOutage)
{
    for (const int64_t startUs : {0, 3, 8, 20, 60, 90})
    {
        TestBench::Options options;
        options.topology = "2x2x4";
        TestBench bench(options);
        const uint32_t link = LinkNamed(bench, "leaf0-host0");
        const auto set = [&bench, link](double rate) { bench.Net().SetLoss(link, {rate, false}); };
        Simulator::Schedule(MicroSeconds(startUs), [set] { set(0.9999999); });
        Simulator::Schedule(MicroSeconds(startUs + 5000), [set] { set(0); });
        for (uint32_t peer = 1; peer < 8; ++peer)
        {
            bench.Send(peer, 0, 1000);
            bench.Send(peer, 0, 200000);
            bench.Send(0, peer, 200000);
        }
        bench.Run(Seconds(10));
        EXPECT_EQ(bench.Messages().OpenMessages(3), std::vector<std::string>())
            << "an outage from " << startUs << " us on";
        EXPECT_TRUE(bench.IsConserved());
    }
}

} // namespace
} // namespace ns3::mlt
