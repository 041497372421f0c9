// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-nic.h"

#include <algorithm>

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
    FrameEndpoint* endpoint = m_endpoints[static_cast<size_t>(frame->port)];
    if (!endpoint)
    {
        m_unclaimed.Add(*frame);
        m_pool.Free(frame);
        return;
    }
    endpoint->Receive(frame, nowTick / TICKS_PER_PS);
}

void
HostNic::Attach(Port port, FrameEndpoint& endpoint)
{
    m_endpoints[static_cast<size_t>(port)] = &endpoint;
    if (std::find(m_pulled.begin(), m_pulled.end(), &endpoint) == m_pulled.end())
    {
        m_pulled.push_back(&endpoint);
    }
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
    m_ready.Push(frame);
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
    if (Frame* frame = NextFrame(nowPs))
    {
        m_freeAtPs = m_uplink->Transmit(frame, nowTick, nowPs);
    }
    AwaitNext(nowPs);
    m_serving = false;
}

Frame*
HostNic::NextFrame(int64_t nowPs)
{
    if (!m_ready.IsEmpty())
    {
        return m_ready.Pop();
    }
    for (size_t i = 0; i < m_pulled.size(); ++i)
    {
        FrameEndpoint* endpoint = m_pulled[m_turn];
        m_turn = m_turn + 1 < m_pulled.size() ? m_turn + 1 : 0;
        if (Frame* frame = endpoint->Pull(nowPs))
        {
            return frame;
        }
    }
    return nullptr;
}

void
HostNic::AwaitNext(int64_t nowPs)
{
    int64_t next = NEVER_PS;
    if (!m_ready.IsEmpty())
    {
        next = nowPs;
    }
    else
    {
        for (FrameEndpoint* endpoint : m_pulled)
        {
            next = std::min(next, endpoint->NextPullPs(nowPs));
        }
    }
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
