// SPDX-License-Identifier: GPL-2.0-only
#include "transport/dctcp/mlt-dctcp-bench.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-random.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** Ample: no message below fills it. */
const UintegerValue NO_LIMIT(100000);

/**
 * The flow completion time that arithmetic gives where the window does not limit: the frames
 * leave back to back; the last full one is stored and forwarded by the switch; a short last one
 * follows on its heels.
 */
int64_t
IdleFctPs(const PipeNetwork& network, uint64_t bytes)
{
    const WireFormat& format = network.Options().format;
    const uint64_t full = bytes / format.TcpPayload();
    const auto rest = static_cast<uint32_t>(bytes % format.TcpPayload());
    const uint64_t restBytes = rest ? format.TcpBytes(rest, 0) : 0;
    const uint64_t stored = full ? format.FullFrame() : restBytes;
    return network.SerializationPs(full * format.FullFrame() + restBytes + stored) +
           2 * network.Options().delayPs;
}

TEST(DctcpTransportTest, IdlePathTakesWhatArithmeticSays)
{
    for (const uint32_t mtu : {1500U, 9000U})
    {
        for (const uint64_t bytes : {1U, 100U, 1448U, 1449U, 100000U, 10000000U})
        {
            PipeOptions options;
            options.format.mtu = mtu;
            DctcpBench bench(options);
            bench.transport->SetAttribute("InitialWindow", NO_LIMIT);
            bench.Install();
            bench.SendAt(5 * PS_PER_US, 0, 1, bytes);
            bench.Run();
            EXPECT_EQ(bench.DeliveredPs(0) - 5 * PS_PER_US, IdleFctPs(bench.network, bytes))
                << bytes << " bytes at MTU " << mtu;
            EXPECT_EQ(bench.reports.at(0).repairedBytes, 0U);
        }
    }
}

TEST(DctcpTransportTest, SlowStartTakesARoundTripForEachDoubling)
{
    DctcpBench bench;
    bench.Install();
    const WireFormat& format = bench.network.Options().format;
    bench.SendAt(0, 0, 1, 30 * format.TcpPayload()); // 10, then 20 at the pace of the ACKs
    bench.Run();
    // the first acknowledgement is back after a round trip, and lets two segments go; the second
    // comes a frame time later: the last 20 leave back to back
    const int64_t frame = bench.network.SerializationPs(format.FullFrame());
    const int64_t ack = bench.network.SerializationPs(format.TcpBytes(0, 0));
    const int64_t delay = bench.network.Options().delayPs;
    EXPECT_EQ(bench.DeliveredPs(0), 2 * (frame + ack) + 4 * delay + 20 * frame + frame + 2 * delay);
}

TEST(DctcpTransportTest, MessagesOfAPairArriveInOrderOnOneConnection)
{
    DctcpBench bench;
    bench.Install();
    bench.transport->Prepare(0, 1);
    for (int i = 0; i < 20; ++i)
    {
        bench.SendAt(0, 0, 1, 1 + 5000 * static_cast<uint64_t>(i % 3));
    }
    bench.Run();
    for (size_t i = 0; i < 20; ++i)
    {
        EXPECT_EQ(bench.deliveries[i].id, i);
    }
}

TEST(DctcpTransportTest, ALossBlocksTheMessagesBehindIt)
{
    DctcpBench bench;
    bool dropped = false;
    bench.network.SetDrop(
        [&](const Frame& frame) { return frame.isData && !std::exchange(dropped, true); });
    bench.Install();
    const uint64_t segment = bench.network.Options().format.TcpPayload();
    for (int i = 0; i < 8; ++i)
    {
        bench.SendAt(0, 0, 1, segment);
    }
    bench.Run();
    EXPECT_EQ(bench.DeliveredPs(0), bench.DeliveredPs(7)) << "in order, so head of line blocks";
    EXPECT_EQ(bench.reports.at(0).repairedBytes, segment);
    EXPECT_EQ(bench.reports.at(1).repairedBytes, 0U);
    EXPECT_EQ(bench.transport->Timeouts(), 0U);
}

TEST(DctcpTransportTest, ALostTailWaitsForMinRto)
{
    for (const int64_t ms : {10, 1})
    {
        DctcpBench bench;
        uint64_t seen = 0;
        bench.network.SetDrop([&](const Frame& frame) { return frame.isData && ++seen == 5; });
        bench.transport->SetAttribute("MinRto", TimeValue(MilliSeconds(ms)));
        bench.Install();
        bench.SendAt(0, 0, 1, 5 * bench.network.Options().format.TcpPayload());
        bench.Run();
        EXPECT_EQ(bench.transport->Timeouts(), 1U);
        // the timer was set anew by the acknowledgement of the fourth segment
        EXPECT_GT(bench.DeliveredPs(0), ms * 1000 * PS_PER_US);
        EXPECT_LT(bench.DeliveredPs(0), ms * 1000 * PS_PER_US + 10 * PS_PER_US);
    }
}

