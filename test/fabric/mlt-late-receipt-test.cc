// SPDX-License-Identifier: GPL-2.0-only
// Hosts that handle late what arrives, against hosts that handle it in time: the same receipts and
// the same frames on all links at the same instants, with fewer events; and nothing is later than
// its patience allows.
#include "mlt-fabric-bench.h"

#include "ns3/boolean.h"
#include "ns3/mlt-random.h"

#include <algorithm>
#include <set>

namespace ns3::mlt
{
namespace
{

constexpr int64_t S = 123040; // service of 1538 bytes at 100 Gbps, ps
constexpr uint32_t HOSTS = 5;
constexpr uint32_t MOST_DEPTH = 3; // of answers to answers
constexpr int64_t FIRST_ARRIVAL_PHASE = 1;

/** What counts in all scenarios of a run together. */
struct Tally
{
    uint64_t receipts{0};
    uint64_t late{0};        //!< handled after their instant
    uint64_t promptBytes{0}; //!< payload handled at its very tick
    uint64_t promptPeers{0}; //!< frames of a peer for which somebody asked for punctuality
    uint64_t answers{0};
    uint64_t timers{0};
    uint64_t unclaimed{0};
    uint64_t events{0};
    int64_t mostLatePs{0};
};

/** What is alike at all hosts of a scenario. */
struct Habits
{
    uint64_t seed;
    int64_t latenessPs;
    int64_t receiptLatenessPs;
};

using Receipts = std::vector<std::pair<int64_t, uint64_t>>; //!< instant, frame

/** What becomes of a host in a run. */
struct HostRecord
{
    Receipts receipts;
    FrameCounts received;
    // apart: a frame to be sent may be made before earlier ones are pulled, and answers sent
    uint32_t answerIds{0};
    uint32_t sentIds{0x40000};
    uint32_t pulledIds{0x80000};
    int64_t exactFromTick{NEVER_TICK}; //!< what arrives later must be handled at its tick
    int64_t mostLatePs{0};             //!< allowed
};

/** An end of a host that answers, sends by and by, and asks for punctuality, as frames' ids say. */
class Peer final : public FrameEndpoint
{
  public:
    Peer(const Habits& habits, HostPort& port, HostRecord& record, Tally& tally)
        : m_habits(habits),
          m_port(port),
          m_record(record),
          m_tally(tally),
          m_asked(HOSTS, 0),
          m_askedTick(HOSTS, 0)
    {
    }

    Frame* Pull(int64_t nowPs) override
    {
        EXPECT_LE(nowPs, NowPs());
        if (m_waiting.empty() || nowPs < m_allowedPs)
        {
            return nullptr;
        }
        m_allowedPs = nowPs + m_gapPs;
        const uint32_t depth = m_waiting.back();
        m_waiting.pop_back();
        return Make(m_record.pulledIds++, depth);
    }

    int64_t NextPullPs(int64_t nowPs) override
    {
        return m_waiting.empty() ? NEVER_PS : std::max(nowPs, m_allowedPs);
    }

    int64_t LatenessPs() const override
    {
        return m_habits.latenessPs;
    }

    int64_t ReceiptLatenessPs() const override
    {
        return m_habits.receiptLatenessPs;
    }

    void Receive(Frame* frame, int64_t nowPs) override
    {
        CheckLateness(*frame, nowPs);
        const uint64_t id = IdOf(*frame);
        const uint32_t depth = frame->Data().pairSequence;
        const uint32_t source = frame->source;
        EXPECT_EQ(frame->destination, m_port.Host());
        EXPECT_TRUE(m_record.receipts.empty() || m_record.receipts.back().first < nowPs);
        m_record.receipts.emplace_back(nowPs, id);
        m_record.received.Add(*frame);
        m_port.Free(frame);
        if (depth < MOST_DEPTH)
        {
            Answer(Mix64(m_habits.seed, id), source, depth + 1, nowPs);
        }
    }

