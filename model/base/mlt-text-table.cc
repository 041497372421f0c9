// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-text-table.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>
#include <filesystem>

namespace ns3::mlt
{

namespace fs = std::filesystem;

std::optional<double>
ParseNumberWithin(const std::string& text, double least, double most)
{
    const auto value = ParseNumber<double>(text);
    return value && *value >= least && *value <= most ? value : std::nullopt;
}

TextTable::TextTable(const std::string& path)
    : m_path(path)
{
    Open();
}

void
TextTable::Open()
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
    m_file.open(m_path, std::ios::binary);
    if (!m_file)
    {
        FailFile("a file that cannot be opened");
    }
}

bool
TextTable::NextLine(std::string& line)
{
    if (!std::getline(m_file, line))
    {
        if (m_file.bad())
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

std::vector<std::string>
TextTable::Split(const std::string& line)
{
    std::vector<std::string> fields;
    size_t begin = 0;
    for (size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', begin))
    {
        fields.push_back(line.substr(begin, comma - begin));
        begin = comma + 1;
    }
    fields.push_back(line.substr(begin));
    return fields;
}

void
TextTable::FailFile(const std::string& found) const
{
    throw InputError(m_path + ": file: expected a table that can be read, got " + found);
}

void
TextTable::Fail(const std::string& field, const std::string& expected) const
{
    const auto line = std::to_string(std::max<size_t>(m_line, 1));
    throw InputError(m_path + ":" + line + ": " + field + ": expected " + expected);
}

void
TextTable::Fail(const std::string& field,
                const std::string& expected,
                const std::string& found) const
{
    Fail(field, expected + ", got " + QuoteInput(found));
}

} // namespace ns3::mlt