TEST(DctcpTransportTest, ConnectionsOfTheirOwnAreIndependentAndFreed)
{
    DctcpBench bench;
    bool dropped = false;
    bench.network.SetDrop(
        [&](const Frame& frame) { return frame.isData && !std::exchange(dropped, true); });
    bench.transport->SetAttribute("ConnectionPerMessage", BooleanValue(true));
    bench.Install();
    bench.transport->Prepare(0, 1);
    for (int i = 0; i < 5000; ++i)
    {
        bench.SendAt(i * PS_PER_US, 0, 1, 1000);
    }
    bench.Run();
    EXPECT_EQ(bench.deliveries.back().id, 0U) << "only the message that met the loss waits";
    EXPECT_EQ(bench.transport->Timeouts(), 1U);
}

TEST(DctcpTransportTest, RoundRobinSharesTheNicFrameByFrameStartingByHost)
{
    PipeOptions options;
    options.hosts = 5;
    DctcpBench bench(options);
    std::vector<uint32_t> order;
    bench.network.SetObserver([&](const Frame& frame) {
        if (frame.source == 3 && frame.isData)
        {
            order.push_back(frame.destination);
        }
    });
    bench.Install();
    for (const uint32_t destination : {0U, 1U, 2U, 4U})
    {
        bench.transport->Prepare(3, destination);
        bench.SendAt(0, 3, destination, 3 * bench.network.Options().format.TcpPayload());
    }
    bench.Run();
    EXPECT_EQ(order, (std::vector<uint32_t>{4, 0, 1, 2, 4, 0, 1, 2, 4, 0, 1, 2}));
}

TEST(DctcpTransportTest, MarkingKeepsTheQueueOfAnIncastNearItsThreshold)
{
    PipeOptions options;
    options.hosts = 5;
    options.markBytes = 60000;
    DctcpBench bench(options);
    bench.Install();
    constexpr uint64_t BYTES = 25000000;
    for (uint32_t source = 1; source < 5; ++source)
    {
        bench.SendAt(0, source, 0, BYTES);
    }
    bench.Run();
    EXPECT_EQ(bench.network.Dropped().data.frames, 0U);
    EXPECT_LT(bench.network.MostWaiting(), 4 * options.markBytes);
    int64_t last = 0;
    for (const auto& delivery : bench.deliveries)
    {
        last = std::max(last, delivery.atPs);
    }
    EXPECT_LT(static_cast<double>(last),
              1.05 * static_cast<double>(IdleFctPs(bench.network, 4 * BYTES)));
}

/** What two flows did that shared a port for 20 ms, of which the first 5 do not count. */
struct Sharing
{
    double utilization; //!< of the link, by payload
    double ratio;       //!< of the two flows' bytes
    double waiting;     //!< mean bytes that waited
    double threshold;   //!< bytes above which the port marks
};

Sharing
ShareALink(uint32_t mtu, uint64_t seed)
{
    constexpr int64_t BEGIN = 5000 * PS_PER_US;
    constexpr int64_t SAMPLES = 150000;
    PipeOptions options;
    options.hosts = 3;
    options.format.mtu = mtu;
    options.markBytes = 4 * 12500 + 2 * (options.format.FullFrame() + 84); // one BDP
    DctcpBench bench(options);
    // as hosts do, else frames meet the queue in one and the same rhythm for ever (phase effects)
    SmallRandom random(seed);
    const int64_t frameTime = bench.network.SerializationPs(options.format.FullFrame());
    bench.network.SetExtraDelay([&](const Frame&) {
        return static_cast<int64_t>(random.Unit() * 0.5 * static_cast<double>(frameTime));
    });
    double payload[3] = {0, 0, 0};
    bench.network.SetObserver([&payload](const Frame& frame) {
        payload[frame.source] += NowPs() > BEGIN ? frame.payload : 0;
    });
    bench.Install();
    bench.SendAt(0, 1, 0, 250000000);
    bench.SendAt(0, 2, 0, 250000000);
    double waiting = 0;
    for (int64_t i = 0; i < SAMPLES; ++i)
    {
        Simulator::Schedule(FromPs(BEGIN + i * 100 * PS_PER_NS), [&] {
            waiting += static_cast<double>(bench.network.Waiting(0)) / SAMPLES;
        });
    }
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    const double frames = 15000.0 * PS_PER_US / static_cast<double>(frameTime);
    return {(payload[1] + payload[2]) / (frames * options.format.TcpPayload()),
            payload[1] / payload[2],
            waiting,
            static_cast<double>(options.markBytes)};
}

