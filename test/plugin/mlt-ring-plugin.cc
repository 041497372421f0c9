// SPDX-License-Identifier: GPL-2.0-only
// A user's own pattern in a shared library: ring all-reduce.
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"
#include "ns3/mlt-traffic-pattern.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace user
{

using namespace ns3::mlt;

/**
 * Ring all-reduce of one gradient among n hosts: in each of n - 1 steps every host sends an n-th of
 * the bytes to its neighbour (reduce-scatter), and in n - 1 more steps the sums go round.
 */
class RingAllReduce : public TrafficPattern
{
  public:
    static ns3::TypeId GetTypeId()
    {
        static ns3::TypeId tid =
            ns3::TypeId("user::RingAllReduce")
                .SetParent<TrafficPattern>()
                .AddConstructor<RingAllReduce>()
                .AddAttribute("Bytes",
                              "Bytes of the gradient.",
                              ns3::UintegerValue(12000000),
                              ns3::MakeUintegerAccessor(&RingAllReduce::m_bytes),
                              ns3::MakeUintegerChecker<uint64_t>(1));
        return tid;
    }

    Graph Build(const PatternInput& input) const override
    {
        const auto& hosts = input.placement.workers;
        const size_t n = hosts.size();
        if (n < 2 || m_bytes < n)
        {
            throw InputError("ring: " + std::to_string(n) + " hosts and " +
                             std::to_string(m_bytes) +
                             " bytes: at least 2 hosts and a byte for each are needed");
        }
        GraphBuilder graph(hosts.back() + 1, 1);
        const uint8_t reduceScatter = graph.AddPhase("reduce-scatter");
        const uint8_t allGather = graph.AddPhase("all-gather");
        std::vector<StepId> before;
        for (size_t step = 0; step < 2 * (n - 1); ++step)
        {
            std::vector<StepId> sends;
            for (size_t rank = 0; rank < n; ++rank)
            {
                TransferStep send;
                send.source = hosts[rank];
                send.destination = hosts[(rank + 1) % n];
                send.bytes = m_bytes / n;
                send.bound = input.bound;
                send.phase = step < n - 1 ? reduceScatter : allGather;
                sends.push_back(graph.AddTransfer(send));
                if (step > 0) // what came in the step before is passed on
                {
                    graph.AddEdge(before[(rank + n - 1) % n], sends.back());
                }
            }
            before = sends;
        }
        return graph.Build();
    }

  private:
    uint64_t m_bytes;
};

NS_OBJECT_ENSURE_REGISTERED(RingAllReduce);

const ShortName NAME("my-ring", &RingAllReduce::GetTypeId, "all-reduce along a ring");

} // namespace user
