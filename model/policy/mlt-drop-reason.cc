// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-drop-reason.h"

namespace ns3::mlt
{

const char*
ToString(DropReason reason)
{
    switch (reason)
    {
    case DropReason::Selective:
        return "selective";
    case DropReason::Full:
        return "full";
    case DropReason::PushedOut:
        return "pushed_out";
    case DropReason::LinkLoss:
        return "link_loss";
    case DropReason::LinkDown:
        return "link_down";
    case DropReason::NoRoute:
        return "no_route";
    case DropReason::COUNT:
        break;
    }
    return "unknown";
}

} // namespace ns3::mlt
