// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-drill.h"

#include "ns3/mlt-seed.h"
#include "ns3/mlt-short-name.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(Drill);

namespace
{

const ShortName DRILL("drill",
                      &Drill::GetTypeId,
                      "each packet to the shortest queue of d random ports and m remembered ones");

} // namespace

TypeId
Drill::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::Drill")
            .SetParent<PathChooser>()
            .SetGroupName("Mlt")
            .AddConstructor<Drill>()
            .AddAttribute("D",
                          "Ports drawn at random for each packet, at least 1; all of a set that "
                          "has fewer. 2 is what the paper recommends (Ghorbani et al., "
                          "SIGCOMM'17): more of them let the engines of a switch herd.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&Drill::m_samples),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("M",
                          "Least loaded ports of the last decision that are compared again, at "
                          "least 0. 1 is what the paper recommends (Ghorbani et al., "
                          "SIGCOMM'17): a unit of memory makes the choice of few samples stable.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Drill::m_memory),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint32_t
Drill::Choose(const PathRequest& request)
{
    Group& group = GroupOf(request);
    m_candidates.clear();
    ConsiderDrawn(group, *request.queues);
    for (const uint32_t path : group.remembered)
    {
        Consider(path, *request.queues);
    }
    const auto kept = std::min<size_t>(m_memory, m_candidates.size());
    group.remembered.clear();
    for (size_t i = 0; i < kept; ++i)
    {
        group.remembered.push_back(m_candidates[i].path);
    }
    return m_candidates.front().path;
}

Drill::Group&
Drill::GroupOf(const PathRequest& request)
{
    if (request.group >= m_groups.size())
    {
        m_groups.resize(request.group + 1);
    }
    Group& group = m_groups[request.group];
    if (group.ports.empty())
    {
        group.ports.resize(request.paths);
        std::iota(group.ports.begin(), group.ports.end(), 0);
    }
    return group;
}

/** The first steps of Fisher-Yates: different ports, whatever order earlier draws left. */
void
Drill::ConsiderDrawn(Group& group, const PathQueues& queues)
{
    const auto paths = static_cast<uint32_t>(group.ports.size());
    for (uint32_t i = 0; i < std::min(m_samples, paths); ++i)
    {
        std::swap(group.ports[i], group.ports[i + m_random.Below(paths - i)]);
        Consider(group.ports[i], queues);
    }
}

/** Puts a port behind those that are no more loaded, unless it is there. */
void
Drill::Consider(uint32_t path, const PathQueues& queues)
{
    if (std::any_of(m_candidates.begin(), m_candidates.end(), [path](const Candidate& other) {
            return other.path == path;
        }))
    {
        return;
    }
    const uint64_t bytes = queues.QueuedBytes(path);
    const auto behind =
        std::find_if(m_candidates.begin(), m_candidates.end(), [bytes](const Candidate& other) {
            return other.bytes > bytes;
        });
    m_candidates.insert(behind, {path, bytes});
}

void
Drill::RoutesChanged()
{
    m_groups.clear();
}

int64_t
Drill::AssignStreams(int64_t stream)
{
    m_random = SmallRandom(SeedFromStream(stream));
    return 1;
}

} // namespace ns3::mlt
