// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-stock-case.h"

#include "mlt-benchmark-memory.h"
#include "mlt-benchmark-traffic.h"
#include "mlt-spray-router.h"
#include "mlt-stock-network.h"

#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <stdexcept>

namespace ns3::mlt
{

namespace
{

constexpr uint16_t PORT = 9;
constexpr uint32_t BITS_PER_BYTE = 8;
constexpr uint32_t IPV4_BYTES = 20;
constexpr uint32_t TCP_BYTES = 20; // without options: timestamps are off
constexpr uint32_t UDP_BYTES = 8;
constexpr uint32_t PPP_BYTES = 2;
constexpr uint64_t BUFFER_BYTES = 1000000; // of a port, as on the express plane

/** The receivers of a run, and its end: all bytes there, or none any more for a while. */
class Sinks
{
  public:
    Sinks(const std::string& socketFactory, int64_t patiencePs)
        : m_helper(socketFactory, InetSocketAddress(Ipv4Address::GetAny(), PORT)),
          m_patiencePs(patiencePs)
    {
    }

    void Add(Ptr<Node> host, uint64_t bytes)
    {
        m_expected += bytes;
        if (m_hosts.insert(host->GetId()).second)
        {
            m_sinks.push_back(DynamicCast<PacketSink>(m_helper.Install(host).Get(0)));
        }
    }

    /** Looks every so often whether all is there. */
    void Check()
    {
        constexpr int64_t CHECK_EVERY_PS = 20 * PS_PER_US;
        ++m_checks;
        const uint64_t received = Received();
        const int64_t now = Simulator::Now().GetPicoSeconds();
        if (received != m_lastReceived)
        {
            m_lastReceived = received;
            m_lastProgressPs = now;
        }
        if (received == m_expected || now - m_lastProgressPs > m_patiencePs)
        {
            Simulator::Stop();
            return;
        }
        Simulator::Schedule(PicoSeconds(CHECK_EVERY_PS), &Sinks::Check, this);
    }

    uint64_t Received() const
    {
        uint64_t bytes = 0;
        for (const auto& sink : m_sinks)
        {
            bytes += sink->GetTotalRx();
        }
        return bytes;
    }

    uint64_t Missing() const
    {
        return m_expected - Received();
    }

    uint64_t Checks() const
    {
        return m_checks;
    }

