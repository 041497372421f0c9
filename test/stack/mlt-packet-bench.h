// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PACKET_BENCH_H
#define MLT_PACKET_BENCH_H

#include "ns3/config.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-leaf-spine.h"
#include "ns3/mlt-stack-helper.h"
#include "ns3/packet.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3::mlt
{

/** Leaves ns-3's global state as it found it. */
class StackTest : public ::testing::Test
{
  public:
    StackTest()
    {
        UseFabricResolution();
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
    }

    ~StackTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/** A protocol number for experiments (RFC 3692), which no layer of ns-3 claims. */
constexpr uint8_t TEST_PROTOCOL = 253;
constexpr uint32_t IP_HEADER = 20;
constexpr uint16_t IPV4_ETHERTYPE = 0x0800;

/** A packet without its IP header that bears an id in its first 8 bytes. @param bytes at least 8 */
inline Ptr<Packet>
PacketWithId(uint64_t id, uint32_t bytes)
{
    std::vector<uint8_t> buffer(bytes, 0);
    for (uint32_t i = 0; i < sizeof(id); ++i)
    {
        buffer[i] = static_cast<uint8_t>(id >> (8 * i));
    }
    return Create<Packet>(buffer.data(), bytes);
}

inline uint64_t
IdOf(const Ptr<const Packet>& packet)
{
    uint8_t buffer[8] = {};
    packet->CopyData(buffer, sizeof(buffer));
    uint64_t id = 0;
    for (uint32_t i = 0; i < sizeof(buffer); ++i)
    {
        id |= uint64_t{buffer[i]} << (8 * i);
    }
    return id;
}

inline Ipv4Header
HeaderFor(uint8_t queue, bool ect, uint32_t payload)
{
    Ipv4Header header;
    header.SetTos(TosOf(queue, ect));
    header.SetProtocol(TEST_PROTOCOL);
    header.SetPayloadSize(static_cast<uint16_t>(payload));
    header.SetTtl(64);
    return header;
}

/** An item of so many IP bytes. */
inline Ptr<Ipv4QueueDiscItem>
MakeItem(uint64_t id, uint8_t queue, bool ect = true, uint32_t ipBytes = 1500)
{
    const uint32_t payload = ipBytes - IP_HEADER;
    return Create<Ipv4QueueDiscItem>(PacketWithId(id, payload),
                                     Address(),
                                     IPV4_ETHERTYPE,
                                     HeaderFor(queue, ect, payload));
}

inline NetworkPlan
LeafSpinePlan(const std::string& topology, uint64_t bitRate = 100000000000, uint64_t uplink = 0)
{
    LeafSpineSpec spec = ParseLeafSpine(topology);
    spec.hostRate = bitRate;
    spec.uplinkRate = uplink;
    spec.delayPs = PS_PER_US;
    return PlanLeafSpine(spec);
}

/** The number of the link of this name. */
inline uint32_t
LinkNamed(const NetworkPlan& plan, const std::string& name)
{
    for (uint32_t link = 0; link < plan.links.size(); ++link)
    {
        if (plan.LinkName(link) == name)
        {
            return link;
        }
    }
    ADD_FAILURE() << "no link " << name;
    return 0;
}

} // namespace ns3::mlt

#endif // MLT_PACKET_BENCH_H
