// SPDX-License-Identifier: GPL-2.0-only
// The NIC pulls: whom it asks, when, and what goes first.
#include "mlt-fabric-bench.h"

#include <algorithm>

namespace ns3::mlt
{
namespace
{

using Ids = std::vector<uint64_t>;
using Instants = std::vector<int64_t>;

constexpr int64_t S = 123040; // service of 1538 bytes at 100 Gbps, ps
constexpr int64_t LATENCY = 2 * (S + PS_PER_US);

class HostNicTest : public ::testing::Test
{
  protected:
    HostNicTest()
        : m_bench(FabricBench::Star(2)),
          m_nic(m_bench.fabric->Host(0)),
          m_end(*m_bench.ends[0])
    {
    }

    /** A source that has frames first to last, the next one every @p gapPs. */
    void Supply(FabricBench::End& end, uint64_t first, uint64_t last, int64_t gapPs = 0)
    {
        auto next = std::make_shared<uint64_t>(first);
        auto allowedPs = std::make_shared<int64_t>(0);
        end.pull = [this, next, allowedPs, last, gapPs](int64_t nowPs) -> Frame* {
            m_pulledPs.push_back(nowPs);
            EXPECT_EQ(nowPs, NowPs());
            if (*next > last || nowPs < *allowedPs)
            {
                return nullptr;
            }
            *allowedPs = nowPs + gapPs;
            return m_bench.Make({0, 1, (*next)++});
        };
        end.nextPullPs = [next, allowedPs, last](int64_t nowPs) {
            return *next > last ? NEVER_PS : std::max(nowPs, *allowedPs);
        };
    }

    /** When each frame's service started, as its arrival tells. */
    Instants Starts() const
    {
        Instants starts;
        for (const auto& arrival : m_bench.arrivals)
        {
            starts.push_back(arrival.atPs - LATENCY);
        }
        return starts;
    }

    static void At(int64_t ps, const std::function<void()>& action)
    {
        Simulator::Schedule(FromPs(ps) - Simulator::Now(), [action] { action(); });
    }

