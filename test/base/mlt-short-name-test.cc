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
    const TypeId base = TrafficPattern::GetTypeId();
    std::string names;
    for (const auto& entry : ShortName::Of(base))
    {
        names += entry.name + ", ";
    }
    EXPECT_NE(names.find("flows, "), std::string::npos);
    EXPECT_EQ(names.find("dctcp"), std::string::npos);
    for (const std::string other : {"dctcp", "ns3::mlt::TrafficPattern"}) // the base has no object
    {
        EXPECT_EQ(InputErrorOf([&] { ShortName::Find("way", other, base); }),
                  "--way: expected " + names +
                      "or the TypeId of a ns3::mlt::TrafficPattern, got \"" + other + "\"");
    }
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
