// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-flow-comparison.h"

#include "support/mlt-device-bench.h"
#include "support/mlt-test-bench.h"

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-datacenter-tcp.h"
#include "ns3/mlt-dctcp-transport.h"
#include "ns3/mlt-flow-hash.h"
#include "ns3/mlt-random.h"
#include "ns3/queue-size.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>

namespace ns3::mlt
{

namespace
{

constexpr uint16_t FIRST_PORT = 5000; // of flow 0's server
constexpr int64_t CONNECT = PS_PER_US;
constexpr int64_t START = 5000 * PS_PER_US;
constexpr int64_t JITTER = 10 * PS_PER_US;
constexpr uint64_t HOST_MARK_BYTES = 100000; // about K of the ports at 100 Gbit/s
constexpr int64_t LIMIT_MS = 2000;

/** Of the flow with this number: the same for this module's connection and for ns-3's. */
uint32_t
HashOfFlow(uint32_t from, uint32_t to, uint32_t flow)
{
    return static_cast<uint32_t>(Mix64(Mix64(from, to), flow));
}

/** Gives ns-3's flows the paths of DctcpTransport's: connections are numbered as server ports. */
class ComparedFlowHash : public FlowHash
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mlt::ComparedFlowHash")
                                .SetParent<FlowHash>()
                                .SetGroupName("MltTest")
                                .AddConstructor<ComparedFlowHash>();
        return tid;
    }

    uint32_t Hash(const FlowKey& key) const override
    {
        const uint32_t port =
            std::min(key.tuple.sourcePort, key.tuple.destinationPort); // not the ephemeral one
        return HashOfFlow(key.sourceHost, key.destinationHost, port - FIRST_PORT);
    }
};

NS_OBJECT_ENSURE_REGISTERED(ComparedFlowHash);

void
SetCommonDefaults(const Comparison& comparison)
{
    UseFabricResolution(); // before the first Time
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::Buffer",
                       QueueSizeValue(QueueSize(comparison.buffer)));
}

uint64_t
MarkedAt(const Fabric& fabric)
{
    uint64_t frames = 0;
    for (uint32_t link = 0; link < fabric.Plan().links.size(); ++link)
    {
        const SwitchPort* port = fabric.PortOf(link);
        for (uint32_t queue = 0; port && queue < QUEUES; ++queue)
        {
            frames += port->Counts().marked[queue][1].frames;
        }
    }
    return frames;
}

/** Both ends of one ns-3 TCP connection. */
class TcpFlow
{
  public:
    TcpFlow(DeviceBench& bench, const ComparedFlow& flow, uint16_t port, FlowOutcome& outcome)
        : m_flow(flow),
          m_outcome(outcome)
    {
        const TypeId tcp = TcpSocketFactory::GetTypeId();
        m_server = Socket::CreateSocket(bench.Host(flow.destination), tcp);
        m_server->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        m_server->Listen();
        m_server->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TcpFlow::Accepted, this));
        m_client = Socket::CreateSocket(bench.Host(flow.source), tcp);
        m_client->Bind();
        m_client->TraceConnectWithoutContext("CongState", MakeCallback(&TcpFlow::OnState, this));
        const InetSocketAddress to(bench.AddressOf(flow.destination), port);
        // not before the nodes are initialized: queue discs cannot take packets sooner
        Simulator::Schedule(FromPs(CONNECT), [this, to] { m_client->Connect(to); });
        Simulator::Schedule(FromPs(flow.startPs), &TcpFlow::Write, this);
    }

    int64_t DonePs() const
    {
        return m_donePs;
    }

  private:
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_accepted = socket;
        socket->SetRecvCallback(MakeCallback(&TcpFlow::Read, this));
    }

    void Write()
    {
        const int taken = m_client->Send(Create<Packet>(static_cast<uint32_t>(m_flow.bytes)));
        EXPECT_EQ(taken, static_cast<int>(m_flow.bytes)) << "the socket's buffer is too small";
    }

    void Read(Ptr<Socket> socket)
    {
        while (const Ptr<Packet> packet = socket->Recv())
        {
            m_bytes += packet->GetSize();
        }
        m_donePs = m_bytes >= m_flow.bytes && m_donePs == 0 ? NowPs() : m_donePs;
    }

    void OnState(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t now)
    {
        m_outcome.timeouts += now == TcpSocketState::CA_LOSS;
    }

    ComparedFlow m_flow;
    FlowOutcome& m_outcome;
    Ptr<Socket> m_server;
    Ptr<Socket> m_client;
    Ptr<Socket> m_accepted;
    uint64_t m_bytes{0};
    int64_t m_donePs{0};
};

double
ToUs(int64_t ps)
{
    return static_cast<double>(ps) / PS_PER_US;
}

int64_t
StartOf(SmallRandom& random)
{
    return START + static_cast<int64_t>(random.Unit() * JITTER);
}

} // namespace

double
FlowOutcome::Mean() const
{
    return std::accumulate(fctUs.begin(), fctUs.end(), 0.0) / static_cast<double>(fctUs.size());
}

double
FlowOutcome::Quantile(double share) const
{
    std::vector<double> sorted = fctUs;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::max<size_t>(rank, 1) - 1];
}

