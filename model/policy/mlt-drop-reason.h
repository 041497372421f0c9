// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DROP_REASON_H
#define MLT_DROP_REASON_H

#include <cstdint>

namespace ns3::mlt
{

/** Why a frame was dropped. */
enum class DropReason : uint8_t
{
    Selective, //!< droppable, and its queue over its threshold
    Full,      //!< no room in the buffer
    PushedOut, //!< waited, and made room for another
    LinkLoss,  //!< injected (gray failure)
    LinkDown,  //!< sent into a link that is down, or before it or on it when it went down
    NoRoute,   //!< at a switch that knows no way to the destination
    COUNT
};

/** "selective", "full", "pushed_out", "link_loss", "link_down", "no_route". */
const char* ToString(DropReason reason);

} // namespace ns3::mlt

#endif // MLT_DROP_REASON_H
