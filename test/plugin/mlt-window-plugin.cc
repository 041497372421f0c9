// SPDX-License-Identifier: GPL-2.0-only
// A user's own transport in a shared library: a fixed window of packets, an acknowledgement for
// each, a timeout for what is lost. Uses installed headers alone.
#include "plugin/mlt-window-protocol.h"

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-priority.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>

namespace user
{

using namespace ns3;
using namespace ns3::mlt;

/** What is known of a message that is under way, at its sender and at its receiver. */
struct Transfer
{
    Message message;
    uint32_t packets;
    uint32_t next{0};    //!< first packet that was never sent
    Bitmap inFlight;     //!< at the sender: sent, neither acknowledged nor given up
    Bitmap acknowledged; //!< at the sender
    Bitmap received;     //!< at the receiver
    uint64_t sentBytes{0};
    uint64_t repairedBytes{0};

    uint32_t PayloadOf(uint32_t index, uint32_t packetBytes) const
    {
        return static_cast<uint32_t>(
            std::min<uint64_t>(packetBytes, message.bytes - uint64_t{index} * packetBytes));
    }
};

class WindowTransport;

/** One host's end. */
class WindowEndpoint : public FrameEndpoint
{
  public:
    WindowEndpoint(WindowTransport& transport, HostPort& port)
        : m_transport(transport),
          m_port(port),
          m_timer([this] { Expired(); })
    {
        port.Attach(WindowProtocol::Get(), WindowProtocol::HOST, *this);
    }

    void Begin(Transfer& transfer);
    Frame* Pull(int64_t nowPs) override;
    int64_t NextPullPs(int64_t nowPs) override;
    void Receive(Frame* frame, int64_t nowPs) override;

    ReceiptCounts receipts;

  private:
    struct Sent
    {
        WindowHeader what;
        int64_t duePs; //!< when it is given up, if it is not acknowledged
    };

    void OnData(const Frame& data, int64_t nowPs);
    void OnAck(const Frame& ack);
    void Expired();
    bool MaySend();
    bool IsWanted(const WindowHeader& repair) const;
    Frame* Make(const Transfer& transfer, WindowType type, const WindowHeader& header);

    WindowTransport& m_transport;
    HostPort& m_port;
    Deadline m_timer;
    std::deque<uint64_t> m_fresh;       //!< messages with packets that were never sent
    std::deque<WindowHeader> m_repairs; //!< packets to be sent again
    std::deque<Sent> m_sent;            //!< in order of duePs; acknowledged ones stay until then
    uint32_t m_inFlight{0};             //!< packets, of all messages
};

/** All hosts' ends, and the messages that are under way. */
class WindowTransport : public MessageTransport
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("user::WindowTransport")
                .SetParent<MessageTransport>()
                .AddConstructor<WindowTransport>()
                .AddAttribute("Window",
                              "Most packets of a host that are not acknowledged, at least 1.",
                              UintegerValue(64),
                              MakeUintegerAccessor(&WindowTransport::window),
                              MakeUintegerChecker<uint32_t>(1))
                .AddAttribute("Timeout",
                              "A packet is sent again so long after it was sent, if it is not "
                              "acknowledged.",
                              TimeValue(MicroSeconds(500)),
                              MakeTimeAccessor(&WindowTransport::timeout),
                              MakeTimeChecker(NanoSeconds(1)));
        return tid;
    }

    void Install(const std::vector<HostSite>& sites) override
    {
        packetBytes = sites.front().port->Format().UdpContent() - WindowProtocol::HEADER_BYTES;
        for (const HostSite& site : sites)
        {
            m_ends.push_back(std::make_unique<WindowEndpoint>(*this, *site.port));
        }
    }

    void Send(const Message& message) override
    {
        Transfer& transfer = m_open[message.id];
        transfer.message = message;
        transfer.packets = static_cast<uint32_t>((message.bytes + packetBytes - 1) / packetBytes);
        transfer.inFlight.Reset(transfer.packets);
        transfer.acknowledged.Reset(transfer.packets);
        transfer.received.Reset(transfer.packets);
        m_ends[message.source]->Begin(transfer);
    }

    ReceiptCounts Receipts() const override
    {
        ReceiptCounts sum;
        for (const auto& end : m_ends)
        {
            sum += end->receipts;
        }
        return sum;
    }

    std::vector<std::string> OpenMessages(size_t most) const override
    {
        std::vector<std::string> lines;
        for (auto open = m_open.begin(); open != m_open.end() && lines.size() < most; ++open)
        {
            lines.push_back("message " + std::to_string(open->first) + ": " +
                            std::to_string(open->second.acknowledged.Count()) + " of " +
                            std::to_string(open->second.packets) + " packets acknowledged");
        }
        return lines;
    }

    int64_t AssignStreams(int64_t) override
    {
        return 0; // nothing is random
    }

    /** The message of a packet, or null if none is under way that has such a packet. */
    Transfer* Find(const WindowHeader& what)
    {
        const auto found = m_open.find(what.message);
        const bool has = found != m_open.end() && what.index < found->second.packets;
        return has ? &found->second : nullptr;
    }

    /** All packets have come. */
    void Arrived(const Transfer& transfer, int64_t nowPs) const
    {
        Delivery delivery;
        delivery.id = transfer.message.id;
        delivery.atPs = nowPs;
        delivery.deliveredBytes = transfer.message.bytes;
        delivery.packetBytes = packetBytes;
        ReportDelivery(delivery);
    }

    /** All packets are acknowledged; the transfer is gone after this. */
    void Done(const Transfer& transfer)
    {
        SenderReport report;
        report.id = transfer.message.id;
        report.sentBytes = transfer.sentBytes;
        report.repairedBytes = transfer.repairedBytes;
        report.queue = FIRST_DATA_QUEUE;
        m_open.erase(report.id);
        ReportSender(report);
    }

    uint32_t window{0};
    Time timeout;
    uint32_t packetBytes{0};

  private:
    std::vector<std::unique_ptr<WindowEndpoint>> m_ends;
    std::unordered_map<uint64_t, Transfer> m_open;
};