    /** Frames that will be pulled. */
    void HandOver(uint32_t frames, uint32_t depth = 0)
    {
        m_port.CatchUp();
        m_waiting.insert(m_waiting.end(), frames, depth);
        m_port.Wake();
    }

    void SetPace(int64_t gapPs, int64_t nowPs)
    {
        m_port.CatchUp();
        m_gapPs = gapPs;
        m_allowedPs = nowPs + gapPs / 2;
        m_port.Wake();
    }

    /** Does not catch up before that. */
    void SendOne()
    {
        m_port.Send(Make(m_record.sentIds++, 0));
    }

    /** Asks, if nobody has or @p again; else gives back. */
    void BePunctual(uint32_t peer, bool again)
    {
        const bool wanted = m_asked[peer] == 0 || again;
        m_askedTick[peer] = m_asked[peer] == 0 ? NowTick() : m_askedTick[peer];
        m_asked[peer] += wanted ? 1 : -1;
        m_port.BePunctual(peer, wanted);
    }

  private:
    void CheckLateness(const Frame& frame, int64_t nowPs)
    {
        const int64_t tick = nowPs * TICKS_PER_PS + FIRST_ARRIVAL_PHASE; // one link leads here
        m_batchBytes = NowTick() == m_batchTick ? m_batchBytes : 0;
        m_batchTick = NowTick();
        m_batchBytes += frame.payload;
        ++m_tally.receipts;
        const bool asked = m_asked[frame.source] > 0 && tick > m_askedTick[frame.source];
        if (NowTick() == tick)
        {
            m_tally.promptBytes += frame.payload;
            m_tally.promptPeers += asked;
            return;
        }
        ASSERT_GT(NowTick(), tick);
        const int64_t latePs = NowPs() - nowPs;
        m_tally.late += latePs > 0;
        m_tally.mostLatePs = std::max(m_tally.mostLatePs, latePs);
        EXPECT_LE(latePs, m_record.mostLatePs);
        EXPECT_GT(uint64_t{1} << frame.patience, m_port.MostLateBytes()) << "it is impatient";
        EXPECT_LE(m_batchBytes, m_port.MostLateBytes());
        EXPECT_FALSE(asked) << "it must be punctual";
        EXPECT_LT(tick, m_record.exactFromTick) << "somebody here is impatient";
    }

    /** All that a receipt may do. */
    void Answer(uint64_t hash, uint32_t source, uint32_t depth, int64_t nowPs)
    {
        switch (hash % 16)
        {
        case 0:
        case 1:
        case 2:
            ++m_tally.answers;
            m_port.Send(Make(m_record.answerIds++, depth));
            m_port.Send(Make(m_record.answerIds++, depth));
            break;
        case 3:
        case 4:
            HandOver(1 + (hash >> 8) % 4, depth);
            break;
        case 5:
            BePunctual(source, (hash >> 8) % 3 == 0);
            break;
        case 6:
            SetTimer(nowPs + m_habits.receiptLatenessPs + static_cast<int64_t>((hash >> 8) % S));
            break;
        case 7:
            SetPace((hash >> 8) % 2 ? 0 : static_cast<int64_t>((hash >> 16) % PS_PER_US), nowPs);
            break;
        case 8:
            m_port.CatchUp();
            break;
        case 9:
            m_port.Wake();
            break;
        default:
            break;
        }
    }

    void SetTimer(int64_t atPs)
    {
        m_dues.insert(atPs);
        m_timer.Set(*m_dues.begin());
    }

    void Expired()
    {
        m_port.CatchUp();
        ++m_tally.timers;
        while (!m_dues.empty() && *m_dues.begin() <= NowPs())
        {
            m_dues.erase(m_dues.begin());
            m_port.Send(Make(m_record.answerIds++, 1));
            HandOver(2, 1);
        }
        if (!m_dues.empty())
        {
            m_timer.Set(*m_dues.begin());
        }
    }

