// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-base-rtt.h"

#include "ns3/channel.h"
#include "ns3/fatal-error.h"
#include "ns3/ipv4.h"
#include "ns3/loopback-net-device.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-egress.h"
#include "ns3/mlt-network-plan.h"
#include "ns3/node-list.h"
#include "ns3/node.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace ns3::mlt
{

namespace
{

/** What a minimal Ethernet frame carries. */
constexpr uint32_t MINIMAL_IP_BYTES = 46;

/** How long a packet needs from a node to each other, by node id: NEVER_PS where there is no way.
 */
class IdleLatencies
{
  public:
    IdleLatencies(const BaseRttAssumptions& assumptions, uint32_t ipBytes)
        : m_assumptions(assumptions),
          m_ipBytes(ipBytes)
    {
    }

    std::vector<int64_t> From(uint32_t source)
    {
        std::vector<int64_t> latency(NodeList::GetNNodes(), NEVER_PS);
        latency[source] = 0;
        m_open.push({0, source});
        while (!m_open.empty())
        {
            const auto [at, node] = m_open.top();
            m_open.pop();
            if (at == latency[node])
            {
                Visit(node, at, latency);
            }
        }
        return latency;
    }

  private:
    using Reached = std::pair<int64_t, uint32_t>; // instant, node

    void Visit(uint32_t id, int64_t at, std::vector<int64_t>& latency)
    {
        const auto node = NodeList::GetNode(id);
        for (uint32_t i = 0; i < node->GetNDevices(); ++i)
        {
            const auto device = node->GetDevice(i);
            const auto channel = device->GetChannel();
            for (std::size_t d = 0; channel && d < channel->GetNDevices(); ++d)
            {
                const uint32_t next = channel->GetDevice(d)->GetNode()->GetId();
                const int64_t reached = at + Over(*device);
                if (reached < latency[next])
                {
                    latency[next] = reached;
                    m_open.push({reached, next});
                }
            }
        }
    }

    int64_t Over(const NetDevice& device) const
    {
        const uint64_t known = LinkRateOf(device);
        const LinkFraming framing = FramingOf(device);
        const uint32_t bytes = std::max(m_ipBytes + framing.overhead, framing.minimum);
        return SerializationPs(bytes, known ? known : m_assumptions.rateIfUnknown) +
               (known ? LinkDelayOf(device) : m_assumptions.delayPsIfUnknown);
    }

    const BaseRttAssumptions& m_assumptions;
    uint32_t m_ipBytes;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<Reached>> m_open;
};

} // namespace

int64_t
EstimateBaseRttPs(const NodeContainer& hosts, const BaseRttAssumptions& assumptions)
{
    IdleLatencies out(assumptions, assumptions.mtu);
    IdleLatencies back(assumptions, MINIMAL_IP_BYTES);
    std::vector<std::vector<int64_t>> there;
    std::vector<std::vector<int64_t>> here;
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        there.push_back(out.From(hosts.Get(i)->GetId()));
        here.push_back(back.From(hosts.Get(i)->GetId()));
    }
    int64_t longest = 0;
    for (uint32_t a = 0; a < hosts.GetN(); ++a)
    {
        for (uint32_t b = 0; b < hosts.GetN(); ++b)
        {
            const uint32_t idA = hosts.Get(a)->GetId();
            const uint32_t idB = hosts.Get(b)->GetId();
            if (there[a][idB] == NEVER_PS || here[b][idA] == NEVER_PS)
            {
                NS_FATAL_ERROR("nodes " << idA << " and " << idB
                                        << " of MLT are not connected by any channels");
            }
            longest = std::max(longest, there[a][idB] + here[b][idA]);
        }
    }
    return longest;
}

uint32_t
LeastMtu()
{
    uint32_t least = UINT16_MAX;
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        const auto ipv4 = (*node)->GetObject<Ipv4>();
        for (uint32_t i = 0; ipv4 && i < ipv4->GetNInterfaces(); ++i)
        {
            if (ipv4->GetNAddresses(i) > 0 &&
                !DynamicCast<LoopbackNetDevice>(ipv4->GetNetDevice(i)))
            {
                least = std::min<uint32_t>(least, ipv4->GetMtu(i));
            }
        }
    }
    return least;
}

} // namespace ns3::mlt
