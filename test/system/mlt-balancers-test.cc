// SPDX-License-Identifier: GPL-2.0-only
// Balancers in a network: what their papers claim over random spraying and over ECMP.
#include "support/mlt-test-bench.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** Bytes that wait before a fabric's links from leaves to spines, sampled. */
class UplinkQueues
{
  public:
    explicit UplinkQueues(Fabric& fabric)
        : m_fabric(fabric)
    {
        const NetworkPlan& plan = fabric.Plan();
        for (uint32_t link = 0; link < plan.links.size(); ++link)
        {
            if (plan.LinkName(link).rfind("leaf", 0) == 0 &&
                plan.LinkName(link).find("-spine") != std::string::npos)
            {
                m_ports.push_back(fabric.PortOf(link));
            }
        }
    }

    /** Samples every microsecond in an interval. */
    void SampleBetween(int64_t firstUs, int64_t lastUs)
    {
        for (int64_t us = firstUs; us <= lastUs; ++us)
        {
            Simulator::Schedule(MicroSeconds(us), [this] {
                m_fabric.CatchUp();
                for (const SwitchPort* port : m_ports)
                {
                    m_samples.push_back(port->Occupancy().Bytes());
                }
            });
        }
    }

    double Mean() const
    {
        return std::accumulate(m_samples.begin(), m_samples.end(), 0.0) /
               static_cast<double>(m_samples.size());
    }

    uint64_t Percentile99()
    {
        std::sort(m_samples.begin(), m_samples.end());
        return m_samples.at(m_samples.size() * 99 / 100);
    }

  private:
    Fabric& m_fabric;
    std::vector<const SwitchPort*> m_ports;
    std::vector<uint64_t> m_samples;
};

/** What a permutation among all hosts did to the queues before uplinks. */
struct Queues
{
    double mean;
    double percentile99;
    double lastUs; //!< when the last message was delivered
};

/** Hosts of each leaf send to those of the next, at the full rate of all uplinks. */
Queues
RunPermutation(const std::string& chooser)
{
    constexpr uint32_t HOSTS = 32;
    constexpr uint32_t HOSTS_PER_LEAF = 8;
    constexpr uint64_t BYTES = 1000000; // 80 us at 100 Gbit/s
    TestBench::Options options;
    options.topology = "4x4x8";
    options.chooser = chooser;
    TestBench bench(options);
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        bench.Send(host, (host + HOSTS_PER_LEAF) % HOSTS, BYTES);
    }
    UplinkQueues queues(bench.Net());
    queues.SampleBetween(10, 70); // all are under way
    EXPECT_TRUE(bench.Run());
    EXPECT_TRUE(bench.IsConserved());
    for (const auto& entry : bench.deliveries)
    {
        EXPECT_EQ(entry.second.deliveredBytes, BYTES);
    }
    return {queues.Mean(),
            static_cast<double>(queues.Percentile99()),
            static_cast<double>(bench.LastDeliveryPs()) / PS_PER_US};
}

TEST(BalancerTest, QueuesOfDrillAreShorterThanThoseOfRandomSpraying)
{
    const Queues random = RunPermutation("ns3::mlt::RandomSpray");
    const Queues drill = RunPermutation("ns3::mlt::Drill");
    const Queues least = RunPermutation("ns3::mlt::LeastLoaded");
    RecordFigure("random_mean_bytes", random.mean);
    RecordFigure("drill_mean_bytes", drill.mean);
    RecordFigure("leastloaded_mean_bytes", least.mean);
    RecordFigure("random_p99_bytes", random.percentile99);
    RecordFigure("drill_p99_bytes", drill.percentile99);
    RecordFigure("leastloaded_p99_bytes", least.percentile99);
    RecordFigure("random_last_us", random.lastUs);
    RecordFigure("drill_last_us", drill.lastUs);
    RecordFigure("leastloaded_last_us", least.lastUs);
    EXPECT_LT(drill.mean, random.mean / 2);
    EXPECT_LT(drill.percentile99, random.percentile99 / 2);
    EXPECT_LE(drill.lastUs, random.lastUs);
    EXPECT_LE(least.mean, drill.mean) << "which samples approach";
}

constexpr uint32_t UNEVEN_SEEDS = 6;

/**
 * Bursts of 500 KB each 200 us from each host of leaf 0 to one of leaf 1, over DCTCP: 40 % of what
 * the uplinks carry, of which one has 10 Gbit/s for 200, as after a bad negotiation of rates.
 * @return mean flow completion time, microseconds.
 */
double
RunUneven(const std::string& chooser, uint32_t seed)
{
    constexpr uint32_t BURSTS = 10;
    constexpr uint32_t FLOWS = 8;
    constexpr uint64_t BYTES = 500000;
    constexpr uint64_t SLOW_BPS = 10000000000;
    TestBench::Options options;
    options.topology = "2x4x8";
    options.transport = "ns3::mlt::DctcpTransport";
    options.chooser = chooser;
    options.seed = seed;
    TestBench bench(options);
    bench.Net().SetBitRate(LinkNamed(bench, "leaf0-spine0"), SLOW_BPS);
    std::map<uint64_t, int64_t> startPs;
    for (uint32_t burst = 0; burst < BURSTS; ++burst)
    {
        Simulator::Schedule(MicroSeconds(200 * burst), [&] {
            for (uint32_t host = 0; host < FLOWS; ++host)
            {
                startPs[bench.Send(host, FLOWS + host, BYTES)] = NowPs();
            }
        });
    }
    while (bench.deliveries.size() < BURSTS * FLOWS && NowPs() < PS_PER_SECOND)
    {
        bench.RunFor(MilliSeconds(100)); // ends whenever all so far is through
    }
    EXPECT_EQ(bench.deliveries.size(), BURSTS * FLOWS);
    EXPECT_TRUE(bench.IsConserved());
    double sumPs = 0;
    for (const auto& [id, delivery] : bench.deliveries)
    {
        EXPECT_EQ(delivery.deliveredBytes, BYTES);
        sumPs += static_cast<double>(delivery.atPs - startPs[id]);
    }
    return sumPs / PS_PER_US / (BURSTS * FLOWS);
}

TEST(BalancerTest, LetFlowBeatsEcmpOnUnevenPaths)
{
    double ecmpUs = 0;
    double letFlowUs = 0;
    for (uint32_t seed = 1; seed <= UNEVEN_SEEDS; ++seed)
    {
        ecmpUs += RunUneven("ns3::mlt::FlowEcmp", seed) / UNEVEN_SEEDS;
        letFlowUs += RunUneven("ns3::mlt::LetFlow", seed) / UNEVEN_SEEDS;
    }
    RecordFigure("ecmp_mean_fct_us", ecmpUs);
    RecordFigure("letflow_mean_fct_us", letFlowUs);
    EXPECT_LT(letFlowUs, ecmpUs / 2);
}

} // namespace
} // namespace ns3::mlt
