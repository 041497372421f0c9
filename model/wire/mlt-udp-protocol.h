// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_PROTOCOL_H
#define MLT_UDP_PROTOCOL_H

#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-wire-format.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** What a host knows of a datagram beside its bytes. */
struct DatagramArrival
{
    const WireFormat& format; //!< of the host; the sender's is the same
    uint8_t end;              //!< of the protocol, that it is for
    int64_t nowPs;            //!< the present instant; INT64_MAX where it is not known
};

/** Where a frame stands in a reliable control channel of its protocol. */
struct ChannelPlace
{
    bool isInChannel{false}; //!< it may go by another reliable way (TCP) as well
    bool isNumbered{false};  //!< it may be sent again, with the same sequence
    uint32_t sequence{0};    //!< counts the numbered frames from an end to a host's end
};

/**
 * A protocol whose frames are UDP datagrams. Captures show them as such, and UdpHostPort carries
 * them over ns-3's IP stack. What goes to an end goes to its port, from that of the other end, so
 * that a pair of hosts has one 5-tuple for each direction and role.
 */
class UdpProtocol : public FrameProtocol
{
  public:
    /**
     * UDP port of an end.
     * @param first in place of the protocol's own lowest port, the others as far from it as ever;
     * 0 for its own.
     */
    uint16_t PortOf(uint8_t end, uint16_t first = 0) const;

    /** The lowest of its ends' ports. @param first in its place; 0 for its own. */
    uint16_t LowestPort(uint16_t first = 0) const;

    /** The datagram's content that a frame stands for: header and, in data, a payload of zeros. */
    virtual Ptr<Packet> ToDatagram(const Frame& frame) const = 0;

    /**
     * The reverse. Labels the frame and fills payload, wireBytes, header and attachment; source,
     * destination, queue, ect and ce stand in the headers below and are the caller's.
     *
     * @param datagram content, from anywhere: nothing in it is believed unchecked.
     * @param frame a long one.
     * @return false if it is malformed: cut short or too long, of an unknown type, not for this
     *         end, of fields that cannot be true. The frame's fields above are then undefined.
     */
    virtual bool FromDatagram(const Packet& datagram,
                              const DatagramArrival& arrival,
                              Frame& frame) const = 0;

    /** Where a frame stands in the protocol's reliable control channel; none unless it has one. */
    virtual ChannelPlace PlaceOf(const Frame& frame) const;

    /** The datagram with the headers of UDP and IP. */
    Ptr<Packet> ToIpPacket(const Frame& frame, int64_t atPs) const final;

  protected:
    /** @param ports of the ends; the others as FrameProtocol's. */
    UdpProtocol(std::string name, std::vector<FrameType> types, std::vector<uint16_t> ports);

  private:
    std::vector<uint16_t> m_ports; //!< by end
};

} // namespace ns3::mlt

#endif // MLT_UDP_PROTOCOL_H
