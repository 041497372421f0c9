// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-two-planes.h"

#include "ns3/config.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-helper.h"
#include "ns3/mlt-link-frame-reader.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-stack-helper.h"
#include "ns3/mlt-transport.h"
#include "ns3/ppp-header.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr uint32_t PPP_BYTES = 2; //!< a point-to-point frame beside the IP packet
constexpr uint16_t PPP_IPV4 = 0x0021;
constexpr uint32_t NO_MINIMUM = 1;         //!< and it has no least size
constexpr int64_t TRANSPORT_STREAM = 5000; //!< beyond the networks'
constexpr const char* CHOOSER = "ns3::mlt::RoundRobinSpray";

uint32_t
FindLink(const NetworkPlan& plan, const std::string& name)
{
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (plan.LinkName(link) == name)
        {
            return link;
        }
    }
    ADD_FAILURE() << "no link " << name;
    return 0;
}

void
Begin(const PlaneCase& experiment)
{
    Simulator::Destroy();
    Ipv4AddressGenerator::Reset();
    UseFabricResolution();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(experiment.seed);
    for (const auto& [name, value] : experiment.defaults)
    {
        Config::SetDefault(name, StringValue(value));
    }
}

void
End()
{
    Simulator::Destroy();
    Config::Reset();
    Ipv4AddressGenerator::Reset();
}

PlaneOutcome::Completion
CompletionOf(const Delivery& delivery)
{
    PlaneOutcome::Completion completion{delivery.atPs, delivery.deliveredBytes, {}};
    if (delivery.received)
    {
        for (uint32_t packet = 0; packet < delivery.received->Size(); ++packet)
        {
            completion.received.push_back(delivery.received->Test(packet));
        }
    }
    return completion;
}

PlaneOutcome::Name
NameOf(const LinkCrossing& frame)
{
    return {frame.kind, frame.source, frame.destination, frame.message, frame.index, frame.attempt};
}

PlaneOutcome::Step
StepOf(const PortEvent& event, bool isDrop)
{
    const Frame& frame = *event.frame;
    return {event.atPs,
            event.link,
            isDrop,
            NameOf(FrameProtocol::CrossingOf(frame)),
            frame.wireBytes};
}

/** The frame that a queue disc holds, as it would stand on the link. */
Ptr<Packet>
OnTheLink(const QueueDiscItem& item)
{
    PppHeader ppp;
    ppp.SetProtocol(PPP_IPV4);
    auto packet = item.GetPacket()->Copy();
    packet->AddHeader(dynamic_cast<const Ipv4QueueDiscItem&>(item).GetHeader());
    packet->AddHeader(ppp);
    return packet;
}

