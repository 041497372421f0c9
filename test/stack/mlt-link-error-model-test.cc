// SPDX-License-Identifier: GPL-2.0-only
// Which packets on a link are MLT's, and that the stack plane's injected loss takes those of them
// that the express plane's takes.
#include "mlt-packet-bench.h"

#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-link-error-model.h"
#include "ns3/mlt-protocol.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-seed.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3::mlt
{
namespace
{

constexpr uint32_t MTU = 1500;
constexpr uint16_t PPP_IPV4 = 0x0021;
constexpr uint16_t PPP_IPV6 = 0x0057;
constexpr uint8_t UDP = 17;
constexpr uint8_t TCP = 6;
constexpr uint32_t PACKETS = 10; // of the message
constexpr int64_t STREAM = 40;

/** Headers of a datagram on a link; a change to them makes it somebody else's. */
struct Headers
{
    PppHeader ppp;
    Ipv4Header ip;
    UdpHeader udp;
};

class LinkErrorModelTest : public StackTest
{
  public:
    LinkErrorModelTest()
    {
        hosts->Add("10.0.0.1");
        hosts->Add("10.0.0.2");
    }

    /** DATA of host 0 to host 1, as the transport makes it. */
    Frame* MakeData(uint32_t index, uint8_t attempt = 0)
    {
        const WireFormat format;
        Frame* frame = pool.Allocate();
        frame->source = 0;
        frame->destination = 1;
        frame->payload = static_cast<uint16_t>(MltPayload(format));
        MltHeader header{};
        header.messageId = 5;
        header.length = uint64_t{PACKETS} * MltPayload(format);
        header.packetCount = PACKETS;
        header.index = index;
        header.attempt = attempt;
        SetDataHeader(*frame, header);
        return frame;
    }

    /** The packet on the link; the frame goes. */
    Ptr<Packet> OnTheLink(Frame* frame, const std::function<void(Headers&)>& change = nullptr)
    {
        const auto packet = MltProtocol::Get().ToDatagram(*frame);
        Headers headers;
        headers.ppp.SetProtocol(PPP_IPV4);
        headers.ip.SetSource(hosts->AddressOf(frame->source));
        headers.ip.SetDestination(hosts->AddressOf(frame->destination));
        headers.ip.SetProtocol(UDP);
        const bool toReceiver = frame->end == static_cast<uint8_t>(MltEnd::Receiver);
        headers.udp.SetDestinationPort(toReceiver ? MLT_RECEIVER_UDP_PORT : MLT_SENDER_UDP_PORT);
        headers.udp.SetSourcePort(toReceiver ? MLT_SENDER_UDP_PORT : MLT_RECEIVER_UDP_PORT);
        if (change)
        {
            change(headers);
        }
        packet->AddHeader(headers.udp);
        headers.ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
        packet->AddHeader(headers.ip);
        packet->AddHeader(headers.ppp);
        pool.Free(frame);
        return packet;
    }

    Ptr<LinkErrorModel> MakeModel(const char* lossModel, const LinkLoss& loss) const
    {
        auto model = CreateObject<LinkErrorModel>();
        model->SetAttribute("LossModel", StringValue(lossModel));
        model->Configure(hosts, MltProtocol::Get(), MTU, 3, loss);
        EXPECT_EQ(model->AssignStreams(STREAM), 1);
        return model;
    }

    FramePool pool;
    Ptr<HostTable> hosts = Create<HostTable>();
};

TEST_F(LinkErrorModelTest, ReadsTheNameThatTheFrameHas)
{
    const LinkFrameReader reader(hosts, MltProtocol::Get(), MTU);
    for (uint32_t index = 0; index < PACKETS; ++index)
    {
        Frame* frame = MakeData(index, static_cast<uint8_t>(index * 20));
        const LinkCrossing expected = FrameProtocol::CrossingOf(*frame);
        const auto packet = OnTheLink(frame);
        const uint32_t bytes = packet->GetSize();
        const LinkCrossing read = reader.Read(*packet);
        EXPECT_EQ(packet->GetSize(), bytes) << "nothing is taken off";
        EXPECT_TRUE(read.isNamed);
        EXPECT_TRUE(read.isData);
        EXPECT_EQ(read.kind, expected.kind);
        EXPECT_EQ(read.source, expected.source);
        EXPECT_EQ(read.destination, expected.destination);
        EXPECT_EQ(read.message, expected.message);
        EXPECT_EQ(read.index, expected.index);
        EXPECT_EQ(read.attempt, expected.attempt);
    }
}

TEST_F(LinkErrorModelTest, ReadsControlForEitherEnd)
{
    const LinkFrameReader reader(hosts, MltProtocol::Get(), MTU);
    for (const MltEnd end : {MltEnd::Receiver, MltEnd::Sender})
    {
        Frame* frame = MakeData(0);
        MltProtocol::Get().Label(*frame, MltType::ChannelAck, end);
        frame->payload = 0;
        frame->attachment = nullptr;
        frame->Header<MltHeader>() = {};
        frame->Header<MltHeader>().channelSequence = 9;
        frame->Header<MltHeader>().attempt = 4;
        const LinkCrossing expected = FrameProtocol::CrossingOf(*frame);
        const LinkCrossing read = reader.Read(*OnTheLink(frame));
        EXPECT_TRUE(read.isNamed);
        EXPECT_FALSE(read.isData);
        EXPECT_EQ(read.kind, expected.kind);
        EXPECT_EQ(read.index, 9U);
        EXPECT_EQ(read.attempt, 4U);
    }
}

TEST_F(LinkErrorModelTest, WhatIsNotMltHasNoNameAndPasses)
{
    const std::pair<const char*, std::function<void(Headers&)>> changes[] = {
        {"IPv6", [](Headers& h) { h.ppp.SetProtocol(PPP_IPV6); }},
        {"TCP", [](Headers& h) { h.ip.SetProtocol(TCP); }},
        {"first fragment", [](Headers& h) { h.ip.SetMoreFragments(); }},
        {"later fragment", [](Headers& h) { h.ip.SetFragmentOffset(8); }},
        {"stranger", [](Headers& h) { h.ip.SetSource("10.9.9.9"); }},
        {"to a stranger", [](Headers& h) { h.ip.SetDestination("10.9.9.9"); }},
        {"another port", [](Headers& h) { h.udp.SetDestinationPort(9); }},
        {"DATA to a sender", [](Headers& h) { h.udp.SetDestinationPort(MLT_SENDER_UDP_PORT); }},
    };
    const LinkFrameReader reader(hosts, MltProtocol::Get(), MTU);
    const auto model = MakeModel("ns3::mlt::RandomLoss", {0.999999, false});
    EXPECT_TRUE(model->IsCorrupt(OnTheLink(MakeData(0))));
    for (const auto& [what, change] : changes)
    {
        EXPECT_FALSE(reader.Read(*OnTheLink(MakeData(0), change)).isNamed) << what;
        EXPECT_FALSE(model->IsCorrupt(OnTheLink(MakeData(0), change))) << what;
    }
    EXPECT_FALSE(reader.Read(*OnTheLink(MakeData(PACKETS))).isNamed) << "no such packet";
    EXPECT_FALSE(LinkFrameReader().Read(*OnTheLink(MakeData(0))).isNamed) << "knows no host";
}

TEST_F(LinkErrorModelTest, PacketsCutAnywhereAreNoFrames)
{
    const LinkFrameReader reader(hosts, MltProtocol::Get(), MTU);
    const auto whole = OnTheLink(MakeData(0));
    for (uint32_t bytes = 0; bytes < whole->GetSize(); ++bytes)
    {
        EXPECT_FALSE(reader.Read(*whole->CreateFragment(0, bytes)).isNamed) << bytes;
    }
}

TEST_F(LinkErrorModelTest, RandomBytesAreNoFrames)
{
    const LinkFrameReader reader(hosts, MltProtocol::Get(), MTU);
    SmallRandom random(1);
    std::vector<uint8_t> bytes;
    for (uint32_t i = 0; i < 20000; ++i)
    {
        bytes.resize(random.Below(200));
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(random.Next());
        }
        const uint8_t likely[] = {0, PPP_IPV4, static_cast<uint8_t>(i % 2 ? 0x45 : 0x4f)};
        std::copy_n(likely, std::min(bytes.size(), std::size(likely)), bytes.begin());
        const auto packet = Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
        EXPECT_FALSE(reader.Read(*packet).isNamed);
    }
}

TEST_F(LinkErrorModelTest, TakesWhatTheLossModelTakes)
{
    const auto model = MakeModel("ns3::mlt::HashedLoss", {0.3, true});
    uint64_t told = 0;
    const std::function<void(uint32_t, const LinkCrossing&)> count =
        [&told](uint32_t link, const LinkCrossing& frame) {
            EXPECT_EQ(link, 3U);
            EXPECT_EQ(frame.message, 5U);
            ++told;
        };
    model->TraceConnectWithoutContext("Lose", Callback<void, uint32_t, const LinkCrossing&>(count));
    auto expected = CreateObject<HashedLoss>();
    expected->Start({0.3, true}, 3, SeedFromStream(STREAM));
    uint64_t lost = 0;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        Frame* frame = MakeData(i % PACKETS, static_cast<uint8_t>(i / PACKETS));
        const bool isLost = expected->Loses(FrameProtocol::CrossingOf(*frame));
        EXPECT_EQ(model->IsCorrupt(OnTheLink(frame)), isLost);
        lost += isLost;
    }
    EXPECT_GT(lost, 200U);
    EXPECT_EQ(told, lost);
}

TEST_F(LinkErrorModelTest, TheNetworkPutsItAtTheLinksEnd)
{
    StackHelper helper;
    auto network = helper.Build(LeafSpinePlan("1x1x2"));
    const uint32_t link = LinkNamed(network->Plan(), "host0-leaf0");
    const auto model = network->SetLoss(link, {0.5, true});
    const auto at = [&network](const char* name) {
        PointerValue value;
        network->DeviceOf(LinkNamed(network->Plan(), name))
            ->GetAttribute("ReceiveErrorModel", value);
        return value.Get<ErrorModel>();
    };
    EXPECT_EQ(at("leaf0-host0"), model) << "the device that receives from host 0";
    EXPECT_EQ(at("host0-leaf0"), nullptr);
}

} // namespace
} // namespace ns3::mlt