    FabricBench m_bench;
    HostPort& m_nic;
    FabricBench::End& m_end;
    Instants m_pulledPs;
};

TEST_F(HostNicTest, PullsAFrameWheneverItsLinkIsFree)
{
    Supply(m_end, 1, 4);
    At(1000, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(m_bench.Ids(), (Ids{1, 2, 3, 4}));
    EXPECT_EQ(Starts(), (Instants{1000, 1000 + S, 1000 + 2 * S, 1000 + 3 * S}));
    EXPECT_EQ(m_bench.fabric->Pool().Capacity(), 2 * 1024U)
        << "a frame, short or long, is made when it is sent";
}

TEST_F(HostNicTest, SleepsUntilItIsWoken)
{
    Simulator::Run();
    EXPECT_TRUE(m_pulledPs.empty());
    Supply(m_end, 1, 1);
    At(5000, [&] { m_nic.Wake(); });
    At(9000000, [&] {
        Supply(m_end, 2, 2);
        m_nic.Wake();
    });
    Simulator::Run();
    EXPECT_EQ(Starts(), (Instants{5000, 9000000}));
}

TEST_F(HostNicTest, AsksAgainAtTheInstantThatItsSourceNames)
{
    Supply(m_end, 1, 4, 3 * S + 17);
    At(0, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(Starts(), (Instants{0, 3 * S + 17, 2 * (3 * S + 17), 3 * (3 * S + 17)}));
    EXPECT_LE(m_pulledPs.size(), 8U) << "no polling";
}

TEST_F(HostNicTest, AWakeBeforeThatInstantIsHeard)
{
    auto allowedPs = std::make_shared<int64_t>(5000000);
    bool sent = false;
    m_end.pull = [&, allowedPs](int64_t nowPs) -> Frame* {
        if (sent || nowPs < *allowedPs)
        {
            return nullptr;
        }
        sent = true;
        return m_bench.Make({0, 1, 1});
    };
    m_end.nextPullPs = [&, allowedPs](int64_t) { return sent ? NEVER_PS : *allowedPs; };
    At(0, [&] { m_nic.Wake(); });
    At(700000, [&] {
        *allowedPs = 700000; // a feedback has raised the rate
        m_nic.Wake();
    });
    Simulator::Run();
    EXPECT_EQ(Starts(), Instants{700000});
}

TEST_F(HostNicTest, AWakeOfABusyNicWaitsForTheEndOfTheService)
{
    At(0, [&] { m_bench.Send({0, 1, 1}); });
    Supply(m_end, 2, 2);
    At(S / 2, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(m_bench.Ids(), (Ids{1, 2}));
    EXPECT_EQ(Starts(), (Instants{0, S}));
}

TEST_F(HostNicTest, WhatIsSentGoesBeforeWhatIsPulledAndInOrder)
{
    Supply(m_end, 1, 4);
    At(0, [&] { m_nic.Wake(); });
    At(S / 2, [&] {
        m_bench.Send({0, 1, 101, 7}); // whatever its priority
        m_bench.Send({0, 1, 102, 0});
    });
    Simulator::Run();
    EXPECT_EQ(m_bench.Ids(), (Ids{1, 101, 102, 2, 3, 4}));
    EXPECT_EQ(Starts(), (Instants{0, S, 2 * S, 3 * S, 4 * S, 5 * S}));
}

TEST_F(HostNicTest, SendOnAnIdleNicStartsAtOnce)
{
    At(777, [&] { m_bench.Send({0, 1, 1}); });
    Simulator::Run();
    EXPECT_EQ(Starts(), Instants{777});
}

TEST_F(HostNicTest, AnEndpointMaySendWhileItIsPulled)
{
    bool sent = false;
    m_end.pull = [&](int64_t) -> Frame* {
        if (!sent)
        {
            sent = true;
            m_bench.Send({0, 1, 1}); // an acknowledgement, and nothing to pull
            m_nic.Wake();
        }
        return nullptr;
    };
    At(300, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(Starts(), Instants{300});
}

TEST_F(HostNicTest, EndpointsTakeTurns)
{
    FabricBench::End other(m_bench, m_nic);
    m_nic.Attach(TestProtocol::Get(), SECOND, other);
    Supply(m_end, 1, 4);
    Supply(other, 101, 106);
    At(0, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(m_bench.Ids(), (Ids{1, 101, 2, 102, 3, 103, 4, 104, 105, 106}));
    EXPECT_EQ(Starts().back(), 9 * S);
}

TEST_F(HostNicTest, AnEndpointThatHasNothingDoesNotHoldUpTheOther)
{
    FabricBench::End other(m_bench, m_nic);
    m_nic.Attach(TestProtocol::Get(), SECOND, other);
    Supply(m_end, 1, 2, 4 * S);
    Supply(other, 101, 106);
    At(0, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(m_bench.Ids(), (Ids{1, 101, 102, 103, 2, 104, 105, 106}));
}

TEST_F(HostNicTest, OneEndpointMayServeTwoEnds)
{
    m_nic.Attach(TestProtocol::Get(), SECOND, m_end); // attached for data already
    Supply(m_end, 1, 3);
    At(0, [&] { m_nic.Wake(); });
    Simulator::Run();
    EXPECT_EQ(Starts(), (Instants{0, S, 2 * S}));
    EXPECT_LE(m_pulledPs.size(), 5U) << "asked once a service";
}

TEST_F(HostNicTest, DeliversByEnd)
{
    std::vector<uint64_t> got;

    struct Collector : FrameEndpoint
    {
        Collector(HostPort& hostPort, std::vector<uint64_t>& ids)
            : port(hostPort),
              got(ids)
        {
        }

        Frame* Pull(int64_t) override
        {
            return nullptr;
        }

        int64_t NextPullPs(int64_t) override
        {
            return NEVER_PS;
        }

        void Receive(Frame* frame, int64_t) override
        {
            got.push_back(IdOf(*frame));
            port.Free(frame);
        }

        HostPort& port;
        std::vector<uint64_t>& got;
    } stream(m_bench.fabric->Host(1), got);

    m_bench.fabric->Host(1).Attach(TestProtocol::Get(), SECOND, stream);
    At(0, [&] {
        Frame* frame = m_bench.Make({0, 1, 5});
        frame->end = SECOND;
        m_nic.Send(frame);
        m_bench.Send({0, 1, 6});
    });
    Simulator::Run();
    EXPECT_EQ(got, Ids{5});
    EXPECT_EQ(m_bench.Ids(), Ids{6});
}

TEST_F(HostNicTest, GivesShortFrames)
{
    HostPort& second = m_bench.fabric->Host(1);
    Frame* data = second.NewShortFrame();
    Frame* any = second.NewFrame();
    EXPECT_TRUE(data->isShort);
    EXPECT_FALSE(any->isShort);
    EXPECT_EQ(data->source, 1U);
    EXPECT_EQ(any->source, 1U);
    second.Free(data);
    second.Free(any);
    EXPECT_EQ(m_bench.fabric->Pool().InUse(), 0U);
}

} // namespace
} // namespace ns3::mlt
