// SPDX-License-Identifier: GPL-2.0-only
// Who sends to whom in the benchmark.
#include "benchmark/mlt-benchmark-traffic.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace ns3::mlt
{
namespace
{

TEST(BenchmarkTrafficTest, APermutationHasEachHostSendAndReceiveOnceAndNeverItself)
{
    for (uint32_t hosts : {4U, 5U, 144U, 1024U})
    {
        std::set<uint32_t> sources;
        std::set<uint32_t> destinations;
        for (const Flow& flow : FlowsOf("permutation", hosts, 1))
        {
            EXPECT_NE(flow.source, flow.destination);
            EXPECT_LT(flow.source, hosts);
            EXPECT_LT(flow.destination, hosts);
            sources.insert(flow.source);
            destinations.insert(flow.destination);
        }
        EXPECT_EQ(sources.size(), hosts);
        EXPECT_EQ(destinations.size(), hosts);
    }
}

TEST(BenchmarkTrafficTest, AnIncastHasThreeSendersForEachReceiver)
{
    std::set<uint32_t> senders;
    std::map<uint32_t, uint32_t> flowsOfReceiver;
    for (const Flow& flow : FlowsOf("incast", 144, 1))
    {
        EXPECT_TRUE(senders.insert(flow.source).second);
        ++flowsOfReceiver[flow.destination];
    }
    EXPECT_EQ(senders.size(), 108U);
    EXPECT_EQ(flowsOfReceiver.size(), 36U);
    for (const auto& [receiver, flows] : flowsOfReceiver)
    {
        EXPECT_EQ(flows, 3U);
        EXPECT_EQ(senders.count(receiver), 0U) << "no host has two roles";
    }
}

TEST(BenchmarkTrafficTest, TheSeedDecides)
{
    const auto same = [](const std::string& name, uint64_t a, uint64_t b) {
        const auto first = FlowsOf(name, 144, a);
        const auto second = FlowsOf(name, 144, b);
        return std::equal(first.begin(),
                          first.end(),
                          second.begin(),
                          second.end(),
                          [](const Flow& x, const Flow& y) {
                              return x.source == y.source && x.destination == y.destination;
                          });
    };
    for (const char* name : {"permutation", "incast"})
    {
        EXPECT_TRUE(same(name, 1, 1));
        EXPECT_FALSE(same(name, 1, 2));
    }
}

TEST(BenchmarkTrafficTest, RefusesWhatItDoesNotKnow)
{
    const auto error = [](const std::string& name, uint32_t hosts) -> std::string {
        try
        {
            FlowsOf(name, hosts, 1);
        }
        catch (const InputError& refusal)
        {
            return refusal.what();
        }
        return "accepted";
    };
    EXPECT_EQ(error("ring", 144), "--traffic: expected permutation or incast, got \"ring\"");
    EXPECT_EQ(error("incast", 3), "--topology: expected at least 4 hosts, got 3");
    EXPECT_EQ(error("incast", 4), "accepted");
}

} // namespace
} // namespace ns3::mlt
