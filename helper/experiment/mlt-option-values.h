// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_OPTION_VALUES_H
#define MLT_OPTION_VALUES_H

#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * Strict readers of option values. Each throws InputError "--<option>: expected ..., got ..." for
 * text that is not wholly such a value or is out of range.
 */

/** A whole number in [least, most]. */
uint64_t ReadWhole(const std::string& option,
                   const std::string& text,
                   uint64_t least,
                   uint64_t most);

/** A number in [0, 1), such as 0.1. */
double ReadShare(const std::string& option, const std::string& text);

/** A number in [0, most]. */
double ReadNumber(const std::string& option, const std::string& text, double most);

/** A rate such as 100Gbps, positive. @return bit/s. */
uint64_t ReadRate(const std::string& option, const std::string& text);

/** A time such as 1us. @return picoseconds, in [0, mostPs]. */
int64_t ReadTime(const std::string& option, const std::string& text, int64_t mostPs);

/**
 * Checks that an attribute of ns-3 exists and that the value suits it, since ns-3 itself would end
 * the program without saying why.
 * @param name such as ns3::mlt::MltSender::ProbeRtts.
 */
void CheckAttribute(const std::string& name, const std::string& value);

/**
 * Checks a value of an attribute that a type has, itself or from a base.
 * @param option that the message names.
 */
void CheckAttributeValue(const std::string& option,
                         TypeId type,
                         const std::string& attribute,
                         const std::string& value);

/** The same for a global value, such as SchedulerType. */
void CheckGlobal(const std::string& name, const std::string& value);

/** Whether there is a global value of that name. */
bool IsGlobal(const std::string& name);

/** Whether a global value chooses the event engine, which decides speed, not results. */
bool IsEngine(const std::string& name);

} // namespace ns3::mlt

#endif // MLT_OPTION_VALUES_H
