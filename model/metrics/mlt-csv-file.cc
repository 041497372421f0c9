// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-csv-file.h"

#include "ns3/mlt-input-error.h"

#include <boost/iostreams/device/file.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <fstream>

namespace ns3::mlt
{

CsvFile::CsvFile(const std::string& path, const std::string& header, bool gzip)
    : m_path(path)
{
    namespace io = boost::iostreams;
    if (gzip)
    {
        auto stream = std::make_unique<io::filtering_ostream>();
        io::gzip_params parameters;
        parameters.mtime = 0; // the same bytes whenever it is written
        stream->push(io::gzip_compressor(parameters));
        stream->push(io::file_sink(path, std::ios::binary));
        m_stream = std::move(stream);
    }
    else
    {
        m_stream = std::make_unique<std::ofstream>(path, std::ios::binary);
    }
    if (!*m_stream)
    {
        throw InputError("--out: " + path + " cannot be written");
    }
    Add(header);
}

CsvFile::~CsvFile() = default;

void
CsvFile::Flush()
{
    m_stream->write(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
    m_buffer.clear();
}

void
CsvFile::Close()
{
    Flush();
    m_stream->flush();
    if (!*m_stream)
    {
        throw InputError("--out: " + m_path + " cannot be written (is the disk full?)");
    }
    m_stream.reset();
}

} // namespace ns3::mlt
