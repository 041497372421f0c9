// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEST_FAT_TREE_PLAN_H
#define MLT_TEST_FAT_TREE_PLAN_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-network-plan.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * A k-ary fat tree for tests: k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 core
 * switches, k/2 hosts an edge switch. Switches are numbered edges, aggregations, cores.
 */
class FatTreePlan
{
  public:
    static NetworkPlan Make(uint32_t k)
    {
        FatTreePlan tree(k);
        tree.Name();
        tree.Connect();
        tree.Route();
        return tree.m_plan;
    }

  private:
    explicit FatTreePlan(uint32_t k)
        : m_half(k / 2),
          m_pods(k),
          m_perLayer(k * k / 2)
    {
        m_plan.hosts = m_perLayer * m_half;
    }

    void Name()
    {
        const auto name = [this](const char* kind, uint32_t count) {
            for (uint32_t i = 0; i < count; ++i)
            {
                m_plan.names.push_back(kind + std::to_string(i));
            }
        };
        name("host", m_plan.hosts);
        name("edge", m_perLayer);
        name("agg", m_perLayer);
        name("core", m_half * m_half);
    }

    uint32_t Cable(uint32_t below, uint32_t above)
    {
        constexpr uint64_t RATE = 100000000000;
        m_plan.Connect(below, above, RATE, PS_PER_US);
        return static_cast<uint32_t>(m_plan.links.size()) - 2; // the link up; down is the next
    }

    void Connect()
    {
        const uint32_t edges = m_plan.hosts;
        const uint32_t aggs = edges + m_perLayer;
        const uint32_t cores = aggs + m_perLayer;
        for (uint32_t host = 0; host < m_plan.hosts; ++host)
        {
            m_hostUp.push_back(Cable(host, edges + host / m_half));
        }
        for (uint32_t i = 0; i < m_perLayer; ++i)
        {
            for (uint32_t j = 0; j < m_half; ++j)
            {
                m_edgeUp.push_back(Cable(edges + i, aggs + i / m_half * m_half + j));
                m_aggUp.push_back(Cable(aggs + i, cores + i % m_half * m_half + j));
            }
        }
    }

    void Route()
    {
        const uint32_t cores = m_half * m_half;
        m_plan.routes.resize(2 * m_perLayer + cores);
        for (uint32_t i = 0; i < m_perLayer; ++i)
        {
            auto& edge = m_plan.routes[i];
            auto& agg = m_plan.routes[m_perLayer + i];
            edge.groups.push_back(Ups(m_edgeUp, i));
            agg.groups.push_back(Ups(m_aggUp, i));
            for (uint32_t j = 0; j < m_half; ++j)
            {
                edge.groups.push_back({m_hostUp[i * m_half + j] + 1});
                const uint32_t below = i / m_half * m_half + j; // an edge switch of the pod
                agg.groups.push_back({m_edgeUp[below * m_half + i % m_half] + 1});
            }
            for (uint32_t host = 0; host < m_plan.hosts; ++host)
            {
                const uint32_t at = host / m_half;
                edge.groupOfHost.push_back(at == i ? 1 + host % m_half : 0);
                agg.groupOfHost.push_back(at / m_half == i / m_half ? 1 + at % m_half : 0);
            }
        }
        for (uint32_t core = 0; core < cores; ++core)
        {
            auto& routes = m_plan.routes[2 * m_perLayer + core];
            for (uint32_t pod = 0; pod < m_pods; ++pod)
            {
                const uint32_t agg = pod * m_half + core / m_half;
                routes.groups.push_back({m_aggUp[agg * m_half + core % m_half] + 1});
            }
            for (uint32_t host = 0; host < m_plan.hosts; ++host)
            {
                routes.groupOfHost.push_back(host / (m_half * m_half));
            }
        }
    }

    std::vector<uint32_t> Ups(const std::vector<uint32_t>& links, uint32_t i) const
    {
        return {links.begin() + i * m_half, links.begin() + (i + 1) * m_half};
    }

    uint32_t m_half;
    uint32_t m_pods;
    uint32_t m_perLayer;
    NetworkPlan m_plan;
    std::vector<uint32_t> m_hostUp; //!< by host
    std::vector<uint32_t> m_edgeUp; //!< by edge switch x k/2
    std::vector<uint32_t> m_aggUp;  //!< by aggregation switch x k/2
};

} // namespace ns3::mlt

#endif // MLT_TEST_FAT_TREE_PLAN_H
