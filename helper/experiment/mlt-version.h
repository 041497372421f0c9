// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_VERSION_H
#define MLT_VERSION_H

#include <string>

namespace ns3::mlt
{

/** The version of this module, such as "0.1.0". */
std::string ModuleVersion();

/** The version of the ns-3 that this module was built against, such as "3.37". */
std::string Ns3Version();

} // namespace ns3::mlt

#endif // MLT_VERSION_H
