// SPDX-License-Identifier: GPL-2.0-only
/**
 * MLT near its arithmetic bound in every regime: what scripts/regimes shows at large, with limits.
 * The bound is the most loaded link's wire bytes over its rate, and a full frame's latency. Suites
 * named Long take over five seconds.
 */
#include "support/mlt-test-bench.h"

#include "ns3/mlt-header.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** A network, and a share of the bytes that may be missing or that links into hosts lose. */
struct Regime
{
    TestBench::Options net;
    double bound{0};
    double loss{0};
};

struct Flow
{
    uint32_t source;
    uint32_t destination;
    uint64_t bytes;
};

/** What came of a run, in microseconds, and as ratios to what is needed. */
struct Outcome
{
    double lastUs;
    double boundUs;
    double baseRttUs;
    double sent;
    double controlOfData; //!< bytes on the wire

    double Ratio() const
    {
        return lastUs / boundUs;
    }

    /** What incasts may take: 5 % and two base round trips over the bound. */
    double IncastLimitUs() const
    {
        return 1.05 * boundUs + 2 * baseRttUs;
    }
};

TestBench::Options
LeafSpine(const std::string& topology, uint64_t uplinkRate, uint32_t mtu = 1500)
{
    TestBench::Options net;
    net.topology = topology;
    net.uplinkRate = uplinkRate;
    net.mtu = mtu;
    return net;
}

/** Bytes on the wire of what must arrive of a message. */
double
NeededWireBytes(const WireFormat& format, uint64_t bytes, double bound)
{
    const uint64_t needed = LossBound::FromShare(bound).Needed(bytes);
    const uint64_t rest = needed % MltPayload(format);
    const uint64_t full = needed / MltPayload(format) * format.FullFrame();
    return static_cast<double>(full + (rest ? MltDataBytes(format, rest) : 0));
}

/** The most loaded link's time; links between the same layers of switches count together. */
double
BoundUs(TestBench& bench, const std::vector<Flow>& flows, double bound)
{
    const NetworkPlan& plan = bench.Net().Plan();
    std::vector<uint32_t> leafOf(plan.hosts);
    std::vector<double> upRate(plan.Nodes(), 0);
    double hostRate = 0;
    for (const auto& link : plan.links)
    {
        if (plan.IsHost(link.from))
        {
            leafOf[link.from] = link.to;
            hostRate = static_cast<double>(link.bitRate);
        }
        else if (!plan.IsHost(link.to))
        {
            upRate[link.from] += static_cast<double>(link.bitRate);
        }
    }
    std::vector<double> out(plan.Nodes(), 0);
    std::vector<double> in(plan.Nodes(), 0);
    for (const Flow& flow : flows)
    {
        const double bits = 8 * NeededWireBytes(bench.Net().Format(), flow.bytes, bound);
        out[flow.source] += bits / hostRate;
        in[flow.destination] += bits / hostRate;
        if (leafOf[flow.source] != leafOf[flow.destination])
        {
            out[leafOf[flow.source]] += bits / upRate[leafOf[flow.source]];
            in[leafOf[flow.destination]] += bits / upRate[leafOf[flow.destination]];
        }
    }
    int64_t latency = 0;
    for (const auto& row : plan.IdleLatencies(bench.Net().Format().FullFrame()))
    {
        latency = std::max(latency, *std::max_element(row.begin(), row.end()));
    }
    const double most = std::max(*std::max_element(out.begin(), out.end()),
                                 *std::max_element(in.begin(), in.end()));
    return most * 1e6 + static_cast<double>(latency) * 1e-6;
}

