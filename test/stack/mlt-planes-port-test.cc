// SPDX-License-Identifier: GPL-2.0-only
// The same frames through the express plane's switch port and the stack plane's queue disc: equal
// verdicts for every frame, and equal instants. Ties are left out (instants are random): at one
// instant the planes have orders of their own.
#include "fabric/mlt-fabric-bench.h"
#include "mlt-packet-bench.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ipv4.h"
#include "ns3/mlt-random.h"
#include "ns3/string.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t HOSTS = 9; // host 0 receives
constexpr uint32_t FRAMES_PER_HOST = 400;
constexpr double LOAD_PER_HOST = 0.22; // of its link: 1.76 times what the port can send
constexpr uint32_t OVERHEAD = 38;

struct Offered
{
    int64_t atPs;
    TestFrame frame;
};

/** What came of the frames: all that the planes must agree on. */
struct Outcome
{
    struct Arrival
    {
        uint64_t id;
        int64_t atPs;
        bool ce;
    };

    std::vector<Arrival> arrivals;
    std::map<std::string, std::vector<uint64_t>> drops; //!< ids, by reason
};

/** Random frames at random instants; no host sends faster than its link. */
std::vector<Offered>
MakeTraffic(uint64_t seed)
{
    SmallRandom random(seed);
    std::vector<Offered> offered;
    constexpr int64_t PS_PER_BYTE = 80;
    for (uint32_t host = 1; host < HOSTS; ++host)
    {
        int64_t atPs = 1 + random.Below(PS_PER_US);
        for (uint32_t i = 0; i < FRAMES_PER_HOST; ++i)
        {
            const auto queue = static_cast<uint8_t>(random.Below(QUEUES));
            const bool ect = queue != CONTROL_QUEUE && random.Below(2) == 0;
            const auto bytes =
                static_cast<uint16_t>(random.Below(2) == 0 ? 1538 : 84 + random.Below(1538 - 84));
            offered.push_back({atPs,
                               {host,
                                0,
                                host * FRAMES_PER_HOST + i,
                                queue,
                                ect,
                                bytes,
                                queue == CONTROL_QUEUE ? TestType::Control : TestType::Data}});
            const int64_t busy = bytes * PS_PER_BYTE;
            const auto gap = static_cast<uint32_t>(2 * busy * (1 / LOAD_PER_HOST - 1));
            atPs += busy + 1 + random.Below(gap);
        }
    }
    return offered;
}

NetworkPlan
StarPlan()
{
    return LeafSpinePlan("1x1x" + std::to_string(HOSTS), 100000000000, 100000000000);
}

Outcome
OnExpressPlane(const std::vector<Offered>& traffic)
{
    FabricBench bench(StarPlan());
    const TraceLog log(*bench.fabric);
    for (const auto& offered : traffic)
    {
        bench.SendAt(offered.atPs, offered.frame);
    }
    Simulator::Run();
    Outcome outcome;
    for (const auto& arrival : bench.arrivals)
    {
        outcome.arrivals.push_back({arrival.frame.id, arrival.atPs, arrival.ce});
    }
    const std::map<DropReason, const char*> names{
        {DropReason::Selective, MltQueueDisc::DROP_SELECTIVE},
        {DropReason::Full, MltQueueDisc::DROP_FULL},
        {DropReason::PushedOut, MltQueueDisc::DROP_PUSHED_OUT}};
    for (const auto& [reason, entries] : log.dropped)
    {
        outcome.drops[names.at(reason)] = TraceLog::Ids(entries);
    }
    return outcome;
}