NS_OBJECT_ENSURE_REGISTERED(WindowTransport);

void
WindowEndpoint::Begin(Transfer& transfer)
{
    m_fresh.push_back(transfer.message.id);
    m_port.Wake();
}

/** Whether a packet was not acknowledged since it was given up. */
bool
WindowEndpoint::IsWanted(const WindowHeader& repair) const
{
    const Transfer* transfer = m_transport.Find(repair);
    return transfer && !transfer->acknowledged.Test(repair.index);
}

bool
WindowEndpoint::MaySend()
{
    while (!m_repairs.empty() && !IsWanted(m_repairs.front()))
    {
        m_repairs.pop_front();
    }
    return m_inFlight < m_transport.window && !(m_fresh.empty() && m_repairs.empty());
}

int64_t
WindowEndpoint::NextPullPs(int64_t nowPs)
{
    return MaySend() ? nowPs : NEVER_PS;
}

Frame*
WindowEndpoint::Pull(int64_t nowPs)
{
    if (!MaySend())
    {
        return nullptr;
    }
    WindowHeader what{};
    if (!m_repairs.empty())
    {
        what = m_repairs.front();
        m_repairs.pop_front();
    }
    else
    {
        what.message = m_fresh.front();
        what.index = m_transport.Find(what)->next++;
    }
    Transfer& transfer = *m_transport.Find(what);
    if (what.attempt == 0 && transfer.next == transfer.packets)
    {
        m_fresh.pop_front();
    }
    const uint32_t payload = transfer.PayloadOf(what.index, m_transport.packetBytes);
    transfer.sentBytes += payload;
    transfer.repairedBytes += what.attempt > 0 ? payload : 0;
    transfer.inFlight.Set(what.index);
    ++m_inFlight;
    m_sent.push_back({what, nowPs + ToPs(m_transport.timeout)});
    m_timer.Set(m_sent.front().duePs);
    return Make(transfer, WindowType::Data, what);
}

Frame*
WindowEndpoint::Make(const Transfer& transfer, WindowType type, const WindowHeader& header)
{
    const bool isData = type == WindowType::Data;
    Frame* frame = m_port.NewShortFrame();
    WindowProtocol::Get().Label(*frame, type, WindowProtocol::HOST);
    frame->destination = isData ? transfer.message.destination : transfer.message.source;
    frame->flowHash = static_cast<uint32_t>(transfer.message.id);
    frame->payload = static_cast<uint16_t>(
        isData ? transfer.PayloadOf(header.index, m_transport.packetBytes) : 0);
    frame->wireBytes = m_port.Format().UdpBytes(WindowProtocol::HEADER_BYTES + frame->payload);
    frame->queue = isData ? FIRST_DATA_QUEUE : CONTROL_QUEUE;
    frame->ect = isData;
    frame->Header<WindowHeader>() = header;
    return frame;
}

void
WindowEndpoint::Receive(Frame* frame, int64_t nowPs)
{
    if (frame->trimmed)
    {
        receipts.stale.Add(*frame); // a lost packet as any other
    }
    else if (frame->Is(WindowType::Data))
    {
        OnData(*frame, nowPs);
    }
    else
    {
        OnAck(*frame);
    }
    m_port.Free(frame);
}

void
WindowEndpoint::OnData(const Frame& data, int64_t nowPs)
{
    const auto& header = data.Header<WindowHeader>();
    Transfer* transfer = m_transport.Find(header);
    if (!transfer)
    {
        receipts.late.Add(data); // its sender knows all: no answer is needed
        return;
    }
    const bool isNew = transfer->received.Set(header.index);
    (isNew ? receipts.useful : receipts.duplicate).Add(data);
    m_port.Send(Make(*transfer, WindowType::Ack, header));
    if (isNew && transfer->received.Count() == transfer->packets)
    {
        m_transport.Arrived(*transfer, nowPs);
    }
}

void
WindowEndpoint::OnAck(const Frame& ack)
{
    const auto& header = ack.Header<WindowHeader>();
    Transfer* transfer = m_transport.Find(header);
    if (!transfer || !transfer->acknowledged.Set(header.index))
    {
        (transfer ? receipts.duplicate : receipts.late).Add(ack);
        return;
    }
    receipts.useful.Add(ack);
    m_inFlight -= transfer->inFlight.Clear(header.index);
    if (transfer->acknowledged.Count() == transfer->packets)
    {
        m_transport.Done(*transfer);
    }
    m_port.Wake();
}

void
WindowEndpoint::Expired()
{
    const int64_t nowPs = NowPs();
    while (!m_sent.empty() && m_sent.front().duePs <= nowPs)
    {
        WindowHeader what = m_sent.front().what;
        m_sent.pop_front();
        Transfer* transfer = m_transport.Find(what);
        if (transfer && transfer->inFlight.Clear(what.index))
        {
            --m_inFlight;
            ++what.attempt;
            m_repairs.push_back(what);
        }
    }
    if (!m_sent.empty())
    {
        m_timer.Set(m_sent.front().duePs);
    }
    m_port.Wake();
}

} // namespace user
