// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dctcp-application.h"

#include "ns3/log.h"
#include "ns3/mlt-dctcp-protocol.h"
#include "ns3/mlt-priority.h"
#include "ns3/mlt-random.h"

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("DctcpApplication");
NS_OBJECT_ENSURE_REGISTERED(DctcpApplication);

TypeId
DctcpApplication::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::DctcpApplication")
                            .SetParent<Application>()
                            .SetGroupName("Mlt")
                            .AddConstructor<DctcpApplication>();
    return tid;
}

void
DctcpApplication::Bind(HostPort& port, DctcpConnections& connections, DctcpObserver& observer)
{
    m_port = &port;
    m_connections = &connections;
    m_observer = &observer;
    port.Attach(DctcpProtocol::Get(), DctcpProtocol::HOST, *this);
}

void
DctcpApplication::DoDispose()
{
    m_stopped = true;
    m_slots.clear();
    Application::DoDispose();
}

void
DctcpApplication::StartApplication()
{
    m_stopped = false;
    m_port->Wake();
}

void
DctcpApplication::StopApplication()
{
    m_stopped = true; // acknowledgements still go out, as those of a host whose program has ended
}

void
DctcpApplication::AddSending(DctcpConnection& connection)
{
    if (m_freeSlots.empty())
    {
        connection.slot = static_cast<uint32_t>(m_slots.size());
        m_slots.push_back(&connection);
        m_ready.Reserve(connection.slot + 1);
    }
    else
    {
        connection.slot = m_freeSlots.back();
        m_freeSlots.pop_back();
        m_slots[connection.slot] = &connection;
    }
    connection.timer = std::make_unique<Deadline>([this, &connection] { Expired(connection); });
}

void
DctcpApplication::RemoveSending(DctcpConnection& connection)
{
    m_ready.Assign(connection.slot, false);
    m_slots[connection.slot] = nullptr;
    m_freeSlots.push_back(connection.slot);
    connection.timer.reset();
}

void
DctcpApplication::Write(DctcpConnection& connection, const Message& message)
{
    connection.sender.Write(message.id, message.bytes);
    Refresh(connection);
}

void
DctcpApplication::Expect(DctcpConnection& connection, const Message& message)
{
    connection.expectedEnd += message.bytes;
    connection.expected.push_back({message.id, message.bytes, connection.expectedEnd});
}

Frame*
DctcpApplication::Pull(int64_t nowPs)
{
    if (m_ready.IsEmpty() || m_stopped)
    {
        return nullptr;
    }
    if (!m_started)
    {
        m_started = true;
        m_turn = m_port->Host() % static_cast<uint32_t>(m_slots.size());
    }
    const uint32_t slot = m_ready.NextFrom(m_turn);
    m_turn = slot + 1;
    DctcpConnection& connection = *m_slots[slot];
    Frame* frame = NewFrame(connection, DctcpType::Segment, connection.destination);
    const uint32_t payload = connection.sender.NextSegment(nowPs, frame->Header<DctcpHeader>());
    frame->payload = static_cast<uint16_t>(payload);
    frame->wireBytes = m_port->Format().TcpBytes(payload, 0);
    Refresh(connection);
    return frame;
}

int64_t
DctcpApplication::NextPullPs(int64_t nowPs)
{
    return m_ready.IsEmpty() || m_stopped ? NEVER_PS : nowPs;
}

void
DctcpApplication::Receive(Frame* frame, int64_t nowPs)
{
    if (frame->trimmed)
    {
        m_receipts.stale.Add(*frame); // DCTCP learns of it as of any loss
        m_port->Free(frame);
    }
    else if (frame->Is(DctcpType::Segment))
    {
        ReceiveData(frame, nowPs);
    }
    else
    {
        ReceiveAck(frame, nowPs);
    }
}

void
DctcpApplication::ReceiveData(Frame* frame, int64_t nowPs)
{
    DctcpConnection* connection = m_connections->Find(frame->Header<DctcpHeader>().connection);
    if (!connection)
    {
        m_receipts.late.Add(*frame); // its sender has all acknowledgements: no answer is needed
        m_port->Free(frame);
        return;
    }
    const bool news = connection->receiver.OnSegment(frame->Header<DctcpHeader>(), frame->payload);
    (news ? m_receipts.useful : m_receipts.duplicate).Add(*frame);
    Acknowledge(*connection, *frame);
    m_port->Free(frame);
    Deliver(*connection, nowPs);
}

