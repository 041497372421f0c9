// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-test-bench.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace ns3::mlt
{

TestBench::TestBench(const Options& options)
{
    UseFabricResolution();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(options.seed);
    LeafSpineSpec spec = ParseLeafSpine(options.topology);
    spec.hostRate = options.hostRate;
    spec.uplinkRate = options.uplinkRate;
    spec.delayPs = options.delayPs;
    m_helper.SetPathChooser(options.chooser);
    m_helper.SetAttribute("Mtu", UintegerValue(options.mtu));
    m_fabric = m_helper.Build(PlanLeafSpine(spec));
    Use(m_helper.Install(options.transport), Time(0));
}

TestBench::~TestBench()
{
    Simulator::Destroy();
    transport->Dispose();
    m_fabric->Dispose();
}

void
TestBench::CatchUp()
{
    m_fabric->CatchUp();
}

bool
TestBench::IsConserved() const
{
    const ReceiptCounts receipts = transport->Receipts();
    FrameCounts accounted = m_fabric->Dropped();
    accounted += m_fabric->InFlight();
    accounted += receipts.useful;
    accounted += receipts.duplicate;
    accounted += receipts.late;
    accounted += receipts.stale;
    const FrameCounts sent = m_fabric->SentByHosts();
    return sent.data == accounted.data && sent.control == accounted.control;
}

uint64_t
TestBench::SentBytes() const
{
    uint64_t bytes = 0;
    for (const auto& entry : reports)
    {
        bytes += entry.second.sentBytes;
    }
    return bytes;
}

int64_t
TestBench::LastDeliveryPs() const
{
    int64_t last = 0;
    for (const auto& entry : deliveries)
    {
        last = std::max(last, entry.second.atPs);
    }
    return last;
}

uint32_t
LinkNamed(TestBench& bench, const std::string& name)
{
    const NetworkPlan& plan = bench.Net().Plan();
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (plan.LinkName(link) == name)
        {
            return link;
        }
    }
    ADD_FAILURE() << "no link " << name;
    return 0;
}

void
RecordFigure(const std::string& name, double value)
{
    ::testing::Test::RecordProperty(name, std::to_string(value));
    std::printf("[ FIGURE   ] %s = %.4f\n", name.c_str(), value);
}

} // namespace ns3::mlt
