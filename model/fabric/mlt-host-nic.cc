// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-nic.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

/** How many arrivals ahead a frame is fetched, and then what its receipt reads. */
constexpr size_t FRAME_AHEAD = 4;
constexpr size_t STATE_AHEAD = 2;

} // namespace

HostNic::HostNic(uint32_t host, const Network& network, FramePool& pool)
    : m_inbox(network.hosts, [this] { Arm(); }),
      m_host(host),
      m_network(network),
      m_pool(pool),
      m_due([this] { Expired(); }, 0, [this](int step) { PrefetchTurn(step); })
{
}

void
HostNic::SetUplink(FabricLink& link, int64_t lookAheadPs)
{
    m_uplink = &link;
    m_latenessPs = lookAheadPs;
    m_receiptLatenessPs = lookAheadPs;
}

void
HostNic::SetDownlink(FabricLink& link, uint64_t mostLateBytes)
{
    m_downlink = &link;
    m_mostLateBytes = mostLateBytes;
}

/** Now, as those see it who handle what arrived in the past. */
int64_t
HostNic::LocalTick() const
{
    return m_handledTick == NO_TICK ? NowTick() : m_handledTick;
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
    if (const FrameEndpoint* endpoint = m_turns.At(frame.port))
    {
        endpoint->Prefetch(frame, 0);
        endpoint->Prefetch(frame, 1);
    }
}

void
HostNic::Attach(Port port, FrameEndpoint& endpoint)
{
    CatchUp(); // so far as this endpoint was not there
    m_turns.Attach(port, endpoint);
    m_isPatient = m_isPatient && endpoint.LatenessPs() > 0;
    m_latenessPs = std::min(m_latenessPs, endpoint.LatenessPs());
    m_receiptLatenessPs =
        std::min({m_receiptLatenessPs, m_latenessPs, endpoint.ReceiptLatenessPs()});
    m_inbox.SetPatience(m_receiptLatenessPs, m_mostLateBytes);
    if (m_downlink)
    {
        m_downlink->SetHostInbox(m_receiptLatenessPs > 0 ? &m_inbox : nullptr);
    }
    Arm();
}

int64_t
HostNic::ServedUntilPs() const
{
    return std::min({LocalTick() / TICKS_PER_PS, m_nextPs, m_inbox.NextTick() / TICKS_PER_PS});
}

void
HostNic::Expired()
{
    const int64_t afterTick = NowTick() + 1;
    HandleBefore(afterTick);
    ServeBefore(afterTick);
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
    const int64_t nowTick = LocalTick();
    HandleBefore(nowTick);
    // with the present picosecond, whatever stood first among its events, in all modes
    ServeBefore(std::max(nowTick, nowTick / TICKS_PER_PS * TICKS_PER_PS + 1));
    Arm();
}

void
HostNic::PrefetchReceipt(size_t ahead, int step) const
{
    if (const Frame* frame = m_inbox.Peek(ahead))
    {
        if (const FrameEndpoint* endpoint = m_turns.At(frame->port))
        {
            endpoint->Prefetch(*frame, step);
        }
    }
}

/** Hands over what arrives before a tick, in order; who receives it catches up with services. */
void
HostNic::HandleBefore(int64_t tick)
{
    if (m_inbox.NextTick() >= tick || m_handledTick != NO_TICK)
    {
        return;
    }
    do
    {
        ExpressSimulatorImpl::FetchFurther();
        m_inbox.Prefetch(FRAME_AHEAD);
        PrefetchReceipt(STATE_AHEAD, 0);
        PrefetchReceipt(STATE_AHEAD / 2, 1);
        const auto [arrivalTick, frame] = m_inbox.Take();
        m_handledTick = arrivalTick;
        ReceiveFrame(frame, arrivalTick);
    } while (m_inbox.NextTick() < tick);
    m_handledTick = NO_TICK;
    m_inbox.Settle();
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

/** In a large network nothing of a host is in a cache when its turn comes: fetched step by step. */
void
HostNic::PrefetchTurn(int step) const
{
    switch (step)
    {
    case 1:
        PrefetchWhole(this);
        break;
    case 2:
        m_inbox.PrefetchArrivals();
        m_uplink->PrefetchTransmit();
        m_ahead.FetchFirstHalf();
        break;
    case 3:
        m_ahead.FetchSecondHalf();
        break;
    case 4:
        m_inbox.PrefetchFrames();
        break;
    default:
        break;
    }
}

uint64_t
HostNic::MostLateBytes() const
{
    return m_mostLateBytes;
}

void
HostNic::BePunctual(uint32_t peer, bool wanted)
{
    m_inbox.BePunctual(peer, wanted);
    if (m_handledTick == NO_TICK)
    {
        m_inbox.Settle();
        Arm();
    }
}

void
HostNic::Wake()
{
    const int64_t nowTick = LocalTick();
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
        Plan(startPs, m_isPatient ? (nowPs + 1) * TICKS_PER_PS : nowTick);
    }
    Arm();
}

void
HostNic::Send(Frame* frame)
{
    const int64_t nowTick = LocalTick();
    HandleBefore(nowTick);
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
    if (m_handledTick != NO_TICK)
    {
        return; // HandleBefore will
    }
    int64_t dueTick = m_inbox.DueTick();
    if (m_nextPs != NEVER_PS)
    {
        const int64_t serviceTick = (m_nextPs + m_latenessPs) * TICKS_PER_PS;
        dueTick = std::min(dueTick, std::max(serviceTick, m_nextTick));
    }
    if (dueTick == NEVER_TICK)
    {
        m_due.Stop();
        return;
    }
    m_due.SetTick(dueTick);
}

Frame*
HostNic::NewFrame()
{
    Frame* frame = m_pool.Allocate();
    frame->source = m_host;
    return frame;
}

Frame*
HostNic::NewDataFrame()
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
