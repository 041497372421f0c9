// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_LINK_EVENTS_H
#define MLT_LINK_EVENTS_H

#include "ns3/mlt-fabric.h"
#include "ns3/nstime.h"

#include <string>

namespace ns3::mlt
{

/**
 * Takes a cable of a fabric down at an instant, both directions (Fabric::SetLinkUp).
 * @param cable by either direction, such as "leaf0-spine1" or "spine1-leaf0".
 * @param at from the start of the simulation, not in the past.
 * @throw InputError if there is no such cable, or the instant is past.
 */
void TakeLinkDownAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at);

/** Brings it up again; else as TakeLinkDownAt. */
void BringLinkUpAt(const Ptr<Fabric>& fabric, const std::string& cable, const Time& at);

} // namespace ns3::mlt

#endif // MLT_LINK_EVENTS_H
