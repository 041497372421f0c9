// SPDX-License-Identifier: GPL-2.0-only
// IPv4 packets as the express plane reads them.
#include "ns3/ipv4-header.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-flow-hash.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/packet.h"
#include "ns3/udp-header.h"

#include <array>
#include <gtest/gtest.h>
#include <set>
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

bool
Read(const Packet& packet, IpPacketInfo& info)
{
    const auto bytes = BytesOf(packet);
    return ReadIpv4(bytes.data(), static_cast<uint32_t>(bytes.size()), info);
}

Ptr<Packet>
UdpPacket(uint32_t payload, bool fragment = false)
{
    auto packet = Create<Packet>(payload);
    UdpHeader udp;
    udp.SetSourcePort(1234);
    udp.SetDestinationPort(80);
    packet->AddHeader(udp);
    Ipv4Header ip;
    ip.SetSource("10.0.0.1");
    ip.SetDestination("10.0.0.2");
    ip.SetProtocol(IP_PROTOCOL_UDP);
    ip.SetTos(TosOf(3, true));
    ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    if (fragment)
    {
        ip.SetMoreFragments();
    }
    packet->AddHeader(ip);
    return packet;
}

TEST(IpPacketTest, ReadsAddressesPortsAndSizes)
{
    IpPacketInfo info;
    ASSERT_TRUE(Read(*UdpPacket(100), info));
    EXPECT_EQ(info.sourceAddress, Ipv4Address("10.0.0.1").Get());
    EXPECT_EQ(info.destinationAddress, Ipv4Address("10.0.0.2").Get());
    EXPECT_EQ(info.sourcePort, 1234);
    EXPECT_EQ(info.destinationPort, 80);
    EXPECT_EQ(info.totalBytes, 128);
    EXPECT_EQ(info.payloadBytes, 100);
    EXPECT_EQ(info.protocol, IP_PROTOCOL_UDP);
    EXPECT_EQ(QueueOfTos(info.tos), 3);
    EXPECT_TRUE(IsEct(EcnOfTos(info.tos)));
}

TEST(IpPacketTest, AFragmentHasNoPortsSoThatAllPiecesLookAlike)
{
    IpPacketInfo info;
    ASSERT_TRUE(Read(*UdpPacket(100, true), info));
    EXPECT_EQ(info.sourcePort, 0);
    EXPECT_EQ(info.destinationPort, 0);
    EXPECT_EQ(info.payloadBytes, 108);
}

TEST(IpPacketTest, RefusesWhatIsCutShort)
{
    const auto whole = BytesOf(*UdpPacket(0));
    IpPacketInfo info;
    for (uint32_t size = 0; size < whole.size(); ++size)
    {
        const std::vector<uint8_t> part(whole.begin(), whole.begin() + size); // checked by ASan
        EXPECT_FALSE(ReadIpv4(part.data(), size, info)) << size;
    }
    EXPECT_TRUE(ReadIpv4(whole.data(), static_cast<uint32_t>(whole.size()), info));
}

TEST(IpPacketTest, RandomBytesNeverReadBeyondTheEnd)
{
    SmallRandom random(1);
    uint32_t accepted = 0;
    for (int i = 0; i < 100000; ++i)
    {
        std::vector<uint8_t> bytes(random.Below(IP_READ_BYTES + 1));
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(random.Next());
        }
        if (!bytes.empty() && random.Below(2) == 0)
        {
            bytes[0] = 0x45; // so that the fields behind it count too
        }
        IpPacketInfo info;
        if (ReadIpv4(bytes.data(), static_cast<uint32_t>(bytes.size()), info))
        {
            ++accepted;
            EXPECT_LE(info.payloadBytes + IPV4_HEADER_BYTES, info.totalBytes);
        }
    }
    EXPECT_GT(accepted, 1000U);
}

TEST(FlowHashTest, EveryPartOfTheFiveTupleCounts)
{
    const auto hash = CreateObject<FiveTupleHash>();
    const FlowKey key{1, 2, {3, 4, 5, 6, 7}};
    std::set<uint32_t> hashes{hash->Hash(key)};
    const FlowKey others[] = {{1, 2, {9, 4, 5, 6, 7}},
                              {1, 2, {3, 9, 5, 6, 7}},
                              {1, 2, {3, 4, 9, 6, 7}},
                              {1, 2, {3, 4, 5, 9, 7}},
                              {1, 2, {3, 4, 5, 6, 9}},
                              {1, 2, {4, 3, 6, 5, 7}}};
    for (const auto& other : others)
    {
        EXPECT_TRUE(hashes.insert(hash->Hash(other)).second);
    }
    EXPECT_EQ(hash->Hash({8, 8, {3, 4, 5, 6, 7}}), hash->Hash(key)) << "not of the tuple";
}

} // namespace
} // namespace ns3::mlt
