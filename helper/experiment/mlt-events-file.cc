// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-events-file.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-text-table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace ns3::mlt
{

namespace
{

constexpr const char* COLUMNS = "time_us,link,event";
constexpr const char* HEADERS = "time_us,link,event[,value]";
constexpr double MOST_TIME_US = 9.2e9; // below the last instant of a simulation

const std::map<std::string, LinkEvent::Kind> KINDS{{"down", LinkEvent::Kind::Down},
                                                   {"up", LinkEvent::Kind::Up},
                                                   {"loss", LinkEvent::Kind::Loss}};

const std::string&
NameOf(LinkEvent::Kind kind)
{
    return std::find_if(KINDS.begin(),
                        KINDS.end(),
                        [kind](const auto& entry) { return entry.second == kind; })
        ->first;
}

/** An event and where it stands. */
struct EventRow
{
    LinkEvent event;
    uint32_t link{0}; //!< of the plan
    size_t line{0};
};

class EventReader
{
  public:
    EventReader(const std::string& path, const NetworkPlan& plan)
        : m_path(path),
          m_file(path),
          m_plan(plan)
    {
    }

    std::vector<LinkEvent> Read();

  private:
    void ReadHeader(const std::string& line);
    void ReadRow(const std::string& line);
    int64_t ReadTime(const std::string& text) const;
    uint32_t ReadLink(const std::string& text) const;
    LinkEvent::Kind ReadKind(const std::string& text) const;
    double ReadRate(const std::string& text) const;
    void RequireTurns() const;

    const std::string m_path;
    TextTable m_file;
    const NetworkPlan& m_plan;
    size_t m_columns{0}; //!< 0: the header is yet to come
    std::vector<EventRow> m_rows;
};

std::vector<LinkEvent>
EventReader::Read()
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
    if (m_rows.empty())
    {
        m_file.Fail(m_columns == 0 ? "header" : "rows",
                    std::string(m_columns == 0 ? HEADERS : "at least one event") +
                        ", got the end of the file");
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const EventRow& a, const EventRow& b) {
        return a.event.atPs < b.event.atPs;
    });
    RequireTurns();
    std::vector<LinkEvent> events;
    for (EventRow& row : m_rows)
    {
        events.push_back(std::move(row.event));
    }
    return events;
}

void
EventReader::ReadHeader(const std::string& line)
{
    if (line != COLUMNS && line != std::string(COLUMNS) + ",value")
    {
        m_file.Fail("header", HEADERS, line);
    }
    m_columns = TextTable::Split(line).size();
}

void
EventReader::ReadRow(const std::string& line)
{
    const auto fields = TextTable::Split(line);
    if (fields.size() != m_columns)
    {
        m_file.Fail("row", fmt::format("{} fields, got {}", m_columns, fields.size()));
    }
    const std::string value = fields.size() > 3 ? fields[3] : "";
    EventRow row;
    row.event.atPs = ReadTime(fields[0]);
    row.link = ReadLink(fields[1]);
    row.event.link = fields[1];
    row.event.kind = ReadKind(fields[2]);
    row.line = m_file.Line();
    if (row.event.kind == LinkEvent::Kind::Loss)
    {
        row.event.lossRate = ReadRate(value);
    }
    else if (!value.empty())
    {
        m_file.Fail("value", "nothing for " + fields[2], value);
    }
    m_rows.push_back(std::move(row));
}

int64_t
EventReader::ReadTime(const std::string& text) const
{
    const auto us = ParseNumberWithin(text, 0, MOST_TIME_US);
    if (!us)
    {
        m_file.Fail("time_us", "microseconds from 0 to 9.2e9", text);
    }
    return std::llround(*us * static_cast<double>(PS_PER_US));
}

uint32_t
EventReader::ReadLink(const std::string& text) const
{
    const auto link = m_plan.LinkNamed(text);
    if (!link)
    {
        m_file.Fail("link",
                    fmt::format("a directed link such as {} or {}",
                                m_plan.LinkName(0),
                                m_plan.LinkName(static_cast<uint32_t>(m_plan.links.size()) - 1)),
                    text);
    }
    return *link;
}

LinkEvent::Kind
EventReader::ReadKind(const std::string& text) const
{
    const auto found = KINDS.find(text);
    if (found == KINDS.end())
    {
        m_file.Fail("event", "down, up or loss", text);
    }
    return found->second;
}

double
EventReader::ReadRate(const std::string& text) const
{
    const auto rate = ParseNumber<double>(text);
    if (!rate || !(*rate >= 0 && *rate < 1))
    {
        m_file.Fail("value", "for loss a probability from 0 to below 1", text);
    }
    return *rate;
}

/** A cable that is up goes down next, and one that is down goes up: else a line is wrong. */
void
EventReader::RequireTurns() const
{
    std::map<uint32_t, bool> isDown; // by cable
    for (const EventRow& row : m_rows)
    {
        if (row.event.kind == LinkEvent::Kind::Loss)
        {
            continue;
        }
        bool& down = isDown[std::min(row.link, NetworkPlan::Reverse(row.link))];
        if (down == (row.event.kind == LinkEvent::Kind::Down))
        {
            throw InputError(fmt::format("{}:{}: event: expected {} or loss, since the cable {} "
                                         "is {} by then, got {}",
                                         m_path,
                                         row.line,
                                         down ? "up" : "down",
                                         row.event.link,
                                         down ? "down" : "up",
                                         QuoteInput(NameOf(row.event.kind))));
        }
        down = !down;
    }
}

} // namespace

std::vector<LinkEvent>
ReadLinkEvents(const std::string& path, const NetworkPlan& plan)
{
    return EventReader(path, plan).Read();
}

Json
ToJson(const std::vector<LinkEvent>& events)
{
    Json list = Json::array();
    for (const LinkEvent& event : events)
    {
        Json entry;
        entry["at_ps"] = event.atPs;
        entry["link"] = event.link;
        entry["event"] = NameOf(event.kind);
        if (event.kind == LinkEvent::Kind::Loss)
        {
            entry["loss_rate"] = event.lossRate;
        }
        list.push_back(entry);
    }
    return list;
}

} // namespace ns3::mlt
