// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-table-reader.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

namespace fs = std::filesystem;

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

/// The number that is the whole of `text`; nothing for anything else, such as text after it.
template <typename T>
std::optional<T>
Parse(const std::string& text)
{
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional<T>{value} : std::nullopt;
}

/// As Parse(), within a range that holds neither infinity nor not-a-number.
std::optional<double>
ParseWithin(const std::string& text, double least, double most)
{
    const auto value = Parse<double>(text);
    return value && *value >= least && *value <= most ? value : std::nullopt;
}

bool
AllOf(const std::string& text, const char* punctuation)
{
    const std::string others = punctuation;
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               others.find(c) != std::string::npos;
    });
}

std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> fields;
    std::size_t begin = 0;
    for (std::size_t comma = line.find(','); comma != std::string::npos;
         comma = line.find(',', begin))
    {
        fields.push_back(line.substr(begin, comma - begin));
        begin = comma + 1;
    }
    fields.push_back(line.substr(begin));
    return fields;
}

/// Reads one table; holds where it stands, so that every error can say it.
class TableReader
{
  public:
    explicit TableReader(std::string path);
    Table Read();

  private:
    std::ifstream Open() const;
    bool NextLine(std::ifstream& file, std::string& line);
    void ReadComment(const std::string& line);
    void ReadHeader(const std::string& line) const;
    void ReadRow(const std::string& line);
    uint32_t ReadLayer(const std::string& text) const;
    std::string ReadName(const std::string& text);
    uint64_t ReadSize(const char* column, const std::string& text, uint64_t& total) const;
    double ReadTime(const char* column, const std::string& text) const;

    [[noreturn]] void FailFile(const std::string& found) const;
    [[noreturn]] void Fail(const std::string& field, const std::string& expected) const;
    [[noreturn]] void Fail(const std::string& field,
                           const std::string& expected,
                           const std::string& found) const;

    std::string m_path;
    Table m_table;
    std::size_t m_line{0};
    std::map<std::string, std::size_t> m_lineOfTensor;
    uint64_t m_parameters{0};
    uint64_t m_bytes{0};
};

TableReader::TableReader(std::string path)
    : m_path(std::move(path))
{
}

void
TableReader::FailFile(const std::string& found) const
{
    throw InputError(m_path + ": file: expected a table that can be read, got " + found);
}

void
TableReader::Fail(const std::string& field, const std::string& expected) const
{
    const auto line = std::to_string(std::max<std::size_t>(m_line, 1));
    throw InputError(m_path + ":" + line + ": " + field + ": expected " + expected);
}

void
TableReader::Fail(const std::string& field,
                  const std::string& expected,
                  const std::string& found) const
{
    Fail(field, expected + ", got " + QuoteInput(found));
}

std::ifstream
TableReader::Open() const
{
    std::error_code error;
    const auto type = fs::status(m_path, error).type();
    if (type == fs::file_type::not_found)
    {
        FailFile("no such file");
    }
    if (type == fs::file_type::directory)
    {
        FailFile("a directory");
    }
    if (!error && type != fs::file_type::regular)
    {
        FailFile("a device, pipe or socket");
    }
    std::ifstream file(m_path, std::ios::binary);
    if (!file)
    {
        FailFile("a file that cannot be opened");
    }
    return file;
}

bool
TableReader::NextLine(std::ifstream& file, std::string& line)
{
    if (!std::getline(file, line))
    {
        if (file.bad())
        {
            FailFile("a file whose reading fails");
        }
        return false;
    }
    ++m_line;
    if (line.find('\0') != std::string::npos)
    {
        Fail("line", "text, got a NUL byte");
    }
    if (!line.empty() && line.back() == '\r')
    {
        line.pop_back();
    }
    const std::string byteOrderMark = "\xef\xbb\xbf";
    if (m_line == 1 && line.compare(0, byteOrderMark.size(), byteOrderMark) == 0)
    {
        line.erase(0, byteOrderMark.size());
    }
    return true;
}

Table
TableReader::Read()
{
    std::ifstream file = Open();
    std::string line;
    bool header = false;
    while (NextLine(file, line))
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
        const char* found = m_line == 0 ? "an empty file" : "the end of the file";
        Fail("header", std::string{HEADER} + ", got " + found);
    }
    if (m_table.tensors.empty())
    {
        Fail("rows", "at least one tensor, got the end of the file");
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
        if (key == number.name && !ParseWithin(value, number.least, number.most))
        {
            Fail(key, number.expected, value);
        }
    }
    if (!m_table.provenance.emplace(key, value).second)
    {
        Fail(key, "one line with this key, got a second");
    }
}

void
TableReader::ReadHeader(const std::string& line) const
{
    if (line == HEADER)
    {
        return;
    }
    const auto fields = Split(line);
    for (const char* column : COLUMNS)
    {
        if (std::find(fields.begin(), fields.end(), column) == fields.end())
        {
            Fail("header",
                 std::string{HEADER} + ", got no column " + column + " in " + QuoteInput(line));
        }
    }
    Fail("header", HEADER, line);
}

void
TableReader::ReadRow(const std::string& line)
{
    const auto fields = Split(line);
    if (fields.size() != COLUMNS.size())
    {
        Fail("row", "6 fields, got " + std::to_string(fields.size()));
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
    const auto layer = Parse<uint32_t>(text);
    if (m_table.tensors.empty())
    {
        if (layer != 0U)
        {
            Fail("layer", "0, since layers count from 0", text);
        }
        return 0;
    }
    const uint32_t last = m_table.tensors.back().layer;
    if (layer != last && layer != last + 1)
    {
        Fail("layer", std::to_string(last) + " or " + std::to_string(last + 1), text);
    }
    return *layer;
}

std::string
TableReader::ReadName(const std::string& text)
{
    if (!AllOf(text, "._-/:"))
    {
        Fail("tensor", "a name of letters, digits and . _ - / :", text);
    }
    const auto [entry, isNew] = m_lineOfTensor.emplace(text, m_line);
    if (!isNew)
    {
        Fail("tensor", "a name that is not also in line " + std::to_string(entry->second), text);
    }
    return text;
}

uint64_t
TableReader::ReadSize(const char* column, const std::string& text, uint64_t& total) const
{
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || text.find_first_not_of('0') == std::string::npos)
    {
        Fail(column, "a positive whole number", text);
    }
    const auto value = Parse<uint64_t>(text);
    if (!value || *value > ModelTrace::MAX_TOTAL - total)
    {
        Fail(column,
             "a column that sums to at most " + std::to_string(ModelTrace::MAX_TOTAL),
             text);
    }
    total += *value;
    return *value;
}

double
TableReader::ReadTime(const char* column, const std::string& text) const
{
    const auto value = ParseWithin(text, 0.0, ModelTrace::MAX_US);
    if (!value)
    {
        Fail(column, "a number from 0 to 1e9", text);
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
