// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-least-loaded.h"

#include "ns3/mlt-seed.h"
#include "ns3/mlt-short-name.h"

#include <limits>

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(LeastLoaded);

namespace
{

const ShortName LEAST_LOADED("leastloaded",
                             &LeastLoaded::GetTypeId,
                             "each packet to the shortest queue of all, ties at random");

} // namespace

TypeId
LeastLoaded::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mlt::LeastLoaded")
                            .SetParent<PathChooser>()
                            .SetGroupName("Mlt")
                            .AddConstructor<LeastLoaded>();
    return tid;
}

uint32_t
LeastLoaded::Choose(const PathRequest& request)
{
    uint64_t fewest = std::numeric_limits<uint64_t>::max();
    for (uint32_t path = 0; path < request.paths; ++path)
    {
        const uint64_t bytes = request.queues->QueuedBytes(path);
        if (bytes < fewest)
        {
            fewest = bytes;
            m_least.clear();
        }
        if (bytes == fewest)
        {
            m_least.push_back(path);
        }
    }
    return m_least[m_random.Below(static_cast<uint32_t>(m_least.size()))];
}

int64_t
LeastLoaded::AssignStreams(int64_t stream)
{
    m_random = SmallRandom(SeedFromStream(stream));
    return 1;
}

} // namespace ns3::mlt
