// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-let-flow.h"

#include "ns3/mlt-seed.h"
#include "ns3/mlt-short-name.h"

namespace ns3::mlt
{

NS_OBJECT_ENSURE_REGISTERED(LetFlow);

namespace
{

const ShortName LETFLOW("letflow",
                        &LetFlow::GetTypeId,
                        "a path drawn anew for a flow whenever it has paused (flowlets)");

} // namespace

TypeId
LetFlow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mlt::LetFlow")
            .SetParent<PathChooser>()
            .SetGroupName("Mlt")
            .AddConstructor<LetFlow>()
            .AddAttribute("Gap",
                          "Pause of a flow after which it may take another path, above 0. To keep "
                          "order it must exceed by how much paths differ in delay. 20 us is ours: "
                          "two queues at DCTCP's marking threshold, each of them a base round trip "
                          "(8 us at 100 Gbit/s and 1 us a link). What ConWeave's simulator "
                          "(SIGCOMM'23) has for LetFlow, 100 us, holds even if a buffer of 1 MB is "
                          "full, and leaves bursts of DCTCP few pauses that long: flows stay on "
                          "slow paths. Set it for your round trip.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&LetFlow::m_gap),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

uint32_t
LetFlow::Choose(const PathRequest& request)
{
    const uint64_t key = (uint64_t{request.group} << 32) | request.flowHash;
    const auto [entry, isNew] = m_flowlets.try_emplace(key);
    Flowlet& flowlet = entry->second;
    if (isNew || request.atPs - flowlet.lastPs >= m_gap.GetPicoSeconds())
    {
        flowlet.path = m_random.Below(request.paths);
    }
    flowlet.lastPs = request.atPs;
    return flowlet.path;
}

bool
LetFlow::DependsOnRequestsAlone() const
{
    return true; // the instants of arrival are part of them
}

void
LetFlow::RoutesChanged()
{
    m_flowlets.clear();
}

int64_t
LetFlow::AssignStreams(int64_t stream)
{
    m_random = SmallRandom(SeedFromStream(stream));
    return 1;
}

} // namespace ns3::mlt
