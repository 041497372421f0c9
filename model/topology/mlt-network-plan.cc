// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-network-plan.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

constexpr uint64_t BIT_PS_PER_BYTE_SECOND = 8000000000000; // 8 bits x 10^12 ps

/** Idle latency from every node to one destination, each node computed once. */
class LatencyTo
{
  public:
    LatencyTo(const NetworkPlan& plan, uint32_t destination, uint32_t bytes)
        : m_plan(plan),
          m_destination(destination),
          m_bytes(bytes),
          m_fromSwitch(plan.routes.size(), UNKNOWN)
    {
    }

    int64_t Over(uint32_t link)
    {
        const auto& l = m_plan.links[link];
        const int64_t here = SerializationPs(m_bytes, l.bitRate) + l.delayPs;
        return here + (l.to == m_destination ? 0 : FromSwitch(l.to - m_plan.hosts));
    }

  private:
    static constexpr int64_t UNKNOWN = -1;

    int64_t FromSwitch(uint32_t index)
    {
        int64_t& known = m_fromSwitch[index];
        if (known == UNKNOWN)
        {
            const auto& routes = m_plan.routes[index];
            known = 0;
            for (uint32_t link : routes.groups[routes.groupOfHost[m_destination]])
            {
                known = std::max(known, Over(link));
            }
        }
        return known;
    }

    const NetworkPlan& m_plan;
    uint32_t m_destination;
    uint32_t m_bytes;
    std::vector<int64_t> m_fromSwitch;
};

} // namespace

int64_t
SerializationPs(uint32_t wireBytes, uint64_t bitRate)
{
    return static_cast<int64_t>((wireBytes * BIT_PS_PER_BYTE_SECOND + bitRate / 2) / bitRate);
}

void
NetworkPlan::Connect(uint32_t a, uint32_t b, uint64_t bitRate, int64_t delayPs)
{
    links.push_back({a, b, bitRate, delayPs});
    links.push_back({b, a, bitRate, delayPs});
}

std::string
NetworkPlan::LinkName(uint32_t link) const
{
    return names[links[link].from] + "-" + names[links[link].to];
}

std::optional<uint32_t>
NetworkPlan::LinkNamed(const std::string& name) const
{
    for (uint32_t link = 0; link < links.size(); ++link)
    {
        if (LinkName(link) == name)
        {
            return link;
        }
    }
    return std::nullopt;
}

std::vector<std::vector<uint32_t>>
NetworkPlan::HostUplinks() const
{
    std::vector<std::vector<uint32_t>> uplinks(hosts);
    for (uint32_t i = 0; i < links.size(); ++i)
    {
        if (IsHost(links[i].from))
        {
            uplinks[links[i].from].push_back(i);
        }
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        if (uplinks[host].empty())
        {
            throw InputError("network plan: " + names[host] +
                             " has no link; expected at least one, by NetworkPlan::Connect");
        }
    }
    return uplinks;
}

std::vector<std::vector<int64_t>>
NetworkPlan::IdleLatencies(uint32_t wireBytes) const
{
    const auto uplinks = HostUplinks();
    std::vector<std::vector<int64_t>> latencies(hosts, std::vector<int64_t>(hosts, 0));
    for (uint32_t destination = 0; destination < hosts; ++destination)
    {
        LatencyTo latency(*this, destination, wireBytes);
        for (uint32_t source = 0; source < hosts; ++source)
        {
            if (source != destination)
            {
                latencies[source][destination] = latency.Over(uplinks[source].front());
            }
        }
    }
    return latencies;
}

int64_t
NetworkPlan::BaseRttPs(uint32_t outBytes, uint32_t backBytes) const
{
    // not by two matrices of all pairs: with thousands of hosts those would be most of the memory
    const auto uplinks = HostUplinks();
    std::vector<LatencyTo> back;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        back.emplace_back(*this, host, backBytes);
    }
    int64_t longest = 0;
    for (uint32_t b = 0; b < hosts; ++b)
    {
        LatencyTo out(*this, b, outBytes);
        for (uint32_t a = 0; a < hosts; ++a)
        {
            if (a != b)
            {
                longest = std::max(longest,
                                   out.Over(uplinks[a].front()) + back[a].Over(uplinks[b].front()));
            }
        }
    }
    return longest;
}

} // namespace ns3::mlt
