// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_JOB_OPTIONS_H
#define MLT_JOB_OPTIONS_H

#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-host-list.h"
#include "ns3/mlt-option-texts.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-traffic-pattern.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** Where jobs run; reading a job notes its hosts and counts it. */
struct JobSite
{
    std::string topology; //!< as given, for messages
    HostList hosts;
    std::string tracesFolder; //!< where models are looked for
    uint32_t jobs{0};         //!< read so far
};

/** One job, checked and typed. */
struct JobOptions
{
    std::string name;            //!< in results; unique
    std::vector<uint32_t> hosts; //!< in rising order
    int64_t startPs{0};
    TypeId transportType;
    std::string model;     //!< as given; empty: the pattern needs none
    std::string modelPath; //!< the table that it means; empty likewise
    std::string pattern;   //!< as given
    Ptr<const TrafficPattern> traffic;
    double pushBound{0};
    double pullBound{0};
    uint32_t iterations{1};
    uint32_t servers{0}; //!< 0 for a pattern without
    uint32_t workers{0};
    double computeScale{1};
    std::string device;
    /** Attributes of the pattern that this job sets: name and value. */
    std::vector<CommandArgument> attributes;

    /** What the job trains, or else its pattern: for titles and names of folders. */
    std::string Title() const;

    /** Adds all that decides the results, and no path. */
    void Describe(Json& json) const;
};

/**
 * Whether an option that is not the program's is an attribute of a pattern: its name with a small
 * first letter, such as cutAbove for ns3::mlt::ParameterServer's CutAbove.
 */
bool IsPatternOption(TypeId pattern, const std::string& option);

/** The names of a pattern's options in a row, as messages list them. */
std::string PatternOptionNames(TypeId pattern);

/**
 * Reads a job.
 * @param texts its options. @param own those of its pattern (IsPatternOption).
 * @param site where it runs.
 * @throw InputError that names what is wrong and what is allowed.
 */
JobOptions ReadJob(const OptionTexts& texts,
                   const std::vector<CommandArgument>& own,
                   JobSite& site);

/** A file's contents as a short fingerprint, so that a configuration names it without its path. */
std::string FileFingerprint(const std::string& path);

} // namespace ns3::mlt

#endif // MLT_JOB_OPTIONS_H
