// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-csv-file.h"

#include "ns3/mlt-input-error.h"

#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

namespace ns3::mlt
{

namespace
{

/** Text as one gzip member: the same bytes whenever it is made. */
std::string
Compress(const char* data, size_t size)
{
    namespace io = boost::iostreams;
    std::string compressed;
    io::gzip_params parameters;
    parameters.mtime = 0;
    io::filtering_ostream stream;
    stream.push(io::gzip_compressor(parameters));
    stream.push(io::back_inserter(compressed));
    stream.write(data, static_cast<std::streamsize>(size));
    stream.reset();
    return compressed;
}

} // namespace

CsvFile::CsvFile(const std::string& path, const std::string& header, bool gzip)
    : m_path(path),
      m_gzip(gzip),
      m_file(path, std::ios::binary)
{
    if (!m_file)
    {
        throw InputError("--out: " + path + " cannot be written");
    }
    Add(header);
}

CsvFile::~CsvFile() = default;

void
CsvFile::Flush()
{
    if (m_gzip)
    {
        const std::string compressed = Compress(m_buffer.data(), m_buffer.size());
        m_file.write(compressed.data(), static_cast<std::streamsize>(compressed.size()));
    }
    else
    {
        m_file.write(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
    }
    m_buffer.clear();
    if (!m_file)
    {
        throw InputError("--out: " + m_path + " cannot be written (is the disk full?)");
    }
}

void
CsvFile::Close()
{
    Flush();
    m_file.close();
    if (!m_file)
    {
        throw InputError("--out: " + m_path + " cannot be written (is the disk full?)");
    }
}

} // namespace ns3::mlt
