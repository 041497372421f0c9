// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-dscp.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

TEST(DscpTest, TheTableOfTheDocumentation)
{
    constexpr uint8_t EXPECTED[QUEUES] = {56, 48, 40, 32, 24, 16, 8, 0};
    for (uint8_t queue = 0; queue < QUEUES; ++queue)
    {
        EXPECT_EQ(DscpOfQueue(queue), EXPECTED[queue]);
        EXPECT_EQ(QueueOfDscp(EXPECTED[queue]), queue);
    }
}

TEST(DscpTest, UnmarkedTrafficSharesTheLowestQueue)
{
    EXPECT_EQ(QueueOfDscp(0), QUEUES - 1);
}

TEST(DscpTest, ForeignCodePointsFollowTheirPrecedence)
{
    EXPECT_EQ(QueueOfDscp(46), 2); // EF
    EXPECT_EQ(QueueOfDscp(34), 3); // AF41
    EXPECT_EQ(QueueOfDscp(10), 6); // AF11
    for (uint8_t dscp = 1; dscp < DSCP_COUNT; ++dscp)
    {
        EXPECT_LE(QueueOfDscp(dscp), QueueOfDscp(dscp - 1)) << "DSCP " << int{dscp};
    }
}

TEST(DscpTest, TheOctetBearsQueueAndProtection)
{
    EXPECT_EQ(TosOf(0, false), 0xe0);
    EXPECT_EQ(TosOf(7, false), 0x00);
    EXPECT_EQ(TosOf(7, true), 0x02);
    EXPECT_EQ(TosOf(1, true), 0xc2);
    for (uint8_t queue = 0; queue < QUEUES; ++queue)
    {
        for (bool ect : {false, true})
        {
            EXPECT_EQ(QueueOfTos(TosOf(queue, ect)), queue);
            EXPECT_EQ(IsEct(EcnOfTos(TosOf(queue, ect))), ect);
        }
    }
}

TEST(DscpTest, EveryEctCodePointProtects)
{
    EXPECT_FALSE(IsEct(ECN_NOT_ECT));
    EXPECT_TRUE(IsEct(ECN_ECT_0));
    EXPECT_TRUE(IsEct(ECN_ECT_1));
    EXPECT_TRUE(IsEct(ECN_CE));
    EXPECT_EQ(EcnOfTos(0xff), ECN_CE);
}

} // namespace
} // namespace ns3::mlt
