// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fabric-capture.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-input-error.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <utility>

namespace ns3::mlt
{

namespace
{

Ptr<Packet>
PacketOf(const PortEvent& event)
{
    return FrameProtocol::Of(*event.frame).ToIpPacket(*event.frame, event.atPs);
}

} // namespace

FabricCapture::FabricCapture(Ptr<Fabric> fabric,
                             const std::string& prefix,
                             std::vector<uint32_t> hosts,
                             uint32_t snapBytes)
    : m_fabric(std::move(fabric)),
      m_hosts(m_fabric->Plan().hosts)
{
    if (hosts.empty())
    {
        hosts.resize(m_hosts.size());
        std::iota(hosts.begin(), hosts.end(), 0);
    }
    OpenAll(hosts, prefix, snapBytes);
    m_fabric->CatchUp(); // what was sent before is none of its business
    m_fabric->TraceConnectWithoutContext("Send", MakeCallback(&FabricCapture::OnSend, this));
    m_fabric->TraceConnectWithoutContext("Drop", MakeCallback(&FabricCapture::OnDrop, this));
    m_atDestroy = Simulator::ScheduleDestroy(&FabricCapture::Finish, this);
}

FabricCapture::~FabricCapture()
{
    if (!m_finished)
    {
        m_atDestroy.Cancel();
        Finish();
    }
    if (m_isHeld)
    {
        RemoveFiles();
    }
}

void
FabricCapture::Hold()
{
    m_isHeld = true;
}

void
FabricCapture::Close()
{
    if (!m_finished)
    {
        m_atDestroy.Cancel();
        Finish();
    }
    if (!m_failure.empty())
    {
        throw InputError("capture: cannot write " + m_failure + " (is the disk full?)");
    }
}

void
FabricCapture::Keep()
{
    m_isHeld = false;
    if (const std::error_code error = NameFiles())
    {
        RemoveFiles();
        throw InputError("capture: cannot write " + m_failure + " (" + error.message() + ")");
    }
}

void
FabricCapture::Finish()
{
    m_finished = true;
    m_fabric->CatchUp(); // what was sent until now is told of yet
    m_fabric->TraceDisconnectWithoutContext("Send", MakeCallback(&FabricCapture::OnSend, this));
    m_fabric->TraceDisconnectWithoutContext("Drop", MakeCallback(&FabricCapture::OnDrop, this));
    const int64_t now = NowPs();
    for (auto& host : m_hosts)
    {
        if (host)
        {
            WriteArrivals(*host, now);
            host->file.Close();
            m_failure = host->file.Fail() ? host->name : m_failure;
        }
    }
    if (!m_isHeld)
    {
        NameFiles(); // those that cannot be named stay as they are
    }
}

std::error_code
FabricCapture::NameFiles()
{
    std::error_code first;
    for (const auto& host : m_hosts)
    {
        std::error_code error;
        if (host)
        {
            std::filesystem::rename(host->name + PARTIAL, host->name, error);
        }
        if (error && !first)
        {
            first = error;
            m_failure = host->name;
        }
    }
    return first;
}

void
FabricCapture::RemoveFiles()
{
    for (const auto& host : m_hosts)
    {
        std::error_code ignored;
        if (host)
        {
            std::filesystem::remove(host->name + PARTIAL, ignored);
        }
    }
}

void
FabricCapture::OpenAll(const std::vector<uint32_t>& hosts,
                       const std::string& prefix,
                       uint32_t snapBytes)
{
    try
    {
        for (uint32_t host : hosts)
        {
            Open(host, prefix, snapBytes);
        }
    }
    catch (const InputError&)
    {
        RemoveFiles();
        throw;
    }
}

void
FabricCapture::Open(uint32_t host, const std::string& prefix, uint32_t snapBytes)
{
    const std::string name = prefix + "-host" + std::to_string(host) + ".pcap";
    if (host >= m_hosts.size())
    {
        throw InputError("capture: there is no host " + std::to_string(host) + ", only 0 to " +
                         std::to_string(m_hosts.size() - 1));
    }
    auto capture = std::make_unique<Host>();
    capture->name = name;
    capture->file.Open(name + PARTIAL, std::ios::out | std::ios::binary | std::ios::trunc);
    if (!capture->file.Fail())
    {
        capture->file.Init(RAW_IP, snapBytes, PcapFile::ZONE_DEFAULT, false, true);
    }
    if (capture->file.Fail())
    {
        throw InputError("capture: cannot write " + name +
                         "; the folder must exist, and a process may have as many files open "
                         "(ulimit -n) as there are hosts");
    }
    m_hosts[host] = std::move(capture);
}

void
FabricCapture::OnSend(const PortEvent& event)
{
    const NetworkPlan& plan = m_fabric->Plan();
    const NetworkPlan::Link& link = plan.links[event.link];
    if (plan.IsHost(link.from) && m_hosts[link.from])
    {
        Host& host = *m_hosts[link.from];
        WriteArrivals(host, event.atPs);
        Write(host, event.atPs, PacketOf(event));
    }
    if (plan.IsHost(link.to) && m_hosts[link.to])
    {
        Host& host = *m_hosts[link.to];
        WriteArrivals(host, m_fabric->Nic(link.to).ServedUntilPs());
        const int64_t service = m_fabric->Link(event.link).SerializationPs(event.frame->wireBytes);
        const int64_t arrivalPs = event.atPs + service + link.delayPs;
        const auto place = std::upper_bound(
            host.coming.begin(),
            host.coming.end(),
            arrivalPs,
            [](int64_t atPs, const Arrival& arrival) { return atPs < arrival.atPs; });
        host.coming.insert(place, {arrivalPs, event.frame, PacketOf(event)});
    }
}

void
FabricCapture::OnDrop(const PortEvent& event, DropReason reason)
{
    const NetworkPlan& plan = m_fabric->Plan();
    const NetworkPlan::Link& link = plan.links[event.link];
    const bool onLink = reason == DropReason::LinkLoss || reason == DropReason::LinkDown;
    if (!onLink || !plan.IsHost(link.to) || !m_hosts[link.to])
    {
        return;
    }
    auto& coming = m_hosts[link.to]->coming;
    const auto lost = std::find_if(coming.rbegin(), coming.rend(), [&event](const Arrival& a) {
        return a.frame == event.frame && a.atPs > event.atPs; // a frame comes again as another
    });
    if (lost != coming.rend()) // else it waited before a link that went down
    {
        coming.erase(std::next(lost).base());
    }
}

void
FabricCapture::WriteArrivals(Host& host, int64_t untilPs)
{
    while (!host.coming.empty() && host.coming.front().atPs <= untilPs)
    {
        Write(host, host.coming.front().atPs, host.coming.front().packet);
        host.coming.pop_front();
    }
}

void
FabricCapture::Write(Host& host, int64_t atPs, const Ptr<Packet>& packet)
{
    host.file.Write(static_cast<uint32_t>(atPs / PS_PER_SECOND),
                    static_cast<uint32_t>(atPs % PS_PER_SECOND / PS_PER_NS),
                    packet);
}

} // namespace ns3::mlt
