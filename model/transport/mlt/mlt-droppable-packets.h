// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DROPPABLE_PACKETS_H
#define MLT_DROPPABLE_PACKETS_H

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-importance.h"
#include "ns3/mlt-message-transport.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * The packets of a message that may be dropped (Not-ECT in the first pass): those of least rank,
 * and never more than the loss bound spares, so that selective drop alone never forces a repair. Of
 * full packets the bound spares floor(floor(p x bytes) / packetBytes), of which a layer's droppable
 * share counts, rounded down.
 * @param packetBytes payload of every packet but perhaps the last.
 * @return a bit for each packet; empty if none is droppable.
 */
Bitmap DroppablePackets(const Message& message,
                        uint32_t packetBytes,
                        const ImportanceModel& importance);

/** How many packets a message has. */
inline uint32_t
PacketsOf(const Message& message, uint32_t packetBytes)
{
    return static_cast<uint32_t>((message.bytes + packetBytes - 1) / packetBytes);
}

} // namespace ns3::mlt

#endif // MLT_DROPPABLE_PACKETS_H
