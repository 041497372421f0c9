// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-wire-format.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

constexpr uint64_t GBPS = 1000000000;

TEST(SerializationTest, IsExactAtUsualRates)
{
    EXPECT_EQ(SerializationPs(1538, 400 * GBPS), 30760);
    EXPECT_EQ(SerializationPs(64, 400 * GBPS), 1280);
    EXPECT_EQ(SerializationPs(1538, 100 * GBPS), 123040);
    EXPECT_EQ(SerializationPs(84, 100 * GBPS), 6720);
    EXPECT_EQ(SerializationPs(9038, 10 * GBPS), 7230400);
    EXPECT_EQ(SerializationPs(1, 8000 * GBPS), 1);
    EXPECT_EQ(SerializationPs(0, 100 * GBPS), 0);
}

TEST(SerializationTest, RoundsEachFrameToTheNearestPicosecondAtOtherRates)
{
    EXPECT_EQ(SerializationPs(1538, 3 * GBPS), 4101333); // .33
    EXPECT_EQ(SerializationPs(1537, 3 * GBPS), 4098667); // .67
    EXPECT_EQ(SerializationPs(1, 7 * GBPS), 1143);       // 1142.86
    EXPECT_EQ(SerializationPs(1, 1600 * GBPS), 5);
    EXPECT_EQ(SerializationPs(1, 16000 * GBPS), 1); // a half goes up
    SmallRandom random(1);
    for (int i = 0; i < 20000; ++i)
    {
        const uint64_t bytes = random.Below(9300);
        const uint64_t rate = 8000000 + random.Next() % (8000 * GBPS);
        const auto ps = SerializationPs(static_cast<uint32_t>(bytes), rate);
        // |ps x rate - bits x 10^12| is at most half a rate
        const auto exact = static_cast<int64_t>(bytes * 8 * 1000 * GBPS);
        const int64_t error = ps * static_cast<int64_t>(rate) - exact;
        ASSERT_LE(2 * std::abs(error), static_cast<int64_t>(rate)) << bytes << " at " << rate;
    }
}

TEST(WireFormatTest, SizesAtMtu1500)
{
    constexpr WireFormat FORMAT;
    EXPECT_EQ(FORMAT.FullFrame(), 1538);
    EXPECT_EQ(FORMAT.UdpContent(), 1472U);
    EXPECT_EQ(FORMAT.UdpBytes(1472), 1538);
    EXPECT_EQ(FORMAT.UdpBytes(18), 84);
    EXPECT_EQ(FORMAT.UdpBytes(20), 86);
    EXPECT_EQ(FORMAT.TcpPayload(), 1448U);
    EXPECT_EQ(FORMAT.TcpBytes(1448, 0), 1538);
    EXPECT_EQ(FORMAT.TcpBytes(0, 0), 90);
    EXPECT_EQ(FORMAT.TcpBytes(0, 1), 102);
    EXPECT_EQ(FORMAT.TcpBytes(0, 3), 118);
}

TEST(WireFormatTest, NothingIsShorterThanTheMinimum)
{
    constexpr WireFormat FORMAT;
    EXPECT_EQ(FORMAT.WireBytes(20), 84);
    EXPECT_EQ(FORMAT.WireBytes(46), 84);
    EXPECT_EQ(FORMAT.WireBytes(47), 85);
    constexpr WireFormat BARE{1500, 0, 1};
    EXPECT_EQ(BARE.WireBytes(20), 20);
    EXPECT_EQ(BARE.FullFrame(), 1500);
}

TEST(WireFormatTest, PacketsFillAnyMtu)
{
    for (uint32_t mtu = 576; mtu <= 9216; ++mtu)
    {
        const WireFormat format{mtu, 38, 84};
        ASSERT_EQ(format.UdpBytes(format.UdpContent()), format.FullFrame());
        ASSERT_EQ(format.TcpBytes(format.TcpPayload(), 0), format.FullFrame());
    }
}

} // namespace
} // namespace ns3::mlt
