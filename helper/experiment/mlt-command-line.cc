// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-device.h"
#include "ns3/mlt-experiment-options.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-message-transport.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-option-values.h"
#include "ns3/mlt-path-chooser.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace ns3::mlt
{

namespace
{

/** The options as text, with the program's defaults, and their help. */
struct Texts
{
    /** One option. */
    struct Option
    {
        std::string name;
        std::string value;
        std::string help;
    };

    std::vector<Option> options{
        {"topology", "9x4x16", "<leaves>x<spines>x<hosts per leaf>, testbed, or fattree:<k>"},
        {"hostRate", "100Gbps", "rate of the hosts' links"},
        {"uplinkRate",
         "",
         "rate leaf to spine (default: hostRate x hosts per leaf / spines); not for a fat tree"},
        {"delay", "1us", "propagation delay of each link"},
        {"model", "resnet50", "name of a table in traces/, or path to one"},
        {"transport", "mlt", "mlt, dctcp, or the TypeId of a MessageTransport"},
        {"balancer",
         "",
         "ecmp, random, roundrobin, or the TypeId of a PathChooser (default: the "
         "transport's own)"},
        {"lossBound", "0.1", "share of a gradient's bytes that may be missing (push), in [0, 1)"},
        {"pullLossBound", "", "the same for what servers send back (default: half of lossBound)"},
        {"lossRate", "0", "injected random loss, in [0, 1)"},
        {"lossLink", "all", "where it is injected: all, or a directed link such as leaf0-spine2"},
        {"lossOn", "data", "which frames it takes: data, or all"},
        {"iterations", "1", "training iterations"},
        {"servers", "", "parameter servers (default: a quarter of the hosts)"},
        {"workers", "", "workers (default: the other hosts)"},
        {"mtu", "1500", "largest IP packet in bytes, 576 to 9216"},
        {"computeScale", "1", "factor on compute times; 0: no compute"},
        {"device", "rtx3090", "whose compute times: rtx3090, v100 or a100"},
        {"seed", "1", "ns-3's RngRun: decides spraying, hashes, loss, importance and jitter"},
        {"out", "", "folder of the results (default: results/<model>-<transport>-<seed>)"},
        {"plugin", "", "shared library with TypeIds of your own"},
        {"pcap", "", "write what each host's link carries to <prefix>-host<i>.pcap"},
        {"stallTime", "10s", "without progress for so long (simulated) the run ends with an error"},
    };
    bool gzip{false};
    bool lossMasks{false};

    const std::string& operator[](const std::string& name) const
    {
        return std::find_if(options.begin(),
                            options.end(),
                            [&name](const Option& o) { return o.name == name; })
            ->value;
    }

    bool Has(const std::string& name) const
    {
        return std::any_of(options.begin(), options.end(), [&name](const Option& o) {
            return o.name == name;
        });
    }

    void Set(const std::string& name, const std::string& value)
    {
        std::find_if(options.begin(), options.end(), [&name](const Option& o) {
            return o.name == name;
        })->value = value;
    }
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
        return;
    }
    if (name == "gzip" || name == "lossMasks")
    {
        CheckFlag(argument);
        return;
    }
    if (texts.Has(name))
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
    std::string allowed = "gzip, lossMasks";
    for (const auto& option : texts.options)
    {
        allowed += ", " + option.name;
    }
    throw InputError(fmt::format("unknown option {}; there are {}, and every ns-3 attribute as "
                                 "--ns3::<type>::<attribute>=<value>",
                                 QuoteInput("--" + name),
                                 allowed));
}

/** A short name or a full TypeId as a type that derives from @p base and can be made. */
TypeId
FindType(const std::string& option,
         const std::string& text,
         const std::map<std::string, std::string>& shortNames,
         TypeId base)
{
    const auto known = shortNames.find(text);
    TypeId type;
    const bool found =
        TypeId::LookupByNameFailSafe(known == shortNames.end() ? text : known->second, &type);
    if (found && type.IsChildOf(base) && type.HasConstructor())
    {
        return type;
    }
    std::string names;
    for (const auto& entry : shortNames)
    {
        names += entry.first + ", ";
    }
    throw InputError(fmt::format("--{}: expected {}or the TypeId of a {}, got {}",
                                 option,
                                 names,
                                 base.GetName(),
                                 QuoteInput(text)));
}

void
ReadNetwork(const Texts& texts, ExperimentOptions& options)
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
}

