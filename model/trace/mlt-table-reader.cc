// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-table-reader.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-text-table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr std::array<const char*, 6> COLUMNS{"layer",
                                             "tensor",
                                             "parameters",
                                             "bytes",
                                             "forward_us",
                                             "backward_us"};
constexpr const char* HEADER = "layer,tensor,parameters,bytes,forward_us,backward_us";

/// A provenance entry that is a number, and its range: a typing error here would make all times
/// absurd.
struct NumericKey
{
    const char* name;
    double least;
    double most;
    const char* expected;
};

constexpr std::array<NumericKey, 2> NUMERIC_KEYS{{
    {"peak_flops", 1e9, 1e18, "a number of FLOP a second from 1e9 to 1e18"},
    {"utilization", 1e-4, 1.0, "a number from 0.0001 to 1"},
}};

bool
AllOf(const std::string& text, const char* punctuation)
{
    const std::string others = punctuation;
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               others.find(c) != std::string::npos;
    });
}

/// Reads the table of one model.
class TableReader
{
  public:
    explicit TableReader(const std::string& path);
    Table Read();

  private:
    void ReadComment(const std::string& line);
    void ReadHeader(const std::string& line) const;
    void ReadRow(const std::string& line);
    uint32_t ReadLayer(const std::string& text) const;
    std::string ReadName(const std::string& text);
    uint64_t ReadSize(const char* column, const std::string& text, uint64_t& total) const;
    double ReadTime(const char* column, const std::string& text) const;

    TextTable m_file;
    Table m_table;
    std::map<std::string, std::size_t> m_lineOfTensor;
    uint64_t m_parameters{0};
    uint64_t m_bytes{0};
};

TableReader::TableReader(const std::string& path)
    : m_file(path)
{
}

Table
TableReader::Read()
{
    std::string line;
    bool header = false;
    while (m_file.NextLine(line))
    {
        if (line.empty())
        {
            continue;
        }
        if (line.front() == '#')
        {
            ReadComment(line);
        }
        else if (!header)
        {
            ReadHeader(line);
            header = true;
        }
        else
        {
            ReadRow(line);
        }
    }
    if (!header)
    {
        const char* found = m_file.Line() == 0 ? "an empty file" : "the end of the file";
        m_file.Fail("header", std::string{HEADER} + ", got " + found);
    }
    if (m_table.tensors.empty())
    {
        m_file.Fail("rows", "at least one tensor, got the end of the file");
    }
    return std::move(m_table);
}

void
TableReader::ReadComment(const std::string& line)
{
    const auto begin = line.find_first_not_of(" \t", 1);
    const auto colon = line.find(": ");
    if (begin == std::string::npos || colon == std::string::npos || colon < begin)
    {
        return; // words, not an entry
    }
    const std::string key = line.substr(begin, colon - begin);
    if (!AllOf(key, "_-"))
    {
        return;
    }
    const std::string value = line.substr(colon + 2);
    for (const NumericKey& number : NUMERIC_KEYS)
    {
        if (key == number.name && !ParseNumberWithin(value, number.least, number.most))
        {
            m_file.Fail(key, number.expected, value);
        }
    }
    if (!m_table.provenance.emplace(key, value).second)
    {
        m_file.Fail(key, "one line with this key, got a second");
    }
}

void
TableReader::ReadHeader(const std::string& line) const
{
    if (line == HEADER)
    {
        return;
    }
    const auto fields = TextTable::Split(line);
    for (const char* column : COLUMNS)
    {
        if (std::find(fields.begin(), fields.end(), column) == fields.end())
        {
            m_file.Fail("header",
                        std::string{HEADER} + ", got no column " + column + " in " +
                            QuoteInput(line));
        }
    }
    m_file.Fail("header", HEADER, line);
}

void
TableReader::ReadRow(const std::string& line)
{
    const auto fields = TextTable::Split(line);
    if (fields.size() != COLUMNS.size())
    {
        m_file.Fail("row", "6 fields, got " + std::to_string(fields.size()));
    }
    TensorTrace row{};
    row.layer = ReadLayer(fields[0]);
    row.tensor = ReadName(fields[1]);
    row.parameters = ReadSize(COLUMNS[2], fields[2], m_parameters);
    row.bytes = ReadSize(COLUMNS[3], fields[3], m_bytes);
    row.forwardUs = ReadTime(COLUMNS[4], fields[4]);
    row.backwardUs = ReadTime(COLUMNS[5], fields[5]);
    m_table.tensors.push_back(std::move(row));
}

uint32_t
TableReader::ReadLayer(const std::string& text) const
{
    const auto layer = ParseNumber<uint32_t>(text);
    if (m_table.tensors.empty())
    {
        if (layer != 0U)
        {
            m_file.Fail("layer", "0, since layers count from 0", text);
        }
        return 0;
    }
    const uint32_t last = m_table.tensors.back().layer;
    if (layer != last && layer != last + 1)
    {
        m_file.Fail("layer", std::to_string(last) + " or " + std::to_string(last + 1), text);
    }
    return *layer;
}

std::string
TableReader::ReadName(const std::string& text)
{
    if (!AllOf(text, "._-/:"))
    {
        m_file.Fail("tensor", "a name of letters, digits and . _ - / :", text);
    }
    const auto [entry, isNew] = m_lineOfTensor.emplace(text, m_file.Line());
    if (!isNew)
    {
        m_file.Fail("tensor",
                    "a name that is not also in line " + std::to_string(entry->second),
                    text);
    }
    return text;
}

uint64_t
TableReader::ReadSize(const char* column, const std::string& text, uint64_t& total) const
{
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || text.find_first_not_of('0') == std::string::npos)
    {
        m_file.Fail(column, "a positive whole number", text);
    }
    const auto value = ParseNumber<uint64_t>(text);
    if (!value || *value > ModelTrace::MAX_TOTAL - total)
    {
        m_file.Fail(column,
                    "a column that sums to at most " + std::to_string(ModelTrace::MAX_TOTAL),
                    text);
    }
    total += *value;
    return *value;
}

double
TableReader::ReadTime(const char* column, const std::string& text) const
{
    const auto value = ParseNumberWithin(text, 0.0, ModelTrace::MAX_US);
    if (!value)
    {
        m_file.Fail(column, "a number from 0 to 1e9", text);
    }
    return *value;
}

} // namespace

Table
ReadTable(const std::string& path)
{
    return TableReader(path).Read();
}

} // namespace ns3::mlt