TEST(DctcpTransportTest, TwoFlowsFillALinkShareItAndKeepTheQueueAtTheThreshold)
{
    for (const uint32_t mtu : {1500U, 9000U})
    {
        for (const uint64_t seed : {1U, 2U})
        {
            const Sharing sharing = ShareALink(mtu, seed);
            EXPECT_GT(sharing.utilization, 0.99) << mtu << " " << seed;
            EXPECT_NEAR(sharing.ratio, 1, 0.15) << mtu << " " << seed;
            EXPECT_NEAR(sharing.waiting / sharing.threshold, 1, 0.3) << mtu << " " << seed;
        }
    }
}

TEST(DctcpTransportTest, AlphaTracksTheShareOfMarks)
{
    DctcpBench bench;
    double alpha = -1;
    const std::function<void(uint32_t, uint32_t, uint32_t, double, double)> sink =
        [&alpha](uint32_t, uint32_t, uint32_t, double, double now) { alpha = now; };
    bench.transport->TraceConnectWithoutContext(
        "Alpha",
        Callback<void, uint32_t, uint32_t, uint32_t, double, double>(sink));
    bench.Install();
    bench.SendAt(0, 0, 1, 30000000);
    bench.Run();
    EXPECT_GE(alpha, 0) << "the trace source was heard";
    EXPECT_LT(alpha, 0.05) << "nothing was marked";
}

TEST(DctcpTransportTest, AStoppedApplicationSendsNoMoreData)
{
    DctcpBench bench;
    int64_t last = 0;
    bench.network.SetObserver(
        [&last](const Frame& frame) { last = frame.isData ? NowPs() : last; });
    bench.Install();
    bench.network.Sites()[0].node->GetApplication(0)->SetStopTime(MicroSeconds(20));
    bench.SendAt(0, 0, 1, 10000000);
    Simulator::Stop(MilliSeconds(30));
    Simulator::Run();
    EXPECT_GT(last, 19 * PS_PER_US);
    EXPECT_LE(last, 20 * PS_PER_US);
    EXPECT_EQ(bench.transport->OpenMessages(10).size(), 1U);
}

TEST(DctcpTransportTest, RefusesAttributesOutOfRange)
{
    const Ptr<DctcpTransport> transport = CreateObject<DctcpTransport>();
    EXPECT_FALSE(transport->SetAttributeFailSafe("InitialWindow", UintegerValue(0)));
    EXPECT_FALSE(transport->SetAttributeFailSafe("Gain", DoubleValue(0)));
    EXPECT_FALSE(transport->SetAttributeFailSafe("InitialAlpha", DoubleValue(1.5)));
    EXPECT_FALSE(transport->SetAttributeFailSafe("MinRto", TimeValue(Seconds(0))));
    EXPECT_FALSE(transport->SetAttributeFailSafe("DupThreshold", UintegerValue(0)));
}

TEST(DctcpTransportDeathTest, SaysWhatIsWrong)
{
    DctcpBench contradiction;
    contradiction.transport->SetAttribute("MinRto", TimeValue(Seconds(2)));
    EXPECT_THROW(contradiction.Install(), InputError);
    DctcpBench bench;
    bench.Install();
    EXPECT_DEATH(bench.Install(), "Install was called twice");
    Message message;
    message.bytes = 1;
    message.destination = 2;
    EXPECT_DEATH(bench.transport->Send(message), "from host 0 to host 2, but hosts are 0 to 1");
    message.destination = 1;
    message.bytes = 0;
    EXPECT_DEATH(bench.transport->Send(message), "message 0 is empty");
}

TEST(DctcpTransportTest, NamesWhatIsOpen)
{
    DctcpBench bench;
    bench.network.SetDrop([](const Frame& frame) { return frame.isData; });
    bench.Install();
    bench.SendAt(0, 0, 1, 3000);
    bench.SendAt(0, 0, 1, 70);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    const auto lines = bench.transport->OpenMessages(10);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0], "message 0, host 0 to host 1: 0 of 3000 bytes acknowledged");
    EXPECT_EQ(lines[1], "message 1, host 0 to host 1: 0 of 70 bytes acknowledged");
    EXPECT_EQ(bench.transport->OpenMessages(1).size(), 1U);
}

} // namespace
} // namespace ns3::mlt
