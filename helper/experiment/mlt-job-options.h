// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_JOB_OPTIONS_H
#define MLT_JOB_OPTIONS_H

#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-option-texts.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-traffic-pattern.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** One training job, checked and typed. */
struct JobOptions
{
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
 * @param hosts of the network. @param topology as given, for messages.
 * @param tracesFolder where models are looked for.
 * @throw InputError that names what is wrong and what is allowed.
 */
JobOptions ReadJob(const OptionTexts& texts,
                   const std::vector<CommandArgument>& own,
                   uint32_t hosts,
                   const std::string& topology,
                   const std::string& tracesFolder);

/** A file's contents as a short fingerprint, so that a configuration names it without its path. */
std::string FileFingerprint(const std::string& path);

} // namespace ns3::mlt

#endif // MLT_JOB_OPTIONS_H
