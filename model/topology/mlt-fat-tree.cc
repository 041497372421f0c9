// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-fat-tree.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-routes.h"
#include "ns3/mlt-topology-limits.h"

#include <regex>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint32_t LEAST_K = 4;
constexpr uint32_t MOST_K = 24; // 3456 hosts; 26 would pass MOST_HOSTS

static_assert(uint64_t{MOST_K} * MOST_K * MOST_K / 4 <= MOST_HOSTS, "too many hosts");

[[noreturn]] void
Refuse(const std::string& text, const std::string& why)
{
    throw InputError("topology: " + why + ", got " + QuoteInput(text) + "; expected " +
                     TOPOLOGY_FORMS);
}

/** Node numbers and links of a fat tree under construction. */
class Builder
{
  public:
    explicit Builder(const FatTreeSpec& spec)
        : m_spec(spec),
          m_half(spec.Half()),
          m_ofKind(spec.k * m_half)
    {
        m_plan.hosts = spec.Hosts();
        m_firstAggregation = m_plan.hosts + m_ofKind;
        m_firstCore = m_firstAggregation + m_ofKind;
    }

    NetworkPlan Build()
    {
        Name("host", m_plan.hosts);
        Name("edge", m_ofKind);
        Name("agg", m_ofKind);
        Name("core", m_half * m_half);
        ConnectAll();
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

    void Connect(uint32_t lower, uint32_t upper)
    {
        m_plan.Connect(lower, upper, m_spec.hostRate, m_spec.delayPs);
    }

    /** Tier by tier, each tier's cables in order. */
    void ConnectAll()
    {
        for (uint32_t host = 0; host < m_plan.hosts; ++host)
        {
            Connect(host, m_plan.hosts + host / m_half);
        }
        for (uint32_t edge = 0; edge < m_ofKind; ++edge)
        {
            const uint32_t pod = edge / m_half;
            for (uint32_t i = 0; i < m_half; ++i)
            {
                Connect(m_plan.hosts + edge, m_firstAggregation + pod * m_half + i);
            }
        }
        for (uint32_t aggregation = 0; aggregation < m_ofKind; ++aggregation)
        {
            const uint32_t position = aggregation % m_half;
            for (uint32_t i = 0; i < m_half; ++i)
            {
                Connect(m_firstAggregation + aggregation, m_firstCore + position * m_half + i);
            }
        }
    }

    const FatTreeSpec& m_spec;
    uint32_t m_half;
    uint32_t m_ofKind; //!< edge switches; as many aggregation switches
    uint32_t m_firstAggregation;
    uint32_t m_firstCore;
    NetworkPlan m_plan;
};

} // namespace

bool
IsFatTree(const std::string& text)
{
    return text.compare(0, 7, "fattree") == 0;
}

FatTreeSpec
ParseFatTree(const std::string& text)
{
    static const std::regex SHAPE("fattree:([0-9]{1,9})");
    std::smatch match;
    if (!std::regex_match(text, match, SHAPE))
    {
        Refuse(text, "malformed");
    }
    FatTreeSpec spec;
    spec.k = static_cast<uint32_t>(std::stoul(match[1]));
    if (spec.k < LEAST_K || spec.k > MOST_K || spec.k % 2 != 0)
    {
        Refuse(text,
               "k must be even, from " + std::to_string(LEAST_K) + " to " + std::to_string(MOST_K));
    }
    return spec;
}

NetworkPlan
PlanFatTree(const FatTreeSpec& spec)
{
    CheckLinkRate(spec.hostRate, "hostRate");
    return Builder(spec).Build();
}

} // namespace ns3::mlt
