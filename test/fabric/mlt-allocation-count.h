// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ALLOCATION_COUNT_H
#define MLT_ALLOCATION_COUNT_H

#include <cstdint>

namespace ns3::mlt
{

/** How often operator new (any form) has been called in this program, by all code. */
uint64_t AllocationCount();

} // namespace ns3::mlt

#endif // MLT_ALLOCATION_COUNT_H
