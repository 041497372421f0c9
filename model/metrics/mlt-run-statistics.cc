// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-run-statistics.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-statistics.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

double
Ns(double ps)
{
    return ps / static_cast<double>(PS_PER_NS);
}

void
Append(std::vector<int64_t>& to, const std::vector<int64_t>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

void
RunStatistics::Add(const TransferRecord& record)
{
    m_fctPs.push_back(record.fctPs);
    m_bytes += record.bytes;
    m_sent += record.sent;
    m_delivered += record.delivered;
    m_repaired += record.repaired;
}

void
RunStatistics::Add(const IterationRecord& record)
{
    if (record.iteration != m_latestIteration)
    {
        if (m_latestIteration > 0)
        {
            Append(m_steadyPs, m_latestPs);
        }
        m_latestPs.clear();
        m_latestIteration = record.iteration;
    }
    m_latestPs.push_back(record.endPs - record.startPs);
    m_iterationPs.push_back(record.endPs - record.startPs);
}

void
RunStatistics::Add(const RunStatistics& other)
{
    Append(m_fctPs, other.m_fctPs);
    Append(m_iterationPs, other.m_iterationPs);
    Append(m_steadyPs, other.m_steadyPs);
    m_bytes += other.m_bytes;
    m_sent += other.m_sent;
    m_delivered += other.m_delivered;
    m_repaired += other.m_repaired;
}

Json
RunStatistics::Times() const
{
    constexpr uint32_t TAIL_PERCENT = 99;
    Json json;
    auto fctPs = m_fctPs; // is reordered
    json["fct_mean_ns"] = Ns(Mean(fctPs));
    json["fct_p99_ns"] = Ns(static_cast<double>(NearestRank(fctPs, TAIL_PERCENT)));
    json["iteration_mean_ns"] = Ns(Mean(m_iterationPs));
    const auto longest = std::max_element(m_iterationPs.begin(), m_iterationPs.end());
    json["iteration_max_ns"] =
        longest == m_iterationPs.end() ? 0.0 : Ns(static_cast<double>(*longest));
    json["iteration_steady_ns"] = m_steadyPs.empty() ? Json() : Json(Ns(Mean(m_steadyPs)));
    return json;
}

Json
RunStatistics::Totals() const
{
    Json json;
    json["transfers"] = m_fctPs.size();
    json["payload_bytes"] = m_bytes;
    json["sent_bytes"] = m_sent;
    json["repaired_bytes"] = m_repaired;
    json["delivered_bytes"] = m_delivered;
    json["lost_bytes"] = m_bytes - m_delivered;
    json["delivered_share"] =
        m_bytes ? static_cast<double>(m_delivered) / static_cast<double>(m_bytes) : 1.0;
    return json;
}

} // namespace ns3::mlt
