// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_NAME_H
#define MLT_FRAME_NAME_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-link-crossing.h"

namespace ns3::mlt
{

/**
 * What a loss model may know of a frame. Its name is the same on every link, and on either data
 * plane; no other frame of the run has it:
 *
 * | frame | message | index | attempt |
 * |---|---|---|---|
 * | DATA | id | of the packet | how often it was sent before |
 * | BEGIN, PROBE, BITMAP, STOP | id | channel sequence | how often it was sent before |
 * | CHANNEL ACK | 0 | channel sequence acknowledged | attempt acknowledged |
 * | FEEDBACK | 0 | pair sequence echoed | 0 |
 * | DCTCP's | connection | sequence or acknowledgement | timestamp |
 *
 * Frames of an ns-3 IP stack have no name.
 */
LinkCrossing CrossingOf(const Frame& frame);

} // namespace ns3::mlt

#endif // MLT_FRAME_NAME_H
