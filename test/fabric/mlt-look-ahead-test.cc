// SPDX-License-Identifier: GPL-2.0-only
// Ports with look-ahead against ports with an event at the end of each service: every service
// start, mark and drop at the same port, at the same instant, of the same frame, in the same order.
#include "support/mlt-test-protocol.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <tuple>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t SCENARIOS = 1000;
constexpr uint64_t LEAST_HOPS = 1000000;
constexpr int64_t GRID_PS = 123040; // a full frame at 100 Gbps: ties are the rule

/** What happened: instant, frame, and what (0 send, 1 mark, 2 + reason drop). */
using Record = std::tuple<int64_t, uint64_t, int>;
using Log = std::vector<std::vector<Record>>; //!< by port

/** A host that sends scripted frames, short and long by turns, and swallows what arrives. */
class Script : public FrameEndpoint
{
  public:
    explicit Script(HostPort& port)
        : m_port(port)
    {
        port.Attach(TestProtocol::Get(), static_cast<uint8_t>(TestEnd::First), *this);
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
        m_port.Free(frame);
    }

    void Send(uint32_t id, uint32_t destination, uint16_t bytes, uint8_t queue, bool ect)
    {
        Frame* frame = id % 2 == 0 ? m_port.NewShortFrame() : m_port.NewFrame();
        frame->destination = destination;
        frame->wireBytes = bytes;
        TestProtocol::Get().Label(*frame, TestType::Data, TestEnd::First);
        frame->queue = queue;
        frame->ect = ect;
        frame->Header<TestHeader>() = {id};
        m_port.Send(frame);
    }

  private:
    HostPort& m_port;
};

/** Takes the port where least waits, the first of equals. */
class ShortestQueue : public PathChooser
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("test::ShortestQueue").SetParent<PathChooser>().AddConstructor<ShortestQueue>();
        return tid;
    }

    uint32_t Choose(const PathRequest& request) override
    {
        uint32_t best = 0;
        for (uint32_t path = 1; path < request.paths; ++path)
        {
            const PathQueues& queues = *request.queues;
            best = queues.QueuedBytes(path) < queues.QueuedBytes(best) ? path : best;
        }
        return best;
    }
};

NS_OBJECT_ENSURE_REGISTERED(ShortestQueue);

/** Everything random of a scenario, drawn from its seed alone. */
class Scenario
{
  public:
    explicit Scenario(uint32_t seed)
        : m_seed(seed),
          m_random(seed)
    {
        m_spec.hostsOfLeaf.assign(1 + m_random.Below(3), 2 + m_random.Below(4));
        m_spec.spines = 1 + m_random.Below(3);
        const uint64_t rates[] = {100000000000, 40000000000, 25000000000, 33333333333};
        m_spec.hostRate = rates[m_random.Below(4)];
        m_spec.uplinkRate = rates[m_random.Below(4)];
        const int64_t delays[] = {0, 1, 123040, 1000000, 3000000};
        m_spec.delayPs = delays[m_random.Below(5)];
        m_pushOut = m_random.Below(2) == 1;
        m_grid = m_random.Below(2) == 1;
        m_burst = 1 + m_random.Below(12);
        m_loss = m_random.Below(3) == 0 ? 0.1 : 0.0;
        m_chooser = m_random.Below(2) ? "ns3::mlt::RandomSpray" : "ns3::mlt::RoundRobinSpray";
        m_mixDelays = m_random.Below(2) == 1;
        m_chooser = m_random.Below(3) == 0 ? "test::ShortestQueue" : m_chooser;
        m_pauses = m_random.Below(3) == 0 ? 1 + m_random.Below(20) : 0;
        m_flaps = m_random.Below(2) == 1;
        m_loseInFlight = m_random.Below(2) == 1;
    }

    /** Runs it. @return the log, and the hops in @p hops. */
    Log Run(bool lookAhead, uint64_t& hops);

  private:
    NetworkPlan Plan() const;
    void Inject(std::vector<std::unique_ptr<Script>>& hosts);
    void Meddle(const Ptr<Fabric>& fabric);
    void Listen(Fabric& fabric, Log& log);

