// SPDX-License-Identifier: GPL-2.0-only
/**
 * Priority of front layers: the next iteration begins with the front layer, so its gradients go
 * first. Four senders hand over one layer each, all at once, to one receiver.
 *
 *     n0 (layer 0, the front) --+
 *     n1 (layer 1)            --+-- switch -- n4       all links 10 Gbit/s, 1 us
 *     n2 (layer 2)            --+
 *     n3 (layer 3, the back)  --+
 *
 * A layer decides its messages' queue at hosts and switches (strict priority, written into DSCP).
 * So layer k has the receiver's link for itself when the k layers before it are through, and no
 * layer can be done before
 *
 *     (k + 1) x packets x packet time                   with priorities: the floor
 *
 * The front layer is there at its floor, as if it were alone. Those behind take longer than theirs:
 * a sender that had to wait has slowed down, and takes its rate back step by step. Where all
 * messages name the same layer the four share the link, and the front one, for which the next
 * iteration waits, comes as late as all others.
 */
#include "ns3/mlt-clock.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-stack-helper.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"

#include <array>
#include <cstdio>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t LAYERS = 4;
constexpr uint32_t RECEIVER = LAYERS;
constexpr uint64_t BITS_PER_SECOND = 10000000000;

/** When each layer was complete, and its floor with priorities, microseconds. */
struct Outcome
{
    std::array<double, LAYERS> doneUs{};
    std::array<double, LAYERS> floorUs{};
};

Outcome
Run(bool priorities, uint64_t bytes)
{
    LeafSpineSpec spec = ParseLeafSpine("1x1x5"); // one leaf; the spine has nothing to do
    spec.hostRate = BITS_PER_SECOND;
    spec.delayPs = PS_PER_US;
    StackHelper helper;
    const Ptr<StackNetwork> network = helper.Build(PlanLeafSpine(spec));
    const Ptr<MessageTransport> transport = helper.Install("ns3::mlt::MltTransport");
    Outcome outcome;
    transport->ListenToDeliveries([&outcome](const Delivery& delivery) {
        outcome.doneUs[delivery.id] = FromPs(delivery.atPs).ToDouble(Time::US);
    });
    const double packets = static_cast<double>(bytes) / MltPayload(network->Format());
    const double layerUs = packets * network->Format().FullFrame() * 8 / BITS_PER_SECOND * 1e6;
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        outcome.floorUs[layer] = (layer + 1) * layerUs;
        Message message;
        message.id = layer;
        message.source = layer;
        message.destination = RECEIVER;
        message.bytes = bytes;
        message.SetLayer(priorities ? layer : 0, LAYERS);
        transport->Send(message);
    }
    Simulator::Run();
    Simulator::Destroy();
    return outcome;
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 2000000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of each layer", bytes, 1, 100000000);
    command.Parse(argc, argv);
    const Outcome with = Run(true, bytes);
    const Outcome without = Run(false, bytes);
    std::printf("layer  with priorities          floor  same priority\n");
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        std::printf("%5u %13.1f us %11.1f us %11.1f us\n",
                    layer,
                    with.doneUs[layer],
                    with.floorUs[layer],
                    without.doneUs[layer]);
    }
    return 0;
}
