// SPDX-License-Identifier: GPL-2.0-only
// IPv4 packets as the express plane reads them, and frames as the IPv4 packets that they stand for.
#include "ns3/ipv4-header.h"
#include "ns3/mlt-carried-packet.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-flow-hash.h"
#include "ns3/mlt-frame-codec.h"
#include "ns3/mlt-frame-ip-packet.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"
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

/** A frame of a pool, and the IP packet that it stands for. */
class FrameIpPacketTest : public ::testing::Test
{
  protected:
    ~FrameIpPacketTest() override
    {
        m_pool.Free(frame);
    }

    /** Makes the packet and takes its IP header off, which must agree with the frame. */
    Ptr<Packet> Unwrap(uint8_t protocol)
    {
        const Ptr<Packet> packet = FrameToIpPacket(*frame, AT);
        EXPECT_EQ(m_format.WireBytes(packet->GetSize()), frame->wireBytes);
        const auto bytes = BytesOf(*packet);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < IPV4_HEADER_BYTES; i += 2)
        {
            sum += bytes[i] << 8 | bytes[i + 1];
        }
        EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffU) << "checksum";
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        EXPECT_EQ(ip.GetProtocol(), protocol);
        EXPECT_EQ(ip.GetSource(), AddressOfHost(frame->source));
        EXPECT_EQ(ip.GetDestination(), AddressOfHost(frame->destination));
        EXPECT_EQ(QueueOfTos(ip.GetTos()), frame->queue);
        EXPECT_EQ(EcnOfTos(ip.GetTos()),
                  frame->ce ? ECN_CE : (frame->ect ? ECN_ECT_0 : ECN_NOT_ECT));
        return packet;
    }

    static constexpr int64_t AT = 5 * PS_PER_US;
    WireFormat m_format;
    FramePool m_pool;
    Frame* frame{m_pool.Allocate()};
};

TEST_F(FrameIpPacketTest, MltDataIsADatagramForTheReceiver)
{
    frame->source = 3;
    frame->destination = 7;
    frame->port = Port::MltReceiver;
    frame->queue = 2;
    frame->ect = true;
    frame->payload = 1424;
    frame->wireBytes = m_format.MltDataBytes(1424);
    SetDataHeader(*frame, {});
    const auto packet = Unwrap(IP_PROTOCOL_UDP);
    UdpHeader udp;
    packet->RemoveHeader(udp);
    EXPECT_EQ(udp.GetDestinationPort(), MLT_RECEIVER_UDP_PORT);
    EXPECT_EQ(udp.GetSourcePort(), MLT_SENDER_UDP_PORT);
    EXPECT_EQ(packet->GetSize(), MLT_DATA_HEADER_BYTES + 1424);
}

TEST_F(FrameIpPacketTest, MltFeedbackIsADatagramForTheSender)
{
    frame->destination = 1;
    frame->kind = FrameKind::Feedback;
    frame->port = Port::MltSender;
    frame->wireBytes = m_format.MltControlBytes(24);
    frame->Mlt() = {};
    const auto packet = Unwrap(IP_PROTOCOL_UDP);
    UdpHeader udp;
    packet->RemoveHeader(udp);
    EXPECT_EQ(udp.GetDestinationPort(), MLT_SENDER_UDP_PORT);
}

TEST_F(FrameIpPacketTest, AStreamSegmentIsATcpSegment)
{
    frame->source = 2;
    frame->destination = 5;
    frame->kind = FrameKind::StreamData;
    frame->port = Port::Stream;
    frame->queue = 1;
    frame->ect = true;
    frame->ce = true;
    frame->payload = 1448;
    frame->wireBytes = m_format.TcpBytes(1448, 0);
    frame->Stream() = {};
    frame->Stream().connection = 6;
    frame->Stream().sequence = (uint64_t{1} << 32) + 1448;
    frame->Stream().timestampPs = AT;
    const auto packet = Unwrap(IP_PROTOCOL_TCP);
    TcpHeader tcp;
    packet->RemoveHeader(tcp);
    EXPECT_EQ(tcp.GetSequenceNumber(), SequenceNumber32(1448)) << "modulo 2^32";
    EXPECT_EQ(tcp.GetSourcePort(), StreamSourcePort(6));
    EXPECT_EQ(tcp.GetDestinationPort(), STREAM_TCP_PORT);
    const auto ts = DynamicCast<const TcpOptionTS>(tcp.GetOption(TcpOption::TS));
    ASSERT_TRUE(ts);
    EXPECT_EQ(ts->GetTimestamp(), 5U) << "microseconds";
    EXPECT_EQ(packet->GetSize(), 1448U);
}

TEST_F(FrameIpPacketTest, AnAcknowledgementBearsSackBlocksAndEce)
{
    frame->kind = FrameKind::StreamAck;
    frame->port = Port::Stream;
    frame->queue = 1;
    frame->ect = true;
    for (uint32_t blocks = 0; blocks <= StreamHeader::SACK_BLOCKS; ++blocks)
    {
        frame->wireBytes = m_format.TcpBytes(0, blocks);
        frame->Stream() = {};
        frame->Stream().acknowledgement = 2896;
        frame->Stream().timestampPs = 3 * PS_PER_US;
        frame->Stream().echo = blocks > 0;
        frame->Stream().sackCount = blocks;
        for (uint32_t i = 0; i < blocks; ++i)
        {
            frame->Stream().sack[i] = {10000 * (i + 1), 10000 * (i + 1) + 1448};
        }
        const auto packet = Unwrap(IP_PROTOCOL_TCP);
        TcpHeader tcp;
        packet->RemoveHeader(tcp);
        EXPECT_EQ(tcp.GetAckNumber(), SequenceNumber32(2896));
        EXPECT_EQ((tcp.GetFlags() & TcpHeader::ECE) != 0, blocks > 0);
        const auto ts = DynamicCast<const TcpOptionTS>(tcp.GetOption(TcpOption::TS));
        ASSERT_TRUE(ts);
        EXPECT_EQ(ts->GetEcho(), 3U);
        const auto sack = DynamicCast<const TcpOptionSack>(tcp.GetOption(TcpOption::SACK));
        ASSERT_EQ(sack != nullptr, blocks > 0);
        EXPECT_EQ(sack ? sack->GetNumSackBlocks() : 0, blocks);
    }
}

TEST_F(FrameIpPacketTest, APacketOfTheStackIsItselfWithItsMark)
{
    frame->source = 0; // 10.0.0.1
    frame->destination = 1;
    frame->kind = FrameKind::Packet;
    frame->queue = 3;
    frame->ect = true;
    frame->ce = true;
    const auto original = UdpPacket(100);
    frame->attachment = Create<CarriedPacket>(original);
    frame->wireBytes = m_format.WireBytes(original->GetSize());
    EXPECT_EQ(Unwrap(IP_PROTOCOL_UDP)->GetSize(), 108U);
    EXPECT_EQ(BytesOf(*original), BytesOf(*UdpPacket(100))) << "the original stays as it is";
}

TEST(StreamSourcePortTest, IsNeverOneWithAMeaningHere)
{
    std::set<uint16_t> ports;
    for (uint32_t connection = 0; connection < 100000; ++connection)
    {
        const uint16_t port = StreamSourcePort(connection);
        ASSERT_GE(port, 1024);
        ASSERT_LT(port, MLT_RECEIVER_UDP_PORT);
        ports.insert(port);
    }
    EXPECT_EQ(ports.size(), 48396U);
}

} // namespace
} // namespace ns3::mlt
