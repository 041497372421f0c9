// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-ip-wrapping.h"

#include "ns3/mlt-dscp.h"

namespace ns3::mlt
{

namespace
{

constexpr uint8_t TIME_TO_LIVE = 64;

} // namespace

Ipv4Address
AddressOfHost(uint32_t host)
{
    return Ipv4Address(FIRST_HOST_ADDRESS + host);
}

Ipv4Header
MakeIpHeader(const Frame& frame, uint8_t protocol, uint32_t contentBytes)
{
    Ipv4Header header;
    header.SetSource(AddressOfHost(frame.source));
    header.SetDestination(AddressOfHost(frame.destination));
    header.SetProtocol(protocol);
    header.SetPayloadSize(static_cast<uint16_t>(contentBytes));
    header.SetTtl(TIME_TO_LIVE);
    header.SetDontFragment();
    header.SetTos(TosOf(frame.queue, frame.ect));
    if (frame.ce)
    {
        header.SetEcn(Ipv4Header::ECN_CE);
    }
    header.EnableChecksum();
    return header;
}

} // namespace ns3::mlt
