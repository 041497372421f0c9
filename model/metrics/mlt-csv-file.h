// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CSV_FILE_H
#define MLT_CSV_FILE_H

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

namespace ns3::mlt
{

/** A CSV file that grows line by line, plain or compressed. */
class CsvFile
{
  public:
    /**
     * @param path to write; ".gz" is not added.
     * @param header the first line, without its end.
     * @param gzip whether to compress.
     * @throw InputError if it cannot be written.
     */
    CsvFile(const std::string& path, const std::string& header, bool gzip = false);
    ~CsvFile();

    /** Adds a line of fields, formatted by fmt and joined by commas. */
    template <typename FIRST, typename... REST>
    void Add(const FIRST& first, const REST&... rest)
    {
        fmt::format_to(std::back_inserter(m_buffer), "{}", first);
        (fmt::format_to(std::back_inserter(m_buffer), ",{}", rest), ...);
        m_buffer.push_back('\n');
        if (m_buffer.size() >= (m_gzip ? GZIP_BYTES : FLUSH_BYTES))
        {
            Flush();
        }
    }

    /** Writes what is left. @throw InputError if it cannot be written (a full disk). */
    void Close();

  private:
    static constexpr size_t FLUSH_BYTES = 1 << 16;
    static constexpr size_t GZIP_BYTES = 1 << 20; //!< compressed together, as one member

    void Flush();

    std::string m_path;
    bool m_gzip;
    fmt::memory_buffer m_buffer;
    std::ofstream m_file;
};

} // namespace ns3::mlt

#endif // MLT_CSV_FILE_H