  private:
    PacketSinkHelper m_helper;
    int64_t m_patiencePs;
    std::vector<Ptr<PacketSink>> m_sinks;
    std::set<uint32_t> m_hosts; //!< that have a sink
    uint64_t m_expected{0};
    uint64_t m_lastReceived{0};
    int64_t m_lastProgressPs{0};
    uint64_t m_checks{0};
};

BenchmarkResult
Measure(const StockNetwork& network, Sinks& sinks)
{
    BenchmarkResult result;
    result.buildBytes = ResidentBytes();
    sinks.Check();
    const double begin = CpuSeconds();
    Simulator::Run();
    result.cpuSeconds = CpuSeconds() - begin;
    result.events = Simulator::GetEventCount() - sinks.Checks();
    result.hops = network.Hops();
    result.dataHops = network.DataHops();
    result.dropped = network.Dropped();
    result.simulatedUs = Simulator::Now().GetSeconds() * 1e6;
    return result;
}

/** ns-3's TCP is made for the Internet; each of these would wreck a run at 10 us round trips. */
void
SetTcpDefaults(uint32_t mtu)
{
    const auto set = [](const char* name, const AttributeValue& value) {
        Config::SetDefault(name, value);
    };
    set("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
    set("ns3::TcpSocket::SegmentSize", UintegerValue(mtu - IPV4_BYTES - TCP_BYTES));
    set("ns3::TcpSocketBase::Timestamp", BooleanValue(false)); // they count milliseconds
    set("ns3::TcpSocketBase::MinRto", StringValue("10ms"));
    set("ns3::TcpSocketBase::ClockGranularity", StringValue("1us"));
    set("ns3::TcpSocket::ConnTimeout", StringValue("10ms"));
    set("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    set("ns3::TcpSocket::DelAckCount", UintegerValue(1)); // an acknowledgement a packet
    set("ns3::TcpSocket::DataRetries", UintegerValue(1000));
    set("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER_BYTES));
    set("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER_BYTES));
    // the application writes whole segments: 512 bytes, the default, cost a tenth more
    set("ns3::BulkSendApplication::SendSize", UintegerValue(mtu - IPV4_BYTES - TCP_BYTES));
    set("ns3::TcpSocket::TcpNoDelay", BooleanValue(true));
}

/** RED as DCTCP wants it: the instantaneous queue against one threshold, a BDP of the port. */
void
SetRed(TrafficControlHelper& control, uint64_t bitRate, uint32_t mtu, int64_t baseRttPs)
{
    const double bdpBytes = static_cast<double>(bitRate) / BITS_PER_BYTE *
                            static_cast<double>(baseRttPs) / static_cast<double>(PS_PER_SECOND);
    const double threshold = std::max(bdpBytes / mtu, 1.0);
    const uint64_t packets = std::max<uint64_t>(BUFFER_BYTES / mtu, 1);
    control.SetRootQueueDisc("ns3::RedQueueDisc",
                             "UseEcn",
                             BooleanValue(true),
                             "UseHardDrop",
                             BooleanValue(false),
                             "Gentle",
                             BooleanValue(false),
                             "QW",
                             DoubleValue(1),
                             "MeanPktSize",
                             UintegerValue(mtu),
                             "LinkBandwidth",
                             DataRateValue(DataRate(bitRate)),
                             "MinTh",
                             DoubleValue(threshold),
                             "MaxTh",
                             DoubleValue(threshold + 1), // ns-3 divides by the difference
                             "MaxSize",
                             StringValue(fmt::format("{}p", packets)));
}

uint32_t
MostFlowsOfAReceiver(const std::vector<Flow>& flows)
{
    std::map<uint32_t, uint32_t> count;
    uint32_t most = 0;
    for (const Flow& flow : flows)
    {
        most = std::max(most, ++count[flow.destination]);
    }
    return most;
}

} // namespace

BenchmarkResult
RunStockTcpCase(const BenchmarkOptions& options)
{
    constexpr int64_t PATIENCE_PS = PS_PER_SECOND; // many retransmission timeouts
    constexpr uint32_t LEAST_FRAME = PPP_BYTES + IPV4_BYTES + TCP_BYTES;
    RngSeedManager::SetRun(options.seed);
    SetTcpDefaults(options.mtu);
    Config::SetDefault("ns3::Ipv4GlobalRouting::RandomEcmpRouting", BooleanValue(true));
    ApplyAttributes(options);
    const int64_t baseRttPs = options.plan.BaseRttPs(options.mtu + PPP_BYTES, LEAST_FRAME);
    const StockNetwork network(
        options.plan,
        options.mtu,
        Ipv4GlobalRoutingHelper(),
        [&options, baseRttPs](TrafficControlHelper& control, uint64_t bitRate) {
            SetRed(control, bitRate, options.mtu, baseRttPs);
        });
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Sinks sinks("ns3::TcpSocketFactory", PATIENCE_PS);
    for (const Flow& flow : FlowsOf(options.traffic, options.plan.hosts, options.seed))
    {
        sinks.Add(network.Host(flow.destination), options.messageBytes);
        BulkSendHelper sender("ns3::TcpSocketFactory",
                              InetSocketAddress(network.AddressOf(flow.destination), PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(options.messageBytes));
        sender.Install(network.Host(flow.source));
    }
    const BenchmarkResult result = Measure(network, sinks);
    if (sinks.Missing() != 0)
    {
        throw std::runtime_error(fmt::format("{} bytes did not come through", sinks.Missing()));
    }
    Simulator::Destroy();
    return result;
}

BenchmarkResult
RunStockUdpCase(const BenchmarkOptions& options)
{
    constexpr int64_t PATIENCE_PS = PS_PER_SECOND / 1000; // then the rest was dropped
    RngSeedManager::SetRun(options.seed);
    ApplyAttributes(options);
    StockNetwork network(options.plan,
                         options.mtu,
                         SprayRouterHelper(),
                         [](TrafficControlHelper& control, uint64_t) {
                             control.SetRootQueueDisc("ns3::FifoQueueDisc");
                         });
    network.FillSprayRouters(options.seed);
    const auto flows = FlowsOf(options.traffic, options.plan.hosts, options.seed);
    const uint32_t payload = options.mtu - IPV4_BYTES - UDP_BYTES;
    const uint64_t payloadRate = options.plan.links.front().bitRate / (options.mtu + PPP_BYTES) *
                                 payload / MostFlowsOfAReceiver(flows);
    // OnOff's last packet is a whole one too
    const uint64_t wholePackets = (options.messageBytes + payload - 1) / payload * payload;
    Sinks sinks("ns3::UdpSocketFactory", PATIENCE_PS);
    for (const Flow& flow : flows)
    {
        sinks.Add(network.Host(flow.destination), wholePackets);
        OnOffHelper sender("ns3::UdpSocketFactory",
                           InetSocketAddress(network.AddressOf(flow.destination), PORT));
        sender.SetConstantRate(DataRate(payloadRate), payload);
        sender.SetAttribute("MaxBytes", UintegerValue(options.messageBytes));
        sender.Install(network.Host(flow.source));
    }
    const BenchmarkResult result = Measure(network, sinks);
    Simulator::Destroy();
    return result;
}

} // namespace ns3::mlt
