// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TEXT_TABLE_H
#define MLT_TEXT_TABLE_H

#include <charconv>
#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace ns3::mlt
{

/** The number that is the whole of @p text; nothing for anything else, such as text after it. */
template <typename T>
std::optional<T>
ParseNumber(const std::string& text)
{
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional<T>{value} : std::nullopt;
}

/** As ParseNumber, within a range; neither infinity nor not-a-number lies in one. */
std::optional<double> ParseNumberWithin(const std::string& text, double least, double most);

/**
 * A user's table of comma-separated values, read line by line. It knows the place where the reader
 * stands, so that each message names it.
 */
class TextTable
{
  public:
    /** @throw InputError if the file cannot be read. */
    explicit TextTable(const std::string& path);

    /**
     * Reads the next line, without its end (either kind) and without a byte order mark.
     * @return false at the end of the file.
     * @throw InputError if reading fails or the line is no text.
     */
    bool NextLine(std::string& line);

    /** The fields between the commas of a line. */
    static std::vector<std::string> Split(const std::string& line);

    /** Lines read so far. */
    size_t Line() const
    {
        return m_line;
    }

    /** @throw InputError "file:line: field: expected ..." */
    [[noreturn]] void Fail(const std::string& field, const std::string& expected) const;

    /** @throw InputError "file:line: field: expected ..., got "..."" */
    [[noreturn]] void Fail(const std::string& field,
                           const std::string& expected,
                           const std::string& found) const;

  private:
    void Open();
    [[noreturn]] void FailFile(const std::string& found) const;

    std::string m_path;
    std::ifstream m_file;
    size_t m_line{0};
};

} // namespace ns3::mlt

#endif // MLT_TEXT_TABLE_H
