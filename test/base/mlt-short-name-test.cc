// SPDX-License-Identifier: GPL-2.0-only
#include "workload/mlt-workload-fixture.h"

#include "ns3/mlt-dctcp-transport.h"
#include "ns3/mlt-flow-list.h"
#include "ns3/mlt-short-name.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace ns3::mlt
{
namespace
{

TEST(ShortNameTest, FindsATypeByEitherName)
{
    const TypeId base = MessageTransport::GetTypeId();
    EXPECT_EQ(ShortName::Find("x", "dctcp", base), DctcpTransport::GetTypeId());
    EXPECT_EQ(ShortName::Find("x", "ns3::mlt::DctcpTransport", base), DctcpTransport::GetTypeId());
}

TEST(ShortNameTest, KnowsOnlyTypesOfTheBase)
{
    EXPECT_EQ(InputErrorOf([] { ShortName::Find("way", "dctcp", TrafficPattern::GetTypeId()); }),
              "--way: expected flows, ps, or the TypeId of a ns3::mlt::TrafficPattern, got "
              "\"dctcp\"");
    EXPECT_EQ(InputErrorOf([] {
                  ShortName::Find("way", "ns3::mlt::TrafficPattern", TrafficPattern::GetTypeId());
              }),
              "--way: expected flows, ps, or the TypeId of a ns3::mlt::TrafficPattern, got "
              "\"ns3::mlt::TrafficPattern\"");
}

TEST(ShortNameTest, ListsNamesInOrderWithALineEach)
{
    const auto entries = ShortName::Of(TrafficPattern::GetTypeId());
    ASSERT_GE(entries.size(), 2U);
    EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return a.name < b.name;
    }));
    for (const auto& entry : entries)
    {
        EXPECT_FALSE(entry.help.empty()) << entry.name;
        EXPECT_EQ(entry.help.find('\n'), std::string::npos) << entry.name;
    }
}

} // namespace
} // namespace ns3::mlt
