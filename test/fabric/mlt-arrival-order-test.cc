// SPDX-License-Identifier: GPL-2.0-only
// The canonical order of what happens at one node at one instant.
#include "mlt-fabric-bench.h"

#include <set>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;

constexpr int64_t S = 123040;    // service of 1538 bytes at 100 Gbps, ps
constexpr int64_t D = PS_PER_US; // of each link

TEST(CanonicalOrderTest, AServiceStartsBeforeArrivalsOfItsInstant)
{
    FabricBench bench(FabricBench::Star(5));
    constexpr int64_t PERIOD = 10 * PS_PER_US + 7;
    constexpr uint64_t ROUNDS = 200;
    for (uint64_t round = 0; round < ROUNDS; ++round)
    {
        const int64_t start = static_cast<int64_t>(round) * PERIOD;
        bench.SendAt(start, {1, 0, 10 * round, 4});
        bench.SendAt(start + S / 2, {2, 0, 10 * round + 1, 7}); // waits
        // reaches the port when the first service ends: too late to overtake
        bench.SendAt(start + S, {3, 0, 10 * round + 2, 1});
        bench.SendAt(start + S + 1, {4, 0, 10 * round + 3, 0});
    }
    Simulator::Run();
    const Ids ids = bench.Ids();
    ASSERT_EQ(ids.size(), 4 * ROUNDS);
    for (uint64_t round = 0; round < ROUNDS; ++round)
    {
        const Ids four(ids.begin() + 4 * static_cast<std::ptrdiff_t>(round),
                       ids.begin() + 4 * static_cast<std::ptrdiff_t>(round + 1));
        ASSERT_EQ(four, (Ids{10 * round, 10 * round + 1, 10 * round + 3, 10 * round + 2}));
    }
}

/** Orders in which frames of so many hosts that reach an idle port together are served. */
std::vector<Ids>
ServiceOrders(uint32_t senders, uint32_t instants, uint32_t run)
{
    FabricBench bench(FabricBench::Star(senders + 1), "ns3::mlt::RandomSpray", run);
    for (uint32_t i = 0; i < instants; ++i)
    {
        for (uint32_t sender = 1; sender <= senders; ++sender)
        {
            bench.SendAt(int64_t{i} * 100 * S, {sender, 0, sender});
        }
    }
    Simulator::Run();
    std::vector<Ids> orders;
    const Ids ids = bench.Ids();
    for (size_t i = 0; i < ids.size(); i += senders)
    {
        orders.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(i),
                            ids.begin() + static_cast<std::ptrdiff_t>(i + senders));
    }
    return orders;
}

TEST(CanonicalOrderTest, ArrivalsTakeAnOrderThatChangesWithTheInstant)
{
    constexpr uint32_t INSTANTS = 2000;
    for (uint32_t senders : {2U, 3U, 7U})
    {
        const auto orders = ServiceOrders(senders, INSTANTS, 1);
        ASSERT_EQ(orders.size(), INSTANTS);
        std::vector<uint32_t> first(senders + 1, 0);
        for (const Ids& order : orders)
        {
            ASSERT_EQ(std::set<uint64_t>(order.begin(), order.end()).size(), senders);
            ++first[order.front()];
        }
        for (uint32_t sender = 1; sender <= senders; ++sender)
        {
            // no port is favoured: each is first as often as another, roughly
            EXPECT_GT(first[sender], INSTANTS / senders / 2) << "of " << senders;
            EXPECT_LT(first[sender], 2 * INSTANTS / senders) << "of " << senders;
        }
    }
}

TEST(CanonicalOrderTest, TheOrderIsSeeded)
{
    const auto orders = ServiceOrders(4, 50, 1);
    EXPECT_EQ(ServiceOrders(4, 50, 1), orders);
    EXPECT_NE(ServiceOrders(4, 50, 2), orders);
}

TEST(CanonicalOrderTest, AFrameThatFindsItsPortIdleStartsAtOnceWhateverItsClass)
{
    constexpr uint32_t INSTANTS = 1000;
    FabricBench bench(FabricBench::Star(3));
    for (uint32_t i = 0; i < INSTANTS; ++i)
    {
        bench.SendAt(int64_t{i} * 10 * S, {1, 0, 1, 0});
        bench.SendAt(int64_t{i} * 10 * S, {2, 0, 2, 7});
    }
    Simulator::Run();
    uint32_t lowFirst = 0;
    for (size_t i = 0; i < bench.arrivals.size(); i += 2)
    {
        lowFirst += bench.arrivals[i].frame.id == 2;
    }
    EXPECT_GT(lowFirst, INSTANTS / 4);
    EXPECT_LT(lowFirst, 3 * INSTANTS / 4);
}

TEST(CanonicalOrderTest, ArrivalsOfANodeHaveDistinctTicks)
{
    ArrivalOrder order;
    for (uint32_t ingresses : {1U, 2U, 5U, 16U, 20U, ArrivalOrder::MOST_INGRESSES})
    {
        order.Configure(ingresses, 77);
        for (int64_t ps : {int64_t{0}, int64_t{1}, int64_t{123456789}, LAST_PS})
        {
            std::set<int64_t> ticks;
            for (uint32_t ingress = 0; ingress < ingresses; ++ingress)
            {
                const int64_t phase = order.Of(ingress).Tick(ps) - ps * TICKS_PER_PS;
                EXPECT_GT(phase, 0) << "after service";
                EXPECT_LT(phase, TIMER_PHASE) << "before timers";
                ticks.insert(phase);
            }
            EXPECT_EQ(ticks.size(), ingresses);
        }
    }
}

TEST(CanonicalOrderTest, TimersComeLast)
{
    FabricBench bench(FabricBench::Star(3));
    size_t atTimer = 0;
    Deadline timer([&] { atTimer = bench.arrivals.size(); });
    timer.Set(2 * (S + D)); // stands in the queue before the frame's events do
    bench.SendAt(0, {1, 0, 1});
    Simulator::Run();
    EXPECT_EQ(bench.arrivals.size(), 1U);
    EXPECT_EQ(atTimer, 1U);
}

TEST(CanonicalOrderTest, ATimerAndAServiceOfOneInstant)
{
    FabricBench bench(FabricBench::Star(3));
    // at the instant at which the second service of host 1 starts, a timer sends a third frame
    Deadline timer([&] { bench.Send({1, 0, 3, 0}); });
    timer.Set(S);
    bench.SendAt(0, {1, 0, 1, 7});
    bench.SendAt(0, {1, 0, 2, 7});
    Simulator::Run();
    EXPECT_EQ(bench.Ids(), (Ids{1, 2, 3}));
    EXPECT_EQ(bench.arrivals[2].atPs, 2 * (S + D) + 2 * S);
}

TEST(ArrivalOrderDeathTest, MoreIngressesThanPhasesAreRefused)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ArrivalOrder order;
    EXPECT_DEATH(order.Configure(ArrivalOrder::MOST_INGRESSES + 1, 1),
                 "a node of the fabric has 513 links; at most 512 are possible");
}

} // namespace
} // namespace ns3::mlt
