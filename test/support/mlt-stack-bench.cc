// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-stack-bench.h"

#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{

StackBench::StackBench(const Options& options)
{
    UseFabricResolution();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(options.seed);
    LeafSpineSpec spec = ParseLeafSpine(options.topology);
    spec.hostRate = options.hostRate;
    spec.uplinkRate = options.uplinkRate;
    spec.delayPs = options.delayPs;
    m_net.SetPathChooser(options.chooser);
    m_net.SetAttribute("Mtu", UintegerValue(options.mtu));
    fabric = m_net.Build(PlanLeafSpine(spec));
    if (!options.transport.empty())
    {
        transport = m_net.Install(options.transport);
    }
    ExpressDeviceHelper helper;
    helper.SetQueueAttribute("MaxSize", QueueSizeValue(QueueSize(options.queueSize)));
    helper.SetDeviceAttribute("FlowHash", TypeIdValue(TypeId::LookupByName(options.flowHash)));
    devices = helper.Install(fabric, m_net.Hosts());
    interfaces = helper.InstallInternet(devices);
}

StackBench::~StackBench()
{
    Simulator::Destroy();
    if (transport)
    {
        transport->Dispose();
    }
    fabric->Dispose();
    Config::Reset();
}

Ptr<ExpressNetDevice>
StackBench::Device(uint32_t host) const
{
    return DynamicCast<ExpressNetDevice>(devices.Get(host));
}

Ipv4Address
StackBench::AddressOf(uint32_t host) const
{
    return interfaces.GetAddress(host);
}

void
StackBench::RunUntil(Time at)
{
    Simulator::Stop(at - Simulator::Now());
    Simulator::Run();
    fabric->CatchUp();
}

void
StackBench::ExpectConserved() const
{
    FrameCounts accounted = fabric->Dropped();
    accounted += fabric->InFlight();
    for (uint32_t host = 0; host < devices.GetN(); ++host)
    {
        accounted += Device(host)->Received();
    }
    if (transport)
    {
        const ReceiptCounts receipts = transport->Receipts();
        accounted += receipts.useful;
        accounted += receipts.duplicate;
        accounted += receipts.late;
        accounted += receipts.stale;
    }
    const FrameCounts sent = fabric->SentByHosts();
    EXPECT_EQ(sent.data, accounted.data);
    EXPECT_EQ(sent.control, accounted.control);
    EXPECT_EQ(fabric->Unclaimed().data.frames + fabric->Unclaimed().control.frames, 0U);
}

uint64_t
StackBench::Marked() const
{
    uint64_t frames = 0;
    for (uint32_t link = 0; link < fabric->Plan().links.size(); ++link)
    {
        const SwitchPort* port = fabric->PortOf(link);
        for (uint32_t queue = 0; port && queue < QUEUES; ++queue)
        {
            frames += port->Counts().marked[queue][1].frames;
        }
    }
    return frames;
}

} // namespace ns3::mlt
