// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-experiment-options.h"

#include "ns3/mlt-option-values.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace ns3::mlt
{

namespace
{

/** The values in effect of all attributes of this module's types. */
Json
AttributesInEffect()
{
    std::map<std::string, std::string> values;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.GetName().compare(0, 10, "ns3::mlt::") != 0)
        {
            continue;
        }
        for (size_t a = 0; a < type.GetAttributeN(); ++a)
        {
            const auto info = type.GetAttribute(a);
            values[type.GetName() + "::" + info.name] =
                info.initialValue->SerializeToString(info.checker);
        }
    }
    return Json(values);
}

} // namespace

bool
ExperimentOptions::NamesEngine() const
{
    return std::any_of(attributes.begin(), attributes.end(), [](const auto& attribute) {
        return IsEngine(attribute.first);
    });
}

void
ExperimentOptions::DescribeJobs(Json& json) const
{
    if (jobs.size() == 1)
    {
        jobs.front().Describe(json);
        return;
    }
    for (const JobOptions& job : jobs)
    {
        Json entry;
        entry["name"] = job.name;
        job.Describe(entry);
        json["jobs"].push_back(entry);
    }
}

Json
ExperimentOptions::Configuration() const
{
    Json json;
    json["topology"] = topology;
    json["host_rate_bps"] = network.hostRate;
    json["uplink_rate_bps"] = network.UplinkRate();
    json["delay_ps"] = network.delayPs;
    json["mtu"] = mtu;
    DescribeJobs(json);
    json["balancer"] = balancerType.GetName();
    json["loss_rate"] = loss.rate;
    json["loss_link"] = lossLink;
    json["loss_on"] = loss.dataOnly ? "data" : "all";
    if (!events.empty())
    {
        json["events"] = ToJson(events);
    }
    json["seed"] = seed;
    json["rng_seed"] = RngSeedManager::GetSeed();
    json["stall_ps"] = stallPs;
    json["gzip"] = gzip;
    json["loss_masks"] = lossMasks;
    if (!plugin.empty())
    {
        json["plugin"] = std::filesystem::path(plugin).filename().string();
        json["plugin_fingerprint"] = FileFingerprint(plugin);
    }
    Json set = Json::object();
    for (const auto& [name, value] : attributes)
    {
        if (!IsEngine(name))
        {
            set[name] = value;
        }
    }
    json["attributes_set"] = set;
    json["attributes"] = AttributesInEffect();
    return json;
}

} // namespace ns3::mlt
