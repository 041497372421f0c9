// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-ip-flow.h"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace ns3::mlt
{
namespace
{

Ipv4Header
Header(uint8_t protocol)
{
    Ipv4Header header;
    header.SetSource("10.0.0.1");
    header.SetDestination("10.0.0.2");
    header.SetProtocol(protocol);
    return header;
}

Ptr<Packet>
WithPorts(uint16_t source, uint16_t destination)
{
    const std::array<uint8_t, 8> bytes{static_cast<uint8_t>(source >> 8),
                                       static_cast<uint8_t>(source),
                                       static_cast<uint8_t>(destination >> 8),
                                       static_cast<uint8_t>(destination)};
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

TEST(IpFlowTest, ReadsThePortsOfTcpAndUdp)
{
    for (uint8_t protocol : {6, 17})
    {
        const FiveTuple flow = FlowOf(Header(protocol), WithPorts(0x1234, 80));
        EXPECT_EQ(flow.source, 0x0a000001U);
        EXPECT_EQ(flow.destination, 0x0a000002U);
        EXPECT_EQ(flow.sourcePort, 0x1234);
        EXPECT_EQ(flow.destinationPort, 80);
        EXPECT_EQ(flow.protocol, protocol);
    }
}

TEST(IpFlowTest, HasNoPortsForOthersForFragmentsAndForStumps)
{
    EXPECT_EQ(FlowOf(Header(1), WithPorts(1, 2)).sourcePort, 0);
    EXPECT_EQ(FlowOf(Header(17), nullptr).sourcePort, 0);
    EXPECT_EQ(FlowOf(Header(17), Create<Packet>(3)).sourcePort, 0);
    Ipv4Header first = Header(17);
    first.SetMoreFragments();
    EXPECT_EQ(FlowOf(first, WithPorts(1, 2)).sourcePort, 0);
    Ipv4Header last = Header(17);
    last.SetLastFragment();
    last.SetFragmentOffset(1480);
    EXPECT_EQ(FlowOf(last, WithPorts(1, 2)).sourcePort, 0);
}

TEST(IpFlowTest, EveryFieldCounts)
{
    const FiveTuple flow{1, 2, 3, 4, 6};
    std::set<uint32_t> hashes{HashFiveTuple(flow)};
    hashes.insert(HashFiveTuple({9, 2, 3, 4, 6}));
    hashes.insert(HashFiveTuple({1, 9, 3, 4, 6}));
    hashes.insert(HashFiveTuple({1, 2, 9, 4, 6}));
    hashes.insert(HashFiveTuple({1, 2, 3, 9, 6}));
    hashes.insert(HashFiveTuple({1, 2, 3, 4, 17}));
    hashes.insert(HashFiveTuple({2, 1, 4, 3, 6})); // the way back
    EXPECT_EQ(hashes.size(), 7U);
    EXPECT_EQ(HashFiveTuple(flow), HashFiveTuple({1, 2, 3, 4, 6}));
}

} // namespace
} // namespace ns3::mlt
