// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-transport.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(DctcpTransport);

namespace
{

const ShortName NAME("dctcp",
                     &DctcpTransport::GetTypeId,
                     "DCTCP (SIGCOMM'10) with SACK, one connection a pair of hosts");

/** Upper end of windows and thresholds, segments: beyond any network here, and 32 bits hold it. */
constexpr uint32_t MOST_SEGMENTS = 1000000;

TypeId
AddTraceSources(TypeId tid,
                Ptr<const TraceSourceAccessor> window,
                Ptr<const TraceSourceAccessor> alpha,
                Ptr<const TraceSourceAccessor> timeout)
{
    return tid
        .AddTraceSource("Cwnd",
                        "A congestion window has changed.",
                        window,
                        "ns3::mlt::DctcpTransport::WindowCallback")
        .AddTraceSource("Alpha",
                        "A connection's estimate of the share of marked bytes has changed.",
                        alpha,
                        "ns3::mlt::DctcpTransport::AlphaCallback")
        .AddTraceSource("Timeout",
                        "A retransmission timer has expired.",
                        timeout,
                        "ns3::mlt::DctcpTransport::TimeoutCallback");
}
} // namespace

TypeId
DctcpTransport::GetTypeId()
{
    static TypeId tid = AddTraceSources(
        TypeId("ns3::mlt::DctcpTransport")
            .SetParent<MessageTransport>()
            .SetGroupName("Mlt")
            .AddConstructor<DctcpTransport>()
            .AddAttribute("InitialWindow",
                          "Initial congestion window, segments. 10 as RFC 6928 and Linux; larger "
                          "ones help short messages on idle paths and hurt incasts.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&DctcpTransport::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1, MOST_SEGMENTS))
            .AddAttribute("MinWindow",
                          "The least congestion window that a cut for ECN leaves, segments. 2 as "
                          "in Linux; 1 lets twice the senders share a port without overflow.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DctcpTransport::m_minimumWindow),
                          MakeUintegerChecker<uint32_t>(1, MOST_SEGMENTS))
            .AddAttribute("Gain",
                          "Weight g of the newest window in the estimate of the marked share. "
                          "1/16 as in the DCTCP paper (SIGCOMM'10), RFC 8257 and Linux.",
                          DoubleValue(1.0 / 16),
                          MakeDoubleAccessor(&DctcpTransport::m_gain),
                          MakeDoubleChecker<double>(1e-6, 1))
            .AddAttribute("InitialAlpha",
                          "The estimated marked share before any was measured, 0 to 1. 1 as "
                          "RFC 8257 advises: the first mark halves the window.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&DctcpTransport::m_initialAlpha),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MinRto",
                          "Least retransmission timeout. 10 ms as the DCTCP paper tuned its hosts; "
                          "Linux's default, 200 ms, is some 20000 round trips here; 1 ms is the "
                          "other value of interest.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&DctcpTransport::m_minRto),
                          MakeTimeChecker(MicroSeconds(1), Seconds(1000)))
            .AddAttribute("MaxRto",
                          "Largest retransmission timeout, where the doubling ends. RFC 6298 wants "
                          "60 s if there is a limit at all; 1 s (six doublings of 10 ms) serves "
                          "DCTCP better on lossy paths and stays under the time without progress "
                          "that ends a run.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&DctcpTransport::m_maxRto),
                          MakeTimeChecker(MicroSeconds(1), Seconds(1000)))
            .AddAttribute("DupThreshold",
                          "How many SACKed segments above a hole make it a loss (DupThresh of RFC "
                          "6675). 3 as TCP; more if packets of a connection take several paths.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&DctcpTransport::m_dupThreshold),
                          MakeUintegerChecker<uint32_t>(1, MOST_SEGMENTS))
            .AddAttribute("EarlyRetransmit",
                          "Whether fewer duplicate acknowledgements suffice when fewer segments "
                          "than DupThreshold + 1 are out and none is left to send (RFC 5827). On "
                          "as in Linux since 3.5: it spares small windows timeouts.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DctcpTransport::m_earlyRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("ProportionalReduction",
                          "Whether the window shrinks step by step after losses and ECN cuts (RFC "
                          "6937), as in Linux since 3.2 and in ns-3; else at once, which stops "
                          "the sender for half a window and leaves more losses to the timeout.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DctcpTransport::m_proportionalReduction),
                          MakeBooleanChecker())
            .AddAttribute("ConnectionPerMessage",
                          "Whether each message has a connection of its own, with the initial "
                          "window and established beforehand; else one connection serves all of a "
                          "(source, destination) pair, in order, its window kept. Persistent by "
                          "default, as the connections of a parameter server are.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DctcpTransport::m_connectionPerMessage),
                          MakeBooleanChecker()),
        MakeTraceSourceAccessor(&DctcpTransport::m_windowTrace),
        MakeTraceSourceAccessor(&DctcpTransport::m_alphaTrace),
        MakeTraceSourceAccessor(&DctcpTransport::m_timeoutTrace));
    return tid;
}

DctcpTransport::DctcpTransport() = default;
DctcpTransport::~DctcpTransport() = default;

void
DctcpTransport::Install(const std::vector<HostSite>& sites)
{
    RequireFabricResolution();
    NS_ABORT_MSG_IF(!m_hosts.empty(), "DctcpTransport: Install was called twice");
    NS_ABORT_MSG_IF(sites.empty(), "DctcpTransport: Install needs at least one host");
    TakeParameters(*sites.front().port);
    m_pairs.resize(sites.size());
    for (const HostSite& site : sites)
    {
        auto host = CreateObject<DctcpApplication>();
        host->Bind(*site.port, m_connections, *this);
        site.node->AddApplication(host);
        m_hosts.push_back(host);
    }
}

void
DctcpTransport::TakeParameters(const HostPort& port)
{
    if (m_minRto > m_maxRto)
    {
        std::ostringstream text;
        text << "ns3::mlt::DctcpTransport: MinRto (" << m_minRto.As(Time::US)
             << ") is above MaxRto (" << m_maxRto.As(Time::US) << ")";
        throw InputError(text.str());
    }
    m_parameters.initialWindow = m_initialWindow;
    m_parameters.minimumWindow = m_minimumWindow;
    m_parameters.dupThreshold = m_dupThreshold;
    m_parameters.earlyRetransmit = m_earlyRetransmit;
    m_parameters.proportionalReduction = m_proportionalReduction;
    m_parameters.gain = m_gain;
    m_parameters.initialAlpha = m_initialAlpha;
    m_parameters.minRtoPs = ToPs(m_minRto);
    m_parameters.maxRtoPs = ToPs(m_maxRto);
    m_parameters.segmentBytes = port.Format().TcpPayload();
    m_parameters.handshakeRttPs = port.BaseRttPs();
}

void
DctcpTransport::DoDispose()
{
    m_connections.Clear(); // and their timers
    m_pairs.clear();
    m_hosts.clear();
    MessageTransport::DoDispose();
}

void
DctcpTransport::Prepare(uint32_t source, uint32_t destination)
{
    CheckPair(source, destination);
    if (!m_connectionPerMessage)
    {
        Persistent(source, destination);
    }
}

void
DctcpTransport::Send(const Message& message)
{
    CheckPair(message.source, message.destination);
    NS_ABORT_MSG_IF(message.bytes == 0, "DctcpTransport: message " << message.id << " is empty");
    DctcpConnection& connection = m_connectionPerMessage
                                      ? Open(message.source, message.destination, message.id)
                                      : Persistent(message.source, message.destination);
    m_hosts[message.destination]->Expect(connection, message);
    m_hosts[message.source]->Write(connection, message);
}

void
DctcpTransport::CheckPair(uint32_t source, uint32_t destination) const
{
    NS_ABORT_MSG_IF(source >= m_hosts.size() || destination >= m_hosts.size() ||
                        source == destination,
                    "DctcpTransport: a message from host "
                        << source << " to host " << destination << ", but hosts are 0 to "
                        << static_cast<int64_t>(m_hosts.size()) - 1 << " and the two must differ");
}

DctcpConnection&
DctcpTransport::Open(uint32_t source, uint32_t destination, std::optional<uint64_t> message)
{
    auto& connection = m_connections.Open(source, destination, message, m_parameters);
    m_hosts[source]->AddSending(connection);
    return connection;
}

DctcpConnection&
DctcpTransport::Persistent(uint32_t source, uint32_t destination)
{
    auto& row = m_pairs[source];
    if (row.empty())
    {
        row.resize(m_hosts.size(), nullptr);
    }
    if (!row[destination])
    {
        row[destination] = &Open(source, destination, std::nullopt);
    }
    return *row[destination];
}

ReceiptCounts
DctcpTransport::Receipts() const
{
    ReceiptCounts sum;
    for (const auto& host : m_hosts)
    {
        sum += host->Receipts();
    }
    return sum;
}

std::vector<std::string>
DctcpTransport::OpenMessages(size_t most) const
{
    std::vector<std::string> lines;
    for (const auto& connection : m_connections.All())
    {
        if (!connection)
        {
            continue;
        }
        const uint64_t acknowledged = connection->sender.Scoreboard().Unacknowledged();
        for (const auto& entry : connection->sender.Ledger().Open())
        {
            if (lines.size() >= most)
            {
                return lines;
            }
            std::ostringstream line;
            line << MessageName(entry.id) << ", host " << connection->source << " to host "
                 << connection->destination << ": "
                 << std::max(acknowledged, entry.begin) - entry.begin << " of "
                 << entry.end - entry.begin << " bytes acknowledged";
            lines.push_back(line.str());
        }
    }
    return lines;
}

int64_t
DctcpTransport::AssignStreams(int64_t)
{
    return 0; // nothing here is random
}

void
DctcpTransport::Delivered(const Delivery& delivery)
{
    ReportDelivery(delivery);
}

void
DctcpTransport::Finished(const SenderReport& report)
{
    ReportSender(report);
}

void
DctcpTransport::Ended(DctcpConnection& connection)
{
    m_hosts[connection.source]->RemoveSending(connection);
    m_connections.Close(connection);
}

void
DctcpTransport::WindowChanged(const DctcpConnection& connection, uint64_t oldBytes)
{
    m_windowTrace(connection.source,
                  connection.destination,
                  connection.id,
                  oldBytes,
                  connection.sender.Window().Bytes());
}

void
DctcpTransport::AlphaChanged(const DctcpConnection& connection, double oldAlpha)
{
    m_alphaTrace(connection.source,
                 connection.destination,
                 connection.id,
                 oldAlpha,
                 connection.sender.Window().Alpha());
}

void
DctcpTransport::TimedOut(const DctcpConnection& connection)
{
    ++m_timeouts;
    m_timeoutTrace(connection.source,
                   connection.destination,
                   connection.id,
                   FromPs(connection.sender.RtoDeadlinePs() - NowPs()));
}

} // namespace ns3::mlt