    uint32_t m_seed;
    SmallRandom m_random;
    LeafSpineSpec m_spec;
    bool m_pushOut;
    bool m_grid;
    uint32_t m_burst;
    double m_loss;
    std::string m_chooser;
    bool m_mixDelays; //!< each link has a delay of its own
    uint32_t m_pauses;
    bool m_flaps; //!< links go down and up
    bool m_loseInFlight;
};

NetworkPlan
Scenario::Plan() const
{
    NetworkPlan plan = PlanLeafSpine(m_spec);
    SmallRandom random(m_seed + 3000000);
    const int64_t delays[] = {1, 300000, 1000000, 5000000000, 0};
    const uint32_t kinds = 2 + random.Below(4); // one link without delay, and a switch is not ahead
    for (auto& link : plan.links)
    {
        link.delayPs = m_mixDelays ? delays[random.Below(kinds)] : link.delayPs;
    }
    return plan;
}

void
Scenario::Inject(std::vector<std::unique_ptr<Script>>& hosts)
{
    SmallRandom random(m_seed + 1000000);
    constexpr int64_t SPAN_PS = 40 * PS_PER_US;
    uint32_t id = 0;
    for (uint32_t i = 0; i < 420 / m_burst; ++i)
    {
        int64_t at = static_cast<int64_t>(random.Below(SPAN_PS));
        at = m_grid ? at / GRID_PS * GRID_PS : at;
        for (uint32_t b = 0; b < m_burst; ++b)
        {
            const auto count = static_cast<uint32_t>(hosts.size());
            const uint32_t from = random.Below(count);
            const uint32_t hot = random.Below(3) ? 0 : random.Below(count);
            const uint32_t to = hot == from ? (from + 1) % count : hot;
            const auto bytes = static_cast<uint16_t>(m_grid ? 1538 : 84 + random.Below(1455));
            const auto queue = static_cast<uint8_t>(random.Below(QUEUES));
            const bool ect = random.Below(2) == 1;
            Script* script = hosts[from].get();
            const uint32_t name = ++id;
            Simulator::Schedule(TimeStep(static_cast<uint64_t>(at * TICKS_PER_PS + TIMER_PHASE)),
                                [=] { script->Send(name, to, bytes, queue, ect); });
        }
    }
}

/** Changes of rates, losses and links, pauses, and somebody who reads the queues. */
void
Scenario::Meddle(const Ptr<Fabric>& fabric)
{
    SmallRandom random(m_seed + 2000000);
    const auto when = [&random, this] {
        int64_t at = random.Below(40 * PS_PER_US);
        at = m_grid ? at / GRID_PS * GRID_PS : at; // services begin there, too
        const int64_t phase = random.Below(2) ? 0 : TIMER_PHASE;
        return TimeStep(static_cast<uint64_t>(at * TICKS_PER_PS + phase));
    };
    for (uint32_t i = 0; i < 3; ++i)
    {
        const uint32_t link = random.Below(static_cast<uint32_t>(fabric->Plan().links.size()));
        const uint64_t rate = random.Below(2) ? 10000000000 : 100000000000;
        Simulator::Schedule(when(), [=] { fabric->SetBitRate(link, rate); });
        Simulator::Schedule(when(), [=] { fabric->SetLoss(link, {0.5, true}); });
        Simulator::Schedule(when(), [=] { fabric->CatchUp(); });
        if (m_flaps)
        {
            Simulator::Schedule(when(), [=] { fabric->SetLinkUp(link, false); });
            Simulator::Schedule(when(), [=] { fabric->SetLinkUp(link, true); });
        }
    }
    const auto links = static_cast<uint32_t>(fabric->Plan().links.size());
    for (uint32_t i = 0; i < m_pauses; ++i)
    {
        const uint32_t link = random.Below(links);
        const auto classes = ClassSet(static_cast<uint8_t>(random.Below(256)));
        Simulator::Schedule(when(), [=] { fabric->SetPaused(link, classes); });
    }
    for (uint32_t link = 0; m_pauses > 0 && link < links; ++link)
    {
        Simulator::Schedule(FromPs(41 * PS_PER_US), [=] { fabric->SetPaused(link, {}); });
    }
}

