// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-ip-packet-bench.h"

#include "ns3/mlt-carried-packet.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/udp-header.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{
namespace
{

std::vector<uint8_t>
BytesOf(const Packet& packet)
{
    std::vector<uint8_t> bytes(packet.GetSize());
    packet.CopyData(bytes.data(), packet.GetSize());
    return bytes;
}

/** From host 0 to host 1, of 100 bytes over UDP, in queue 3. */
Ptr<Packet>
MakePacket()
{
    constexpr uint32_t PAYLOAD = 100;
    auto packet = Create<Packet>(PAYLOAD);
    packet->AddHeader(UdpHeader());
    Ipv4Header ip;
    ip.SetSource(AddressOfHost(0));
    ip.SetDestination(AddressOfHost(1));
    ip.SetProtocol(IP_PROTOCOL_UDP);
    ip.SetTos(TosOf(3, true));
    ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    packet->AddHeader(ip);
    return packet;
}

TEST(CarriedPacketTest, APacketOfTheStackIsItselfWithItsMark)
{
    IpPacketBench bench;
    bench.frame->source = 0; // 10.0.0.1
    bench.frame->destination = 1;
    CarriedPacketProtocol::Get().Label(*bench.frame,
                                       CarriedPacketProtocol::WITH_PAYLOAD,
                                       CarriedPacketProtocol::STACK);
    bench.frame->queue = 3;
    bench.frame->ect = true;
    bench.frame->ce = true;
    const auto original = MakePacket();
    bench.frame->attachment = Create<CarriedPacket>(original);
    bench.frame->wireBytes = bench.format.WireBytes(original->GetSize());
    EXPECT_EQ(bench.Unwrap(IP_PROTOCOL_UDP)->GetSize(), 108U);
    EXPECT_EQ(BytesOf(*original), BytesOf(*MakePacket())) << "the original stays as it is";
}

TEST(CarriedPacketTest, HasNoNameForALossModel)
{
    FramePool pool;
    Frame* frame = pool.Allocate();
    for (const auto type : {CarriedPacketProtocol::WITH_PAYLOAD, CarriedPacketProtocol::BARE})
    {
        CarriedPacketProtocol::Get().Label(*frame, type, CarriedPacketProtocol::STACK);
        const LinkCrossing crossing = FrameProtocol::CrossingOf(*frame);
        EXPECT_FALSE(crossing.isNamed);
        EXPECT_EQ(crossing.isData, type == CarriedPacketProtocol::WITH_PAYLOAD);
    }
    pool.Free(frame);
}

} // namespace
} // namespace ns3::mlt
