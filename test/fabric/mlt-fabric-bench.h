// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_BENCH_H
#define MLT_FABRIC_BENCH_H

#include "support/mlt-test-protocol.h"

#include "ns3/config.h"
#include "ns3/mlt-fabric.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/rng-seed-manager.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/** A frame that a test sends. */
struct TestFrame
{
    uint32_t source{0};
    uint32_t destination{1};
    uint64_t id{0}; //!< travels in the header
    uint8_t queue{1};
    bool ect{true};
    uint16_t bytes{1538};
    TestType type{TestType::Data};
};

constexpr auto FIRST = static_cast<uint8_t>(TestEnd::First);
constexpr auto SECOND = static_cast<uint8_t>(TestEnd::Second);

/** TestFrame::id of a frame, short or long. */
inline uint64_t
IdOf(const Frame& frame)
{
    return frame.Header<TestHeader>().id;
}

/**
 * A fabric without a transport: frames by hand, and a record of all that arrive. Half of the
 * data is in short frames.
 */
class FabricBench
{
  public:
    struct Arrival
    {
        uint32_t host;
        int64_t atPs;
        TestFrame frame;
        bool ce;
    };

    /** An end of a host that records; it sends only what its hooks give. */
    class End : public FrameEndpoint
    {
      public:
        End(FabricBench& bench, HostPort& port, int64_t latenessPs = 0)
            : m_bench(bench),
              m_port(port),
              m_latenessPs(latenessPs)
        {
        }

        Frame* Pull(int64_t nowPs) override
        {
            return pull ? pull(nowPs) : nullptr;
        }

        int64_t NextPullPs(int64_t nowPs) override
        {
            return nextPullPs ? nextPullPs(nowPs) : NEVER_PS;
        }

        int64_t LatenessPs() const override
        {
            return m_latenessPs;
        }

        void Receive(Frame* frame, int64_t nowPs) override
        {
            EXPECT_EQ(nowPs, NowPs());
            m_bench.received.Add(*frame);
            if (m_bench.recording)
            {
                m_bench.arrivals.push_back({m_port.Host(),
                                            nowPs,
                                            {frame->source,
                                             frame->destination,
                                             IdOf(*frame),
                                             frame->queue,
                                             frame->ect,
                                             frame->wireBytes,
                                             static_cast<TestType>(frame->type)},
                                            frame->ce});
            }
            m_port.Free(frame);
        }

        std::function<Frame*(int64_t)> pull;
        std::function<int64_t(int64_t)> nextPullPs;

      private:
        FabricBench& m_bench;
        HostPort& m_port;
        int64_t m_latenessPs;
    };

    /** @param latenessPs that the ends allow (FrameEndpoint::LatenessPs). */
    explicit FabricBench(NetworkPlan plan,
                         const char* chooser = "ns3::mlt::RandomSpray",
                         uint32_t run = 1,
                         int64_t latenessPs = 0)
    {
        UseFabricResolution();
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(run);
        fabric = CreateObject<Fabric>();
        fabric->Build(std::move(plan), TypeId::LookupByName(chooser), 1);
        for (uint32_t host = 0; host < fabric->Plan().hosts; ++host)
        {
            ends.push_back(std::make_unique<End>(*this, fabric->Host(host), latenessPs));
            fabric->Host(host).Attach(TestProtocol::Get(), FIRST, *ends.back());
        }
    }

    ~FabricBench()
    {
        Simulator::Destroy();
        fabric->Dispose();
        Config::Reset();
    }

    FabricBench(const FabricBench&) = delete;
    FabricBench& operator=(const FabricBench&) = delete;

    /** One leaf with so many hosts: two hops between any two. */
    static NetworkPlan Star(uint32_t hosts,
                            uint64_t bitRate = 100000000000,
                            int64_t delayPs = PS_PER_US)
    {
        return LeafSpine("1x1x" + std::to_string(hosts), bitRate, delayPs, bitRate);
    }

    static NetworkPlan LeafSpine(const std::string& topology,
                                 uint64_t bitRate = 100000000000,
                                 int64_t delayPs = PS_PER_US,
                                 uint64_t uplinkRate = 0)
    {
        LeafSpineSpec spec = ParseLeafSpine(topology);
        spec.hostRate = bitRate;
        spec.uplinkRate = uplinkRate;
        spec.delayPs = delayPs;
        return PlanLeafSpine(spec);
    }

