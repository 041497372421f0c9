// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-ip-packet-bench.h"

#include "ns3/mlt-dctcp-protocol.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::mlt
{
namespace
{

constexpr uint16_t FIRST_PORT_WITH_A_MEANING = 49420; // MLT's receiver; DCTCP's is above

TEST(DctcpProtocolTest, ASegmentIsATcpSegment)
{
    IpPacketBench bench;
    bench.frame->source = 2;
    bench.frame->destination = 5;
    DctcpProtocol::Get().Label(*bench.frame, DctcpType::Segment, DctcpProtocol::HOST);
    bench.frame->queue = 1;
    bench.frame->ect = true;
    bench.frame->ce = true;
    bench.frame->payload = 1448;
    bench.frame->wireBytes = bench.format.TcpBytes(1448, 0);
    bench.frame->Header<DctcpHeader>() = {};
    bench.frame->Header<DctcpHeader>().connection = 6;
    bench.frame->Header<DctcpHeader>().sequence = (uint64_t{1} << 32) + 1448;
    bench.frame->Header<DctcpHeader>().timestampPs = IpPacketBench::AT;
    const auto packet = bench.Unwrap(IP_PROTOCOL_TCP);
    TcpHeader tcp;
    packet->RemoveHeader(tcp);
    EXPECT_EQ(tcp.GetSequenceNumber(), SequenceNumber32(1448)) << "modulo 2^32";
    EXPECT_EQ(tcp.GetSourcePort(), DctcpSourcePort(6));
    EXPECT_EQ(tcp.GetDestinationPort(), DCTCP_TCP_PORT);
    const auto ts = DynamicCast<const TcpOptionTS>(tcp.GetOption(TcpOption::TS));
    ASSERT_TRUE(ts);
    EXPECT_EQ(ts->GetTimestamp(), 5U) << "microseconds";
    EXPECT_EQ(packet->GetSize(), 1448U);
}

TEST(DctcpProtocolTest, AnAcknowledgementBearsSackBlocksAndEce)
{
    IpPacketBench bench;
    DctcpProtocol::Get().Label(*bench.frame, DctcpType::Acknowledgement, DctcpProtocol::HOST);
    bench.frame->queue = 1;
    bench.frame->ect = true;
    for (uint32_t blocks = 0; blocks <= DctcpHeader::SACK_BLOCKS; ++blocks)
    {
        bench.frame->wireBytes = bench.format.TcpBytes(0, blocks);
        bench.frame->Header<DctcpHeader>() = {};
        bench.frame->Header<DctcpHeader>().acknowledgement = 2896;
        bench.frame->Header<DctcpHeader>().timestampPs = 3 * PS_PER_US;
        bench.frame->Header<DctcpHeader>().echo = blocks > 0;
        bench.frame->Header<DctcpHeader>().sackCount = blocks;
        for (uint32_t i = 0; i < blocks; ++i)
        {
            bench.frame->Header<DctcpHeader>().sack[i] = {10000 * (i + 1), 10000 * (i + 1) + 1448};
        }
        const auto packet = bench.Unwrap(IP_PROTOCOL_TCP);
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

TEST(DctcpProtocolTest, ASourcePortIsNeverOneWithAMeaningHere)
{
    std::set<uint16_t> ports;
    for (uint32_t connection = 0; connection < 100000; ++connection)
    {
        const uint16_t port = DctcpSourcePort(connection);
        ASSERT_GE(port, 1024);
        ASSERT_LT(port, FIRST_PORT_WITH_A_MEANING);
        ports.insert(port);
    }
    EXPECT_EQ(ports.size(), 48396U);
}

/** Frames are told apart by their time. */
TEST(DctcpProtocolTest, NamesAFrameByFlowPositionAndTime)
{
    FramePool pool;
    Frame* frame = pool.Allocate();
    frame->source = 3;
    frame->destination = 4;
    frame->flowHash = 20;
    frame->Header<DctcpHeader>() = {};
    frame->Header<DctcpHeader>().sequence = 21; // or acknowledgement
    frame->Header<DctcpHeader>().timestampPs = 23;
    for (const DctcpType type : {DctcpType::Segment, DctcpType::Acknowledgement})
    {
        DctcpProtocol::Get().Label(*frame, type, DctcpProtocol::HOST);
        const LinkCrossing name = FrameProtocol::CrossingOf(*frame);
        EXPECT_TRUE(name.isNamed);
        EXPECT_EQ(name.isData, type == DctcpType::Segment);
        EXPECT_EQ(name.source, 3U);
        EXPECT_EQ(name.destination, 4U);
        EXPECT_EQ(name.message, 20U);
        EXPECT_EQ(name.index, 21U);
        EXPECT_EQ(name.attempt, 23U);
        // HashedLoss's choices stay the same as long as these numbers do
        EXPECT_EQ(name.kind, type == DctcpType::Segment ? 0x207U : 0x208U);
    }
    pool.Free(frame);
}

} // namespace
} // namespace ns3::mlt
