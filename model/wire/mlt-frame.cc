// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame.h"

#include "ns3/fatal-error.h"

namespace ns3::mlt
{

void
RefuseLongHeader(size_t bytes)
{
    NS_FATAL_ERROR("a header of " << bytes << " bytes has no room in a short frame, which takes "
                                  << SHORT_HEADER_BYTES
                                  << ": ask for a long one (HostPort::NewFrame)");
}

} // namespace ns3::mlt
