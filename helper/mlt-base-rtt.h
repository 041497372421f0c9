// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BASE_RTT_H
#define MLT_BASE_RTT_H

#include "ns3/node-container.h"

#include <cstdint>

namespace ns3::mlt
{

/** What EstimateBaseRttPs cannot see in a network. */
struct BaseRttAssumptions
{
    uint32_t mtu{1500};          //!< largest IP packet, bytes
    uint64_t rateIfUnknown{0};   //!< bit/s of links that state none (Wi-Fi); positive
    int64_t delayPsIfUnknown{0}; //!< of such links' channels
};

/**
 * An estimate of the base round trip between nodes of any ns-3 network: an MTU packet out and a
 * minimal frame back over the idle host pair for which that takes longest, each over the path that
 * is quickest for it. Rates and delays are the attributes DataRate and Delay of devices and
 * channels; routing is not asked, and may take other paths.
 *
 * @param hosts two or more; the program ends with an error if they are not connected.
 * @return picoseconds.
 */
int64_t EstimateBaseRttPs(const NodeContainer& hosts, const BaseRttAssumptions& assumptions);

/**
 * The least MTU of all devices of all nodes that have an IPv4 address: IP packets of this size are
 * fragmented nowhere.
 */
uint32_t LeastMtu();

} // namespace ns3::mlt

#endif // MLT_BASE_RTT_H
