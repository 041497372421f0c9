// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-express-case.h"

#include "mlt-benchmark-memory.h"
#include "mlt-benchmark-traffic.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-conservation.h"
#include "ns3/mlt-express-simulator.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-huge-pages.h"
#include "ns3/mlt-priority.h"
#include "ns3/object-factory.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace ns3::mlt
{

namespace
{

/** Looks at the run once a simulated microsecond, for peaks; gives up on a run without an end. */
class Sampler
{
  public:
    explicit Sampler(const Fabric& fabric)
        : m_fabric(fabric)
    {
    }

    void Sample()
    {
        ++m_samples;
        m_inFlight = std::max(m_inFlight, m_fabric.Pool().InUse());
        if (const auto* express = ExpressSimulatorImpl::Get())
        {
            m_pending = std::max(m_pending, express->Pending());
        }
        if (NowPs() > GIVE_UP_PS)
        {
            Simulator::Stop();
            return;
        }
        Simulator::Schedule(FromPs(PS_PER_US), &Sampler::Sample, this);
    }

    void Report(BenchmarkResult& result) const
    {
        result.events = Simulator::GetEventCount() - m_samples;
        result.peakInFlight = m_inFlight;
        if (ExpressSimulatorImpl::Get())
        {
            result.peakPending = m_pending;
        }
    }

  private:
    static constexpr int64_t GIVE_UP_PS = 10 * PS_PER_SECOND;

    const Fabric& m_fabric;
    uint64_t m_samples{0};
    uint64_t m_inFlight{0};
    uint64_t m_pending{0};
};

/** A fabric with a transport and the messages of a case. */
class ExpressCase
{
  public:
    ExpressCase(const BenchmarkOptions& options, const std::string& transport)
        : m_options(options)
    {
        if (!options.namesEngine)
        {
            UseExpressSimulator();
        }
        UseHugePages();
        RngSeedManager::SetRun(options.seed);
        ApplyAttributes(options);
        ObjectFactory factory;
        factory.SetTypeId(transport);
        const TypeId chooser = factory.Create<MessageTransport>()->DefaultPathChooser();
        m_helper.SetPathChooser(chooser.GetName());
        m_helper.SetAttribute("Mtu", UintegerValue(options.mtu));
        m_fabric = m_helper.Build(options.plan);
        m_transport = m_helper.Install(transport);
    }

    ~ExpressCase()
    {
        Simulator::Destroy();
        m_transport->Dispose();
        m_fabric->Dispose();
    }

    ExpressCase(const ExpressCase&) = delete;
    ExpressCase& operator=(const ExpressCase&) = delete;

    BenchmarkResult Run()
    {
        BenchmarkResult result;
        SendAll();
        Sampler sampler(*m_fabric);
        sampler.Sample();
        result.buildBytes = ResidentBytes();
        const double begin = CpuSeconds();
        Simulator::Run();
        result.cpuSeconds = CpuSeconds() - begin;
        m_fabric->CatchUp();
        RequireWhole();
        sampler.Report(result);
        Report(result);
        return result;
    }

  private:
    void SendAll()
    {
        const auto flows = FlowsOf(m_options.traffic, m_options.plan.hosts, m_options.seed);
        m_open = flows.size();
        m_transport->ListenToSenderReports([this](const SenderReport&) {
            if (--m_open == 0)
            {
                Simulator::Stop();
            }
        });
        constexpr uint32_t LAYERS = QUEUES - 1; // one for each data queue
        Message message;
        message.bytes = m_options.messageBytes;
        message.bound = LossBound::FromShare(m_options.lossBound);
        for (const Flow& flow : flows)
        {
            m_transport->Prepare(flow.source, flow.destination);
            message.source = flow.source;
            message.destination = flow.destination;
            message.SetLayer(static_cast<uint32_t>(message.id % LAYERS), LAYERS);
            m_transport->Send(message);
            ++message.id;
        }
    }

    void RequireWhole() const
    {
        if (m_open != 0)
        {
            throw std::runtime_error(fmt::format("{} messages did not come through", m_open));
        }
        const Conservation account{m_fabric->SentByHosts(),
                                   m_transport->Receipts(),
                                   m_fabric->Dropped(),
                                   m_fabric->InFlight(),
                                   m_fabric->Trimmed()};
        if (const std::string violation = account.Violation(); !violation.empty())
        {
            throw std::runtime_error(violation);
        }
    }

    void Report(BenchmarkResult& result) const
    {
        const FrameCounts hops = m_fabric->PacketHops();
        const FrameCounts dropped = m_fabric->Dropped();
        result.hops = hops.data.frames + hops.control.frames;
        result.dataHops = hops.data.frames;
        result.dropped = dropped.data.frames + dropped.control.frames;
        result.simulatedUs = static_cast<double>(NowPs()) / static_cast<double>(PS_PER_US);
        result.poolFrames = m_fabric->Pool().Capacity();
    }

    const BenchmarkOptions& m_options;
    FabricHelper m_helper;
    Ptr<Fabric> m_fabric;
    Ptr<MessageTransport> m_transport;
    size_t m_open{0};
};

} // namespace

BenchmarkResult
RunExpressCase(const BenchmarkOptions& options, const std::string& transport)
{
    return ExpressCase(options, transport).Run();
}

} // namespace ns3::mlt
