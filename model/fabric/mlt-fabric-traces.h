// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FABRIC_TRACES_H
#define MLT_FABRIC_TRACES_H

#include "ns3/mlt-drop-reason.h"
#include "ns3/mlt-frame.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3::mlt
{

/** Something that happened to a frame at an output port. */
struct PortEvent
{
    uint32_t link;      //!< of the network plan; names the port. NoRoute: over which it came
    int64_t atPs;       //!< the instant; with look-ahead mostly before Simulator::Now()
    const Frame* frame; //!< valid during the call only
};

/**
 * Trace sources of all ports of a fabric; they cost a comparison when nobody listens. Events of one
 * port come in order of time; those of several do so only without look-ahead (Fabric::LookAhead).
 *
 * Callback signatures: void(const PortEvent&) and, for drops, void(const PortEvent&, DropReason).
 */
struct FabricTraces
{
    TracedCallback<const PortEvent&> send; //!< service of a frame starts
    TracedCallback<const PortEvent&> mark; //!< a frame gets CE
    TracedCallback<const PortEvent&> trim; //!< a frame is about to lose its payload
    TracedCallback<const PortEvent&, DropReason> drop;
};

} // namespace ns3::mlt

#endif // MLT_FABRIC_TRACES_H
