// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-experiment-options.h"
#include "ns3/mlt-host-list.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-jobs-file.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-option-texts.h"
#include "ns3/mlt-option-values.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/mlt-short-name.h"
#include "ns3/mlt-traffic-pattern.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace ns3::mlt
{

namespace
{

/** What the command line says, before it is read. */
struct Texts
{
    OptionTexts options;
    TypeId pattern;
    std::vector<CommandArgument> patternOptions;
    bool gzip{false};
    bool lossMasks{false};
};

constexpr const char* GZIP_HELP = "write transfers.csv.gz instead of transfers.csv";
constexpr const char* MASKS_HELP = "write losses.csv: which bytes of which tensor are missing";

void
LoadPlugin(const std::string& path)
{
    // a name without a slash would be looked for in the system's library folders
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    if (!dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL))
    {
        throw InputError(fmt::format("--plugin: {}: expected a shared library built against this "
                                     "module: {}",
                                     path,
                                     dlerror()));
    }
}

void
CheckFlag(const CommandArgument& argument)
{
    if (argument.hasValue && argument.value != "true" && argument.value != "false")
    {
        throw InputError(fmt::format("--{}: expected true or false, got {}",
                                     argument.name,
                                     QuoteInput(argument.value)));
    }
}

/** Checks one argument, since ns-3 would let much through or not say what is wrong. */
void
CheckArgument(const CommandArgument& argument, const Texts& texts)
{
    const std::string& name = argument.name;
    if (IsHelpOption(name))
    {
        CheckHelpOption(argument);
        return;
    }
    if (name == "gzip" || name == "lossMasks")
    {
        CheckFlag(argument);
        return;
    }
    if (texts.options.Has(name) || IsPatternOption(texts.pattern, name))
    {
        RequireValue(argument);
        return;
    }
    if (name == "RngRun")
    {
        throw InputError("--RngRun: use --seed=<number>, which sets it");
    }
    if (name == "ns3::mlt::Fabric::Mtu")
    {
        throw InputError("--ns3::mlt::Fabric::Mtu: use --mtu=<bytes>, which sets it");
    }
    if (name.find("::") != std::string::npos)
    {
        RequireValue(argument);
        CheckAttribute(name, argument.value);
        return;
    }
    if (IsGlobal(name))
    {
        RequireValue(argument);
        CheckGlobal(name, argument.value);
        return;
    }
    throw InputError(fmt::format("unknown option {}; there are gzip, lossMasks, {}; of "
                                 "--pattern={} {}; and every ns-3 attribute as "
                                 "--ns3::<type>::<attribute>=<value>",
                                 QuoteInput("--" + name),
                                 texts.options.Names(),
                                 texts.options["pattern"],
                                 PatternOptionNames(texts.pattern)));
}

void
ReadNetwork(const OptionTexts& texts, ExperimentOptions& options)
{
    constexpr uint32_t LEAST_MTU = 576;
    constexpr uint32_t MOST_MTU = 9216;
    options.topology = texts["topology"];
    options.network = ParseTopology(options.topology);
    options.network.hostRate = ReadRate("hostRate", texts["hostRate"]);
    if (!texts["uplinkRate"].empty())
    {
        options.network.uplinkRate = ReadRate("uplinkRate", texts["uplinkRate"]);
    }
    options.network.delayPs = ReadTime("delay", texts["delay"], PS_PER_SECOND);
    options.mtu = static_cast<uint32_t>(ReadWhole("mtu", texts["mtu"], LEAST_MTU, MOST_MTU));
    options.loss.rate = ReadShare("lossRate", texts["lossRate"]);
    options.lossLink = texts["lossLink"];
    const std::string& lossOn = texts["lossOn"];
    if (lossOn != "data" && lossOn != "all")
    {
        throw InputError(fmt::format("--lossOn: expected data or all, got {}", QuoteInput(lossOn)));
    }
    options.loss.dataOnly = lossOn == "data";
    if (!texts["events"].empty())
    {
        options.events = ReadLinkEvents(texts["events"], options.network.Plan());
    }
}

/** The path chooser that suits a transport. */
TypeId
DefaultBalancer(TypeId transport)
{
    ObjectFactory factory;
    factory.SetTypeId(transport);
    return factory.Create<MessageTransport>()->DefaultPathChooser();
}

/** All jobs share the switches, so they must agree on a balancer. */
void
ReadBalancer(const OptionTexts& texts, ExperimentOptions& options)
{
    if (!texts["balancer"].empty())
    {
        options.balancerType =
            ShortName::Find("balancer", texts["balancer"], PathChooser::GetTypeId());
        return;
    }
    options.balancerType = DefaultBalancer(options.jobs.front().transportType);
    for (const JobOptions& job : options.jobs)
    {
        if (DefaultBalancer(job.transportType) != options.balancerType)
        {
            throw InputError("--balancer: the jobs' transports have different ones by default; "
                             "name the one that all are to have");
        }
    }
}

void
ReadAllJobs(const Texts& texts, const std::string& tracesFolder, ExperimentOptions& options)
{
    JobSite site{options.topology, HostList(options.network.Hosts()), tracesFolder};
    const std::string& file = texts.options["jobs"];
    if (file.empty())
    {
        options.jobs.push_back(ReadJob(texts.options, texts.patternOptions, site));
    }
    else
    {
        options.jobs = ReadJobs(file, texts.options, texts.patternOptions, site);
    }
}

/** What a run is called, if the user does not say: its jobs and the transport. */
std::string
TitleOf(const OptionTexts& texts, const ExperimentOptions& options)
{
    return texts["jobs"].empty() ? options.jobs.front().Title()
                                 : std::filesystem::path(texts["jobs"]).stem().string();
}

std::string
DefaultFolder(const OptionTexts& texts, const ExperimentOptions& options)
{
    std::string transport = texts["transport"];
    std::replace(transport.begin(), transport.end(), ':', '.');
    return fmt::format("results/{}-{}-{}", options.title, transport, options.seed);
}

/** Takes a checked argument: an option, an attribute or a global value. */
void
Take(const CommandArgument& argument, Texts& texts, ExperimentOptions& options)
{
    const std::string& name = argument.name;
    if (name == "gzip" || name == "lossMasks")
    {
        (name == "gzip" ? texts.gzip : texts.lossMasks) = argument.value != "false";
    }
    else if (texts.options.Has(name))
    {
        texts.options.Set(name, argument.value);
    }
    else if (IsPatternOption(texts.pattern, name))
    {
        texts.patternOptions.push_back(argument);
    }
    else if (!IsHelpOption(name))
    {
        if (IsGlobal(name))
        {
            Config::SetGlobal(name, StringValue(argument.value));
        }
        else
        {
            Config::SetDefault(name, StringValue(argument.value));
        }
        options.attributes.emplace_back(name, argument.value);
    }
}

/** The choices that a user has for an option, a line each. */
std::string
Choices(const char* title, TypeId base)
{
    const auto entries = ShortName::Of(base);
    size_t width = 0;
    for (const auto& entry : entries)
    {
        width = std::max(width, entry.name.size());
    }
    std::string text = fmt::format("\n{}:\n", title);
    for (const auto& entry : entries)
    {
        text += fmt::format("    {:<{}}  {}\n", entry.name, width, entry.help);
    }
    return text;
}

/** Lets ns-3 print what was asked for, and ends the program. */
void
PrintHelp(int argc, char* argv[], Texts texts)
{
    CommandLine command("mlt-sim");
    command.Usage("Simulates the traffic of distributed training on a leaf-spine or fat-tree "
                  "network.\n" +
                  Choices("Patterns", TrafficPattern::GetTypeId()) +
                  Choices("Transports", MessageTransport::GetTypeId()) +
                  Choices("Balancers", PathChooser::GetTypeId()));
    auto options = texts.options.All();
    for (auto& option : options)
    {
        command.AddValue(option.name, option.help, option.value);
    }
    command.AddValue("gzip", GZIP_HELP, texts.gzip);
    command.AddValue("lossMasks", MASKS_HELP, texts.lossMasks);
    command.Parse(argc, argv);
}

/** Splits the arguments; loads plugins and finds the pattern, which decide what else may come. */
std::vector<CommandArgument>
Split(int argc, char* argv[], Texts& texts)
{
    std::vector<CommandArgument> arguments;
    std::string pattern = texts.options["pattern"];
    for (int i = 1; i < argc; ++i)
    {
        arguments.push_back(SplitArgument(argv[i]));
        const CommandArgument& argument = arguments.back();
        if (argument.name == "plugin")
        {
            RequireValue(argument);
            LoadPlugin(argument.value);
        }
        if (argument.name == "pattern")
        {
            RequireValue(argument);
            pattern = argument.value;
        }
    }
    texts.pattern = ShortName::Find("pattern", pattern, TrafficPattern::GetTypeId());
    return arguments;
}

} // namespace

