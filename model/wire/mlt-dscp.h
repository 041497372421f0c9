// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DSCP_H
#define MLT_DSCP_H

#include "ns3/mlt-priority.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * How queue and ECN of a frame stand in the IP header (IPv4's TOS octet, IPv6's traffic
 * class): six bits of DSCP, two of ECN. The mapping is ours; doc/stack.md has the table.
 *
 * Queue q is class selector CS(7 - q) of RFC 2474: CS7 is control, CS6 the front data queue, CS0
 * the back one. Class selectors, because every switch orders them as we do (a higher precedence
 * goes first, RFC 2474 section 4.2.2); downwards, so that unmarked traffic (DSCP 0, best effort)
 * shares the lowest data queue and can delay neither control nor front layers.
 */

/** Bits of the octet below the DSCP. */
constexpr uint32_t ECN_BITS = 2;
/** DSCPs are less than this. */
constexpr uint32_t DSCP_COUNT = 64;
/** A DSCP's class selector is its upper three bits. */
constexpr uint32_t CLASS_SELECTOR_SHIFT = 3;

/** ECN codepoints (RFC 3168): the lower two bits of the octet. */
constexpr uint8_t ECN_NOT_ECT = 0; //!< not ECN-capable: what selective drop takes
constexpr uint8_t ECN_ECT_1 = 1;   //!< ECN-capable
constexpr uint8_t ECN_ECT_0 = 2;   //!< ECN-capable; the one that we send
constexpr uint8_t ECN_CE = 3;      //!< ECN-capable, and marked

/**
 * The DSCP that tells switches to use a queue.
 * @param queue 0 (control) to 7 (back layers, best effort).
 * @return 56 (CS7) to 0 (CS0).
 */
constexpr uint8_t
DscpOfQueue(uint8_t queue)
{
    return static_cast<uint8_t>((QUEUES - 1 - queue) << CLASS_SELECTOR_SHIFT);
}

/**
 * The queue of a DSCP, whoever set it: by its class selector, so AF and EF packets of other
 * applications get the queue of their precedence (EF, 46: queue 2).
 * @param dscp 0 to 63.
 * @return 0 to 7.
 */
constexpr uint8_t
QueueOfDscp(uint8_t dscp)
{
    return static_cast<uint8_t>(QUEUES - 1 - (dscp >> CLASS_SELECTOR_SHIFT));
}

/** The whole octet to send with: for Socket::SetIpTos and SetIpv6Tclass. */
constexpr uint8_t
TosOf(uint8_t queue, bool ect)
{
    return static_cast<uint8_t>(DscpOfQueue(queue) << ECN_BITS | (ect ? ECN_ECT_0 : ECN_NOT_ECT));
}

/** The queue of a received octet. */
constexpr uint8_t
QueueOfTos(uint8_t tos)
{
    return QueueOfDscp(static_cast<uint8_t>(tos >> ECN_BITS));
}

/** The ECN codepoint of a received octet. */
constexpr uint8_t
EcnOfTos(uint8_t tos)
{
    return static_cast<uint8_t>(tos & ((1u << ECN_BITS) - 1));
}

/** Whether an ECN codepoint says ECN-capable, which selective drop spares: ECT(0), ECT(1), CE. */
constexpr bool
IsEct(uint8_t ecn)
{
    return ecn != ECN_NOT_ECT;
}

} // namespace ns3::mlt

#endif // MLT_DSCP_H