/** The stack plane, with packets sent below the transport layer. */
class StackRun
{
  public:
    explicit StackRun(const std::string& policy)
    {
        m_helper.SetAttribute("DropPolicy", StringValue(policy));
        m_network = m_helper.Build(StarPlan());
        const auto& plan = m_network->Plan();
        for (uint32_t link = 0; link < plan.links.size(); ++link)
        {
            const auto drop = MakeCallback(&StackRun::OnDrop, this);
            m_network->QueueOf(link)->TraceConnectWithoutContext("DropBeforeEnqueue", drop);
            m_network->QueueOf(link)->TraceConnectWithoutContext("DropAfterDequeue", drop);
        }
        m_network->Nodes().Get(0)->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeCallback(&StackRun::OnArrival, this));
    }

    void SendAt(const Offered& offered)
    {
        Simulator::Schedule(FromPs(offered.atPs), [this, frame = offered.frame] { Send(frame); });
    }

    Outcome outcome;

  private:
    void Send(const TestFrame& frame)
    {
        const uint32_t payload = frame.bytes - OVERHEAD - IP_HEADER;
        Ipv4Header header = HeaderFor(frame.queue, frame.ect, payload);
        header.SetSource(m_network->Addresses()->AddressOf(frame.source));
        header.SetDestination(m_network->Addresses()->AddressOf(frame.destination));
        const auto ipv4 = m_network->Nodes().Get(frame.source)->GetObject<Ipv4>();
        Socket::SocketErrno error;
        const auto packet = PacketWithId(frame.id, payload);
        const auto route = ipv4->GetRoutingProtocol()->RouteOutput(packet, header, nullptr, error);
        ipv4->SendWithHeader(packet, header, route);
    }

    void OnDrop(Ptr<const QueueDiscItem> item, const char* reason)
    {
        outcome.drops[reason].push_back(IdOf(item->GetPacket()));
    }

    void OnArrival(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
    {
        // half a picosecond for the rounding of ns-3's rates
        const int64_t ps = (NowTick() + TICKS_PER_PS / 2) / TICKS_PER_PS;
        outcome.arrivals.push_back({IdOf(packet), ps, header.GetEcn() == Ipv4Header::ECN_CE});
    }

    StackHelper m_helper;
    Ptr<StackNetwork> m_network;
};

Outcome
OnStackPlane(const std::vector<Offered>& traffic, const std::string& policy)
{
    StackRun run(policy);
    for (const auto& offered : traffic)
    {
        run.SendAt(offered);
    }
    Simulator::Run();
    Outcome outcome = std::move(run.outcome);
    Simulator::Destroy();
    return outcome;
}

class PlanesPortTest : public StackTest
{
  public:
    /** Runs both, and demands equality. @return what the express plane did. */
    static Outcome Compare(uint64_t seed, const std::function<void()>& configure)
    {
        const auto traffic = MakeTraffic(seed);
        configure();
        const Outcome stack = OnStackPlane(traffic, "ns3::mlt::SelectiveDropPolicy");
        const Outcome express = OnExpressPlane(traffic); // resets the configuration
        EXPECT_EQ(stack.drops, express.drops);
        EXPECT_EQ(stack.arrivals.size(), express.arrivals.size());
        size_t unequal = 0;
        for (size_t i = 0; i < std::min(stack.arrivals.size(), express.arrivals.size()); ++i)
        {
            const auto& a = stack.arrivals[i];
            const auto& b = express.arrivals[i];
            unequal += a.id != b.id || a.atPs != b.atPs || a.ce != b.ce;
        }
        EXPECT_EQ(unequal, 0U);
        return express;
    }

    static size_t Marked(const Outcome& outcome)
    {
        size_t marked = 0;
        for (const auto& arrival : outcome.arrivals)
        {
            marked += arrival.ce;
        }
        return marked;
    }
};

void
SetPolicy(const char* attribute, const AttributeValue& value)
{
    Config::SetDefault(std::string("ns3::mlt::SelectiveDropPolicy::") + attribute, value);
}

/**
 * A discipline of another kind: the shortest frame goes first, and for a short one the longest are
 * pushed out (as pFabric does it with flows).
 */
