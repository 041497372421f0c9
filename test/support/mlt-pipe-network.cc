// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-pipe-network.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr int64_t ARRIVAL_PHASE = 1;

void
At(int64_t ps, int64_t phase, std::function<void()> action)
{
    const int64_t wait = std::max<int64_t>(0, ps * TICKS_PER_PS + phase - NowTick());
    Simulator::Schedule(TimeStep(static_cast<uint64_t>(wait)), std::move(action));
}

} // namespace

/** A host's NIC: what was sent goes first, then the endpoints are pulled. */
class PipeNetwork::Nic : public HostPort
{
  public:
    Nic(PipeNetwork& network, uint32_t index)
        : m_network(network),
          m_index(index)
    {
    }

    void Attach(const FrameProtocol&, uint8_t end, FrameEndpoint& endpoint) override
    {
        m_endpoints.at(end) = &endpoint;
    }

    void Wake() override
    {
        ServeAt(NowPs());
    }

    void Send(Frame* frame) override
    {
        m_ready.push_back(frame);
        Wake();
    }

    Frame* NewFrame() override
    {
        Frame* frame = m_network.m_pool.Allocate();
        frame->source = m_index;
        return frame;
    }

    void Free(Frame* frame) override
    {
        m_network.m_pool.Free(frame);
    }

    uint32_t Host() const override
    {
        return m_index;
    }

    uint32_t HostCount() const override
    {
        return m_network.m_options.hosts;
    }

    const WireFormat& Format() const override
    {
        return m_network.m_options.format;
    }

    uint64_t BitRate() const override
    {
        return m_network.m_options.bitRate;
    }

    int64_t SerializationPs(uint32_t wireBytes) const override
    {
        return m_network.SerializationPs(wireBytes);
    }

    int64_t BaseRttPs() const override
    {
        return 4 * m_network.m_options.delayPs +
               2 * SerializationPs(Format().FullFrame() + Format().minimumFrame);
    }

    void Receive(Frame* frame)
    {
        m_endpoints[frame->end]->Receive(frame, NowPs());
    }

  private:
    void ServeAt(int64_t ps)
    {
        ps = std::max(ps, m_freeAtPs);
        if (ps < m_serviceAtPs)
        {
            m_serviceAtPs = ps;
            At(ps, SERVICE_PHASE, [this, ps] { Serve(ps); });
        }
    }

    void Serve(int64_t ps)
    {
        if (ps != m_serviceAtPs)
        {
            return; // an earlier service took over
        }
        m_serviceAtPs = NEVER_PS;
        Frame* frame = Next(ps);
        if (!frame)
        {
            return;
        }
        m_network.m_sent.Add(*frame);
        if (m_network.m_observer)
        {
            m_network.m_observer(*frame);
        }
        m_freeAtPs = ps + SerializationPs(frame->wireBytes);
        At(m_freeAtPs + m_network.m_options.delayPs, ARRIVAL_PHASE, [this, frame] {
            m_network.Arrive(frame);
        });
        ServeAt(m_freeAtPs);
    }

    Frame* Next(int64_t ps)
    {
        if (!m_ready.empty())
        {
            Frame* frame = m_ready.front();
            m_ready.pop_front();
            return frame;
        }
        int64_t again = NEVER_PS;
        for (FrameEndpoint* endpoint : m_endpoints)
        {
            Frame* frame = endpoint ? endpoint->Pull(ps) : nullptr;
            if (frame)
            {
                return frame;
            }
            again = endpoint ? std::min(again, endpoint->NextPullPs(ps)) : again;
        }
        if (again != NEVER_PS)
        {
            ServeAt(again);
        }
        return nullptr;
    }

    PipeNetwork& m_network;
    uint32_t m_index;
    std::array<FrameEndpoint*, FrameProtocol::MOST_ENDS> m_endpoints{}; //!< of one protocol
    std::deque<Frame*> m_ready;
    int64_t m_freeAtPs{0};
    int64_t m_serviceAtPs{NEVER_PS};
};

