// SPDX-License-Identifier: GPL-2.0-only
/**
 * The smallest use of MLT: one message over one link, and the time that it must take.
 *
 *     n0 -------------- n1
 *         10 Gbit/s, 10 us
 *
 * Data leaves at once, at line rate, but at first 4000 bytes (3 packets) alone: how many others
 * send to n1 is not known. The FEEDBACK on the first packet tells, and all the rest follows. So the
 * message is complete when its last packet has been sent and has crossed the link:
 *
 *     (bytes + packets x 78 + 70) x 8 / rate + delay + wait for the FEEDBACK
 *
 * where 78 bytes stand before each packet's payload (MLT 48, UDP 8, IPv4 20, PPP 2) and 70 are the
 * BEGIN that goes out behind the first data packet. The FEEDBACK (78 bytes) comes a round trip
 * after the start; what the link carries until then is no wait. Simulated and computed time agree,
 * but for ns-3's rounding of instants.
 */
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-helper.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iomanip>
#include <iostream>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t DATA_HEADERS = 48 + 8 + 20 + 2;
constexpr uint32_t BEGIN_FRAME = 40 + 8 + 20 + 2;
constexpr uint32_t FEEDBACK_FRAME = 48 + 8 + 20 + 2;
constexpr uint64_t START_PACKETS = 3; // of 1502 bytes: the first to reach StartBytes (4000)

/** How long the link stands still before the FEEDBACK on the first packet has come. */
double
WaitUs(uint64_t packets, uint32_t payload, const DataRate& rate, const Time& delay)
{
    if (packets <= START_PACKETS)
    {
        return 0;
    }
    const double usPerByte = 8e6 / static_cast<double>(rate.GetBitRate());
    const uint32_t packet = payload + DATA_HEADERS;
    const double roundTrip = (packet + FEEDBACK_FRAME) * usPerByte + 2 * delay.ToDouble(Time::US);
    return std::max(0.0, roundTrip - (START_PACKETS * packet + BEGIN_FRAME) * usPerByte);
}

double
ExpectedUs(uint64_t bytes, uint32_t payload, const DataRate& rate, const Time& delay)
{
    const uint64_t packets = (bytes + payload - 1) / payload;
    // the only packet of a short message is not behind BEGIN
    const uint64_t begin = packets > 1 ? BEGIN_FRAME : 0;
    const double bits = 8.0 * static_cast<double>(bytes + packets * DATA_HEADERS + begin);
    return bits / static_cast<double>(rate.GetBitRate()) * 1e6 + delay.ToDouble(Time::US) +
           WaitUs(packets, payload, rate, delay);
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution(); // first of all: MLT's instants are picoseconds
    uint64_t bytes = 1000000;
    DataRate rate("10Gbps");
    Time delay = MicroSeconds(10);
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of the message", bytes, 1, 1000000000);
    command.AddRate("rate", "rate of the link", rate);
    command.AddTime("delay", "propagation delay of the link", delay, Seconds(1));
    command.Parse(argc, argv);

    // as for any ns-3 program: nodes, a link, the Internet stack, addresses
    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(rate));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);

    MltHelper mlt;
    const Ptr<MessageTransport> transport = mlt.Install(nodes);
    const uint32_t payload = MltPayload(mlt.PortOf(0)->Format());
    transport->ListenToDeliveries([&](const Delivery& delivery) {
        std::cout << std::fixed << std::setprecision(3)                                         //
                  << "bytes            " << bytes << "\n"                                       //
                  << "delivered        " << delivery.deliveredBytes << "\n"                     //
                  << "complete after   " << FromPs(delivery.atPs).ToDouble(Time::US) << " us\n" //
                  << "closed form      " << ExpectedUs(bytes, payload, rate, delay) << " us\n";
    });

    Message message; // from nodes.Get(0) to nodes.Get(1)
    message.destination = 1;
    message.bytes = bytes;
    transport->Send(message); // now, at 0
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
