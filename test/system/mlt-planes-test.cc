// SPDX-License-Identifier: GPL-2.0-only
// The same flows on both data planes: frames over the express fabric, datagrams over ns-3's IP
// stack. Header bytes, rates, delays and base RTT are equal, paths are single.
#include "support/mlt-socket-bench.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-transport.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t BIT_RATE = 1000000000;
constexpr int64_t DELAY_PS = 10 * PS_PER_US;
constexpr int64_t STREAM = 500; //!< of the transport, on both planes
/** Far less than a packet time (12 us): nothing but ns-3's rounding of instants may differ. */
constexpr double TOLERANCE_PS = 1.0 * PS_PER_NS;

/** What a run told of each message. */
struct Outcome
{
    std::map<uint64_t, int64_t> completePs;
    std::map<uint64_t, uint64_t> deliveredBytes;
    std::map<uint64_t, uint64_t> sentBytes;
    int64_t baseRttPs{0};
};

Message
MakeMessage(uint32_t id, uint32_t source, uint64_t bytes, double bound, uint32_t layer)
{
    Message message;
    message.id = id;
    message.source = source;
    message.destination = 1 - source;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(bound);
    message.SetLayer(layer, 7);
    return message;
}

void
RunToTheEnd(MessageTransport& transport, const std::vector<Message>& messages, Outcome& outcome)
{
    transport.ListenToDeliveries([&outcome](const Delivery& delivery) {
        outcome.completePs[delivery.id] = delivery.atPs;
        outcome.deliveredBytes[delivery.id] = delivery.deliveredBytes;
    });
    transport.ListenToSenderReports([&outcome, &messages](const SenderReport& report) {
        outcome.sentBytes[report.id] = report.sentBytes;
        if (outcome.sentBytes.size() == messages.size())
        {
            Simulator::Stop();
        }
    });
    for (const auto& message : messages)
    {
        transport.Send(message);
    }
    Simulator::Stop(Seconds(5));
    Simulator::Run();
}

Outcome
RunExpress(const std::vector<Message>& messages)
{
    UseFabricResolution();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    Outcome outcome;
    FabricHelper helper;
    helper.SetAttribute("LinkOverhead", UintegerValue(2)); // PPP, as ns-3's point-to-point link
    helper.SetAttribute("MinimumFrame", UintegerValue(1));
    LeafSpineSpec spec = ParseLeafSpine("1x1x2"); // host, leaf, host
    spec.hostRate = BIT_RATE;
    spec.delayPs = DELAY_PS;
    auto fabric = helper.Build(PlanLeafSpine(spec));
    outcome.baseRttPs = fabric->BaseRttPs();
    auto transport = CreateObject<MltTransport>();
    transport->AssignStreams(STREAM);
    transport->Install(
        {{helper.Hosts().Get(0), &fabric->Host(0)}, {helper.Hosts().Get(1), &fabric->Host(1)}});
    RunToTheEnd(*transport, messages, outcome);
    Simulator::Destroy();
    transport->Dispose();
    fabric->Dispose();
    return outcome;
}

Outcome
RunSockets(const std::vector<Message>& messages, int64_t baseRttPs)
{
    SocketBench::Options options;
    options.hosts = 3;
    SocketBench bench(options);
    bench.BuildChain();
    bench.helper.SetStream(STREAM);
    bench.helper.SetAttribute("BaseRtt", TimeValue(FromPs(baseRttPs)));
    bench.Install(NodeContainer(bench.nodes.Get(0), bench.nodes.Get(2)));
    Outcome outcome;
    outcome.baseRttPs = baseRttPs;
    RunToTheEnd(*bench.transport, messages, outcome);
    return outcome;
}

void
ExpectTheSame(const std::vector<Message>& messages)
{
    const Outcome express = RunExpress(messages);
    const Outcome sockets = RunSockets(messages, express.baseRttPs);
    ASSERT_EQ(express.completePs.size(), messages.size());
    ASSERT_EQ(sockets.completePs.size(), messages.size());
    EXPECT_EQ(express.deliveredBytes, sockets.deliveredBytes);
    EXPECT_EQ(express.sentBytes, sockets.sentBytes);
    for (const auto& message : messages)
    {
        EXPECT_NEAR(static_cast<double>(sockets.completePs.at(message.id)),
                    static_cast<double>(express.completePs.at(message.id)),
                    TOLERANCE_PS)
            << "message " << message.id;
    }
}

TEST(PlanesTest, OneFlowTakesTheSameTime)
{
    for (const double bound : {0.0, 0.1})
    {
        for (const uint64_t bytes : {1U, 1424U, 100000U, 5000000U})
        {
            ExpectTheSame({MakeMessage(1, 0, bytes, bound, 0)});
        }
    }
}

TEST(PlanesTest, LayersGoInTheSameOrder)
{
    ExpectTheSame({MakeMessage(1, 0, 400000, 0.1, 6),
                   MakeMessage(2, 0, 300000, 0.0, 3),
                   MakeMessage(3, 0, 200000, 0.05, 0)});
}

TEST(PlanesTest, FlowsInBothDirectionsShareWithEachOthersControl)
{
    ExpectTheSame({MakeMessage(1, 0, 1000000, 0.1, 1),
                   MakeMessage(2, 1, 800000, 0.0, 1),
                   MakeMessage(3, 1, 300000, 0.1, 5)});
}

} // namespace
} // namespace ns3::mlt
