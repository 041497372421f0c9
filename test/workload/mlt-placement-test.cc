// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-workload-fixture.h"

#include "ns3/mlt-placement.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mlt
{
namespace
{

std::vector<uint32_t>
PerRack(const std::vector<uint32_t>& chosen, uint32_t hosts, uint32_t rack)
{
    std::vector<uint32_t> counts(hosts / rack, 0);
    for (const uint32_t host : chosen)
    {
        ++counts.at(host / rack);
    }
    return counts;
}

TEST(Placement, ThePapersFabricHasFourServersARack)
{
    const Placement placement = SpreadOverRacks(144, 36, 108);
    EXPECT_EQ(PerRack(placement.servers, 144, 16), std::vector<uint32_t>(9, 4));
    EXPECT_EQ(PerRack(placement.workers, 144, 16), std::vector<uint32_t>(9, 12));
    EXPECT_EQ(PerRack(placement.servers, 144, 12), std::vector<uint32_t>(12, 3));
    EXPECT_EQ(PerRack(placement.workers, 144, 12), std::vector<uint32_t>(12, 9));
}

TEST(Placement, AHandfulOfHosts)
{
    const Placement placement = SpreadOverRacks(8, 2, 6);
    EXPECT_EQ(placement.servers, (std::vector<uint32_t>{0, 4}));
    EXPECT_EQ(placement.workers, (std::vector<uint32_t>{1, 2, 3, 5, 6, 7}));
}

TEST(Placement, HostsThatAreNotNeededAreSpread)
{
    const Placement placement = SpreadOverRacks(144, 9, 27);
    EXPECT_EQ(PerRack(placement.servers, 144, 16), std::vector<uint32_t>(9, 1));
    EXPECT_EQ(PerRack(placement.workers, 144, 16), std::vector<uint32_t>(9, 3));
}

TEST(Placement, EveryHostHasAtMostOneRole)
{
    for (uint32_t hosts = 2; hosts <= 24; ++hosts)
    {
        for (uint32_t servers = 1; servers < hosts; ++servers)
        {
            for (uint32_t workers = 1; servers + workers <= hosts; ++workers)
            {
                const Placement placement = SpreadOverRacks(hosts, servers, workers);
                ASSERT_EQ(placement.servers.size(), servers);
                ASSERT_EQ(placement.workers.size(), workers);
                std::vector<uint32_t> all = placement.servers;
                all.insert(all.end(), placement.workers.begin(), placement.workers.end());
                std::sort(all.begin(), all.end());
                ASSERT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
                ASSERT_LT(all.back(), hosts);
            }
        }
    }
}

TEST(Placement, RefusesRolesWithoutHosts)
{
    EXPECT_EQ(InputErrorOf([] { SpreadOverRacks(8, 0, 4); }),
              "placement: 0 servers and 4 workers: at least 1 of each is needed");
    EXPECT_EQ(InputErrorOf([] { SpreadOverRacks(8, 4, 0); }),
              "placement: 4 servers and 0 workers: at least 1 of each is needed");
}

TEST(Placement, RefusesMoreRolesThanHosts)
{
    EXPECT_EQ(InputErrorOf([] { SpreadOverRacks(144, 37, 108); }),
              "placement: 37 servers and 108 workers need 145 hosts, one role a host; there are "
              "144");
    EXPECT_EQ(InputErrorOf([] { SpreadOverRacks(144, 0xffffffff, 2); }),
              "placement: 4294967295 servers and 2 workers need 4294967297 hosts, one role a host; "
              "there are 144");
}

} // namespace
} // namespace mlt
} // namespace ns3