void
RunToTheEnd(MessageTransport& transport, const PlaneCase& experiment, PlaneOutcome& outcome)
{
    transport.ListenToDeliveries([&outcome](const Delivery& delivery) {
        outcome.completions[delivery.id] = CompletionOf(delivery);
    });
    transport.ListenToSenderReports([&outcome, &experiment](const SenderReport& report) {
        outcome.sentBytes[report.id] = report.sentBytes;
        if (outcome.sentBytes.size() == experiment.starts.size())
        {
            // what is still under way may be dropped yet
            Simulator::Schedule(MilliSeconds(1), [] { Simulator::Stop(); });
        }
    });
    for (const auto& start : experiment.starts)
    {
        const Time at = FromPs(start.atPs) + TimeStep(TIMER_PHASE);
        Simulator::Schedule(at, [&transport, &start] { transport.Send(start.message); });
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
}

void
SortSteps(PlaneOutcome& outcome)
{
    std::sort(outcome.steps.begin(), outcome.steps.end(), [](const auto& a, const auto& b) {
        return std::tie(a.atPs, a.link, a.isDrop, a.name) <
               std::tie(b.atPs, b.link, b.isDrop, b.name);
    });
}

/** Notes what a device sends on a link. */
void
Watch(const Ptr<StackNetwork>& network, uint32_t link, PlaneOutcome& outcome)
{
    const LinkFrameReader reader(network->Addresses(), MltProtocol::Get(), network->Format().mtu);
    const auto send = [reader, link, &outcome](Ptr<const Packet> packet) {
        outcome.steps.push_back(
            {NowPs(), link, false, NameOf(reader.Read(*packet)), packet->GetSize()});
    };
    const Callback<void, Ptr<const Packet>> onSend(send);
    EXPECT_TRUE(network->DeviceOf(link)->TraceConnectWithoutContext("PhyTxBegin", onSend));
}

/** Notes what the queue disc before a link does. */
void
WatchQueue(const Ptr<StackNetwork>& network, uint32_t number, PlaneOutcome& outcome)
{
    const auto disc = network->QueueOf(number);
    MltQueueDisc* queue = PeekPointer(disc);
    const std::string link = network->Plan().LinkName(number);
    const LinkFrameReader reader(network->Addresses(), MltProtocol::Get(), network->Format().mtu);
    const auto count = [queue, link](std::map<PlaneClass, uint64_t>& counts,
                                     const QueueDiscItem& item,
                                     const std::string& what) {
        const ArrivingFrame frame = queue->ClassOf(item);
        ++counts[PlaneClass(link, what, frame.queue, frame.ect)];
    };
    using Item = Ptr<const QueueDiscItem>;
    const auto drop = [count, reader, number, &outcome](Item item, const char* reason) {
        const std::string text = reason;
        const auto packet = OnTheLink(*item);
        outcome.steps.push_back(
            {NowPs(), number, true, NameOf(reader.Read(*packet)), packet->GetSize()});
        count(outcome.drops,
              *item,
              text == MltQueueDisc::DROP_SELECTIVE    ? "selective"
              : text == MltQueueDisc::DROP_FULL       ? "full"
              : text == MltQueueDisc::DROP_PUSHED_OUT ? "pushed_out"
                                                      : text);
    };
    const auto mark = [count, &outcome](Item item, const char*) {
        count(outcome.marks, *item, "mark");
    };
    const Callback<void, Item, const char*> onDrop(drop);
    const Callback<void, Item, const char*> onMark(mark);
    EXPECT_TRUE(disc->TraceConnectWithoutContext("DropBeforeEnqueue", onDrop));
    EXPECT_TRUE(disc->TraceConnectWithoutContext("DropAfterDequeue", onDrop));
    EXPECT_TRUE(disc->TraceConnectWithoutContext("Mark", onMark));
}

void
Watch(const Ptr<Fabric>& fabric, PlaneOutcome& outcome)
{
    const NetworkPlan& plan = fabric->Plan();
    const auto drop = [&plan, &outcome](const PortEvent& event, DropReason reason) {
        const std::string link = plan.LinkName(event.link);
        if (reason == DropReason::LinkLoss)
        {
            outcome.lost.emplace(link, NameOf(FrameProtocol::CrossingOf(*event.frame)));
            return;
        }
        outcome.steps.push_back(StepOf(event, true));
        ++outcome.drops[PlaneClass(link, ToString(reason), event.frame->queue, event.frame->ect)];
    };
    const auto mark = [&plan, &outcome](const PortEvent& event) {
        const std::string link = plan.LinkName(event.link);
        ++outcome.marks[PlaneClass(link, "mark", event.frame->queue, event.frame->ect)];
    };
    const Callback<void, const PortEvent&, DropReason> onDrop(drop);
    const Callback<void, const PortEvent&> onMark(mark);
    const auto send = [&outcome](const PortEvent& event) {
        outcome.steps.push_back(StepOf(event, false));
    };
    const Callback<void, const PortEvent&> onSend(send);
    EXPECT_TRUE(fabric->TraceConnectWithoutContext("Send", onSend));
    EXPECT_TRUE(fabric->TraceConnectWithoutContext("Drop", onDrop));
    EXPECT_TRUE(fabric->TraceConnectWithoutContext("Mark", onMark));
}

void
InjectLoss(const Ptr<StackNetwork>& network, const PlaneCase& experiment, PlaneOutcome& outcome)
{
    const NetworkPlan& plan = network->Plan();
    const auto lose = [&plan, &outcome](uint32_t link, const LinkCrossing& frame) {
        outcome.lost.emplace(plan.LinkName(link), NameOf(frame));
    };
    const Callback<void, uint32_t, const LinkCrossing&> onLose(lose);
    for (const auto& loss : experiment.losses)
    {
        const auto model = network->SetLoss(FindLink(plan, loss.link), loss.loss);
        EXPECT_TRUE(model->TraceConnectWithoutContext("Lose", onLose));
    }
}

} // namespace

