// SPDX-License-Identifier: GPL-2.0-only
/**
 * Runs one case of the benchmark and prints what it measured as one line of JSON. scripts/benchmark
 * runs many of these and makes the table; doc/benchmark.md says what the figures mean.
 */
#include "mlt-benchmark-memory.h"
#include "mlt-benchmark-options.h"
#include "mlt-benchmark-result.h"
#include "mlt-express-case.h"
#include "mlt-floor-case.h"
#include "mlt-stock-case.h"

#include "ns3/mlt-input-error.h"

#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

namespace
{

using namespace ns3::mlt;
using Json = nlohmann::ordered_json;

using Variant = std::function<BenchmarkResult(const BenchmarkOptions&)>;

/** How each variant is run. */
const std::map<std::string, Variant>&
Variants()
{
    static const auto express = [](const char* transport) -> Variant {
        return [transport](const auto& options) { return RunExpressCase(options, transport); };
    };
    static const std::map<std::string, Variant> VARIANTS{
        {"express-mlt", express("ns3::mlt::MltTransport")},
        {"express-dctcp", express("ns3::mlt::DctcpTransport")},
        {"stock-tcp", RunStockTcpCase},
        {"stock-udp", RunStockUdpCase},
        {"floor", RunFloorCase}};
    return VARIANTS;
}

Json
OrNull(const std::optional<uint64_t>& value)
{
    return value ? Json(*value) : Json();
}

Json
ToJson(const BenchmarkOptions& options, const BenchmarkResult& result)
{
    constexpr double NANO = 1e9;
    const double ns = result.cpuSeconds * NANO;
    Json json;
    json["variant"] = options.variant;
    json["traffic"] = options.traffic;
    json["topology"] = options.topology;
    json["message_bytes"] = options.messageBytes;
    json["mtu"] = options.mtu;
    json["hops"] = result.hops;
    json["data_hops"] = result.dataHops;
    json["cpu_s"] = result.cpuSeconds;
    json["ns_per_hop"] = ns / static_cast<double>(result.hops);
    json["ns_per_data_hop"] = ns / static_cast<double>(result.dataHops);
    json["events"] = result.events;
    json["events_per_hop"] = static_cast<double>(result.events) / static_cast<double>(result.hops);
    json["dropped_frames"] = result.dropped;
    json["simulated_us"] = result.simulatedUs;
    json["peak_pending_events"] = OrNull(result.peakPending);
    json["peak_frames_in_flight"] = OrNull(result.peakInFlight);
    json["pool_frames"] = OrNull(result.poolFrames);
    json["built_rss_bytes"] = result.buildBytes;
    json["peak_rss_bytes"] = PeakResidentBytes();
    return json;
}

void
RunOnce(int argc, char* argv[])
{
    const BenchmarkOptions options = ReadBenchmarkOptions(argc, argv);
    const auto variant = Variants().find(options.variant);
    if (variant == Variants().end())
    {
        std::string names;
        for (const auto& entry : Variants())
        {
            names += (names.empty() ? "" : ", ") + entry.first;
        }
        throw InputError(fmt::format("--variant: expected one of {}, got {}",
                                     names,
                                     QuoteInput(options.variant)));
    }
    fmt::print("{}\n", ToJson(options, variant->second(options)).dump());
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        RunOnce(argc, argv);
        return EXIT_SUCCESS;
    }
    catch (const std::exception& error)
    {
        fmt::print(stderr, "mlt-benchmark: error: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
