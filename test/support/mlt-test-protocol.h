// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEST_PROTOCOL_H
#define MLT_TEST_PROTOCOL_H

#include "ns3/mlt-udp-protocol.h"

#include <cstdint>

namespace ns3::mlt
{

/** The types of a test's own frames. */
enum class TestType : uint8_t
{
    Data,
    Control,
};

/** A test's ends at a host. */
enum class TestEnd : uint8_t
{
    First,
    Second,
};

/** Tells a test's frames apart; fits a short frame. */
struct TestHeader
{
    uint64_t id;
};

/** Frames of tests, without a transport. Their bytes are zeros; they are named by their ids. */
class TestProtocol final : public UdpProtocol
{
  public:
    static const TestProtocol& Get()
    {
        static const TestProtocol protocol;
        return protocol;
    }

    Ptr<Packet> ToDatagram(const Frame& frame) const override
    {
        return Create<Packet>(frame.payload);
    }

    bool FromDatagram(const Packet& datagram,
                      const DatagramArrival& arrival,
                      Frame& frame) const override
    {
        Label(frame, TestType::Data, arrival.end);
        frame.payload = static_cast<uint16_t>(datagram.GetSize());
        frame.wireBytes = arrival.format.UdpBytes(datagram.GetSize());
        return true;
    }

  private:
    TestProtocol()
        : UdpProtocol("test", {{"DATA", true}, {"CONTROL", false}}, {50001, 50000})
    {
    }

    void Identify(const Frame& frame, LinkCrossing& crossing) const override
    {
        crossing.index = frame.Header<TestHeader>().id;
        crossing.isNamed = true;
    }
};

} // namespace ns3::mlt

#endif // MLT_TEST_PROTOCOL_H
