// SPDX-License-Identifier: GPL-2.0-only
/**
 * Bounded loss: a gradient need not arrive whole. The same message crosses a link that loses
 * packets at random (a gray failure), with several bounds p: the share of it that may be missing.
 *
 *     n0 -------------- n1
 *         10 Gbit/s, 10 us; each packet to n1 is lost with probability 0.1 %
 *
 * At p = 0 all must arrive: when the first pass is through, the sender probes, learns what is
 * missing, and repairs; and repairs may be lost too. Where p is above the loss, the receiver has
 * enough before the first pass ends, sends STOP, and nothing is ever repaired. On average it needs
 * (1 - p) / (1 - loss) of the packets to be sent, so that is how long the message takes:
 *
 *     (1 - p) / (1 - loss) x packets x packet time + delay          for p above the loss
 *
 * In between, a few packets have to be repaired, which costs the whole round, too. More is sent
 * than delivered: what is lost, and what leaves before STOP is there (a round trip: 17 packets).
 *
 * Try --loss=0.02: MLT's rate control takes more than a tenth of some 16 packets missing for
 * congestion, which random loss of this size brings about now and then. Then rates fall.
 */
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-helper.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdio>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t PACKET_COUNT = 2000;
constexpr uint32_t PAYLOAD = 1424;            // of a full packet at MTU 1500,
constexpr double PACKET_US = 1502 * 8 / 10e3; // which has 1502 bytes on a point-to-point link
constexpr double DELAY_US = 10;

/** Two nodes, and the link that loses packets. */
NodeContainer
BuildNetwork(double loss)
{
    const NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    link.SetChannelAttribute("Delay", StringValue("10us"));
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    auto errors = CreateObject<RateErrorModel>(); // ns-3's own
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(loss);
    errors->AssignStreams(1000); // any that nothing else uses
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    return nodes;
}

/** Sends one message, from node 0 to node 1, and prints what became of it. */
void
Send(MessageTransport& transport, double bound, double loss)
{
    static uint64_t id = 0;
    Message message;
    message.id = id++;
    message.destination = 1;
    message.bytes = uint64_t{PACKET_COUNT} * PAYLOAD;
    message.bound = LossBound::FromShare(bound);
    const int64_t startPs = NowPs();
    const double percent = static_cast<double>(message.bytes) / 100;
    transport.ListenToDeliveries([=](const Delivery& delivery) {
        if (delivery.id != message.id)
        {
            return;
        }
        std::printf("%5.2f %%  %10.1f us  %8.2f %%",
                    bound * 100,
                    FromPs(delivery.atPs - startPs).ToDouble(Time::US),
                    static_cast<double>(delivery.deliveredBytes) / percent);
    });
    transport.ListenToSenderReports([=](const SenderReport& report) {
        if (report.id != message.id)
        {
            return;
        }
        std::printf("  %8.2f %%  %8.2f %%",
                    static_cast<double>(report.sentBytes) / percent,
                    static_cast<double>(report.repairedBytes) / percent);
    });
    transport.Send(message);
    Simulator::Run(); // until nothing is left to do
    const double us = (1 - bound) / (1 - loss) * PACKET_COUNT * PACKET_US + DELAY_US;
    std::printf(bound > loss ? "  %10.1f us\n" : "\n", us);
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    double loss = 0.001;
    StrictCommandLine command(__FILE__);
    command.AddShare("loss", "probability that a packet to n1 is lost", loss);
    command.Parse(argc, argv);
    MltHelper mlt;
    const Ptr<MessageTransport> transport = mlt.Install(BuildNetwork(loss));
    std::printf("%u packets over a link that loses %.2f %%\n", PACKET_COUNT, loss * 100);
    std::printf("  bound      complete   delivered        sent    repaired    closed form\n");
    for (const double bound : {0.0, 0.0005, 0.01, 0.05, 0.1})
    {
        Send(*transport, bound, loss);
    }
    Simulator::Destroy();
    return 0;
}
