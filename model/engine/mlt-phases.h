// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PHASES_H
#define MLT_PHASES_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * What happens at one instant, in its order. An instant of the fabric is a picosecond, of a
 * thousand ticks (femtoseconds, the simulator's resolution); the phase is the tick inside it.
 */

/** Service of frames that were waiting already, and whatever else is late by design. */
constexpr int64_t SERVICE_PHASE = 0;

/** From here arrivals, a phase for each ingress of a node (see ArrivalOrder). */
constexpr int64_t FIRST_ARRIVAL_PHASE = 1;

// Timers of one host go in this order, whichever was set first: a NIC that looks ahead sets them
// late, others in time.

/** What a receiver sends again. */
constexpr int64_t RECEIVER_RESEND_PHASE = 996;

/** What a sender sends again. */
constexpr int64_t SENDER_RESEND_PHASE = 997;

/** What a sender asks after a pass. */
constexpr int64_t PROBE_PHASE = 998;

/** All other timers; applications and compute. */
constexpr int64_t TIMER_PHASE = 999;

} // namespace ns3::mlt

#endif // MLT_PHASES_H
