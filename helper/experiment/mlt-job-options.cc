// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-job-options.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-device.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-option-values.h"
#include "ns3/mlt-random.h"
#include "ns3/mlt-short-name.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace ns3::mlt
{

namespace
{

constexpr uint64_t MOST_ITERATIONS = 1000000;
constexpr double MOST_SCALE = 1e6;
constexpr int64_t MOST_START_PS = 1000 * PS_PER_SECOND;
constexpr uint32_t SERVERS_OF_HOSTS = 4; // the paper: servers : workers = 1 : 3

/** The name of the attribute that an option of a pattern sets. */
std::string
AttributeOf(std::string option)
{
    option[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(option[0])));
    return option;
}

std::string
OptionOf(std::string attribute)
{
    attribute[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(attribute[0])));
    return attribute;
}

Ptr<const TrafficPattern>
MakePattern(TypeId type, const std::vector<CommandArgument>& own)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    for (const CommandArgument& argument : own)
    {
        const std::string attribute = AttributeOf(argument.name);
        RequireValue(argument);
        CheckAttributeValue(argument.name, type, attribute, argument.value);
        factory.Set(attribute, StringValue(argument.value));
    }
    return factory.Create<TrafficPattern>();
}

/** Refuses an option that would be without effect. */
void
RefuseGiven(const OptionTexts& texts, const char* option, const char* what)
{
    if (texts.IsGiven(option))
    {
        throw InputError(fmt::format("--{}: --pattern={} has no {}; leave the option out",
                                     option,
                                     texts["pattern"],
                                     what));
    }
}

void
ReadModel(const OptionTexts& texts, const std::string& tracesFolder, JobOptions& job)
{
    if (!job.traffic->NeedsModel())
    {
        RefuseGiven(texts, "model", "model");
        RefuseGiven(texts, "computeScale", "compute");
        RefuseGiven(texts, "device", "compute");
        return;
    }
    job.model = texts["model"];
    job.modelPath = FindModel(job.model, tracesFolder);
}

uint32_t
ReadCount(const OptionTexts& texts, const char* option, uint32_t hosts)
{
    return static_cast<uint32_t>(ReadWhole(option, texts[option], 1, hosts));
}

void
ReadRoles(const OptionTexts& texts, const std::string& topology, JobOptions& job)
{
    const auto hosts = static_cast<uint32_t>(job.hosts.size());
    if (!job.traffic->HasServers())
    {
        RefuseGiven(texts, "servers", "servers");
    }
    else
    {
        job.servers = texts["servers"].empty() ? std::max(hosts / SERVERS_OF_HOSTS, 1u)
                                               : ReadCount(texts, "servers", hosts);
    }
    job.workers = texts["workers"].empty() ? hosts - std::min(job.servers, hosts)
                                           : ReadCount(texts, "workers", hosts);
    if (job.workers == 0 || job.servers + job.workers > hosts)
    {
        throw InputError(fmt::format("--servers, --workers: {} servers and {} workers, one role a "
                                     "host, do not fit on the {} hosts of {}",
                                     job.servers,
                                     job.workers,
                                     hosts,
                                     texts["hosts"].empty() ? "--topology=" + topology
                                                            : "--hosts=" + texts["hosts"]));
    }
}

/** @param number of the job, its name unless it has another one. */
void
ReadName(const OptionTexts& texts, uint32_t number, JobOptions& job)
{
    job.name = texts["name"].empty() ? std::to_string(number) : texts["name"];
    const bool isPlain = std::all_of(job.name.begin(), job.name.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '.' || c == '_' || c == '-';
    });
    if (!isPlain)
    {
        throw InputError(fmt::format("--name: expected letters, digits and . _ -, got {}",
                                     QuoteInput(job.name)));
    }
}

void
ReadBounds(const OptionTexts& texts, JobOptions& job)
{
    job.pushBound = ReadShare("lossBound", texts["lossBound"]);
    job.pullBound = texts["pullLossBound"].empty()
                        ? job.pushBound / 2
                        : ReadShare("pullLossBound", texts["pullLossBound"]);
}

} // namespace

std::string
JobOptions::Title() const
{
    return modelPath.empty() ? pattern : std::filesystem::path(modelPath).stem().string();
}

void
JobOptions::Describe(Json& json) const
{
    if (!modelPath.empty())
    {
        json["model"] = std::filesystem::path(modelPath).stem().string();
        json["model_fingerprint"] = FileFingerprint(modelPath);
    }
    json["transport"] = transportType.GetName();
    json["hosts"] = HostList::Format(hosts);
    json["start_ps"] = startPs;
    json["pattern"] = traffic->GetInstanceTypeId().GetName();
    Json set = Json::object();
    const auto files = traffic->InputFiles();
    for (const auto& attribute : attributes)
    {
        const bool isFile = std::find(files.begin(), files.end(), attribute.value) != files.end();
        set[AttributeOf(attribute.name)] =
            isFile ? std::filesystem::path(attribute.value).filename().string() : attribute.value;
    }
    json["pattern_attributes"] = set;
    for (const auto& file : files)
    {
        json["pattern_fingerprints"].push_back(FileFingerprint(file));
    }
    json["loss_bound"] = pushBound;
    json["pull_loss_bound"] = pullBound;
    json["iterations"] = iterations;
    json["servers"] = servers;
    json["workers"] = workers;
    json["compute_scale"] = computeScale;
    json["device"] = device;
}

bool
IsPatternOption(TypeId pattern, const std::string& option)
{
    TypeId::AttributeInformation info;
    return !option.empty() && std::islower(static_cast<unsigned char>(option[0])) &&
           pattern.LookupAttributeByName(AttributeOf(option), &info);
}

std::string
PatternOptionNames(TypeId pattern)
{
    std::string names;
    for (; pattern != TrafficPattern::GetTypeId(); pattern = pattern.GetParent())
    {
        for (size_t i = 0; i < pattern.GetAttributeN(); ++i)
        {
            names += (names.empty() ? "" : ", ") + OptionOf(pattern.GetAttribute(i).name);
        }
    }
    return names;
}

JobOptions
ReadJob(const OptionTexts& texts, const std::vector<CommandArgument>& own, JobSite& site)
{
    JobOptions job;
    ReadName(texts, site.jobs++, job);
    job.hosts = site.hosts.Take(texts["hosts"]);
    job.startPs = ReadTime("start", texts["start"], MOST_START_PS);
    job.transportType =
        ShortName::Find("transport", texts["transport"], MessageTransport::GetTypeId());
    job.pattern = texts["pattern"];
    job.traffic =
        MakePattern(ShortName::Find("pattern", job.pattern, TrafficPattern::GetTypeId()), own);
    job.attributes = own;
    ReadModel(texts, site.tracesFolder, job);
    ReadBounds(texts, job);
    job.iterations =
        static_cast<uint32_t>(ReadWhole("iterations", texts["iterations"], 1, MOST_ITERATIONS));
    ReadRoles(texts, site.topology, job);
    job.computeScale = ReadNumber("computeScale", texts["computeScale"], MOST_SCALE);
    job.device = texts["device"];
    RequireDeviceChoice(job.device);
    return job;
}

std::string
FileFingerprint(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    uint64_t hash = 0;
    for (char c = 0; file.get(c);)
    {
        hash = Mix64(hash, static_cast<unsigned char>(c));
    }
    return fmt::format("{:016x}", hash);
}

} // namespace ns3::mlt
