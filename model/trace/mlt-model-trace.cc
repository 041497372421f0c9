// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-model-trace.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-table-reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fs = std::filesystem;

namespace ns3::mlt
{

namespace
{

/// The names of the tables in a folder, sorted, with commas; empty where there are none.
std::string
NamesIn(const std::string& directory)
{
    std::error_code error;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory, error))
    {
        if (entry.path().extension() == ".csv")
        {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    std::string list;
    for (const std::string& name : names)
    {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list;
}

} // namespace

ModelTrace
ModelTrace::Load(const std::string& path)
{
    Table table = ReadTable(path);
    ModelTrace trace(fs::path(path).stem().string(),
                     std::move(table.tensors),
                     std::move(table.provenance));
    trace.m_origin = path;
    return trace;
}

ModelTrace::ModelTrace(std::string name,
                       std::vector<TensorTrace> tensors,
                       std::map<std::string, std::string> provenance)
    : m_name(std::move(name)),
      m_origin(m_name),
      m_tensors(std::move(tensors)),
      m_provenance(std::move(provenance))
{
    for (const TensorTrace& row : m_tensors)
    {
        if (row.layer > m_forwardUs.size() || row.layer + 1 < m_forwardUs.size())
        {
            throw InputError(m_origin + ": layer: expected layers from 0 without holes, got " +
                             std::to_string(row.layer) + " for " + QuoteInput(row.tensor));
        }
        m_forwardUs.resize(row.layer + 1);
        m_backwardUs.resize(row.layer + 1);
        m_forwardUs[row.layer] += row.forwardUs;
        m_backwardUs[row.layer] += row.backwardUs;
    }
    if (m_tensors.empty())
    {
        throw InputError(m_origin + ": rows: expected at least one tensor, got none");
    }
}

const std::string&
ModelTrace::Name() const
{
    return m_name;
}

const std::map<std::string, std::string>&
ModelTrace::Provenance() const
{
    return m_provenance;
}

const std::vector<TensorTrace>&
ModelTrace::Tensors() const
{
    return m_tensors;
}

uint32_t
ModelTrace::LayerCount() const
{
    return static_cast<uint32_t>(m_forwardUs.size());
}

double
ModelTrace::ForwardUs(uint32_t layer) const
{
    return m_forwardUs.at(layer);
}

double
ModelTrace::BackwardUs(uint32_t layer) const
{
    return m_backwardUs.at(layer);
}

uint64_t
ModelTrace::TotalBytes() const
{
    uint64_t total = 0;
    for (const TensorTrace& row : m_tensors)
    {
        total += row.bytes;
    }
    return total;
}

uint64_t
ModelTrace::TotalParameters() const
{
    uint64_t total = 0;
    for (const TensorTrace& row : m_tensors)
    {
        total += row.parameters;
    }
    return total;
}

double
ModelTrace::ProvenanceNumber(const std::string& key, const Device& device) const
{
    const auto entry = m_provenance.find(key);
    double value = 0.0;
    if (entry != m_provenance.end())
    {
        const std::string& text = entry->second;
        std::from_chars(text.data(), text.data() + text.size(), value);
    }
    if (!std::isfinite(value) || value <= 0.0)
    {
        throw InputError(m_origin + ": " + key + ": expected a line \"# " + key +
                         ": <number>\", which scaling to device " + QuoteInput(device.name) +
                         " needs");
    }
    return value;
}

double
ModelTrace::ScaleForDevice(const Device& device) const
{
    const double own =
        ProvenanceNumber("peak_flops", device) * ProvenanceNumber("utilization", device);
    return own / (device.peakFlops * device.utilization);
}

std::string
FindModel(const std::string& nameOrPath, const std::string& tracesDirectory)
{
    std::error_code error;
    const fs::path named = fs::path(tracesDirectory) / (nameOrPath + ".csv");
    if (nameOrPath.find('/') == std::string::npos && fs::is_regular_file(named, error))
    {
        return named.string();
    }
    if (!nameOrPath.empty() && fs::exists(nameOrPath, error))
    {
        return nameOrPath;
    }
    const std::string list = NamesIn(tracesDirectory);
    const std::string allowed = list.empty() ? "" : "one of " + list + " or ";
    throw InputError("model: expected " + allowed + "the path of a table, got " +
                     QuoteInput(nameOrPath));
}

} // namespace ns3::mlt