void
DctcpApplication::Acknowledge(const DctcpConnection& connection, const Frame& data)
{
    Frame* ack = NewFrame(connection, DctcpType::Acknowledgement, connection.source);
    connection.receiver.FillAck(data.Header<DctcpHeader>(), data.ce, ack->Header<DctcpHeader>());
    ack->wireBytes = m_port->Format().TcpBytes(0, ack->Header<DctcpHeader>().sackCount);
    m_port->Send(ack);
}

void
DctcpApplication::Deliver(DctcpConnection& connection, int64_t nowPs)
{
    // whoever hears of a delivery may send, so the list is looked at anew each time
    while (!connection.expected.empty() &&
           connection.expected.front().end <= connection.receiver.NextExpected())
    {
        Delivery delivery;
        delivery.id = connection.expected.front().id;
        delivery.atPs = nowPs;
        delivery.deliveredBytes = connection.expected.front().bytes;
        delivery.packetBytes = m_port->Format().TcpPayload();
        connection.expected.pop_front();
        m_observer->Delivered(delivery);
    }
}

void
DctcpApplication::ReceiveAck(Frame* frame, int64_t nowPs)
{
    DctcpConnection* connection = m_connections->Find(frame->Header<DctcpHeader>().connection);
    if (!connection)
    {
        m_receipts.late.Add(*frame);
        m_port->Free(frame);
        return;
    }
    const DctcpWindow& window = connection->sender.Window();
    const uint64_t oldBytes = window.Bytes();
    const double oldAlpha = window.Alpha();
    const bool news = connection->sender.OnAck(frame->Header<DctcpHeader>(), nowPs);
    (news ? m_receipts.useful : m_receipts.duplicate).Add(*frame);
    m_port->Free(frame);
    if (window.Bytes() != oldBytes)
    {
        m_observer->WindowChanged(*connection, oldBytes);
    }
    if (window.Alpha() < oldAlpha || window.Alpha() > oldAlpha)
    {
        m_observer->AlphaChanged(*connection, oldAlpha);
    }
    Refresh(*connection);
    Finish(*connection);
}

void
DctcpApplication::Finish(DctcpConnection& connection)
{
    SenderReport report;
    report.queue = FIRST_DATA_QUEUE;
    while (connection.sender.PopFinished(report))
    {
        m_observer->Finished(report);
    }
    if (connection.single && connection.sender.IsIdle())
    {
        m_observer->Ended(connection);
    }
}

void
DctcpApplication::Expired(DctcpConnection& connection)
{
    const uint64_t oldBytes = connection.sender.Window().Bytes();
    if (connection.sender.OnTimeout(NowPs()))
    {
        NS_LOG_INFO("connection " << connection.id << " from host " << connection.source
                                  << " to host " << connection.destination
                                  << ": retransmission timeout at " << NowPs() << " ps; window "
                                  << oldBytes << " bytes, now "
                                  << connection.sender.Window().Bytes());
        m_observer->TimedOut(connection);
        if (connection.sender.Window().Bytes() != oldBytes)
        {
            m_observer->WindowChanged(connection, oldBytes);
        }
    }
    Refresh(connection);
}

/** Brings timer and round robin up to date with the sender. */
void
DctcpApplication::Refresh(DctcpConnection& connection)
{
    const int64_t deadline = connection.sender.RtoDeadlinePs();
    if (deadline == NEVER_PS)
    {
        connection.timer->Stop();
    }
    else
    {
        connection.timer->Set(deadline);
    }
    const bool wasEmpty = m_ready.IsEmpty();
    m_ready.Assign(connection.slot, connection.sender.CanSend());
    if (wasEmpty && !m_ready.IsEmpty())
    {
        m_port->Wake(); // while one was ready, the NIC asks again by itself
    }
}

Frame*
DctcpApplication::NewFrame(const DctcpConnection& connection, DctcpType type, uint32_t destination)
{
    Frame* frame = m_port->NewFrame();
    DctcpProtocol::Get().Label(*frame, type, DctcpProtocol::HOST);
    frame->destination = destination;
    const uint64_t pair = Mix64(m_port->Host(), destination);
    frame->flowHash = static_cast<uint32_t>(Mix64(pair, connection.flow));
    frame->queue = FIRST_DATA_QUEUE;
    // Acknowledgements too are ECN-capable, as those of DCTCP in Linux and in ns-3: a switch that
    // marks at K would drop them instead, and so would selective drop, as not protected.
    frame->ect = true;
    frame->Header<DctcpHeader>().connection = connection.id;
    return frame;
}

} // namespace ns3::mlt
