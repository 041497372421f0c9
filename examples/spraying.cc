// SPDX-License-Identifier: GPL-2.0-only
/**
 * Spraying against per-flow ECMP: gradients need no order, so each packet may take its own path.
 * Eight hosts of one leaf send to eight of the other, each to one. Express plane.
 *
 *          spine0  spine1  spine2  spine3
 *             \  \   /  \   /  \   /  /         every leaf to every spine, 20 Gbit/s
 *              leaf0              leaf1
 *            / | ... \          / | ... \       hosts at 10 Gbit/s; all links 1 us
 *           n0 n1 .. n7        n8 n9 .. n15
 *
 * The uplinks have just room for all: two senders' worth each. FlowEcmp puts a whole message on one
 * of them, by a hash, so that chance decides which are too full, and the slowest message has to
 * wait until the fullest uplink has carried all that it got:
 *
 *     bytes on the wire of the fullest uplink x 8 / its rate  =  the floor
 *
 * Spraying fills all uplinks alike, so that no message has to wait for a full one. RoundRobinSpray
 * comes within some packets of the floor. RandomSpray is even over the whole, but not from moment
 * to moment; links that have just room for all then queue, and senders slow down a little.
 */
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-strict-command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mlt;

namespace
{

constexpr uint32_t SENDERS = 8;
constexpr uint64_t HOST_RATE = 10000000000; // bit/s

/** Bytes on the wire that each link from leaf 0 to a spine has carried, in rising order. */
std::vector<uint64_t>
UplinkBytes(Fabric& fabric)
{
    fabric.CatchUp(); // switches and NICs carry out late what has happened already
    const NetworkPlan& plan = fabric.Plan();
    std::vector<uint64_t> bytes;
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (plan.LinkName(link).rfind("leaf0-spine", 0) == 0)
        {
            bytes.push_back(fabric.Link(link).Sent().data.bytes);
        }
    }
    std::sort(bytes.begin(), bytes.end());
    return bytes;
}

void
Run(const std::string& chooser, uint64_t bytes)
{
    LeafSpineSpec spec = ParseLeafSpine("2x4x8");
    spec.hostRate = HOST_RATE; // the uplinks' follows: 8 / 4 of it
    spec.delayPs = PS_PER_US;
    FabricHelper helper;
    helper.SetPathChooser(chooser);
    const Ptr<Fabric> fabric = helper.Build(PlanLeafSpine(spec));
    const Ptr<MessageTransport> transport = helper.Install("ns3::mlt::MltTransport");
    std::vector<double> doneUs; // in order
    transport->ListenToDeliveries([&doneUs](const Delivery& delivery) {
        doneUs.push_back(FromPs(delivery.atPs).ToDouble(Time::US));
    });
    for (uint32_t sender = 0; sender < SENDERS; ++sender)
    {
        Message message;
        message.id = sender;
        message.source = sender;
        message.destination = SENDERS + sender;
        message.bytes = bytes;
        transport->Send(message);
    }
    Simulator::Run();
    const auto uplinks = UplinkBytes(*fabric);
    const double floorUs = static_cast<double>(uplinks.back()) * 8 * 1e6 / spec.UplinkRate();
    std::printf("%-25s %9.1f us %9.1f us %9.1f us %9.0f KB %9.0f KB\n",
                chooser.c_str(),
                doneUs.front(),
                doneUs.back(),
                floorUs,
                static_cast<double>(uplinks.back()) / 1000,
                static_cast<double>(uplinks.front()) / 1000);
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    UseFabricResolution();
    uint64_t bytes = 2000000;
    StrictCommandLine command(__FILE__);
    command.AddWhole("bytes", "bytes of each message", bytes, 1, 100000000);
    command.Parse(argc, argv);
    std::printf("path chooser                first done    last done        floor      fullest"
                "     emptiest\n");
    for (const char* chooser : {"FlowEcmp", "RandomSpray", "RoundRobinSpray"})
    {
        Run(std::string("ns3::mlt::") + chooser, bytes);
    }
    return 0;
}