    /** A frame of the host; where it goes and what it is, its id decides. */
    Frame* Make(uint32_t number, uint32_t depth)
    {
        static const Ptr<const MessageDescription> message =
            Create<MessageDescription>(MessageFields{});
        const uint32_t id = m_port.Host() << 20 | number;
        SmallRandom random(Mix64(m_habits.seed + 1, id));
        const bool isData = random.Below(3) > 0;
        Frame* frame = isData && random.Below(2) ? m_port.NewDataFrame() : m_port.NewFrame();
        EXPECT_EQ(frame->patience, 0) << "nobody has set it yet";
        const uint32_t other = (m_port.Host() + 1 + random.Below(HOSTS - 1)) % HOSTS;
        frame->destination = m_port.Host() > 0 && random.Below(2) ? 0 : other;
        frame->kind = isData ? FrameKind::Data : FrameKind::Feedback;
        frame->port = random.Below(20) ? Port::MltReceiver : Port::Stream;
        frame->queue = static_cast<uint8_t>(isData ? 1 + random.Below(3) : 0);
        frame->ect = random.Below(2) == 1;
        frame->payload = static_cast<uint16_t>(isData ? 1 + random.Below(1454) : 0);
        frame->wireBytes = static_cast<uint16_t>(84 + frame->payload);
        frame->flowHash = id;
        frame->Data() = {0, id, depth};
        const uint8_t patiences[] = {0, 1, 13, 14, 15, 16, 17, 18, 20, 24, 32, 62, 63, 63, 63, 63};
        frame->patience = patiences[random.Below(16)];
        if (isData)
        {
            frame->attachment = message;
        }
        return frame;
    }

    const Habits m_habits;
    HostPort& m_port;
    HostRecord& m_record;
    Tally& m_tally;
    std::vector<uint32_t> m_waiting; //!< depths of frames to be pulled
    int64_t m_allowedPs{0};
    int64_t m_gapPs{0};
    std::vector<int> m_asked;         //!< for punctuality, by peer
    std::vector<int64_t> m_askedTick; //!< since when
    std::multiset<int64_t> m_dues;
    Deadline m_timer{[this] { Expired(); }};
    int64_t m_batchTick{-1};
    uint64_t m_batchBytes{0};
};

struct Outcome
{
    std::vector<Receipts> receipts;            //!< by host
    std::vector<Receipts> sent;                //!< by link
    std::vector<std::vector<uint64_t>> counts; //!< at some instants
};

/** Things that happen on a star, decided by a seed alone. */
class Scenario
{
  public:
    explicit Scenario(uint32_t seed)
        : m_seed(seed)
    {
        SmallRandom random(seed);
        const int64_t delays[] = {0, 1, S, PS_PER_US, PS_PER_US, 5 * PS_PER_US};
        const int64_t latenesses[] = {1, 1000, S, 3 * S, 300 * PS_PER_US, 300 * PS_PER_US};
        const uint64_t rates[] = {100000000000, 33333333333};
        m_delayPs = delays[random.Below(6)];
        m_mixDelays = random.Below(4) == 0;
        m_bitRate = rates[random.Below(2)];
        m_habits.seed = seed;
        m_habits.receiptLatenessPs = latenesses[random.Below(6)];
        m_habits.latenessPs = random.Below(3) ? 300 * PS_PER_US : latenesses[random.Below(6)];
        m_grid = random.Below(2) == 1;
        m_express = random.Below(2) == 1;
    }

