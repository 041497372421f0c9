// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-nic.h"

namespace ns3::mlt
{

HostNic::HostNic(uint32_t host, const Network& network, FramePool& pool)
    : m_host(host),
      m_network(network),
      m_pool(pool),
      m_freeEvent(Create<FreeEvent>(this)),
      m_wait([this] { Serve(NowTick()); }, 0)
{
}

HostNic::~HostNic()
{
    m_freeEvent->Detach();
}

void
HostNic::SetUplink(FabricLink& link)
{
    m_uplink = &link;
}

void
HostNic::ReceiveFrame(Frame* frame, int64_t nowTick)
{
    FrameEndpoint* endpoint = m_turns.At(frame->port);
    if (!endpoint)
    {
        m_unclaimed.Add(*frame);
        m_pool.Free(frame);
        return;
    }
    endpoint->Receive(frame, nowTick / TICKS_PER_PS);
}

void
HostNic::Prefetch(const Frame& frame) const
{
    __builtin_prefetch(m_turns.At(frame.port));
}

void
HostNic::Attach(Port port, FrameEndpoint& endpoint)
{
    m_turns.Attach(port, endpoint);
}

void
HostNic::Wake()
{
    // not at once: more messages may be handed over in this instant, and the choice is among all
    const int64_t nowPs = NowPs();
    if (nowPs < m_freeAtPs)
    {
        AwaitFree();
    }
    else
    {
        m_wait.Set(nowPs);
    }
}

void
HostNic::Send(Frame* frame)
{
    m_turns.Push(frame);
    const int64_t nowTick = NowTick();
    if (nowTick / TICKS_PER_PS >= m_freeAtPs)
    {
        Serve(nowTick);
    }
    else
    {
        AwaitFree();
    }
}

void
HostNic::AwaitFree()
{
    if (!m_freeEventStands)
    {
        m_freeEventStands = true;
        m_freeEvent->ScheduleAt(NowTick(), m_freeAtPs * TICKS_PER_PS);
    }
}

void
HostNic::LinkIsFree()
{
    m_freeEventStands = false;
    Serve(m_freeAtPs * TICKS_PER_PS);
}

void
HostNic::Serve(int64_t nowTick)
{
    if (m_serving)
    {
        return; // an endpoint that is being pulled called Send or Wake: the service goes on anyway
    }
    m_serving = true;
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    if (Frame* frame = m_turns.Next(nowPs))
    {
        m_freeAtPs = m_uplink->Transmit(frame, nowTick, nowPs);
    }
    AwaitNext(nowPs);
    m_serving = false;
}

void
HostNic::AwaitNext(int64_t nowPs)
{
    int64_t next = m_turns.NextPs(nowPs);
    if (nowPs < m_freeAtPs && next <= m_freeAtPs)
    {
        AwaitFree();
        next = NEVER_PS;
    }
    if (next == NEVER_PS)
    {
        m_wait.Stop();
        return;
    }
    m_wait.Set(next);
}

Frame*
HostNic::NewFrame()
{
    Frame* frame = m_pool.Allocate();
    frame->source = m_host;
    return frame;
}

void
HostNic::Free(Frame* frame)
{
    m_pool.Free(frame);
}

uint32_t
HostNic::Host() const
{
    return m_host;
}

uint32_t
HostNic::HostCount() const
{
    return m_network.hosts;
}

const WireFormat&
HostNic::Format() const
{
    return m_network.format;
}

uint64_t
HostNic::BitRate() const
{
    return m_uplink->BitRate();
}

int64_t
HostNic::SerializationPs(uint32_t wireBytes) const
{
    return m_uplink->SerializationPs(wireBytes);
}

int64_t
HostNic::BaseRttPs() const
{
    return m_network.baseRttPs;
}

} // namespace ns3::mlt
