// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-ip-flow.h"

namespace ns3::mlt
{

namespace
{

constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;
/** TCP and UDP headers begin with both ports, in network order. */
constexpr uint32_t PORT_BYTES = 4;

bool
IsFragment(const Ipv4Header& header)
{
    return header.GetFragmentOffset() != 0 || !header.IsLastFragment();
}

} // namespace

FiveTuple
FlowOf(const Ipv4Header& header, const Ptr<const Packet>& packet)
{
    FiveTuple flow{header.GetSource().Get(),
                   header.GetDestination().Get(),
                   0,
                   0,
                   header.GetProtocol()};
    const bool hasPorts = flow.protocol == TCP || flow.protocol == UDP;
    uint8_t ports[PORT_BYTES];
    if (hasPorts && packet && !IsFragment(header) &&
        packet->CopyData(ports, PORT_BYTES) == PORT_BYTES)
    {
        flow.sourcePort = static_cast<uint16_t>(ports[0] << 8 | ports[1]);
        flow.destinationPort = static_cast<uint16_t>(ports[2] << 8 | ports[3]);
    }
    return flow;
}

} // namespace ns3::mlt