/** The switch's FIFO and link to one host. */
class PipeNetwork::Output
{
  public:
    Output(PipeNetwork& network, PipeNetwork::Nic& nic)
        : m_network(network),
          m_nic(nic)
    {
    }

    void Accept(Frame* frame)
    {
        const uint64_t waiting = m_waiting + frame->wireBytes;
        if (waiting > m_network.m_options.bufferBytes)
        {
            m_network.Drop(frame);
            return;
        }
        frame->ce = frame->ce || (frame->ect && waiting > m_network.m_options.markBytes);
        m_waiting = waiting;
        m_queue.push_back(frame);
        if (m_busy)
        {
            m_network.m_mostWaiting = std::max(m_network.m_mostWaiting, m_waiting);
            return;
        }
        Serve();
    }

    uint64_t Waiting() const
    {
        return m_waiting;
    }

  private:
    void Serve()
    {
        m_busy = !m_queue.empty();
        if (!m_busy)
        {
            return;
        }
        Frame* frame = m_queue.front();
        m_queue.pop_front();
        m_waiting -= frame->wireBytes;
        const int64_t end = NowPs() + m_network.SerializationPs(frame->wireBytes);
        At(end, SERVICE_PHASE, [this] { Serve(); });
        At(end + m_network.m_options.delayPs, ARRIVAL_PHASE, [this, frame] {
            m_nic.Receive(frame);
        });
    }

    PipeNetwork& m_network;
    PipeNetwork::Nic& m_nic;
    std::deque<Frame*> m_queue;
    uint64_t m_waiting{0};
    bool m_busy{false};
};

PipeNetwork::PipeNetwork(const PipeOptions& options)
    : m_options(options),
      m_psPerByte(8 * PS_PER_SECOND / static_cast<int64_t>(options.bitRate))
{
    UseFabricResolution();
    for (uint32_t i = 0; i < options.hosts; ++i)
    {
        m_nics.push_back(std::make_unique<Nic>(*this, i));
        m_outputs.push_back(std::make_unique<Output>(*this, *m_nics.back()));
        m_nodes.push_back(CreateObject<Node>());
    }
}

PipeNetwork::~PipeNetwork()
{
    Simulator::Destroy();
}

std::vector<HostSite>
PipeNetwork::Sites() const
{
    std::vector<HostSite> sites;
    for (uint32_t i = 0; i < m_options.hosts; ++i)
    {
        sites.push_back({m_nodes[i], m_nics[i].get()});
    }
    return sites;
}

void
PipeNetwork::SetDrop(std::function<bool(const Frame&)> drop)
{
    m_drop = std::move(drop);
}

void
PipeNetwork::SetExtraDelay(std::function<int64_t(const Frame&)> extraPs)
{
    m_extraPs = std::move(extraPs);
}

void
PipeNetwork::SetObserver(std::function<void(const Frame&)> observer)
{
    m_observer = std::move(observer);
}

uint64_t
PipeNetwork::Waiting(uint32_t host) const
{
    return m_outputs[host]->Waiting();
}

void
PipeNetwork::Arrive(Frame* frame)
{
    if (m_drop && m_drop(*frame))
    {
        Drop(frame);
        return;
    }
    const int64_t extra = m_extraPs ? m_extraPs(*frame) : 0;
    if (extra > 0)
    {
        At(NowPs() + extra, ARRIVAL_PHASE, [this, frame] { Forward(frame); });
        return;
    }
    Forward(frame);
}

void
PipeNetwork::Forward(Frame* frame)
{
    m_outputs[frame->destination]->Accept(frame);
}

void
PipeNetwork::Drop(Frame* frame)
{
    m_dropped.Add(*frame);
    m_pool.Free(frame);
}

} // namespace ns3::mlt