void
ReadAlgorithms(const Texts& texts, ExperimentOptions& options)
{
    options.transport = texts["transport"];
    options.transportType =
        FindType("transport",
                 options.transport,
                 {{"mlt", "ns3::mlt::MltTransport"}, {"dctcp", "ns3::mlt::DctcpTransport"}},
                 MessageTransport::GetTypeId());
    options.balancer = texts["balancer"];
    if (options.balancer.empty())
    {
        ObjectFactory factory;
        factory.SetTypeId(options.transportType);
        options.balancerType = factory.Create<MessageTransport>()->DefaultPathChooser();
        return;
    }
    options.balancerType = FindType("balancer",
                                    options.balancer,
                                    {{"ecmp", "ns3::mlt::FlowEcmp"},
                                     {"random", "ns3::mlt::RandomSpray"},
                                     {"roundrobin", "ns3::mlt::RoundRobinSpray"}},
                                    PathChooser::GetTypeId());
}

void
ReadJob(const Texts& texts, const std::string& tracesFolder, ExperimentOptions& options)
{
    constexpr uint64_t MOST_ITERATIONS = 1000000;
    constexpr double MOST_SCALE = 1e6;
    constexpr uint32_t SERVERS_OF_HOSTS = 4; // the paper: servers : workers = 1 : 3
    const uint32_t hosts = options.network.Hosts();
    options.model = texts["model"];
    options.modelPath = FindModel(options.model, tracesFolder);
    options.pushBound = ReadShare("lossBound", texts["lossBound"]);
    options.pullBound = texts["pullLossBound"].empty()
                            ? options.pushBound / 2
                            : ReadShare("pullLossBound", texts["pullLossBound"]);
    options.iterations =
        static_cast<uint32_t>(ReadWhole("iterations", texts["iterations"], 1, MOST_ITERATIONS));
    options.servers = texts["servers"].empty()
                          ? std::max(hosts / SERVERS_OF_HOSTS, 1u)
                          : static_cast<uint32_t>(ReadWhole("servers", texts["servers"], 1, hosts));
    options.workers = texts["workers"].empty()
                          ? hosts - std::min(options.servers, hosts)
                          : static_cast<uint32_t>(ReadWhole("workers", texts["workers"], 1, hosts));
    if (options.workers == 0 || options.servers + options.workers > hosts)
    {
        throw InputError(fmt::format("--servers, --workers: {} servers and {} workers, one role a "
                                     "host, do not fit on the {} hosts of --topology={}",
                                     options.servers,
                                     options.workers,
                                     hosts,
                                     options.topology));
    }
    options.computeScale = ReadNumber("computeScale", texts["computeScale"], MOST_SCALE);
    options.device = texts["device"];
    FindDevice(options.device);
    options.stallPs = ReadTime("stallTime", texts["stallTime"], 1000 * PS_PER_SECOND);
}

std::string
DefaultFolder(const ExperimentOptions& options)
{
    std::string transport = options.transport;
    std::replace(transport.begin(), transport.end(), ':', '.');
    return fmt::format("results/{}-{}-{}",
                       std::filesystem::path(options.modelPath).stem().string(),
                       transport,
                       options.seed);
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
    else if (texts.Has(name))
    {
        texts.Set(name, argument.value);
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

/** Lets ns-3 print what was asked for, and ends the program. */
void
PrintHelp(int argc, char* argv[], Texts texts)
{
    CommandLine command("mlt-sim");
    command.Usage("Simulates a DNN's training traffic under a parameter server on a leaf-spine or "
                  "fat-tree network.");
    for (auto& option : texts.options)
    {
        command.AddValue(option.name, option.help, option.value);
    }
    command.AddValue("gzip", GZIP_HELP, texts.gzip);
    command.AddValue("lossMasks", MASKS_HELP, texts.lossMasks);
    command.Parse(argc, argv);
}

} // namespace

ExperimentOptions
ParseCommandLine(int argc, char* argv[], const std::string& tracesFolder)
{
    constexpr uint64_t MOST_RUN = uint64_t{1} << 62;
    Texts texts;
    std::vector<CommandArgument> arguments;
    for (int i = 1; i < argc; ++i)
    {
        arguments.push_back(SplitArgument(argv[i]));
        if (arguments.back().name == "plugin")
        {
            RequireValue(arguments.back());
            LoadPlugin(arguments.back().value); // before attributes of its types are looked at
        }
    }
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

    ReadNetwork(texts, options);
    ReadAlgorithms(texts, options);
    ReadJob(texts, tracesFolder, options);
    options.seed = ReadWhole("seed", texts["seed"], 1, MOST_RUN);
    options.plugin = texts["plugin"];
    options.pcap = texts["pcap"];
    options.gzip = texts.gzip;
    options.lossMasks = texts.lossMasks;
    options.out = texts["out"].empty() ? DefaultFolder(options) : texts["out"];
    return options;
}

} // namespace ns3::mlt
