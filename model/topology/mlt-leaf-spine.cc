// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-leaf-spine.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-routes.h"
#include "ns3/mlt-topology-limits.h"

#include <algorithm>
#include <numeric>
#include <regex>

namespace ns3::mlt
{

namespace
{

[[noreturn]] void
Refuse(const std::string& text, const std::string& why)
{
    throw InputError("topology: " + why + ", got \"" + text + "\"; expected " + TOPOLOGY_FORMS);
}

/** Node numbers and links of a leaf-spine plan under construction. */
class Builder
{
  public:
    explicit Builder(const LeafSpineSpec& spec)
        : m_spec(spec),
          m_leaves(static_cast<uint32_t>(spec.hostsOfLeaf.size()))
    {
        m_plan.hosts =
            std::accumulate(spec.hostsOfLeaf.begin(), spec.hostsOfLeaf.end(), uint32_t{0});
    }

    NetworkPlan Build(uint64_t uplinkRate)
    {
        Name("host", m_plan.hosts);
        Name("leaf", m_leaves);
        Name("spine", m_spec.spines);
        ConnectHosts();
        ConnectSpines(uplinkRate);
        m_plan.routes = ComputeRoutes(m_plan);
        return std::move(m_plan);
    }

  private:
    void Name(const std::string& kind, uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            m_plan.names.push_back(kind + std::to_string(i));
        }
    }

    uint32_t Leaf(uint32_t i) const
    {
        return m_plan.hosts + i;
    }

    uint32_t Spine(uint32_t i) const
    {
        return m_plan.hosts + m_leaves + i;
    }

    void ConnectHosts()
    {
        uint32_t host = 0;
        for (uint32_t leaf = 0; leaf < m_leaves; ++leaf)
        {
            for (uint32_t i = 0; i < m_spec.hostsOfLeaf[leaf]; ++i, ++host)
            {
                m_plan.Connect(host, Leaf(leaf), m_spec.hostRate, m_spec.delayPs);
            }
        }
    }

    void ConnectSpines(uint64_t rate)
    {
        for (uint32_t leaf = 0; leaf < m_leaves; ++leaf)
        {
            for (uint32_t spine = 0; spine < m_spec.spines; ++spine)
            {
                m_plan.Connect(Leaf(leaf), Spine(spine), rate, m_spec.delayPs);
            }
        }
    }

    const LeafSpineSpec& m_spec;
    uint32_t m_leaves;
    NetworkPlan m_plan;
};

} // namespace

uint64_t
LeafSpineSpec::UplinkRate() const
{
    if (uplinkRate != 0)
    {
        return uplinkRate;
    }
    return uplinksLikeHosts ? hostRate : hostRate * hostsOfLeaf.front() / spines;
}

LeafSpineSpec
ParseLeafSpine(const std::string& text)
{
    LeafSpineSpec spec;
    if (text == "testbed")
    {
        spec.hostsOfLeaf = {3, 3, 2};
        spec.spines = 2;
        spec.uplinksLikeHosts = true;
        return spec;
    }
    static const std::regex SHAPE("([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})");
    std::smatch match;
    if (!std::regex_match(text, match, SHAPE))
    {
        Refuse(text, "malformed");
    }
    const auto leaves = static_cast<uint32_t>(std::stoul(match[1]));
    spec.spines = static_cast<uint32_t>(std::stoul(match[2]));
    const auto hosts = static_cast<uint32_t>(std::stoul(match[3]));
    if (leaves == 0 || spec.spines == 0 || hosts == 0)
    {
        Refuse(text, "every count must be at least 1");
    }
    if (uint64_t{leaves} > MOST_LINKS_OF_A_SWITCH ||
        uint64_t{hosts} + spec.spines > MOST_LINKS_OF_A_SWITCH)
    {
        Refuse(text,
               "a switch can have at most " + std::to_string(MOST_LINKS_OF_A_SWITCH) + " links");
    }
    const uint64_t all = uint64_t{leaves} * hosts;
    if (all < 2 || all > MOST_HOSTS)
    {
        Refuse(text, "between 2 and " + std::to_string(MOST_HOSTS) + " hosts are possible");
    }
    spec.hostsOfLeaf.assign(leaves, hosts);
    return spec;
}

NetworkPlan
PlanLeafSpine(const LeafSpineSpec& spec)
{
    CheckLinkRate(spec.hostRate, "hostRate");
    const uint64_t uplink = spec.UplinkRate();
    CheckLinkRate(uplink, "uplinkRate");
    return Builder(spec).Build(uplink);
}

} // namespace ns3::mlt
