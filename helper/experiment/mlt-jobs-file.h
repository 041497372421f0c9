// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_JOBS_FILE_H
#define MLT_JOBS_FILE_H

#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-job-options.h"
#include "ns3/mlt-option-texts.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * Reads several jobs from a JSON file: a list of objects, whose keys are the names of the options
 * in which jobs may differ (OptionTexts::IsOfJob) and of the options of their patterns. Values are
 * strings, numbers or, for hosts, lists of numbers.
 *
 * @param path of the file.
 * @param texts the command line's options, which hold where a job does not name its own.
 * @param own the command line's options of patterns, likewise.
 * @param site where the jobs run.
 * @return the jobs in the order of the file, at least one.
 * @throw InputError that names the file and the job.
 */
std::vector<JobOptions> ReadJobs(const std::string& path,
                                 const OptionTexts& texts,
                                 const std::vector<CommandArgument>& own,
                                 JobSite& site);

} // namespace ns3::mlt

#endif // MLT_JOBS_FILE_H