Outcome
RunFlows(const Regime& regime, const std::vector<Flow>& flows)
{
    TestBench bench(regime.net);
    const NetworkPlan& plan = bench.Net().Plan();
    for (uint32_t link = 0; link < plan.links.size() && regime.loss > 0; ++link)
    {
        if (plan.IsHost(plan.links[link].to))
        {
            bench.Net().SetLoss(link, {regime.loss, true});
        }
    }
    double needed = 0;
    for (const Flow& flow : flows)
    {
        bench.Send(flow.source, flow.destination, flow.bytes, regime.bound);
        needed += LossBound::FromShare(regime.bound).Needed(flow.bytes);
    }
    EXPECT_TRUE(bench.Run(Seconds(30)));
    EXPECT_TRUE(bench.IsConserved());
    const FrameCounts sent = bench.Net().SentByHosts();
    return {bench.LastDeliveryPs() * 1e-6,
            BoundUs(bench, flows, regime.bound),
            bench.Net().BaseRttPs() * 1e-6,
            bench.SentBytes() / needed,
            static_cast<double>(sent.control.bytes) / sent.data.bytes};
}

/** Hosts that send to host 0, spread over the leaves. */
std::vector<Flow>
Incast(uint32_t senders, uint64_t bytes, uint32_t hosts)
{
    std::vector<Flow> flows;
    for (uint32_t i = 0; i < senders; ++i)
    {
        flows.push_back({1 + i * (hosts - 1) / senders, 0, bytes});
    }
    return flows;
}

/** Each host sends to the one that stands a leaf and one further on. */
std::vector<Flow>
Shift(uint32_t hosts, uint32_t by, uint64_t bytes)
{
    std::vector<Flow> flows;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        flows.push_back({host, (host + by) % hosts, bytes});
    }
    return flows;
}

std::vector<Flow>
AllToAll(uint32_t hosts, uint64_t bytes)
{
    std::vector<Flow> flows;
    for (uint32_t step = 1; step < hosts; ++step)
    {
        const auto shift = Shift(hosts, step, bytes);
        flows.insert(flows.end(), shift.begin(), shift.end());
    }
    return flows;
}

// ---------------------------------------------------------------------------------------------
// Incasts

struct IncastCase
{
    uint32_t senders;
    uint64_t bytes;
};

class MltIncastRegimeTest : public ::testing::TestWithParam<IncastCase>
{
};

