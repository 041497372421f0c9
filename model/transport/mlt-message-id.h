// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MESSAGE_ID_H
#define MLT_MESSAGE_ID_H

#include <cstdint>
#include <string>

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

/**
 * What random choices about a message hang on: its number, so that a job does the same whichever
 * jobs run beside it.
 */
constexpr uint64_t
RandomKeyOfMessage(uint64_t id)
{
    return JobOfMessage(id) < MOST_JOBS ? NumberOfMessage(id) : id;
}

/** A message as reports name it, such as `message 7` or, past the first job, `message 7 of job 1`.
 */
inline std::string
MessageName(uint64_t id)
{
    const uint32_t job = JobOfMessage(id);
    const bool isOfLaterJob = job > 0 && job < MOST_JOBS;
    return "message " + std::to_string(isOfLaterJob ? NumberOfMessage(id) : id) +
           (isOfLaterJob ? " of job " + std::to_string(job) : "");
}

} // namespace ns3::mlt

#endif // MLT_MESSAGE_ID_H
