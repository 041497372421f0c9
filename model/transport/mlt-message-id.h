// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MESSAGE_ID_H
#define MLT_MESSAGE_ID_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * The id of a message: its job in the upper bits, its number in the job in the lower ones. So all
 * that carry the id know the job, and jobs that share a network do not meet.
 */
constexpr uint32_t MESSAGE_NUMBER_BITS = 48;
constexpr uint64_t MESSAGE_NUMBERS = uint64_t{1} << MESSAGE_NUMBER_BITS;

/** Jobs of a run are numbered below this; greater numbers are for messages outside any job. */
constexpr uint32_t MOST_JOBS = uint32_t{1} << 15;

/** @param job below MOST_JOBS. @param number below MESSAGE_NUMBERS. */
constexpr uint64_t
MakeMessageId(uint32_t job, uint64_t number)
{
    return uint64_t{job} << MESSAGE_NUMBER_BITS | number;
}

constexpr uint32_t
JobOfMessage(uint64_t id)
{
    return static_cast<uint32_t>(id >> MESSAGE_NUMBER_BITS);
}

constexpr uint64_t
NumberOfMessage(uint64_t id)
{
    return id & (MESSAGE_NUMBERS - 1);
}

} // namespace ns3::mlt

#endif // MLT_MESSAGE_ID_H