    Frame* Make(const TestFrame& test)
    {
        HostPort& port = fabric->Host(test.source);
        const bool isData = test.type == TestType::Data;
        Frame* frame = isData && test.id % 2 == 0 ? port.NewShortFrame() : port.NewFrame();
        frame->destination = test.destination;
        TestProtocol::Get().Label(*frame, test.type, TestEnd::First);
        frame->queue = test.queue;
        frame->ect = test.ect;
        frame->wireBytes = test.bytes;
        frame->flowHash = test.source * 1000 + test.destination;
        frame->Header<TestHeader>() = {test.id};
        return frame;
    }

    void Send(const TestFrame& test)
    {
        fabric->Host(test.source).Send(Make(test));
    }

    /** Sends at an instant. */
    void SendAt(int64_t ps, const TestFrame& test)
    {
        Simulator::Schedule(FromPs(ps) - Simulator::Now(), [this, test] { Send(test); });
    }

    void RunUntil(int64_t ps)
    {
        Simulator::Stop(FromPs(ps) - Simulator::Now());
        Simulator::Run();
    }

    /** The number of the link of this name. */
    uint32_t LinkNamed(const std::string& name) const
    {
        for (uint32_t i = 0; i < fabric->Plan().links.size(); ++i)
        {
            if (fabric->Plan().LinkName(i) == name)
            {
                return i;
            }
        }
        ADD_FAILURE() << "no link " << name;
        return 0;
    }

    /** The switch port before the link of this name. */
    const SwitchPort& PortNamed(const std::string& name) const
    {
        return *fabric->PortOf(LinkNamed(name));
    }

    /** Ids of what has arrived, in order. */
    std::vector<uint64_t> Ids() const
    {
        std::vector<uint64_t> ids;
        for (const auto& arrival : arrivals)
        {
            ids.push_back(arrival.frame.id);
        }
        return ids;
    }

    /** Sent = received + dropped + in flight, each counted in its own place. */
    void ExpectConserved() const
    {
        FrameCounts accounted = fabric->Dropped();
        accounted += fabric->InFlight();
        accounted += received;
        const FrameCounts sent = fabric->SentByHosts();
        EXPECT_EQ(sent.data.frames, accounted.data.frames);
        EXPECT_EQ(sent.data.bytes, accounted.data.bytes);
        EXPECT_EQ(sent.control.frames, accounted.control.frames);
        EXPECT_EQ(sent.control.bytes, accounted.control.bytes);
        EXPECT_EQ(fabric->Unclaimed().data.frames, 0U);
    }

    Ptr<Fabric> fabric;
    std::vector<std::unique_ptr<End>> ends;
    std::vector<Arrival> arrivals;
    bool recording{true};
    FrameCounts received;
};

/** What the fabric's trace sources tell. */
struct TraceLog
{
    explicit TraceLog(Fabric& fabric)
    {
        fabric.TraceConnectWithoutContext("Send", MakeCallback(&TraceLog::OnSend, this));
        fabric.TraceConnectWithoutContext("Mark", MakeCallback(&TraceLog::OnMark, this));
        fabric.TraceConnectWithoutContext("Drop", MakeCallback(&TraceLog::OnDrop, this));
    }

    struct Entry
    {
        uint32_t link;
        int64_t atPs;
        uint64_t id;
    };

    void OnSend(const PortEvent& event)
    {
        sent.push_back({event.link, event.atPs, IdOf(*event.frame)});
    }

    void OnMark(const PortEvent& event)
    {
        marked.push_back({event.link, event.atPs, IdOf(*event.frame)});
    }

    void OnDrop(const PortEvent& event, DropReason reason)
    {
        dropped[reason].push_back({event.link, event.atPs, IdOf(*event.frame)});
    }

    static std::vector<uint64_t> Ids(const std::vector<Entry>& entries)
    {
        std::vector<uint64_t> ids;
        for (const auto& entry : entries)
        {
            ids.push_back(entry.id);
        }
        return ids;
    }

    std::vector<Entry> sent;
    std::vector<Entry> marked;
    std::map<DropReason, std::vector<Entry>> dropped;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_BENCH_H