    Outcome Run(bool lookAhead, Tally& tally)
    {
        Config::SetDefault("ns3::mlt::Fabric::LookAhead", BooleanValue(lookAhead));
        UseFabricResolution();
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(m_seed);
        if (m_express)
        {
            Simulator::SetImplementation(CreateObject<ExpressSimulatorImpl>());
        }
        m_tally = &tally;
        m_outcome = {};
        m_fabric = CreateObject<Fabric>();
        m_fabric->Build(Plan(), TypeId::LookupByName("ns3::mlt::RandomSpray"), 1);
        const auto trace = std::make_unique<TraceLog>(*m_fabric);
        m_records.assign(HOSTS, {});
        for (uint32_t host = 0; host < HOSTS; ++host)
        {
            Attach(host, Port::MltReceiver, m_habits);
        }
        const uint64_t before = Simulator::GetEventCount();
        Act();
        Simulator::Run();
        tally.events += Simulator::GetEventCount() - before;
        Note();
        tally.unclaimed += m_fabric->Unclaimed().data.frames;
        EXPECT_EQ(m_fabric->Pool().InUse(), 0U);
        for (const auto& record : m_records)
        {
            m_outcome.receipts.push_back(record.receipts);
        }
        m_outcome.sent.resize(m_fabric->Plan().links.size());
        for (const auto& entry : trace->sent)
        {
            m_outcome.sent[entry.link].emplace_back(entry.atPs, entry.id);
        }
        Simulator::Destroy();
        m_peers.clear();
        m_fabric->Dispose();
        Config::Reset();
        return std::move(m_outcome);
    }

  private:
    NetworkPlan Plan() const
    {
        NetworkPlan plan = FabricBench::Star(HOSTS, m_bitRate, m_delayPs);
        SmallRandom random(m_seed + 1000000);
        const int64_t delays[] = {1, 300000, PS_PER_US, 7 * PS_PER_US};
        for (auto& link : plan.links)
        {
            link.delayPs = m_mixDelays ? delays[random.Below(4)] : link.delayPs;
        }
        return plan;
    }

    int64_t UplinkDelayPs(uint32_t host) const
    {
        return m_fabric->Plan().links[m_fabric->Plan().HostUplinks()[host]].delayPs;
    }

    Peer& Attach(uint32_t host, Port port, const Habits& habits)
    {
        HostRecord& record = m_records[host];
        HostPort& nic = m_fabric->Host(host);
        m_peers.push_back(std::make_unique<Peer>(habits, nic, record, *m_tally));
        nic.Attach(port, *m_peers.back()); // with the lateness until now for what came until now
        record.mostLatePs =
            std::min({habits.receiptLatenessPs, habits.latenessPs, UplinkDelayPs(host)});
        return *m_peers.back();
    }

    /** All frames are somewhere, those in the hosts' inboxes, too. */
    void Note()
    {
        m_fabric->CatchUp();
        FrameCounts received;
        for (const auto& record : m_records)
        {
            received += record.received;
        }
        FrameCounts accounted = m_fabric->Dropped();
        accounted += m_fabric->InFlight();
        accounted += received;
        accounted += m_fabric->Unclaimed();
        const FrameCounts sent = m_fabric->SentByHosts();
        EXPECT_EQ(sent.data, accounted.data);
        EXPECT_EQ(sent.control, accounted.control);
        m_outcome.counts.push_back({sent.data.bytes,
                                    sent.control.bytes,
                                    received.data.bytes,
                                    received.control.bytes,
                                    m_fabric->Unclaimed().data.bytes,
                                    m_fabric->InFlight().data.frames});
    }

    /** The instant that a seed draws, with a step that no arrival and no service has. */
    Time Draw(SmallRandom& random) const
    {
        int64_t at = random.Below(30 * PS_PER_US);
        at = m_grid ? at / S * S : at;
        const int64_t phase = random.Below(4) ? TIMER_PHASE : 600 + random.Below(300);
        return TimeStep(static_cast<uint64_t>(at * TICKS_PER_PS + phase));
    }

    void Act()
    {
        SmallRandom random(m_seed + 2000000);
        for (uint32_t i = 0; i < 60; ++i)
        {
            const Time at = Draw(random);
            const uint32_t host = random.Below(HOSTS);
            const uint32_t what = random.Below(12);
            const uint32_t number = 1 + random.Below(16);
            const int64_t gapPs = random.Below(2) ? 0 : random.Below(PS_PER_US);
            Simulator::Schedule(at, [=] { Do(what, host, number, gapPs); });
        }
        Meddle(random);
        if (random.Below(2))
        {
            Habits other = m_habits;
            other.latenessPs = random.Below(2) ? 0 : other.latenessPs;
            other.receiptLatenessPs = 0;
            Simulator::Schedule(Draw(random), [=] {
                Peer& peer = Attach(0, Port::Stream, other);
                m_records[0].exactFromTick = NowTick();
                peer.HandOver(5);
            });
        }
    }