ExperimentOptions
ParseCommandLine(int argc, char* argv[], const std::string& tracesFolder)
{
    constexpr uint64_t MOST_RUN = uint64_t{1} << 62;
    Texts texts;
    const auto arguments = Split(argc, argv, texts);
    ExperimentOptions options;
    for (const auto& argument : arguments)
    {
        CheckArgument(argument, texts);
        Take(argument, texts, options);
    }
    if (std::any_of(arguments.begin(), arguments.end(), [](const CommandArgument& a) {
            return IsHelpOption(a.name);
        }))
    {
        PrintHelp(argc, argv, texts);
    }

    ReadNetwork(texts.options, options);
    ReadAllJobs(texts, tracesFolder, options);
    ReadBalancer(texts.options, options);
    options.title = TitleOf(texts.options, options);
    options.stallPs = ReadTime("stallTime", texts.options["stallTime"], 1000 * PS_PER_SECOND);
    options.seed = ReadWhole("seed", texts.options["seed"], 1, MOST_RUN);
    options.plugin = texts.options["plugin"];
    options.pcap = texts.options["pcap"];
    options.gzip = texts.gzip;
    options.lossMasks = texts.lossMasks;
    options.out =
        texts.options["out"].empty() ? DefaultFolder(texts.options, options) : texts.options["out"];
    return options;
}

} // namespace ns3::mlt
