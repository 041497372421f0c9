// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-benchmark-options.h"

#include "ns3/config.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-option-values.h"
#include "ns3/mlt-topology.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace ns3::mlt
{

namespace
{

/** An option as text, and what it means. */
struct Option
{
    std::string value;
    const char* help;
};

using Options = std::map<std::string, Option>;

Options
Defaults()
{
    return {
        {"variant", {"express-mlt", "express-mlt, express-dctcp, stock-tcp, stock-udp or floor"}},
        {"traffic", {"permutation", "permutation, or incast (3:1)"}},
        {"messageBytes", {"2000000", "bytes of each message"}},
        {"mtu", {"1500", "largest IP packet in bytes"}},
        {"topology", {"9x4x16", "as for mlt-sim"}},
        {"hostRate", {"100Gbps", "rate of the hosts' links"}},
        {"delay", {"1us", "propagation delay of each link"}},
        {"lossBound", {"0.1", "share of a message's bytes that may be missing (express-mlt)"}},
        {"seed", {"1", "ns-3's RngRun, and the seed of the traffic"}},
        {"pending", {"1000", "floor: events that stand at any time"}},
        {"events", {"5000000", "floor: events to time"}}};
}

[[noreturn]] void
PrintHelp(const Options& options)
{
    fmt::print("Runs one case of the benchmark and prints one line of JSON: doc/benchmark.md.\n"
               "Every ns-3 attribute is an option too: --ns3::<type>::<attribute>=<value>.\n\n");
    for (const auto& [name, option] : options)
    {
        fmt::print("  --{:<14}{} [{}]\n", name, option.help, option.value);
    }
    std::exit(EXIT_SUCCESS);
}

/** Takes "--<name>=<value>": an option, a global value or an attribute. */
void
Take(const std::string& argument, Options& texts, BenchmarkOptions& options)
{
    const size_t equals = argument.find('=');
    if (argument.compare(0, 2, "--") != 0 || equals == std::string::npos ||
        equals + 1 == argument.size())
    {
        throw InputError(fmt::format("expected --<name>=<value>, got {}; --help lists all",
                                     QuoteInput(argument)));
    }
    const std::string name = argument.substr(2, equals - 2);
    const std::string value = argument.substr(equals + 1);
    const auto option = texts.find(name);
    if (option != texts.end())
    {
        option->second.value = value;
    }
    else if (IsGlobal(name))
    {
        CheckGlobal(name, value);
        Config::SetGlobal(name, StringValue(value));
        options.namesEngine = options.namesEngine || IsEngine(name);
    }
    else if (name.find("::") != std::string::npos)
    {
        CheckAttribute(name, value);
        options.attributes.emplace_back(name, value);
    }
    else
    {
        throw InputError(
            fmt::format("unknown option {}; --help lists all", QuoteInput("--" + name)));
    }
}

} // namespace

BenchmarkOptions
ReadBenchmarkOptions(int argc, char* argv[])
{
    constexpr uint64_t MOST = uint64_t{1} << 32;
    constexpr uint32_t LEAST_MTU = 576;
    constexpr uint32_t MOST_MTU = 9216;
    const auto isStock = [](const char* argument) {
        return std::string(argument).compare(0, 15, "--variant=stock") == 0;
    };
    if (std::none_of(argv, argv + argc, isStock))
    {
        UseFabricResolution(); // before the first Time is read
    }
    Options texts = Defaults();
    BenchmarkOptions options;
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument == "--help")
        {
            PrintHelp(texts);
        }
        Take(argument, texts, options);
    }
    const auto whole = [&texts](const std::string& name, uint64_t least, uint64_t most) {
        return ReadWhole(name, texts[name].value, least, most);
    };
    options.variant = texts["variant"].value;
    options.traffic = texts["traffic"].value;
    options.topology = texts["topology"].value;
    Topology network = ParseTopology(options.topology);
    network.hostRate = ReadRate("hostRate", texts["hostRate"].value);
    network.delayPs = ReadTime("delay", texts["delay"].value, PS_PER_SECOND);
    options.plan = network.Plan();
    options.messageBytes = whole("messageBytes", 1, MOST);
    options.mtu = static_cast<uint32_t>(whole("mtu", LEAST_MTU, MOST_MTU));
    options.lossBound = ReadShare("lossBound", texts["lossBound"].value);
    options.seed = whole("seed", 1, MOST);
    options.pending = whole("pending", 1, MOST);
    options.events = whole("events", 1, MOST);
    return options;
}

void
ApplyAttributes(const BenchmarkOptions& options)
{
    for (const auto& [name, value] : options.attributes)
    {
        Config::SetDefault(name, StringValue(value));
    }
}

} // namespace ns3::mlt