TEST_P(MltIncastRegimeTest, IsNearTheBoundAndABoundOnLossHelps)
{
    for (const uint32_t mtu : {1500U, 9000U})
    {
        const auto flows = Incast(GetParam().senders, GetParam().bytes, 144);
        Regime regime{LeafSpine("9x16x16", 100000000000, mtu)};
        const Outcome exact = RunFlows(regime, flows);
        EXPECT_LE(exact.lastUs, exact.IncastLimitUs()) << "MTU " << mtu;
        EXPECT_LE(exact.sent, 1.05) << "MTU " << mtu;
        regime.bound = 0.1;
        const Outcome bounded = RunFlows(regime, flows);
        EXPECT_LE(bounded.lastUs, 1.02 * exact.lastUs) << "MTU " << mtu;
        const bool spares = GetParam().bytes / 10 >= mtu; // a packet, at the least
        if (spares && exact.boundUs > 10 * exact.baseRttUs)
        {
            EXPECT_LT(bounded.lastUs, exact.lastUs) << "MTU " << mtu;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         MltIncastRegimeTest,
                         ::testing::Values(IncastCase{2, 20000},
                                           IncastCase{2, 100000},
                                           IncastCase{3, 100000},
                                           IncastCase{3, 2000000},
                                           IncastCase{8, 500000},
                                           IncastCase{32, 100000},
                                           IncastCase{108, 20000},
                                           IncastCase{108, 100000}));

// ---------------------------------------------------------------------------------------------
// Where every host's link is full, where the fabric is narrow, and where links are slow

TEST(MltRegimeTest, ASingleLongFlowFillsItsLink)
{
    const Outcome outcome = RunFlows({LeafSpine("2x4x4", 0)}, {{0, 7, 20000000}});
    EXPECT_LE(outcome.Ratio(), 1.01);
    EXPECT_EQ(outcome.sent, 1.0);
}

TEST(MltRegimeTest, APermutationAndAllToAllFillTheFabric)
{
    const auto net = LeafSpine("4x8x8", 100000000000);
    EXPECT_LE(RunFlows({net}, Shift(32, 9, 20000000)).Ratio(), 1.05);
    EXPECT_LE(RunFlows({net}, AllToAll(32, 100000)).Ratio(), 1.05);
}

TEST(MltRegimeTest, ANarrowFabricIsFilledAndNotFlooded)
{
    for (const double bound : {0.0, 0.1})
    {
        const Regime regime{LeafSpine("4x2x8", 100000000000), bound};
        const Outcome outcome = RunFlows(regime, AllToAll(32, 100000));
        RecordFigure("ratio", outcome.Ratio());
        EXPECT_LE(outcome.Ratio(), 1.25) << bound;         // control takes 5 % of the links
        EXPECT_LE(outcome.sent, 1.1 + bound / 2) << bound; // what is spared may be dropped
    }
}

TEST(MltRegimeTest, ASlowLinkIsFilledDownToTenThousandToOne)
{
    for (const uint64_t rate : {10000000U, 100000000U, 1000000000U})
    {
        const Outcome outcome = RunFlows({LeafSpine("2x1x2", rate)}, {{0, 3, 400000}});
        EXPECT_LE(outcome.Ratio(), 1.02) << rate;
        EXPECT_LE(outcome.sent, 1.1) << rate;
    }
}

TEST(MltRegimeTest, ManyOverASlowLinkEnd)
{
    const Regime regime{LeafSpine("3x1x2", 10000000)};
    const Outcome tiny = RunFlows(regime, AllToAll(6, 40));
    EXPECT_LE(tiny.sent, 4);
    const Outcome small = RunFlows(regime, AllToAll(6, 20000));
    EXPECT_LE(small.Ratio(), 2);
    EXPECT_LE(small.sent, 1.2);
}

// ---------------------------------------------------------------------------------------------
// Random loss

TEST(MltRegimeTest, RandomLossWithinTheBoundCostsNoTime)
{
    const auto net = LeafSpine("2x4x4", 0);
    const std::vector<Flow> flow{{0, 7, 20000000}};
    const double exact = RunFlows({net}, flow).lastUs;
    EXPECT_LE(RunFlows({net, 0.1, 0.05}, flow).lastUs, exact);
    EXPECT_LE(RunFlows({net, 0, 0.01}, flow).lastUs, 1.1 * exact);
}

TEST(MltRegimeTest, HeavyLossCostsWhatItTakes)
{
    for (const double loss : {0.5, 0.7, 0.9})
    {
        const Outcome outcome = RunFlows({LeafSpine("2x4x4", 0), 0, loss}, {{0, 7, 100000}});
        EXPECT_LE(outcome.sent, std::pow(1 - loss, -2)) << loss;
    }
}

// ---------------------------------------------------------------------------------------------
// Joins, leaves, feedback

TEST(MltRegimeTest, AFreedLinkIsFilledWithinTwentyRoundTrips)
{
    TestBench bench(LeafSpine("2x4x4", 0));
    bench.Send(7, 0, 10000000);
    bench.Send(6, 0, 2500000);
    bench.Send(5, 0, 2500000);
    ASSERT_TRUE(bench.Run());
    const double baseRttPs = static_cast<double>(bench.Net().BaseRttPs());
    const double boundPs = 8e12 / 1e11 * NeededWireBytes(bench.Net().Format(), 15000000, 0);
    EXPECT_LE(bench.LastDeliveryPs() - boundPs, 20 * baseRttPs);
}

TEST(MltRegimeTest, FeedbackTakesAtMostTwoPercentOfALink)
{
    const Outcome outcome =
        RunFlows({LeafSpine("9x16x16", 100000000000)}, Incast(108, 500000, 144));
    EXPECT_LE(outcome.controlOfData, 0.025) << "and a little for the rest of control";
}

} // namespace
} // namespace ns3::mlt
