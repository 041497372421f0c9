// SPDX-License-Identifier: GPL-2.0-only
// No packet-hop allocates memory in steady state.
#include "mlt-allocation-count.h"
#include "mlt-fabric-bench.h"

#include "ns3/object-factory.h"

namespace ns3::mlt
{
namespace
{

TEST(AllocationCountTest, Counts)
{
    const uint64_t before = AllocationCount();
    auto one = std::make_unique<uint64_t>(5);
    auto many = std::make_unique<uint64_t[]>(5);

    struct alignas(64) Line
    {
        uint64_t word;
    };

    auto line = std::make_unique<Line>();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(line.get()) % 64, 0U);
    EXPECT_EQ(AllocationCount() - before, 3U);
}

/** All hosts send at line rate to all others in turn, in all classes, over lossy links. */
class SteadyLoad
{
  public:
    explicit SteadyLoad(const char* chooser)
        : m_bench(FabricBench::LeafSpine("3x2x2", 100000000000, PS_PER_US, 90000000000), chooser)
    {
        // with ns-3's default the scheduler's own map would allocate for each event
        Simulator::SetScheduler(ObjectFactory("ns3::HeapScheduler"));
        m_bench.recording = false;
        for (uint32_t link = 0; link < m_bench.fabric->Plan().links.size(); ++link)
        {
            m_bench.fabric->SetLoss(link, {0.01, false});
        }
        for (uint32_t host = 0; host < 6; ++host)
        {
            auto& end = *m_bench.ends[host];
            end.pull = [this, host](int64_t) { return Next(host); };
            end.nextPullPs = [](int64_t nowPs) { return nowPs; };
            m_bench.fabric->Host(host).Wake();
        }
    }

    /** Runs so long and returns packet-hops and allocations of that time. */
    std::pair<uint64_t, uint64_t> RunFor(int64_t ps)
    {
        m_untilPs += ps;
        Simulator::Stop(FromPs(m_untilPs) - Simulator::Now());
        const FrameCounts before = m_bench.fabric->PacketHops();
        const uint64_t allocations = AllocationCount();
        Simulator::Run();
        const uint64_t made = AllocationCount() - allocations;
        const FrameCounts after = m_bench.fabric->PacketHops();
        return {after.data.frames + after.control.frames - before.data.frames -
                    before.control.frames,
                made};
    }

    FrameCounts Dropped() const
    {
        return m_bench.fabric->Dropped();
    }

  private:
    Frame* Next(uint32_t host)
    {
        const uint64_t n = m_sent[host]++;
        const auto destination = static_cast<uint32_t>((host + 1 + n / 20 % 5) % 6);
        const bool control = n % 9 == 0;
        return m_bench.Make({host,
                             destination,
                             n,
                             static_cast<uint8_t>(control ? 0 : 1 + n % 7),
                             n % 2 == 0,
                             static_cast<uint16_t>(control ? 90 : 1538),
                             control ? TestType::Control : TestType::Data});
    }

    FabricBench m_bench;
    uint64_t m_sent[6]{};
    int64_t m_untilPs{0};
};

TEST(FabricAllocationTest, NoneAPacketHopInSteadyState)
{
    for (const char* chooser :
         {"ns3::mlt::FlowEcmp", "ns3::mlt::RandomSpray", "ns3::mlt::RoundRobinSpray"})
    {
        SteadyLoad load(chooser);
        load.RunFor(500 * PS_PER_US);
        const auto [hops, allocations] = load.RunFor(1000 * PS_PER_US);
        EXPECT_GT(hops, 100000U) << chooser;
        EXPECT_LE(allocations, 20U) << chooser << ", in " << hops << " packet-hops";
        EXPECT_GT(load.Dropped().data.frames, 1000U) << "drops are part of the load";
    }
}

} // namespace
} // namespace ns3::mlt
