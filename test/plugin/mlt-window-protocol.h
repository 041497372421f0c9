// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_WINDOW_PROTOCOL_H
#define MLT_WINDOW_PROTOCOL_H

#include "ns3/buffer.h"
#include "ns3/mlt-udp-protocol.h"

#include <array>
#include <cstdint>

namespace user
{

using namespace ns3;
using namespace ns3::mlt;

enum class WindowType : uint8_t
{
    Data,
    Ack,
};

/** Of a packet, and of its acknowledgement. It fits a short frame. */
struct WindowHeader
{
    uint64_t message;
    uint32_t index;   //!< of the packet
    uint32_t attempt; //!< how often it was sent before
};

/** The frames as others see them: UDP datagrams of 17 bytes and the payload. */
class WindowProtocol : public UdpProtocol
{
  public:
    static constexpr uint8_t HOST = 0; //!< the one end at a host
    static constexpr uint32_t HEADER_BYTES = 17;

    static const WindowProtocol& Get()
    {
        static const WindowProtocol protocol;
        return protocol;
    }

    Ptr<Packet> ToDatagram(const Frame& frame) const override
    {
        const auto& header = frame.Header<WindowHeader>();
        Buffer bytes;
        bytes.AddAtStart(HEADER_BYTES);
        Buffer::Iterator i = bytes.Begin();
        i.WriteU8(frame.type);
        i.WriteHtonU64(header.message);
        i.WriteHtonU32(header.index);
        i.WriteHtonU32(header.attempt);
        auto datagram = Create<Packet>(bytes.PeekData(), HEADER_BYTES);
        datagram->AddPaddingAtEnd(frame.payload);
        return datagram;
    }

    bool FromDatagram(const Packet& datagram,
                      const DatagramArrival& arrival,
                      Frame& frame) const override
    {
        std::array<uint8_t, HEADER_BYTES> content{};
        if (datagram.CopyData(content.data(), HEADER_BYTES) < HEADER_BYTES ||
            content[0] > static_cast<uint8_t>(WindowType::Ack))
        {
            return false;
        }
        Buffer bytes;
        bytes.AddAtStart(HEADER_BYTES);
        Buffer::Iterator i = bytes.Begin();
        i.Write(content.data(), HEADER_BYTES);
        i = bytes.Begin();
        Label(frame, i.ReadU8(), arrival.end);
        auto& header = frame.Header<WindowHeader>();
        header.message = i.ReadNtohU64();
        header.index = i.ReadNtohU32();
        header.attempt = i.ReadNtohU32();
        frame.payload = static_cast<uint16_t>(datagram.GetSize() - HEADER_BYTES);
        frame.wireBytes = arrival.format.UdpBytes(datagram.GetSize());
        return frame.isData == (frame.payload > 0);
    }

  private:
    WindowProtocol()
        : UdpProtocol("user::Window", {{"DATA", true}, {"ACK", false}}, {50100})
    {
    }

    void Identify(const Frame& frame, LinkCrossing& crossing) const override
    {
        const auto& header = frame.Header<WindowHeader>();
        crossing.message = header.message;
        crossing.index = header.index;
        crossing.attempt = header.attempt;
        crossing.isNamed = true;
    }
};

} // namespace user

#endif // MLT_WINDOW_PROTOCOL_H
