// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-device-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{

namespace
{

/** One threshold, as a switch of this module marks: RED with both thresholds the same. */
void
InstallMarking(const NetDeviceContainer& devices, const DeviceBench::Options& options)
{
    constexpr uint64_t FULL = 100000000;
    const auto threshold = static_cast<double>(options.hostMarkBytes);
    TrafficControlHelper control;
    control.SetRootQueueDisc("ns3::RedQueueDisc",
                             "MaxSize",
                             QueueSizeValue(QueueSize(QueueSizeUnit::BYTES, FULL)),
                             "MinTh",
                             DoubleValue(threshold),
                             "MaxTh",
                             DoubleValue(threshold),
                             "QW",
                             DoubleValue(1),
                             "MeanPktSize",
                             UintegerValue(options.mtu),
                             "LinkBandwidth",
                             DataRateValue(DataRate(options.hostRate)),
                             "UseEcn",
                             BooleanValue(true),
                             "UseHardDrop",
                             BooleanValue(false));
    control.Install(devices);
}

} // namespace

DeviceBench::DeviceBench(const Options& options)
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
    if (options.hostMarkBytes > 0)
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
        stack.Install(m_net.Hosts());
        InstallMarking(devices, options);
    }
    interfaces = helper.InstallInternet(devices);
}

DeviceBench::~DeviceBench()
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
DeviceBench::Device(uint32_t host) const
{
    return DynamicCast<ExpressNetDevice>(devices.Get(host));
}

Ipv4Address
DeviceBench::AddressOf(uint32_t host) const
{
    return interfaces.GetAddress(host);
}

void
DeviceBench::RunUntil(Time at)
{
    Simulator::Stop(at - Simulator::Now());
    Simulator::Run();
    fabric->CatchUp();
}

void
DeviceBench::ExpectConserved() const
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
DeviceBench::Marked() const
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
