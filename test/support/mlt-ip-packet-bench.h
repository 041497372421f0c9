// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_IP_PACKET_BENCH_H
#define MLT_IP_PACKET_BENCH_H

#include "ns3/ipv4-header.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-dscp.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-ip-wrapping.h"
#include "ns3/mlt-wire-format.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::mlt
{

/** A frame of a pool, and the IP packet that it stands for. */
class IpPacketBench
{
  public:
    IpPacketBench() = default;
    IpPacketBench(const IpPacketBench&) = delete;
    IpPacketBench& operator=(const IpPacketBench&) = delete;

    ~IpPacketBench()
    {
        pool.Free(frame);
    }

    /** Makes the packet and takes its IP header off, which must agree with the frame. */
    Ptr<Packet> Unwrap(uint8_t protocol)
    {
        const Ptr<Packet> packet = FrameProtocol::Of(*frame).ToIpPacket(*frame, AT);
        EXPECT_EQ(format.WireBytes(packet->GetSize()), frame->wireBytes);
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), packet->GetSize());
        uint32_t sum = 0;
        for (uint32_t i = 0; i < IPV4_HEADER_BYTES; i += 2)
        {
            sum += bytes[i] << 8 | bytes[i + 1];
        }
        EXPECT_EQ((sum & 0xffff) + (sum >> 16), 0xffffU) << "checksum";
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        EXPECT_EQ(ip.GetProtocol(), protocol);
        EXPECT_EQ(ip.GetSource(), AddressOfHost(frame->source));
        EXPECT_EQ(ip.GetDestination(), AddressOfHost(frame->destination));
        EXPECT_EQ(QueueOfTos(ip.GetTos()), frame->queue);
        EXPECT_EQ(EcnOfTos(ip.GetTos()),
                  frame->ce ? ECN_CE : (frame->ect ? ECN_ECT_0 : ECN_NOT_ECT));
        return packet;
    }

    static constexpr int64_t AT = 5 * PS_PER_US;
    WireFormat format;
    FramePool pool;
    Frame* frame{pool.Allocate()};
};

} // namespace ns3::mlt

#endif // MLT_IP_PACKET_BENCH_H
