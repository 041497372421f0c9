// SPDX-License-Identifier: GPL-2.0-only
#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-host-list.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::mlt
{
namespace
{

using Hosts = std::vector<uint32_t>;

TEST(HostListTest, ReadsHostsAndRangesInAnyOrder)
{
    EXPECT_EQ(HostList(10).Take("7,0-2,9-9"), (Hosts{0, 1, 2, 7, 9}));
}

TEST(HostListTest, NothingMeansAllHosts)
{
    HostList list(3);
    EXPECT_EQ(list.Take(""), (Hosts{0, 1, 2}));
    EXPECT_EQ(list.Take(""), (Hosts{0, 1, 2}));
}

TEST(HostListTest, ACountMeansTheFirstThatNoJobHas)
{
    HostList list(6);
    EXPECT_EQ(list.Take("1,3-3"), (Hosts{1, 3}));
    EXPECT_EQ(list.Take("2"), (Hosts{0, 2}));
    EXPECT_EQ(list.Take("3-4"), (Hosts{3, 4})) << "named hosts may be shared";
    EXPECT_EQ(list.Take("1"), Hosts{5});
    EXPECT_EQ(InputErrorOf([&] { list.Take("1"); }),
              "--hosts: expected at most the 0 of 6 hosts that no job before has, at least 1, got "
              "\"1\"");
}

TEST(HostListTest, WritesRanges)
{
    EXPECT_EQ(HostList::Format({0, 1, 2, 7, 9}), "0-2,7-7,9-9");
    EXPECT_EQ(HostList(10).Take(HostList::Format({0, 1, 2, 7, 9})), (Hosts{0, 1, 2, 7, 9}));
    EXPECT_EQ(HostList(10).Take(HostList::Format({4})), Hosts{4});
}

} // namespace
} // namespace ns3::mlt