NetworkPlan
PlanOf(const PlaneCase& experiment)
{
    LeafSpineSpec spec = ParseLeafSpine(experiment.topology);
    spec.hostRate = experiment.bitRate;
    spec.uplinkRate = experiment.bitRate;
    spec.delayPs = experiment.delayPs;
    NetworkPlan plan = PlanLeafSpine(spec);
    SmallRandom random(experiment.seed);
    for (uint32_t link = 0; experiment.delaySpreadPs && link < plan.links.size(); link += 2)
    {
        plan.links[link].delayPs += random.Below(experiment.delaySpreadPs);
        plan.links[link + 1].delayPs = plan.links[link].delayPs;
    }
    return plan;
}

Message&
PlaneCase::Add(uint32_t source, uint32_t destination, uint64_t bytes, double bound)
{
    Message message;
    message.id = starts.size();
    message.source = source;
    message.destination = destination;
    message.bytes = bytes;
    message.bound = LossBound::FromShare(bound);
    starts.push_back({message, 0});
    return starts.back().message;
}

PlaneOutcome
RunOnExpressPlane(const PlaneCase& experiment)
{
    Begin(experiment);
    PlaneOutcome outcome;
    FabricHelper helper;
    helper.SetPathChooser(CHOOSER);
    helper.SetAttribute("LinkOverhead", UintegerValue(PPP_BYTES));
    helper.SetAttribute("MinimumFrame", UintegerValue(NO_MINIMUM));
    helper.SetAttribute("LossModel", TypeIdValue(HashedLoss::GetTypeId()));
    auto fabric = helper.Build(PlanOf(experiment));
    for (const auto& loss : experiment.losses)
    {
        fabric->SetLoss(FindLink(fabric->Plan(), loss.link), loss.loss);
    }
    Watch(fabric, outcome);
    auto transport = CreateObject<MltTransport>();
    transport->AssignStreams(TRANSPORT_STREAM);
    std::vector<HostSite> sites;
    for (uint32_t host = 0; host < fabric->Plan().hosts; ++host)
    {
        sites.push_back({helper.Hosts().Get(host), &fabric->Host(host)});
    }
    transport->Install(sites);
    RunToTheEnd(*transport, experiment, outcome);
    fabric->CatchUp();
    SortSteps(outcome);
    End();
    transport->Dispose();
    fabric->Dispose();
    return outcome;
}

PlaneOutcome
RunOnStackPlane(const PlaneCase& experiment)
{
    Begin(experiment);
    PlaneOutcome outcome;
    StackHelper helper;
    helper.SetPathChooser(CHOOSER);
    helper.SetAttribute("LinkOverhead", UintegerValue(PPP_BYTES));
    helper.SetAttribute("MinimumFrame", UintegerValue(NO_MINIMUM));
    helper.SetAttribute("LossModel", TypeIdValue(HashedLoss::GetTypeId()));
    auto network = helper.Build(PlanOf(experiment));
    InjectLoss(network, experiment, outcome);
    for (uint32_t link = 0; link < network->Plan().links.size(); ++link)
    {
        WatchQueue(network, link, outcome);
        Watch(network, link, outcome);
    }
    MltHelper mlt;
    mlt.SetStream(TRANSPORT_STREAM);
    mlt.SetAttribute("BaseRtt", TimeValue(FromPs(network->BaseRttPs())));
    auto transport = mlt.Install(helper.Hosts());
    RunToTheEnd(*transport, experiment, outcome);
    SortSteps(outcome);
    End();
    transport->Dispose();
    network->Dispose();
    return outcome;
}

} // namespace ns3::mlt
