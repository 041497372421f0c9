// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-version.h"

namespace ns3::mlt
{

std::string
ModuleVersion()
{
    return MLT_VERSION;
}

std::string
Ns3Version()
{
    return MLT_NS3_VERSION;
}

} // namespace ns3::mlt
