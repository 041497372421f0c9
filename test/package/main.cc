// SPDX-License-Identifier: GPL-2.0-only
// One message over MLT through a leaf-spine fabric of two racks, and the time that it takes.
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/simulator.h"

#include <cstdio>

using namespace ns3;
using namespace ns3::mlt;

int
main()
{
    UseFabricResolution(); // first of all: MLT's instants are picoseconds
    LeafSpineSpec spec = ParseLeafSpine("2x2x2");
    spec.hostRate = 10000000000; // bit/s
    spec.delayPs = PS_PER_US;
    FabricHelper fabric;
    fabric.Build(PlanLeafSpine(spec));

    const auto transport = fabric.Install("ns3::mlt::MltTransport");
    transport->ListenToDeliveries([](const Delivery& delivery) {
        std::printf("%llu bytes are complete after %.3f us\n",
                    static_cast<unsigned long long>(delivery.deliveredBytes),
                    FromPs(delivery.atPs).ToDouble(Time::US));
    });
    Message message; // from host 0 to host 3, in the other rack
    message.destination = 3;
    message.bytes = 1000000;
    transport->Send(message); // now, at 0
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
