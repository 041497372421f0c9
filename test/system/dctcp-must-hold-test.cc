// SPDX-License-Identifier: GPL-2.0-only
/**
 * What must hold of DCTCP at its defaults on the express plane: it is the baseline that MLT is
 * compared with, and a baseline that is slower than DCTCP is would flatter MLT.
 */
#include "support/mlt-test-bench.h"

#include "ns3/config.h"
#include "ns3/mlt-selective-drop.h"
#include "ns3/string.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t HOST_RATE = 100000000000;
constexpr int64_t PS_PER_BYTE = 80;        // at the host rate
constexpr int64_t PS_PER_UPLINK_BYTE = 20; // at 400 Gbps, the uplinks of 9x4x16
constexpr int64_t DELAY_PS = PS_PER_US;

TestBench::Options
DctcpOptions()
{
    TestBench::Options options;
    options.transport = "ns3::mlt::DctcpTransport";
    options.chooser = "ns3::mlt::FlowEcmp";
    return options;
}

/**
 * As long as the window does not limit: all segments back to back over the host link up to a
 * longest one k, k over the links between, and the segments from k on over the last link:
 *
 *     (all + longest) x 8 / host rate + links between x longest x 8 / uplink rate + links x delay.
 */
int64_t
IdleFctPs(const WireFormat& format, uint64_t bytes, bool sameRack)
{
    const uint64_t full = bytes / format.TcpPayload();
    const auto rest = static_cast<uint32_t>(bytes % format.TcpPayload());
    const uint64_t all = full * format.FullFrame() + (rest ? format.TcpBytes(rest, 0) : 0);
    const auto longest = static_cast<int64_t>(std::min<uint64_t>(all, format.FullFrame()));
    const int64_t onHostLinks = (static_cast<int64_t>(all) + longest) * PS_PER_BYTE;
    return sameRack ? onHostLinks + 2 * DELAY_PS
                    : onHostLinks + 2 * longest * PS_PER_UPLINK_BYTE + 4 * DELAY_PS;
}

void
CheckIdlePath(uint32_t mtu, uint64_t bytes)
{
    for (const bool sameRack : {true, false})
    {
        auto options = DctcpOptions();
        options.mtu = mtu;
        TestBench bench(options);
        bench.Send(3, sameRack ? 0 : 100, bytes);
        ASSERT_TRUE(bench.Run());
        EXPECT_EQ(bench.LastDeliveryPs(), IdleFctPs(bench.Net().Format(), bytes, sameRack))
            << bytes << " bytes at MTU " << mtu << (sameRack ? ", same rack" : ", across");
        EXPECT_EQ(bench.SentBytes(), bytes);
        EXPECT_TRUE(bench.IsConserved());
    }
}

TEST(DctcpIdlePathTest, WithinTheInitialWindowItIsExact)
{
    for (const uint32_t mtu : {1500U, 9000U})
    {
        const uint32_t segment = mtu - 52;
        for (const uint64_t bytes : {1U, 1000U, segment, segment + 1, 10 * segment})
        {
            CheckIdlePath(mtu, bytes);
        }
    }
}

TEST(DctcpIdlePathTest, WithAnAmpleWindowItIsExactAtAnySize)
{
    Config::SetDefault("ns3::mlt::DctcpTransport::InitialWindow", StringValue("100000"));
    for (const uint32_t mtu : {1500U, 9000U})
    {
        for (const uint64_t bytes : {14481U, 100000U, 1000000U, 20000000U})
        {
            CheckIdlePath(mtu, bytes);
        }
    }
    Config::Reset();
}

TEST(DctcpIdlePathTest, SlowStartCostsRoundTripsAndNoMore)
{
    // from 10 segments to a BDP of 68 are three doublings; alone on its path a flow is never
    // marked, so a large message ends at most four base RTTs after the arithmetic
    TestBench bench(DctcpOptions());
    bench.Send(3, 100, 20000000);
    ASSERT_TRUE(bench.Run());
    const int64_t ideal = IdleFctPs(bench.Net().Format(), 20000000, false);
    const double rtts = static_cast<double>(bench.LastDeliveryPs() - ideal) /
                        static_cast<double>(bench.Net().BaseRttPs());
    RecordFigure("slow_start_rtts", rtts);
    EXPECT_GT(rtts, 1);
    EXPECT_LE(rtts, 4);
    EXPECT_EQ(bench.SentBytes(), 20000000U);
}

