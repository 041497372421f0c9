// SPDX-License-Identifier: GPL-2.0-only
// A balancer that compares queues: DRILL (Ghorbani et al., SIGCOMM'17), of two random ports and the
// last best one that where least waits.
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-seed.h"
#include "ns3/uinteger.h"

#include <vector>

namespace user
{

class Drill : public ns3::mlt::PathChooser
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid =
            ns3::TypeId("user::Drill")
                .SetParent<ns3::mlt::PathChooser>()
                .AddConstructor<Drill>()
                .AddAttribute("Samples",
                              "Random ports that are compared with the last best one (d).",
                              ns3::UintegerValue(2),
                              ns3::MakeUintegerAccessor(&Drill::m_samples),
                              ns3::MakeUintegerChecker<uint32_t>(1));
        return tid;
    }

    uint32_t Choose(const ns3::mlt::PathRequest& request) override
    {
        if (request.group >= m_best.size())
        {
            m_best.resize(request.group + 1);
        }
        uint32_t& best = m_best[request.group];
        best = best < request.paths ? best : 0;
        for (uint32_t i = 0; i < m_samples; ++i)
        {
            const uint32_t other = m_random.Below(request.paths);
            if (request.queues->QueuedBytes(other) < request.queues->QueuedBytes(best))
            {
                best = other;
            }
        }
        return best;
    }

    void RoutesChanged() override
    {
        m_best.clear(); // ports have other numbers
    }

    int64_t AssignStreams(int64_t stream) override
    {
        m_random = ns3::mlt::SmallRandom(ns3::mlt::SeedFromStream(stream));
        return 1;
    }

  private:
    uint32_t m_samples;
    ns3::mlt::SmallRandom m_random;
    std::vector<uint32_t> m_best; //!< by set of equal-cost ports
};

NS_OBJECT_ENSURE_REGISTERED(Drill);

} // namespace user
