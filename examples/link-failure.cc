// SPDX-License-Identifier: GPL-2.0-only
/**
 * A cable that fails in mid-run: four hosts of one leaf send to four of the other, over two spines,
 * and the cable to one of them is down for a while. Express plane.
 *
 *               spine0  spine1
 *                 | \    / |            every leaf to both spines, 20 Gbit/s
 *                 |  \  /  |            leaf0-spine1 is down from 1 ms to 3 ms
 *                 |   \/   |
 *               leaf0     leaf1
 *              / | | \   / | | \        hosts at 10 Gbit/s; all links 1 us
 *             n0 .. n3   n4 .. n7
 *
 * A row for each half of a millisecond says what the two uplinks of leaf 0 were busy with:
 *
 *     1. Both carry their half of 40 Gbit/s, which packets are sprayed over.
 *     2. At 1 ms what is on the cable is lost, then what is put on it: no switch has noticed.
 *     3. DetectionDelay (0.5 ms) later all goes over the other, at most 20 Gbit/s.
 *     4. The cable is up at 3 ms, and in use again DetectionDelay after that.
 *
 * MLT sends again what its bound does not spare, here all of it. With the program the same is
 * mlt-sim --events=<csv>, a table of time_us,link,event.
 */
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-link-events.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"

#include <array>
#include <cstdio>
#include <string>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t SENDERS = 4;
constexpr uint64_t HOST_RATE = 10000000000; // bit/s
constexpr const char* CABLE = "leaf0-spine1";

/** Prints what two links have carried and lost since the last row. */
class Meter
{
  public:
    Meter(const Ptr<Fabric>& fabric, const Time& every)
        : m_fabric(fabric),
          m_every(every)
    {
        Simulator::Schedule(every, &Meter::PrintRow, this);
    }

  private:
    struct Counts
    {
        uint64_t bytes{0};
        uint64_t lost{0}; //!< frames
    };

    void PrintRow()
    {
        m_fabric->CatchUp(); // switches and NICs carry out late what has happened already
        std::printf("%4.1f ms", Simulator::Now().ToDouble(Time::MS));
        for (size_t spine = 0; spine < m_before.size(); ++spine)
        {
            const auto link = m_fabric->Plan().LinkNamed("leaf0-spine" + std::to_string(spine));
            const FabricLink& uplink = m_fabric->Link(*link);
            const Counts now{uplink.Sent().data.bytes, uplink.Lost().data.frames};
            const double bits = 8.0 * static_cast<double>(now.bytes - m_before[spine].bytes);
            std::printf("   %5.1f Gbit/s %6lu lost",
                        bits / m_every.ToDouble(Time::NS),
                        static_cast<unsigned long>(now.lost - m_before[spine].lost));
            m_before[spine] = now;
        }
        std::printf("\n");
        Simulator::Schedule(m_every, &Meter::PrintRow, this);
    }

    Ptr<Fabric> m_fabric;
    Time m_every;
    std::array<Counts, 2> m_before{}; //!< by spine
};

/** Sends a message from each host of leaf 0, all at once. */
void
SendAll(MessageTransport& transport, uint64_t bytes)
{
    for (uint32_t sender = 0; sender < SENDERS; ++sender)
    {
        Message message;
        message.id = sender;
        message.source = sender;
        message.destination = SENDERS + sender;
        message.bytes = bytes;
        transport.Send(message);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 4000000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of each message", bytes, 1, 100000000);
    command.Parse(argc, argv);

    LeafSpineSpec spec = ParseLeafSpine("2x2x4");
    spec.hostRate = HOST_RATE; // the uplinks' follows: 4 / 2 of it
    spec.delayPs = PS_PER_US;
    FabricHelper helper;
    helper.SetPathChooser("ns3::mlt::RoundRobinSpray");
    helper.SetAttribute("DetectionDelay", TimeValue(MicroSeconds(500)));
    const Ptr<Fabric> fabric = helper.Build(PlanLeafSpine(spec));
    const Ptr<MessageTransport> transport = helper.Install("ns3::mlt::MltTransport");
    TakeLinkDownAt(fabric, CABLE, MilliSeconds(1));
    BringLinkUpAt(fabric, CABLE, MilliSeconds(3));

    std::printf("until        leaf0-spine0                 leaf0-spine1\n");
    const Meter meter(fabric, MicroSeconds(500));
    uint32_t open = SENDERS;
    Time last;
    transport->ListenToDeliveries([&](const Delivery& delivery) {
        last = FromPs(delivery.atPs);
        if (--open == 0)
        {
            Simulator::Stop();
        }
    });
    SendAll(*transport, bytes);
    Simulator::Run();
    std::printf("all delivered after %.2f ms\n", last.ToDouble(Time::MS));
    Simulator::Destroy();
    return 0;
}
