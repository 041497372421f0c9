// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame.h"

#include "ns3/fatal-error.h"

namespace ns3::mlt
{

void
RefuseShortFrame()
{
    NS_FATAL_ERROR("a short frame has no header but that of DATA: ask for a long frame "
                   "(HostPort::NewFrame) to send another header");
}

} // namespace ns3::mlt