    void Do(uint32_t what, uint32_t host, uint32_t number, int64_t gapPs)
    {
        switch (what)
        {
        case 0:
            m_fabric->Host(host).Wake(); // for nothing
            break;
        case 1:
            m_fabric->Host(host).CatchUp();
            break;
        case 2:
        case 3:
            m_peers[host]->SendOne();
            break;
        case 4:
            m_peers[host]->SetPace(gapPs, NowPs());
            break;
        case 5:
            m_peers[host]->BePunctual(number % HOSTS, gapPs == 0);
            break;
        default:
            m_peers[host]->HandOver(number);
        }
    }

    /** Changes of rates and losses, and somebody who counts. */
    void Meddle(SmallRandom& random)
    {
        const auto links = static_cast<uint32_t>(m_fabric->Plan().links.size());
        for (uint32_t i = 0; i < 3; ++i)
        {
            const uint32_t link = random.Below(links);
            const uint64_t rate = random.Below(2) ? 10000000000 : 100000000000;
            const double loss = random.Below(4) ? 0 : 0.2;
            Simulator::Schedule(Draw(random), [=] { m_fabric->SetBitRate(link, rate); });
            Simulator::Schedule(Draw(random), [=] { m_fabric->SetLoss(link, {loss, true}); });
            Simulator::Schedule(Draw(random), [this] { Note(); });
            Simulator::Schedule(Draw(random), [this] { Note(); });
        }
    }

    uint32_t m_seed;
    Habits m_habits{};
    int64_t m_delayPs;
    bool m_mixDelays; //!< each link has a delay of its own
    uint64_t m_bitRate;
    bool m_grid;
    bool m_express; //!< on our own event engine
    Tally* m_tally{nullptr};
    Ptr<Fabric> m_fabric;
    std::vector<std::unique_ptr<Peer>> m_peers;
    std::vector<HostRecord> m_records;
    Outcome m_outcome;
};

TEST(LateReceipt, GivesTheSameReceiptsAndFramesAtTheSameInstants)
{
    Tally late;
    Tally exact;
    for (uint32_t seed = 1; seed <= 1000; ++seed)
    {
        Scenario scenario(seed);
        const Outcome fast = scenario.Run(true, late);
        const Outcome plain = scenario.Run(false, exact);
        ASSERT_EQ(fast.counts, plain.counts) << "scenario " << seed;
        for (uint32_t host = 0; host < HOSTS; ++host)
        {
            ASSERT_EQ(fast.receipts[host], plain.receipts[host])
                << "scenario " << seed << ", host " << host;
        }
        for (size_t link = 0; link < plain.sent.size(); ++link)
        {
            ASSERT_EQ(fast.sent[link], plain.sent[link])
                << "scenario " << seed << ", link " << link;
        }
        ASSERT_FALSE(::testing::Test::HasFailure()) << "scenario " << seed;
    }
    EXPECT_EQ(exact.late, 0U);
    EXPECT_EQ(late.receipts, exact.receipts);
    EXPECT_LT(late.events, exact.events * 3 / 4);
    // the scenarios are worth something only if all of it occurs in them
    EXPECT_GT(late.receipts, 100000U);
    EXPECT_GT(late.late, late.receipts / 10);
    EXPECT_GT(late.mostLatePs, 4 * PS_PER_US);
    EXPECT_GT(late.promptBytes, 1000000U);
    EXPECT_GT(late.promptPeers, 1000U);
    EXPECT_GT(late.answers, 1000U);
    EXPECT_GT(late.timers, 500U);
    EXPECT_GT(late.unclaimed, 1000U);
}

} // namespace
} // namespace ns3::mlt
