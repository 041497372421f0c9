// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-path-chooser.h"

#include "ns3/mlt-seed.h"
#include "ns3/mlt-short-name.h"

#include <numeric>
#include <utility>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(PathChooser);
NS_OBJECT_ENSURE_REGISTERED(FlowEcmp);
NS_OBJECT_ENSURE_REGISTERED(RandomSpray);
NS_OBJECT_ENSURE_REGISTERED(RoundRobinSpray);

namespace
{

const ShortName ECMP("ecmp", &FlowEcmp::GetTypeId, "one path a flow, by a hash of its 5-tuple");
const ShortName RANDOM("random", &RandomSpray::GetTypeId, "a path drawn anew for each packet");
const ShortName ROUND_ROBIN("roundrobin",
                            &RoundRobinSpray::GetTypeId,
                            "packets take all paths in turn, in an order drawn anew for each turn");

} // namespace

TypeId
PathChooser::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::PathChooser").SetParent<Object>().SetGroupName("Mlt");
    return tid;
}

int64_t
PathChooser::AssignStreams(int64_t)
{
    return 0;
}

TypeId
FlowEcmp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::FlowEcmp")
                            .SetParent<PathChooser>()
                            .SetGroupName("Mlt")
                            .AddConstructor<FlowEcmp>();
    return tid;
}

uint32_t
FlowEcmp::Choose(const PathRequest& request)
{
    const uint64_t hash = Mix64(m_salt, request.flowHash) >> 32;
    return static_cast<uint32_t>((hash * request.paths) >> 32);
}

bool
FlowEcmp::DependsOnRequestsAlone() const
{
    return true;
}

int64_t
FlowEcmp::AssignStreams(int64_t stream)
{
    m_salt = SeedFromStream(stream);
    return 1;
}

TypeId
RandomSpray::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RandomSpray")
                            .SetParent<PathChooser>()
                            .SetGroupName("Mlt")
                            .AddConstructor<RandomSpray>();
    return tid;
}

uint32_t
RandomSpray::Choose(const PathRequest& request)
{
    return m_random.Below(request.paths);
}

bool
RandomSpray::DependsOnRequestsAlone() const
{
    return true;
}

int64_t
RandomSpray::AssignStreams(int64_t stream)
{
    m_random = SmallRandom(SeedFromStream(stream));
    return 1;
}

TypeId
RoundRobinSpray::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::RoundRobinSpray")
                            .SetParent<PathChooser>()
                            .SetGroupName("Mlt")
                            .AddConstructor<RoundRobinSpray>();
    return tid;
}

uint32_t
RoundRobinSpray::Choose(const PathRequest& request)
{
    if (request.group >= m_turns.size())
    {
        m_turns.resize(request.group + 1);
    }
    Turn& turn = m_turns[request.group];
    if (turn.next >= turn.order.size())
    {
        Permute(turn, request.paths);
    }
    return turn.order[turn.next++];
}

void
RoundRobinSpray::RoutesChanged()
{
    m_turns.clear();
}

void
RoundRobinSpray::Permute(Turn& turn, uint32_t paths)
{
    turn.next = 0;
    turn.order.resize(paths);
    std::iota(turn.order.begin(), turn.order.end(), 0);
    for (uint32_t i = paths; i > 1; --i) // Fisher-Yates
    {
        std::swap(turn.order[i - 1], turn.order[m_random.Below(i)]);
    }
}

bool
RoundRobinSpray::DependsOnRequestsAlone() const
{
    return true;
}

int64_t
RoundRobinSpray::AssignStreams(int64_t stream)
{
    m_random = SmallRandom(SeedFromStream(stream));
    return 1;
}

} // namespace ns3::mlt