/** Data bytes of each source over a link, and the mean of the queue before it, in a window. */
class Bottleneck
{
  public:
    Bottleneck(TestBench& bench, uint32_t link, Time from, Time until)
        : bytesOfSource(bench.Net().Plan().hosts, 0),
          m_net(bench.Net()),
          m_port(*m_net.PortOf(link)),
          m_link(link),
          m_fromPs(ToPs(from)),
          m_untilPs(ToPs(until))
    {
        m_net.send.ConnectWithoutContext(MakeCallback(&Bottleneck::OnSend, this));
        Simulator::Schedule(from, [this] { Sample(); });
    }

    double MeanQueueBytes() const
    {
        return m_queueSum / m_samples;
    }

    double Utilization() const
    {
        uint64_t bytes = 0;
        for (const uint64_t share : bytesOfSource)
        {
            bytes += share;
        }
        return bytes * PS_PER_BYTE / static_cast<double>(m_untilPs - m_fromPs);
    }

    double MostQueueBytes() const
    {
        return m_most;
    }

    std::vector<uint64_t> bytesOfSource;

  private:
    void OnSend(const PortEvent& event)
    {
        if (event.link == m_link && event.frame->isData && event.atPs >= m_fromPs &&
            event.atPs < m_untilPs)
        {
            bytesOfSource[event.frame->source] += event.frame->wireBytes;
        }
    }

    void Sample()
    {
        m_net.CatchUp();
        const auto waiting = static_cast<double>(m_port.Occupancy().DataBytes());
        m_queueSum += waiting;
        m_most = std::max(m_most, waiting);
        ++m_samples;
        if (NowPs() < m_untilPs)
        {
            Simulator::Schedule(NanoSeconds(997), [this] { Sample(); });
        }
    }

    Fabric& m_net;
    const SwitchPort& m_port;
    uint32_t m_link;
    int64_t m_fromPs;
    int64_t m_untilPs;
    double m_queueSum{0};
    double m_most{0};
    uint64_t m_samples{0};
};

/**
 * Two flows that start together at one port, 20 ms, of which the first 5 ms are left out.
 * @param unequal how far a share may be from half of the link's, as a part of that.
 */
void
CheckSharing(uint32_t mtu, double unequal)
{
    auto options = DctcpOptions();
    options.mtu = mtu;
    for (uint32_t seed = 1; seed <= 3; ++seed)
    {
        options.seed = seed;
        TestBench bench(options);
        bench.Send(16, 0, 400000000);
        bench.Send(40, 0, 400000000);
        const uint32_t link = LinkNamed(bench, "leaf0-host0");
        Bottleneck port(bench, link, MilliSeconds(5), MilliSeconds(20));
        bench.RunFor(MilliSeconds(20));
        // K is one BDP of the port by default
        const double k = static_cast<double>(bench.Net().BaseRttPs()) / PS_PER_BYTE;
        const auto policy = CreateObject<SelectiveDropPolicy>();
        policy->Configure({HOST_RATE, bench.Net().BaseRttPs()});
        ASSERT_NEAR(policy->MarkThreshold(), k, 1);
        const double a = port.bytesOfSource[16];
        const double b = port.bytesOfSource[40];
        const std::string suffix = "_seed" + std::to_string(seed);
        RecordFigure("utilization" + suffix, port.Utilization());
        RecordFigure("mean_queue_over_k" + suffix, port.MeanQueueBytes() / k);
        RecordFigure("most_queue_over_k" + suffix, port.MostQueueBytes() / k);
        RecordFigure("share_of_half" + suffix, 2 * a / (a + b));
        EXPECT_GE(port.Utilization(), 0.95) << "seed " << seed;
        EXPECT_NEAR(port.MeanQueueBytes() / k, 1, 0.3) << "seed " << seed;
        EXPECT_NEAR(2 * a / (a + b), 1, unequal) << "seed " << seed;
        EXPECT_TRUE(bench.IsConserved());
        EXPECT_EQ(bench.Net().Dropped().data.frames, 0U) << "marks, not drops";
    }
}

TEST(DctcpSharingTest, TwoFlowsFillTheLinkWithTheQueueAtKAndEqualShares)
{
    CheckSharing(1500, 0.1);
}

/**
 * At MTU 9000 a window is some 13 segments, and a cut or a step is a large part of it: 20 ms are
 * too short for shares within 10 % with every seed. Utilization and queue are as above.
 */
TEST(DctcpSharingTest, JumboFramesFillTheLinkWithTheQueueAtK)
{
    CheckSharing(9000, 0.3);
}

} // namespace
} // namespace ns3::mlt
