// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEST_BENCH_H
#define MLT_TEST_BENCH_H

#include "support/mlt-message-bench.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/** An express fabric with one transport, and a record of what it reports. */
class TestBench : public MessageBench
{
  public:
    struct Options
    {
        std::string topology{"9x4x16"};
        std::string transport{"ns3::mlt::MltTransport"};
        std::string chooser{"ns3::mlt::RandomSpray"};
        uint64_t hostRate{100000000000};
        uint64_t uplinkRate{0};
        int64_t delayPs{1000000};
        uint32_t mtu{1500};
        uint32_t seed{1};
    };

    explicit TestBench(const Options& options);
    ~TestBench();

    /** Whether frames sent = received + dropped + in flight, data and control apart. */
    bool IsConserved() const;

    /** Payload bytes that all senders reported. */
    uint64_t SentBytes() const;

    /** The latest completion. */
    int64_t LastDeliveryPs() const;

    Fabric& Net()
    {
        return *m_fabric;
    }

    template <typename TRANSPORT>
    Ptr<TRANSPORT> Transport() const
    {
        return DynamicCast<TRANSPORT>(transport);
    }

    MessageTransport& Messages()
    {
        return *transport;
    }

  private:
    void CatchUp() override;

    FabricHelper m_helper;
    Ptr<Fabric> m_fabric;
};

/** The number of a directed link such as leaf0-spine2; a failure of the test if there is none. */
uint32_t LinkNamed(TestBench& bench, const std::string& name);

/** Keeps a measured figure with the test's result, and prints it. */
void RecordFigure(const std::string& name, double value);

} // namespace ns3::mlt

#endif // MLT_TEST_BENCH_H
