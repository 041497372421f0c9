// SPDX-License-Identifier: GPL-2.0-only
// MLT over hosts that handle late what arrives: a message never ends late, and it all ends as it
// does over hosts that handle everything in time.
#include "support/mlt-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/nstime.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t HOSTS = 9;

struct Case
{
    double bound;
    double lossRate;
    uint32_t seed;
    bool hasty; //!< timeouts of about a round trip, and control is lost, too
};

struct Outcome
{
    // sorted: what happens at different hosts in one step has no order
    /** When a message ended, its id and bytes. */
    std::set<std::tuple<int64_t, uint64_t, uint64_t>> deliveries;
    /** When its sender was through, its id, bytes sent and sent again. */
    std::set<std::tuple<int64_t, uint64_t, uint64_t, uint64_t>> reports;
    uint64_t dropped{0};
    uint64_t repaired{0};
    uint64_t events{0};
};

/** Does nothing, each microsecond; so many of them are a crowd, and the engine fetches ahead. */
class Filler final : public ReusableEvent
{
  public:
    static constexpr int64_t FILLERS = 1500;

    void Fire() override
    {
        ScheduleAt(NowTick() + PS_PER_US * TICKS_PER_PS);
    }

    static void Start()
    {
        for (int64_t i = 0; i < FILLERS; ++i)
        {
            Create<Filler>()->ScheduleAt(i * PS_PER_US / FILLERS * TICKS_PER_PS);
        }
    }
};

class MltLateDeliveryTest : public ::testing::Test
{
  protected:
    MltLateDeliveryTest()
    {
        TestBench bench(Star());
        m_mostLateBytes = bench.Net().Host(0).MostLateBytes();
        EXPECT_GT(m_mostLateBytes, 20000U);
        Simulator::Destroy();
    }

    ~MltLateDeliveryTest() override
    {
        Config::Reset();
    }

    static TestBench::Options Star(uint32_t seed = 1)
    {
        TestBench::Options options;
        options.topology = "1x1x9";
        options.seed = seed;
        return options;
    }

    /** To a host, from all others, of sizes around what may be late; and some the other way. */
    void SendAll(TestBench& bench, double bound) const
    {
        const uint64_t sizes[] = {10 * m_mostLateBytes,
                                  m_mostLateBytes / 2,
                                  m_mostLateBytes + 1,
                                  2 * m_mostLateBytes,
                                  m_mostLateBytes};
        Message message;
        message.bound = LossBound::FromShare(bound);
        message.layers = 3;
        for (uint32_t host = 1; host < HOSTS; ++host)
        {
            for (uint32_t i = 0; i < 5; ++i)
            {
                message.source = host;
                message.destination = 0;
                message.bytes = sizes[(host + i) % 5];
                message.layer = i % 3;
                bench.Send(message);
            }
            message.destination = host % (HOSTS - 1) + 1;
            message.bytes = sizes[host % 5];
            bench.Send(message);
        }
    }

    Outcome Run(const Case& c, bool lookAhead, bool inACrowd = false) const
    {
        if (inACrowd)
        {
            Simulator::SetImplementation(CreateObject<ExpressSimulatorImpl>());
            Filler::Start();
        }
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
        if (c.hasty)
        {
            Config::SetDefault("ns3::mlt::MltControlEndpoint::ControlTimeoutRtts", DoubleValue(1));
            Config::SetDefault("ns3::mlt::MltControlEndpoint::ControlTimeoutMin",
                               TimeValue(NanoSeconds(1)));
            Config::SetDefault("ns3::mlt::MltSender::ProbeRtts", DoubleValue(1));
        }
        TestBench bench(Star(c.seed));
        for (uint32_t link = 0; link < bench.Net().Plan().links.size(); ++link)
        {
            bench.Net().SetLoss(link, {c.lossRate, !c.hasty});
        }
        Outcome outcome;
        bench.Messages().SetDeliveryHandler([&](const Delivery& delivery) {
            EXPECT_EQ(delivery.atPs, NowPs()) << "message " << delivery.id;
            EXPECT_LT(NowTick() % TICKS_PER_PS, TIMER_PHASE) << "not by somebody who caught up";
            EXPECT_TRUE(!inACrowd || ExpressSimulatorImpl::Get()->IsCrowded());
            outcome.deliveries.emplace(delivery.atPs, delivery.id, delivery.deliveredBytes);
            bench.deliveries[delivery.id] = delivery;
            const Message message = bench.messages.at(delivery.id);
            if (message.destination == 0 && delivery.id % 3 == 0)
            {
                bench.Send(0, message.source, message.bytes, c.bound); // an answer
            }
        });
        bench.Messages().SetSenderReportHandler([&](const SenderReport& report) {
            outcome.reports.emplace(NowPs(), report.id, report.sentBytes, report.repairedBytes);
            outcome.repaired += report.repairedBytes;
            bench.reports[report.id] = report;
            if (bench.reports.size() == bench.messages.size())
            {
                Simulator::Stop();
            }
        });
        SendAll(bench, c.bound);
        const uint64_t before = Simulator::GetEventCount();
        EXPECT_TRUE(bench.Run());
        EXPECT_TRUE(bench.IsConserved());
        outcome.events = Simulator::GetEventCount() - before;
        outcome.dropped = bench.Net().Dropped().data.frames;
        return outcome;
    }

    uint64_t m_mostLateBytes;
};

TEST_F(MltLateDeliveryTest, IsAtTheVeryInstantAndAsWithoutLookAhead)
{
    uint64_t dropped = 0;
    uint64_t repaired = 0;
    const std::vector<std::pair<double, double>> rates = // bound, loss
        {{0, 0}, {0.1, 0}, {0, 0.02}, {0.1, 0.02}, {0, 0.1}, {0.1, 0.1}};
    for (uint32_t seed = 1; seed <= 60; ++seed)
    {
        const auto& [bound, lossRate] = rates[seed % rates.size()];
        const Case c{bound, lossRate, seed, seed % 5 == 0};
        const Outcome fast = Run(c, true);
        const Outcome plain = Run(c, false);
        ASSERT_EQ(fast.deliveries, plain.deliveries) << "seed " << c.seed;
        ASSERT_EQ(fast.reports, plain.reports) << "seed " << c.seed;
        ASSERT_GT(fast.reports.size(), 60U);
        ASSERT_EQ(fast.dropped, plain.dropped);
        ASSERT_LT(fast.events, plain.events / 2);
        dropped += fast.dropped;
        repaired += fast.repaired;
    }
    EXPECT_GT(dropped, 10000U);
    EXPECT_GT(repaired, 1000000U);
}

TEST_F(MltLateDeliveryTest, IsTheSameInACrowd)
{
    for (uint32_t seed = 1; seed <= 4; ++seed)
    {
        const Case c{seed % 2 ? 0 : 0.1, 0, seed, false};
        const Outcome crowded = Run(c, true, true);
        const Outcome plain = Run(c, true);
        EXPECT_EQ(crowded.deliveries, plain.deliveries);
        EXPECT_EQ(crowded.reports, plain.reports);
    }
}

} // namespace
} // namespace ns3::mlt
