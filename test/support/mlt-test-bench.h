// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEST_BENCH_H
#define MLT_TEST_BENCH_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** An express fabric with one transport, and a record of what it reports. */
class TestBench
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

    /** Sends a message now (or, before Run, at time 0); ids count from 0. */
    uint64_t Send(uint32_t source, uint32_t destination, uint64_t bytes, double bound = 0);

    /** As above, with everything else as given. */
    uint64_t Send(Message message);

    /** Runs until all messages are through, or until the limit. @return whether all are. */
    bool Run(Time limit = Seconds(5));

    /** Runs for so long, whatever is open. */
    void RunFor(Time duration);

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
        return DynamicCast<TRANSPORT>(m_transport);
    }

    MessageTransport& Messages()
    {
        return *m_transport;
    }

    std::map<uint64_t, Delivery> deliveries;
    std::map<uint64_t, SenderReport> reports;
    std::map<uint64_t, Message> messages;

  private:
    FabricHelper m_helper;
    Ptr<Fabric> m_fabric;
    Ptr<MessageTransport> m_transport;
};

/** The number of a directed link such as leaf0-spine2; a failure of the test if there is none. */
uint32_t LinkNamed(TestBench& bench, const std::string& name);

/** Keeps a measured figure with the test's result, and prints it. */
void RecordFigure(const std::string& name, double value);

} // namespace ns3::mlt

#endif // MLT_TEST_BENCH_H