class ShortestFirst : public QueueDiscipline
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("test::ShortestFirst")
                                .SetParent<QueueDiscipline>()
                                .AddConstructor<ShortestFirst>();
        return tid;
    }

    void Configure(const PortParameters&, const Ptr<DropPolicy>&) override
    {
    }

    Verdict Judge(const QueuedFrame& frame, const PortOccupancy& waiting, int64_t) override
    {
        constexpr uint64_t MARK_ABOVE = 10000;
        constexpr uint64_t BUFFER = 30000;
        if (waiting.Bytes() + frame.wireBytes <= BUFFER)
        {
            const bool mark = frame.ect && waiting.Bytes() > MARK_ABOVE;
            return mark ? Verdict::EnqueueMarked : Verdict::Enqueue;
        }
        uint64_t longer = 0;
        for (const QueuedFrame* held : m_frames)
        {
            longer += held->wireBytes > frame.wireBytes ? held->wireBytes : 0;
        }
        return longer >= frame.wireBytes ? Verdict::PushOut : Verdict::DropFull;
    }

    void Enqueue(QueuedFrame& frame) override
    {
        m_frames.push_back(&frame);
    }

    QueuedFrame* Dequeue(ClassSet, int64_t) override
    {
        return m_frames.empty()
                   ? nullptr
                   : Take(std::min_element(m_frames.begin(), m_frames.end(), IsShorter));
    }

    QueuedFrame* PushOut(const QueuedFrame&) override
    {
        return Take(std::max_element(m_frames.begin(), m_frames.end(), IsShorter));
    }

    void ForEach(const std::function<void(const QueuedFrame&)>& visit) const override
    {
        for (const QueuedFrame* frame : m_frames)
        {
            visit(*frame);
        }
    }

  private:
    using Frames = std::vector<QueuedFrame*>;

    static bool IsShorter(const QueuedFrame* a, const QueuedFrame* b)
    {
        return a->wireBytes < b->wireBytes;
    }

    QueuedFrame* Take(Frames::iterator place)
    {
        QueuedFrame* frame = *place;
        m_frames.erase(place);
        return frame;
    }

    Frames m_frames; //!< oldest first
};

NS_OBJECT_ENSURE_REGISTERED(ShortestFirst);

TEST_F(PlanesPortTest, AnotherQueueDisciplineDecidesTheSameOnBoth)
{
    for (uint64_t seed = 11; seed <= 13; ++seed)
    {
        const Outcome outcome = Compare(seed, [] {
            for (const char* plane : {"Fabric", "MltQueueDisc"})
            {
                Config::SetDefault(std::string("ns3::mlt::") + plane + "::QueueDiscipline",
                                   TypeIdValue(ShortestFirst::GetTypeId()));
            }
        });
        EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_PUSHED_OUT).size(), 100U);
        EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_FULL).size(), 100U);
        EXPECT_GT(Marked(outcome), 100U);
    }
}

TEST_F(PlanesPortTest, SelectiveDropWithMarks)
{
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        const Outcome outcome = Compare(seed, [] {});
        EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_SELECTIVE).size(), 50U);
        EXPECT_GT(Marked(outcome), 50U);
    }
}

TEST_F(PlanesPortTest, AShallowBufferWithoutSelectiveDrop)
{
    const Outcome outcome = Compare(4, [] {
        SetPolicy("SelectiveDrop", BooleanValue(false));
        SetPolicy("Buffer", QueueSizeValue(QueueSize("50KB")));
        SetPolicy("ControlBuffer", QueueSizeValue(QueueSize("3KB")));
        SetPolicy("MarkThreshold", QueueSizeValue(QueueSize("10KB")));
    });
    EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_FULL).size(), 500U);
    EXPECT_GT(Marked(outcome), 10U);
}

TEST_F(PlanesPortTest, ThresholdsBelowAFrameActOnlyOnWhatHasToWait)
{
    const Outcome outcome = Compare(8, [] {
        SetPolicy("DropFrontBdp", DoubleValue(0));
        SetPolicy("DropBackBdp", DoubleValue(0));
        SetPolicy("MarkThreshold", QueueSizeValue(QueueSize("1B")));
    });
    EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_SELECTIVE).size(), 100U);
    EXPECT_GT(Marked(outcome), 100U);
}

TEST_F(PlanesPortTest, PushOut)
{
    for (uint64_t seed = 5; seed <= 7; ++seed)
    {
        const Outcome outcome = Compare(seed, [] {
            SetPolicy("PushOut", BooleanValue(true));
            SetPolicy("Buffer", QueueSizeValue(QueueSize("60KB")));
            SetPolicy("DropFrontBdp", DoubleValue(0.15));
            SetPolicy("DropBackBdp", DoubleValue(0.3));
        });
        EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_PUSHED_OUT).size(), 100U);
        EXPECT_GT(outcome.drops.at(MltQueueDisc::DROP_FULL).size(), 100U);
    }
}

} // namespace
} // namespace ns3::mlt
