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

/**
 * Sets the injected loss of one direction of a cable from an instant on (Fabric::SetLoss), in the
 * place of what it was before.
 * @param link directed, such as "leaf0-spine1".
 * @param loss a rate of 0 ends it.
 * @param at from the start of the simulation, not in the past.
 * @throw InputError if there is no such link, or the instant is past.
 */
void SetLinkLossAt(const Ptr<Fabric>& fabric,
                   const std::string& link,
                   const LinkLoss& loss,
                   const Time& at);

} // namespace ns3::mlt

#endif // MLT_LINK_EVENTS_H
