// SPDX-License-Identifier: GPL-2.0-only
// Transports across a cable that goes down and up in mid-run: all is delivered, and when.
#include "support/mlt-device-bench.h"
#include "support/mlt-test-bench.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/mlt-datacenter-tcp.h"
#include "ns3/mlt-link-events.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BYTES = 20000000; // 1.6 ms at 100 Gbit/s
constexpr uint32_t FLOWS = 4;

/** Four flows of 100 Gbit/s from leaf 0 to leaf 1, which fill two uplinks of 200 Gbit/s. */
class LinkFailureTest : public ::testing::TestWithParam<std::string>
{
  protected:
    /** @return when the last flow is delivered, seconds. */
    static double Run(bool withFailure, int64_t downPs, int64_t upPs)
    {
        TestBench::Options options;
        options.topology = "2x2x4";
        options.transport = GetParam();
        options.chooser = "ns3::mlt::RoundRobinSpray";
        TestBench bench(options);
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            bench.Send(flow, FLOWS + flow, BYTES);
        }
        if (withFailure)
        {
            TakeLinkDownAt(&bench.Net(), "leaf0-spine1", FromPs(downPs));
            BringLinkUpAt(&bench.Net(), "leaf0-spine1", FromPs(upPs));
        }
        EXPECT_TRUE(bench.Run(Seconds(60))) << "all is delivered";
        EXPECT_TRUE(bench.IsConserved());
        for (const auto& entry : bench.deliveries)
        {
            EXPECT_EQ(entry.second.deliveredBytes, BYTES);
        }
        return static_cast<double>(bench.LastDeliveryPs()) / PS_PER_SECOND;
    }
};

TEST_P(LinkFailureTest, AllIsDeliveredOverTheOtherSpineAtHalfTheRate)
{
    const double whole = Run(false, 0, 0);
    // down after 0.2 ms and for good: what is left has half of the links
    constexpr double DOWN_S = 0.2e-3;
    const double halved = Run(true, PS_PER_SECOND / 5000, 50 * PS_PER_SECOND);
    RecordFigure("whole_ms", whole * 1e3);
    RecordFigure("halved_ms", halved * 1e3);
    const double ideal = 8.0 * BYTES * FLOWS / 400e9;
    const double bound = DOWN_S + (ideal - DOWN_S) * 2;
    EXPECT_GE(halved, bound) << "no faster than arithmetic says";
    constexpr double TIMEOUTS_S = 20e-3; // two of DCTCP's least
    EXPECT_LE(halved, bound + TIMEOUTS_S) << "and later by what timeouts take at most";
}

TEST_P(LinkFailureTest, AllIsDeliveredAcrossDownAndUp)
{
    const double whole = Run(false, 0, 0);
    const double across = Run(true, PS_PER_SECOND / 5000, PS_PER_SECOND / 1000);
    RecordFigure("across_ms", across * 1e3);
    EXPECT_GT(across, whole);
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         LinkFailureTest,
                         ::testing::Values("ns3::mlt::MltTransport", "ns3::mlt::DctcpTransport"),
                         [](const auto& instance) {
                             return instance.param == "ns3::mlt::MltTransport" ? "Mlt" : "Dctcp";
                         });

TEST(LinkFailureOfTcpTest, Ns3sTcpOverTheExpressDeviceGoesOnAfterwards)
{
    DatacenterTcp().Apply();
    DeviceBench bench({});
    constexpr uint16_t PORT = 9;
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const ApplicationContainer sinks = sink.Install(bench.Host(0));
    BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(bench.AddressOf(0), PORT));
    bulk.SetAttribute("MaxBytes", UintegerValue(BYTES));
    bulk.Install(bench.Host(1));
    TakeLinkDownAt(bench.fabric, "leaf0-host0", FromPs(PS_PER_SECOND / 2000));
    BringLinkUpAt(bench.fabric, "leaf0-host0", FromPs(PS_PER_SECOND / 200));
    bench.RunUntil(MilliSeconds(4));
    EXPECT_LT(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(), BYTES) << "cut in mid-run";
    EXPECT_GT(bench.fabric->Dropped().data.frames, 0U);
    bench.RunUntil(Seconds(2));
    EXPECT_EQ(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(), BYTES);
    bench.ExpectConserved();
}

} // namespace
} // namespace ns3::mlt
