// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TYPE_ID_CHECKER_H
#define MLT_TYPE_ID_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/type-id.h"

namespace ns3::mlt
{

/**
 * A checker for attributes that name an algorithm by its TypeId: the type must derive from @p base
 * and have a constructor. (ns-3's own accepts any TypeId; the mistake would show only as a crash
 * when an object is made.)
 */
Ptr<const AttributeChecker> MakeTypeIdCheckerFor(TypeId base);

} // namespace ns3::mlt

#endif // MLT_TYPE_ID_CHECKER_H