void
Scenario::Listen(Fabric& fabric, Log& log)
{
    const size_t links = fabric.Plan().links.size();
    log.resize(2 * links); // what has no route is told of by the switch at the link's end, not by
                           // the port before it: it has an order of its own
    const auto add = [&log, links](const PortEvent& event, int what) {
        const bool atEnd = what == 2 + static_cast<int>(DropReason::NoRoute);
        log[event.link + (atEnd ? links : 0)].emplace_back(event.atPs,
                                                           event.frame->Header<TestHeader>().id,
                                                           what);
    };
    using Sink = std::function<void(const PortEvent&)>;
    fabric.TraceConnectWithoutContext(
        "Send",
        Callback<void, const PortEvent&>(Sink([add](const PortEvent& e) { add(e, 0); })));
    fabric.TraceConnectWithoutContext(
        "Mark",
        Callback<void, const PortEvent&>(Sink([add](const PortEvent& e) { add(e, 1); })));
    using DropSink = std::function<void(const PortEvent&, DropReason)>;
    fabric.TraceConnectWithoutContext(
        "Drop",
        Callback<void, const PortEvent&, DropReason>(DropSink(
            [add](const PortEvent& e, DropReason r) { add(e, 2 + static_cast<int>(r)); })));
}

Log
Scenario::Run(bool lookAhead, uint64_t& hops)
{
    RngSeedManager::SetRun(m_seed);
    Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::Buffer", QueueSizeValue(QueueSize("20KB")));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::MarkThreshold",
                       QueueSizeValue(QueueSize("6KB")));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::PushOut", BooleanValue(m_pushOut));
    Config::SetDefault("ns3::mlt::Fabric::LoseInFlight", BooleanValue(m_loseInFlight));
    Config::SetDefault("ns3::mlt::Fabric::DetectionDelay", TimeValue(MicroSeconds(5)));
    auto fabric = CreateObject<Fabric>();
    fabric->Build(Plan(), TypeId::LookupByName(m_chooser), 1);
    std::vector<std::unique_ptr<Script>> hosts;
    for (uint32_t host = 0; host < fabric->Plan().hosts; ++host)
    {
        hosts.push_back(std::make_unique<Script>(fabric->Host(host)));
    }
    for (uint32_t link = 0; link < fabric->Plan().links.size(); ++link)
    {
        fabric->SetLoss(link, {m_loss, true});
    }
    Log log;
    Listen(*fabric, log);
    Inject(hosts);
    Meddle(fabric);
    Simulator::Run();
    hops += fabric->PacketHops().data.frames;
    EXPECT_EQ(fabric->InFlight().data.frames, 0U);
    Simulator::Destroy();
    fabric->Dispose();
    Config::Reset();
    return log;
}

TEST(LookAhead, GivesTheSameRecordsAsAnEventAtTheEndOfEachService)
{
    UseFabricResolution();
    uint64_t hops = 0;
    uint64_t reference = 0;
    uint64_t marks = 0;
    uint64_t pushedOut = 0;
    uint64_t selective = 0;
    uint64_t linkDown = 0;
    uint64_t noRoute = 0;
    for (uint32_t seed = 1; seed <= SCENARIOS || hops < LEAST_HOPS; ++seed)
    {
        const Log fast = Scenario(seed).Run(true, hops);
        const Log plain = Scenario(seed).Run(false, reference);
        ASSERT_EQ(fast.size(), plain.size());
        for (size_t port = 0; port < fast.size(); ++port)
        {
            ASSERT_EQ(fast[port], plain[port]) << "scenario " << seed << ", port " << port;
            for (const auto& record : fast[port])
            {
                marks += std::get<2>(record) == 1;
                selective += std::get<2>(record) == 2 + static_cast<int>(DropReason::Selective);
                pushedOut += std::get<2>(record) == 2 + static_cast<int>(DropReason::PushedOut);
                linkDown += std::get<2>(record) == 2 + static_cast<int>(DropReason::LinkDown);
                noRoute += std::get<2>(record) == 2 + static_cast<int>(DropReason::NoRoute);
            }
        }
    }
    EXPECT_EQ(hops, reference);
    EXPECT_GE(hops, LEAST_HOPS);
    // the scenarios are worth something only if all decisions occur in them
    EXPECT_GT(marks, 1000U);
    EXPECT_GT(selective, 1000U);
    EXPECT_GT(pushedOut, 1000U);
    EXPECT_GT(linkDown, 1000U);
    EXPECT_GT(noRoute, 1000U);
}

} // namespace
} // namespace ns3::mlt
