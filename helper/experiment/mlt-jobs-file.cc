// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-jobs-file.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-short-name.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <utility>

namespace ns3::mlt
{

namespace
{

Json
Load(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
    {
        throw InputError(fmt::format("--jobs: {}: expected a file that can be read", path));
    }
    const Json jobs = Json::parse(file, nullptr, false);
    if (!jobs.is_array() || jobs.empty())
    {
        throw InputError(fmt::format("--jobs: {}: expected a JSON list of objects, one a job, such "
                                     "as [{{\"model\": \"resnet50\", \"hosts\": 16}}]",
                                     path));
    }
    return jobs;
}

/** A value as it would stand on the command line. */
std::string
TextOf(const std::string& key, const Json& value)
{
    if (value.is_string())
    {
        return value.get<std::string>();
    }
    if (value.is_number())
    {
        return value.dump();
    }
    const bool isList = key == "hosts" && value.is_array() && !value.empty() &&
                        std::all_of(value.begin(), value.end(), [](const Json& host) {
                            return host.is_number_unsigned();
                        });
    if (!isList)
    {
        throw InputError(fmt::format("--{}: expected a string or a number{}, got {}",
                                     key,
                                     key == "hosts" ? ", or a list of host numbers" : "",
                                     QuoteInput(value.dump())));
    }
    std::string ranges;
    for (const Json& host : value)
    {
        ranges += fmt::format("{}{}-{}", ranges.empty() ? "" : ",", host.dump(), host.dump());
    }
    return ranges;
}

/** The pattern of a job, which decides what options it may have. */
TypeId
PatternOf(const Json& object, const OptionTexts& texts)
{
    const std::string pattern =
        object.contains("pattern") ? TextOf("pattern", object["pattern"]) : texts["pattern"];
    return ShortName::Find("pattern", pattern, TrafficPattern::GetTypeId());
}

/** Sets an option of a pattern, in the place of one that the command line gave. */
void
SetOwn(std::vector<CommandArgument>& own, const std::string& key, const std::string& value)
{
    const auto same = [&key](const CommandArgument& argument) { return argument.name == key; };
    own.erase(std::remove_if(own.begin(), own.end(), same), own.end());
    own.push_back({key, value, true});
}

JobOptions
ReadOne(const Json& object,
        OptionTexts texts,
        const std::vector<CommandArgument>& given,
        JobSite& site)
{
    if (!object.is_object())
    {
        throw InputError(fmt::format("expected an object, got {}", QuoteInput(object.dump())));
    }
    texts.MakeDefaults();
    const TypeId pattern = PatternOf(object, texts);
    std::vector<CommandArgument> own;
    std::copy_if(given.begin(),
                 given.end(),
                 std::back_inserter(own),
                 [pattern](const CommandArgument& a) { return IsPatternOption(pattern, a.name); });
    for (const auto& [key, value] : object.items())
    {
        if (texts.IsOfJob(key))
        {
            texts.Set(key, TextOf(key, value));
        }
        else if (IsPatternOption(pattern, key))
        {
            SetOwn(own, key, TextOf(key, value));
        }
        else
        {
            throw InputError(fmt::format("unknown key {}; there are {}; of this pattern {}",
                                         QuoteInput(key),
                                         texts.Names(true),
                                         PatternOptionNames(pattern)));
        }
    }
    return ReadJob(texts, own, site);
}

/** Names of jobs stand in results, so they must differ. */
void
RequireNewName(const std::string& name, const std::vector<JobOptions>& before)
{
    if (std::any_of(before.begin(), before.end(), [&name](const JobOptions& job) {
            return job.name == name;
        }))
    {
        throw InputError(
            fmt::format("name: expected one that no job before has, got {}", QuoteInput(name)));
    }
}

} // namespace

std::vector<JobOptions>
ReadJobs(const std::string& path,
         const OptionTexts& texts,
         const std::vector<CommandArgument>& own,
         JobSite& site)
{
    std::vector<JobOptions> jobs;
    for (const Json& object : Load(path))
    {
        try
        {
            JobOptions job = ReadOne(object, texts, own, site);
            RequireNewName(job.name, jobs);
            jobs.push_back(std::move(job));
        }
        catch (const InputError& error)
        {
            const std::string text = error.what();
            throw InputError(fmt::format("--jobs: {}: job {}: {}",
                                         path,
                                         jobs.size(),
                                         text.compare(0, 2, "--") == 0 ? text.substr(2) : text));
        }
    }
    return jobs;
}

} // namespace ns3::mlt
