// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-nic.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::mlt
{

NS_LOG_COMPONENT_DEFINE("HostNic");

HostNic::HostNic(uint32_t host, const Network& network, FramePool& pool)
    : m_network(network),
      m_pool(pool),
      m_host(host),
      m_due([this] { Expired(); }, SERVICE_PHASE, [this](int stage) { PrefetchTurn(stage); })
{
}

void
HostNic::SetUplink(FabricLink& link, int64_t lookAheadPs)
{
    m_uplink = &link;
    m_latenessPs = lookAheadPs;
}

void
HostNic::ReceiveFrame(Frame* frame, int64_t nowTick)
{
    FrameEndpoint* endpoint = m_turns.At(*frame);
    if (!endpoint)
    {
        m_unclaimed.Add(*frame);
        m_pool.Free(frame);
        return;
    }
    endpoint->Receive(frame, nowTick / TICKS_PER_PS);
}

void
HostNic::Prefetch(const Frame& frame, int stage) const
{
    if (stage == 0)
    {
        m_turns.Prefetch(frame);
    }
    else if (const FrameEndpoint* endpoint = m_turns.At(frame))
    {
        endpoint->Prefetch(frame, stage - 1);
    }
}

void
HostNic::Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint)
{
    CatchUp(); // so far as this endpoint was not there
    m_turns.Attach(protocol, end, endpoint);
    if (endpoint.IsPulled())
    {
        m_mayBeLate = m_mayBeLate && endpoint.LatenessPs() > 0;
        m_latenessPs = std::min(m_latenessPs, endpoint.LatenessPs());
    }
    Arm();
}

void
HostNic::SetPaused(ClassSet classes)
{
    NS_LOG_INFO("host " << m_host << " at " << NowPs() << " ps: classes paused 0x" << std::hex
                        << +classes.Bits());
    CatchUp();
    m_turns.SetPaused(classes);
    Wake();
}

int64_t
HostNic::ServedUntilPs() const
{
    return std::min(NowPs(), m_nextPs);
}

void
HostNic::Expired()
{
    ServeBefore(NowTick() + 1);
    Arm();
    const auto* express = ExpressSimulatorImpl::Get();
    if (express && express->IsCrowded()) // else nobody fetches what is listed
    {
        m_ahead.Clear();
        m_turns.ListAhead(m_ahead);
    }
}

void
HostNic::CatchUp()
{
    const int64_t nowTick = NowTick();
    // with the present picosecond, whatever stood first among its events, in all modes
    ServeBefore(std::max(nowTick, nowTick / TICKS_PER_PS * TICKS_PER_PS + 1));
    Arm();
}

void
HostNic::ServeBefore(int64_t tick)
{
    if (m_nextTick >= tick || m_serving)
    {
        return;
    }
    m_uplink->PrefetchTransmit();
    while (m_nextTick < tick)
    {
        ExpressSimulatorImpl::FetchFurther();
        Serve(m_nextPs);
    }
}

/** In a large network nothing of a host is in a cache when its turn comes: fetched in stages. */
void
HostNic::PrefetchTurn(int stage) const
{
    switch (stage)
    {
    case 1:
        PrefetchWhole(this);
        break;
    case 2:
        m_uplink->PrefetchTransmit();
        m_ahead.FetchFirstHalf();
        break;
    case 3:
        m_ahead.FetchSecondHalf();
        break;
    default:
        break;
    }
}

void
HostNic::Wake()
{
    const int64_t nowTick = NowTick();
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    const int64_t startPs = std::max(nowPs, m_freeAtPs);
    if (startPs >= m_nextPs)
    {
        return; // that is planned already
    }
    if (startPs > nowPs)
    {
        Plan(startPs, startPs * TICKS_PER_PS);
    }
    else
    {
        // not at once: more may be handed over in this instant, and the choice is among all
        Plan(startPs, m_mayBeLate ? (nowPs + 1) * TICKS_PER_PS : nowTick);
    }
    Arm();
}

void
HostNic::Send(Frame* frame)
{
    const int64_t nowTick = NowTick();
    ServeBefore(nowTick); // what was before does not know of this frame
    m_turns.Push(frame);
    if (m_serving)
    {
        return; // an endpoint that is being pulled: the service goes on, then looks what is next
    }
    const int64_t nowPs = nowTick / TICKS_PER_PS;
    if (nowPs >= m_freeAtPs)
    {
        Serve(nowPs);
    }
    else if (m_freeAtPs < m_nextPs)
    {
        Plan(m_freeAtPs, m_freeAtPs * TICKS_PER_PS);
    }
    Arm();
}

void
HostNic::Serve(int64_t startPs)
{
    m_serving = true;
    if (Frame* frame = m_turns.Next(startPs))
    {
        m_freeAtPs = m_uplink->Transmit(frame, startPs);
    }
    PlanNext(startPs);
    m_serving = false;
}

void
HostNic::PlanNext(int64_t nowPs)
{
    const int64_t next = m_turns.NextPs(nowPs);
    if (next == NEVER_PS)
    {
        m_nextPs = NEVER_PS;
        m_nextTick = NEVER_TICK;
        return;
    }
    const int64_t startPs = std::max(next, m_freeAtPs);
    Plan(startPs, startPs * TICKS_PER_PS);
}

void
HostNic::Plan(int64_t startPs, int64_t atTick)
{
    m_nextPs = startPs;
    m_nextTick = atTick;
}

/** Once for all that was done: a deadline that moves on and on costs an event more. */
void
HostNic::Arm()
{
    if (m_nextPs == NEVER_PS)
    {
        m_due.Stop();
        return;
    }
    m_due.SetTick(std::max((m_nextPs + m_latenessPs) * TICKS_PER_PS, m_nextTick));
}

Frame*
HostNic::NewFrame()
{
    Frame* frame = m_pool.Allocate();
    frame->source = m_host;
    return frame;
}

Frame*
HostNic::NewShortFrame()
{
    Frame* frame = m_pool.AllocateShort();
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
