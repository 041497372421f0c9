// SPDX-License-Identifier: GPL-2.0-only
// Transports under a pause of one class at a host's NIC: that class stands still, the others do
// not, and nothing is lost.
#include "support/mlt-test-bench.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BYTES = 2000000; // 168 us of a host's link
constexpr int64_t FROM = 20 * PS_PER_US;
constexpr int64_t PAUSE = 100 * PS_PER_US;

/** Starts of service of data at one link, by class. */
struct Starts
{
    Starts(Fabric& fabric, uint32_t of)
        : link(of)
    {
        fabric.TraceConnectWithoutContext("Send", MakeCallback(&Starts::OnSend, this));
    }

    void OnSend(const PortEvent& event)
    {
        if (event.link == link && event.frame->payload > 0)
        {
            atPs[event.frame->queue].push_back(event.atPs);
        }
    }

    /** How many start in the pause. */
    size_t InPause(uint8_t queue) const
    {
        const auto& starts = atPs[queue];
        return static_cast<size_t>(
            std::upper_bound(starts.begin(), starts.end(), FROM + PAUSE - 1) -
            std::upper_bound(starts.begin(), starts.end(), FROM));
    }

    uint32_t link;
    std::array<std::vector<int64_t>, QUEUES> atPs;
};

void
PauseClass(TestBench& bench, uint32_t link, uint8_t queue)
{
    Simulator::Schedule(FromPs(FROM), [&bench, link, queue] {
        bench.Net().SetPaused(link, ClassSet::Of(queue));
    });
    Simulator::Schedule(FromPs(FROM + PAUSE), [&bench, link] { bench.Net().SetPaused(link, {}); });
}

TEST(PauseRunTest, MltSendsItsOtherClassesMeanwhile)
{
    TestBench bench({"2x2x4"});
    const uint32_t uplink = LinkNamed(bench, "host0-leaf0");
    const Starts starts(bench.Net(), uplink);
    constexpr uint32_t LAYERS = 7;
    Message message;
    message.bytes = BYTES;
    for (const uint32_t destination : {5, 6}) // each a front and a back layer
    {
        message.destination = destination;
        message.SetLayer(0, LAYERS);
        bench.Send(message);
        message.SetLayer(LAYERS - 1, LAYERS);
        bench.Send(message);
    }
    PauseClass(bench, uplink, FIRST_DATA_QUEUE);
    ASSERT_TRUE(bench.Run());
    EXPECT_TRUE(bench.IsConserved());
    EXPECT_EQ(bench.deliveries.size(), 4U);
    EXPECT_GT(starts.atPs[FIRST_DATA_QUEUE].size(), 2700U) << "all of it, later";
    EXPECT_EQ(starts.InPause(FIRST_DATA_QUEUE), 0U);
    const double linkFrames = static_cast<double>(PAUSE) / 123040;
    EXPECT_GT(static_cast<double>(starts.InPause(QUEUES - 1)), 0.5 * linkFrames);
}

TEST(PauseRunTest, DctcpWaitsAndGoesOn)
{
    TestBench::Options options;
    options.topology = "2x2x4";
    options.transport = "ns3::mlt::DctcpTransport";
    TestBench bench(options);
    const uint32_t uplink = LinkNamed(bench, "host0-leaf0");
    const Starts starts(bench.Net(), uplink);
    bench.Send(0, 5, BYTES);
    bench.Send(1, 6, BYTES);
    PauseClass(bench, uplink, FIRST_DATA_QUEUE);
    ASSERT_TRUE(bench.Run());
    EXPECT_TRUE(bench.IsConserved());
    EXPECT_EQ(starts.InPause(FIRST_DATA_QUEUE), 0U);
    EXPECT_GE(bench.deliveries.at(0).atPs, bench.deliveries.at(1).atPs + PAUSE * 9 / 10);
    EXPECT_EQ(bench.reports.at(0).repairedBytes, 0U) << "a pause is no loss";
}

} // namespace
} // namespace ns3::mlt
