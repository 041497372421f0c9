// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_LINK_H
#define MLT_UDP_LINK_H

#include "ns3/data-rate.h"
#include "ns3/mlt-wire-format.h"
#include "ns3/net-device.h"

#include <cstdint>

namespace ns3::mlt
{

/** What UdpHostPort's attributes say of sizes on the link; what they leave open is the device's. */
struct UdpLinkSettings
{
    /** Of overhead and minimum frame: as the device has it. */
    static constexpr int32_t OF_DEVICE = -1;
    /** The largest MTU whose frames' sizes fit 16 bits. */
    static constexpr uint32_t MOST_MTU = 65000;
    /** The least MTU of IPv4 hosts (RFC 791). */
    static constexpr uint32_t LEAST_MTU = 576;

    uint32_t mtu;         //!< bytes; 0: the device's
    int32_t overhead;     //!< bytes, or OF_DEVICE
    int32_t minimumFrame; //!< bytes, or OF_DEVICE
};

/** The sizes on a device's link. The program ends with an error where the MTU does not fit it. */
WireFormat ChooseFormat(const NetDevice& device, const UdpLinkSettings& settings);

/**
 * The rate at which datagrams are let out on a device.
 * @param given 0: the device's or its channel's; the program ends with an error if it has none.
 * @return bit/s.
 */
uint64_t ChooseBitRate(const NetDevice& device, const DataRate& given);

} // namespace ns3::mlt

#endif // MLT_UDP_LINK_H
