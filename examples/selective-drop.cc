// SPDX-License-Identifier: GPL-2.0-only
/**
 * Selective drop: at a bottleneck, small gradients go and large ones stay. Eight senders start at
 * once towards one receiver; the switch's port to it overflows.
 *
 *     n0 --+
 *     n1 --+
 *     ...  +-- switch -- n8           all links 10 Gbit/s, 1 us
 *     n7 --+
 *
 * Each message may lose a tenth of its bytes. By its gradients, about half of its packets are
 * droppable (Not-ECT), the others protected (ECT). Under ns3::mlt::SelectiveDropPolicy the port
 * drops droppable packets as soon as its queue is above a threshold, and marks protected ones, for
 * which room is left: all that is missing in the end is droppable. Under ns3::mlt::TailDropPolicy
 * (a plain queue of the same size) protected packets are missing just as often.
 *
 * No run can be quicker than the packets that are needed, 90 % of all, one after the other on the
 * receiver's link: the floor. Senders use RandomOrder, to show the switch's part alone; by default
 * they send protected packets first. Which policy is the quicker one is left to chance (--RngRun)
 * and size (--bytes): selective drop drops more, and many drops cut the senders' rates.
 */
#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-stack-helper.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdio>
#include <string>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t SENDERS = 8;
constexpr double BOUND = 0.1;
constexpr const char* BUFFER = "400KB"; // of the port; the first burst is 8 x 64 packets

/** One message for each sender. */
Message
MessageOf(uint32_t sender, uint64_t bytes)
{
    Message message;
    message.id = sender;
    message.source = sender;
    message.destination = SENDERS;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(BOUND);
    message.SetLayer(1, 3); // half of the middle layer's packets are droppable
    return message;
}

void
Run(const std::string& policy, uint64_t bytes)
{
    LeafSpineSpec spec = ParseLeafSpine("1x1x9"); // one leaf; the spine has nothing to do
    spec.hostRate = 10000000000;
    spec.delayPs = PS_PER_US;
    StackHelper helper;
    helper.SetAttribute("DropPolicy", StringValue(policy));
    const Ptr<StackNetwork> network = helper.Build(PlanLeafSpine(spec));
    const Ptr<MessageTransport> transport = helper.Install("ns3::mlt::MltTransport");
    double doneUs = 0;
    uint32_t missing[2] = {0, 0}; // packets: protected, droppable
    uint32_t all[2] = {0, 0};
    transport->ListenToDeliveries([&](const Delivery& delivery) {
        doneUs = FromPs(delivery.atPs).ToDouble(Time::US); // the last one's stays
        const Message message = MessageOf(static_cast<uint32_t>(delivery.id), bytes);
        for (uint32_t packet = 0; uint64_t{packet} * delivery.packetBytes < bytes; ++packet)
        {
            const bool droppable = transport->IsDroppable(message, packet);
            ++all[droppable];
            missing[droppable] += delivery.received && !delivery.received->Test(packet);
        }
    });
    for (uint32_t sender = 0; sender < SENDERS; ++sender)
    {
        transport->Send(MessageOf(sender, bytes));
    }
    Simulator::Run();
    const WireFormat& format = network->Format();
    const double needed = (1 - BOUND) * SENDERS * static_cast<double>(bytes) / MltPayload(format);
    std::printf("%-30s %9.1f us %9.1f us %6u of %-5u %6u of %u\n",
                policy.c_str(),
                doneUs,
                needed * format.FullFrame() * 8 / static_cast<double>(spec.hostRate) * 1e6,
                missing[0],
                all[0],
                missing[1],
                all[1]);
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 200000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of each message", bytes, 1, 100000000);
    Config::SetDefault("ns3::mlt::MltSender::SendOrder", StringValue("ns3::mlt::RandomOrder"));
    Config::SetDefault("ns3::mlt::SelectiveDropPolicy::Buffer", StringValue(BUFFER));
    Config::SetDefault("ns3::mlt::TailDropPolicy::Buffer", StringValue(BUFFER));
    command.Parse(argc, argv); // may set them otherwise
    std::printf("%60s%s\n", "", "missing at the receiver");
    std::printf(
        "policy                             complete        floor      protected      droppable\n");
    Run("ns3::mlt::SelectiveDropPolicy", bytes);
    Run("ns3::mlt::TailDropPolicy", bytes);
    return 0;
}
