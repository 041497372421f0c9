// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_REFERENCE_TEXT_H
#define MLT_REFERENCE_TEXT_H

#include <set>
#include <string>

namespace ns3::mlt
{

/**
 * What doc/mlt.rst says of all attributes of this module's TypeIds, as reStructuredText: a
 * paragraph for each type and a line for each attribute, with its kind, initial value and help.
 */
std::string AttributeReference();

/** The same of all trace sources, with the name of each callback. */
std::string TraceSourceReference();

/** The names of the callbacks that this module's trace sources have. */
std::set<std::string> TraceCallbacks();

} // namespace ns3::mlt

#endif // MLT_REFERENCE_TEXT_H
