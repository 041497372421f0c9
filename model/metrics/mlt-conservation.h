// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CONSERVATION_H
#define MLT_CONSERVATION_H

#include "ns3/mlt-frame-count.h"

#include <string>

namespace ns3::mlt
{

/**
 * Conservation of frames at the end of a run: what hosts sent is what transports received, what
 * was dropped, and what is in flight. Each is counted at another place: sent at the NICs' links,
 * received by the transports' state machines, dropped and trimmed at ports, lost at links, in
 * flight by walking over queues and links. Data that a port trims leaves the account of data with
 * all its bytes; its header enters an account of its own.
 */
struct Conservation
{
    FrameCounts sent;
    ReceiptCounts received;
    FrameCounts dropped;
    FrameCounts inFlight;
    TrimCount trimmed;

    /** received + dropped + in flight. */
    FrameCounts Accounted() const;

    /**
     * @return empty where data, control and the headers of trimmed data are conserved, in frames
     * and in bytes; else a text that gives the counts.
     */
    std::string Violation() const;
};

} // namespace ns3::mlt

#endif // MLT_CONSERVATION_H
