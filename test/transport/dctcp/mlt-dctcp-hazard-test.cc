// SPDX-License-Identifier: GPL-2.0-only
// DCTCP under random loss and reordering: what must hold whatever happens (see DctcpBench::Run).
#include "transport/dctcp/mlt-dctcp-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-random.h"

#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace ns3::mlt
{
namespace
{

/** What happened in a run, to compare runs with. */
using Outcome = std::vector<std::tuple<uint64_t, int64_t, uint64_t>>;

struct Hazard
{
    double drop;
    bool reorder;
    bool perMessage;
};

Outcome
RunHazard(const Hazard& hazard, uint64_t seed)
{
    PipeOptions options;
    options.hosts = 4;
    options.markBytes = 60000;
    options.bufferBytes = 200000;
    DctcpBench bench(options);
    SmallRandom random(seed);
    bench.network.SetDrop([&](const Frame&) { return random.Unit() < hazard.drop; });
    bench.network.SetExtraDelay([&](const Frame&) {
        return hazard.reorder && random.Below(5) == 0 ? random.Below(5 * PS_PER_US) : 0;
    });
    bench.transport->SetAttribute("ConnectionPerMessage", BooleanValue(hazard.perMessage));
    bench.Install();
    for (uint32_t i = 0; i < 60; ++i)
    {
        const uint32_t source = random.Below(4);
        const uint32_t destination = (source + 1 + random.Below(3)) % 4;
        const uint64_t bytes = 1 + random.Below(random.Below(4) == 0 ? 400000 : 5000);
        bench.SendAt(random.Below(50 * PS_PER_US), source, destination, bytes);
    }
    bench.Run();
    Outcome outcome;
    for (const auto& delivery : bench.deliveries)
    {
        outcome.emplace_back(delivery.id, delivery.atPs, bench.reports.at(delivery.id).sentBytes);
    }
    return outcome;
}

class DctcpHazardTest : public ::testing::TestWithParam<Hazard>
{
};

TEST_P(DctcpHazardTest, EveryByteArrivesAndEveryFrameIsAccountedFor)
{
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        EXPECT_EQ(RunHazard(GetParam(), seed).size(), 60U);
    }
}

INSTANTIATE_TEST_SUITE_P(Hazards,
                         DctcpHazardTest,
                         ::testing::Values(Hazard{0, false, false},
                                           Hazard{0, true, false},
                                           Hazard{0, true, true},
                                           Hazard{0.01, false, false},
                                           Hazard{0.01, false, true},
                                           Hazard{0.1, true, false},
                                           Hazard{0.1, true, true},
                                           Hazard{0.3, false, false},
                                           Hazard{0.3, true, true}));

TEST(DctcpHazardRunTest, TheSameSeedGivesTheSameRun)
{
    const Hazard hazard{0.05, true, false};
    const Outcome once = RunHazard(hazard, 7);
    EXPECT_EQ(once, RunHazard(hazard, 7));
    EXPECT_NE(once, RunHazard(hazard, 8));
}

} // namespace
} // namespace ns3::mlt