void
FlowOutcome::Append(const FlowOutcome& other)
{
    fctUs.insert(fctUs.end(), other.fctUs.begin(), other.fctUs.end());
    marked += other.marked;
    dropped += other.dropped;
    timeouts += other.timeouts;
    repairedBytes += other.repairedBytes;
}

std::vector<ComparedFlow>
PermutationFlows(uint32_t racks, uint32_t hostsOfRack, uint64_t bytes, uint32_t seed)
{
    SmallRandom random(seed);
    const uint32_t hosts = racks * hostsOfRack;
    std::vector<uint32_t> order(hosts);
    std::iota(order.begin(), order.end(), 0);
    for (uint32_t i = hosts; i > 1; --i)
    {
        std::swap(order[i - 1], order[random.Below(i)]);
    }
    // the same place of a rack further on: a permutation, and none stays in its rack
    std::vector<uint32_t> byRack(order);
    std::stable_sort(byRack.begin(), byRack.end(), [hostsOfRack](uint32_t a, uint32_t b) {
        return a / hostsOfRack < b / hostsOfRack;
    });
    std::vector<ComparedFlow> flows;
    for (uint32_t i = 0; i < hosts; ++i)
    {
        const uint32_t racksOn = 1 + i % hostsOfRack % (racks - 1);
        const uint32_t to = byRack[(i + hostsOfRack * racksOn) % hosts];
        flows.push_back({byRack[i], to, bytes, StartOf(random)});
    }
    return flows;
}

std::vector<ComparedFlow>
IncastFlows(uint32_t senders, uint64_t bytes, uint32_t seed)
{
    SmallRandom random(seed);
    std::vector<ComparedFlow> flows;
    for (uint32_t sender = 1; sender <= senders; ++sender)
    {
        flows.push_back({sender, 0, bytes, StartOf(random)});
    }
    return flows;
}

FlowOutcome
RunExpressDctcp(const Comparison& comparison)
{
    SetCommonDefaults(comparison);
    Config::SetDefault("ns3::mlt::DctcpTransport::MinRto", TimeValue(FromPs(comparison.minRtoPs)));
    FlowOutcome outcome;
    {
        TestBench::Options options;
        options.topology = comparison.topology;
        options.uplinkRate = comparison.uplinkRate;
        options.transport = "ns3::mlt::DctcpTransport";
        options.chooser = "ns3::mlt::FlowEcmp";
        options.seed = comparison.seed;
        TestBench bench(options);
        for (const auto& flow : comparison.flows)
        {
            bench.Messages().Prepare(flow.source, flow.destination);
        }
        for (uint64_t id = 0; id < comparison.flows.size(); ++id)
        {
            const ComparedFlow& flow = comparison.flows[id];
            Message message;
            message.id = id;
            message.source = flow.source;
            message.destination = flow.destination;
            message.bytes = flow.bytes;
            bench.messages[id] = message; // so that the run waits for all
            Simulator::Schedule(FromPs(flow.startPs),
                                [&bench, message] { bench.Messages().Send(message); });
        }
        EXPECT_TRUE(bench.Run(MilliSeconds(LIMIT_MS)));
        for (uint64_t id = 0; id < comparison.flows.size(); ++id)
        {
            outcome.fctUs.push_back(ToUs(bench.deliveries[id].atPs - comparison.flows[id].startPs));
            outcome.repairedBytes += bench.reports[id].repairedBytes;
        }
        outcome.marked = MarkedAt(bench.Net());
        outcome.dropped = bench.Net().Dropped().data.frames + bench.Net().Dropped().control.frames;
        outcome.timeouts = bench.Transport<DctcpTransport>()->Timeouts();
    }
    Config::Reset();
    return outcome;
}

FlowOutcome
RunNs3Dctcp(const Comparison& comparison)
{
    SetCommonDefaults(comparison);
    DatacenterTcp tcp;
    tcp.minRto = FromPs(comparison.minRtoPs);
    tcp.recovery = comparison.recovery;
    tcp.Apply();
    DeviceBench::Options options;
    options.topology = comparison.topology;
    options.uplinkRate = comparison.uplinkRate;
    options.seed = comparison.seed;
    options.flowHash = ComparedFlowHash::GetTypeId().GetName();
    options.queueSize = comparison.markAtHosts ? "2p" : "1000000p";
    options.hostMarkBytes = comparison.markAtHosts ? HOST_MARK_BYTES : 0;
    DeviceBench bench(options);
    FlowOutcome outcome;
    std::vector<std::unique_ptr<TcpFlow>> flows;
    for (const auto& flow : comparison.flows)
    {
        const auto port = static_cast<uint16_t>(FIRST_PORT + flows.size());
        flows.push_back(std::make_unique<TcpFlow>(bench, flow, port, outcome));
    }
    bench.RunUntil(MilliSeconds(LIMIT_MS));
    bench.ExpectConserved();
    for (size_t i = 0; i < flows.size(); ++i)
    {
        EXPECT_GT(flows[i]->DonePs(), 0) << "flow " << i << " is not complete";
        outcome.fctUs.push_back(ToUs(flows[i]->DonePs() - comparison.flows[i].startPs));
    }
    outcome.marked = bench.Marked();
    outcome.dropped = bench.fabric->Dropped().data.frames + bench.fabric->Dropped().control.frames;
    return outcome;
}

} // namespace ns3::mlt
