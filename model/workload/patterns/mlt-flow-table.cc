// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-flow-table.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-text-table.h"

#include <cmath>

namespace ns3::mlt
{

namespace
{

constexpr const char* COLUMNS = "start_ns,source,destination,bytes";
constexpr const char* HEADERS = "start_ns,source,destination,bytes[,priority][,bound]";
constexpr uint64_t MOST_BYTES = 1000000000000000;
constexpr double MOST_START_NS = 9.2e12; // below the last instant of a simulation

class FlowReader
{
  public:
    FlowReader(const std::string& path, uint32_t hosts, LossBound bound)
        : m_file(path),
          m_hosts(hosts),
          m_bound(bound)
    {
    }

    std::vector<TimedFlow> Read();

  private:
    void ReadHeader(const std::string& line);
    void ReadRow(const std::string& line);
    int64_t ReadStart(const std::string& text) const;
    uint32_t ReadHost(const char* column, const std::string& text) const;
    uint64_t ReadBytes(const std::string& text) const;
    uint8_t ReadPriority(const std::string& text) const;
    LossBound ReadBound(const std::string& text) const;

    TextTable m_file;
    const uint32_t m_hosts;
    const LossBound m_bound;
    size_t m_columns{0}; //!< 0: the header is yet to come
    bool m_hasPriority{false};
    bool m_hasBound{false};
    std::vector<TimedFlow> m_flows;
};

std::vector<TimedFlow>
FlowReader::Read()
{
    std::string line;
    while (m_file.NextLine(line))
    {
        if (line.empty() || line.front() == '#')
        {
            continue;
        }
        if (m_columns == 0)
        {
            ReadHeader(line);
        }
        else
        {
            ReadRow(line);
        }
    }
    if (m_columns == 0)
    {
        m_file.Fail("header", std::string(HEADERS) + ", got the end of the file");
    }
    if (m_flows.empty())
    {
        m_file.Fail("rows", "at least one flow, got the end of the file");
    }
    return std::move(m_flows);
}

void
FlowReader::ReadHeader(const std::string& line)
{
    const std::string withPriority = std::string(COLUMNS) + ",priority";
    m_hasPriority = line.rfind(withPriority, 0) == 0;
    const std::string withoutBound = m_hasPriority ? withPriority : COLUMNS;
    m_hasBound = line == withoutBound + ",bound";
    if (!m_hasBound && line != withoutBound)
    {
        m_file.Fail("header", HEADERS, line);
    }
    m_columns = TextTable::Split(line).size();
}

void
FlowReader::ReadRow(const std::string& line)
{
    const auto fields = TextTable::Split(line);
    if (fields.size() != m_columns)
    {
        m_file.Fail("row",
                    std::to_string(m_columns) + " fields, got " + std::to_string(fields.size()));
    }
    TimedFlow flow;
    flow.startPs = ReadStart(fields[0]);
    flow.source = ReadHost("source", fields[1]);
    flow.destination = ReadHost("destination", fields[2]);
    if (flow.destination == flow.source)
    {
        m_file.Fail("destination", "another host than the source", fields[2]);
    }
    flow.bytes = ReadBytes(fields[3]);
    flow.priority = m_hasPriority ? ReadPriority(fields[4]) : FIRST_DATA_QUEUE;
    flow.bound = m_hasBound ? ReadBound(fields.back()) : m_bound;
    m_flows.push_back(flow);
}

int64_t
FlowReader::ReadStart(const std::string& text) const
{
    const auto ns = ParseNumberWithin(text, 0, MOST_START_NS);
    if (!ns)
    {
        m_file.Fail("start_ns", "nanoseconds from 0 to 9.2e12", text);
    }
    return std::llround(*ns * static_cast<double>(PS_PER_NS));
}

uint32_t
FlowReader::ReadHost(const char* column, const std::string& text) const
{
    const auto host = ParseNumber<uint32_t>(text);
    if (!host || *host >= m_hosts)
    {
        m_file.Fail(column, "a host from 0 to " + std::to_string(m_hosts - 1), text);
    }
    return *host;
}

uint64_t
FlowReader::ReadBytes(const std::string& text) const
{
    const auto bytes = ParseNumber<uint64_t>(text);
    if (!bytes || *bytes == 0 || *bytes > MOST_BYTES)
    {
        m_file.Fail("bytes", "a whole number from 1 to " + std::to_string(MOST_BYTES), text);
    }
    return *bytes;
}

uint8_t
FlowReader::ReadPriority(const std::string& text) const
{
    if (text.empty())
    {
        return FIRST_DATA_QUEUE;
    }
    const auto priority = ParseNumber<uint32_t>(text);
    if (!priority || *priority < FIRST_DATA_QUEUE || *priority >= QUEUES)
    {
        m_file.Fail("priority",
                    "a whole number from " + std::to_string(FIRST_DATA_QUEUE) + " to " +
                        std::to_string(QUEUES - 1),
                    text);
    }
    return static_cast<uint8_t>(*priority);
}

LossBound
FlowReader::ReadBound(const std::string& text) const
{
    if (text.empty())
    {
        return m_bound;
    }
    const auto share = ParseNumber<double>(text);
    if (!share || !(*share >= 0 && *share < 1))
    {
        m_file.Fail("bound", "a number from 0 to below 1", text);
    }
    return LossBound::FromShare(*share);
}

} // namespace

std::vector<TimedFlow>
ReadFlows(const std::string& path, uint32_t hosts, LossBound bound)
{
    return FlowReader(path, hosts, bound).Read();
}

} // namespace ns3::mlt
