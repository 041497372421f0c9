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
    m_transport = m_helper.Install(options.transport);
    m_transport->SetDeliveryHandler([this](const Delivery& d) {
        deliveries[d.id] = d;
        deliveries[d.id].received = nullptr;
    });
    m_transport->SetSenderReportHandler([this](const SenderReport& r) {
        reports[r.id] = r;
        if (reports.size() == messages.size())
        {
            Simulator::Stop();
        }
    });
}

TestBench::~TestBench()
{
    Simulator::Destroy();
    m_transport->Dispose();
    m_fabric->Dispose();
}

uint64_t
TestBench::Send(uint32_t source, uint32_t destination, uint64_t bytes, double bound)
{
    Message message;
    message.source = source;
    message.destination = destination;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(bound);
    return Send(message);
}

uint64_t
TestBench::Send(Message message)
{
    message.id = messages.size();
    messages[message.id] = message;
    m_transport->Send(message);
    return message.id;
}

bool
TestBench::Run(Time limit)
{
    RunFor(limit);
    return reports.size() == messages.size() && deliveries.size() == messages.size();
}

void
TestBench::RunFor(Time duration)
{
    const EventId stop = Simulator::Schedule(duration, [] { Simulator::Stop(); });
    Simulator::Run();
    m_fabric->CatchUp();
    Simulator::Cancel(stop);
}

bool
TestBench::IsConserved() const
{
    const ReceiptCounts receipts = m_transport->Receipts();
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
