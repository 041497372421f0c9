// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-table.h"

#include <gtest/gtest.h>

namespace ns3::mlt
{
namespace
{

TEST(HostTableTest, NumbersHostsInOrder)
{
    HostTable table;
    EXPECT_EQ(table.Add("10.0.0.1"), 0U);
    EXPECT_EQ(table.Add("10.0.0.9"), 1U);
    EXPECT_EQ(table.Count(), 2U);
    EXPECT_EQ(table.AddressOf(1), Ipv4Address("10.0.0.9"));
    EXPECT_EQ(table.Find("10.0.0.9"), 1U);
    EXPECT_EQ(table.Find("10.0.0.2"), HostTable::NONE);
}

TEST(HostTableTest, FindsAHostByItsOtherAddresses)
{
    HostTable table;
    table.Add("10.0.0.1");
    table.AddAlias(0, "10.0.1.1");
    table.AddAlias(0, "10.0.1.1"); // it is its already
    EXPECT_EQ(table.Find("10.0.1.1"), 0U);
    EXPECT_EQ(table.AddressOf(0), Ipv4Address("10.0.0.1"));
    EXPECT_EQ(table.Count(), 1U);
}

TEST(HostTableDeathTest, RefusesAnAddressOfTwoHosts)
{
    HostTable table;
    table.Add("10.0.0.1");
    EXPECT_DEATH(table.Add("10.0.0.1"),
                 "address 10.0.0.1 is given to hosts 0 and 1; every host needs its own");
}

} // namespace
} // namespace ns3::mlt
