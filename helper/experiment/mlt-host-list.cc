// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-host-list.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-placement.h"
#include "ns3/mlt-text-table.h"

#include <algorithm>
#include <fmt/format.h>

namespace ns3::mlt
{

HostList::HostList(uint32_t hosts)
    : m_taken(hosts, false)
{
}

std::vector<uint32_t>
HostList::Take(const std::string& text)
{
    std::vector<uint32_t> hosts;
    if (text.empty())
    {
        hosts = AllHosts(static_cast<uint32_t>(m_taken.size()));
    }
    else if (const auto count = ParseNumber<uint32_t>(text))
    {
        hosts = TakeFree(*count);
    }
    else
    {
        hosts = ReadRanges(text);
    }
    for (const uint32_t host : hosts)
    {
        m_taken[host] = true;
    }
    return hosts;
}

std::string
HostList::Format(const std::vector<uint32_t>& hosts)
{
    std::string text;
    for (size_t first = 0; first < hosts.size();)
    {
        size_t next = first + 1;
        while (next < hosts.size() && hosts[next] == hosts[next - 1] + 1)
        {
            ++next;
        }
        text += fmt::format("{}{}-{}", text.empty() ? "" : ",", hosts[first], hosts[next - 1]);
        first = next;
    }
    return text;
}

std::vector<uint32_t>
HostList::TakeFree(uint32_t count)
{
    const auto left = std::count(m_taken.begin(), m_taken.end(), false);
    if (count == 0 || count > left)
    {
        throw InputError(fmt::format("--hosts: expected at most the {} of {} hosts that no job "
                                     "before has, at least 1, got \"{}\"",
                                     left,
                                     m_taken.size(),
                                     count));
    }
    std::vector<uint32_t> hosts;
    for (uint32_t host = 0; hosts.size() < count; ++host)
    {
        if (!m_taken[host])
        {
            hosts.push_back(host);
        }
    }
    return hosts;
}

std::vector<uint32_t>
HostList::ReadRanges(const std::string& text) const
{
    const auto refuse = [&] {
        throw InputError(fmt::format("--hosts: expected a list of hosts from 0 to {}, each once, "
                                     "such as 0-3,8, or how many, got {}",
                                     m_taken.size() - 1,
                                     QuoteInput(text)));
    };
    std::vector<uint32_t> hosts;
    for (const std::string& range : TextTable::Split(text))
    {
        const size_t hyphen = range.find('-');
        const auto first = ParseNumber<uint32_t>(range.substr(0, hyphen));
        const auto last =
            hyphen == std::string::npos ? first : ParseNumber<uint32_t>(range.substr(hyphen + 1));
        if (!first || !last || *first > *last || *last >= m_taken.size())
        {
            refuse();
        }
        for (uint32_t host = *first; host <= *last; ++host)
        {
            hosts.push_back(host);
        }
    }
    std::sort(hosts.begin(), hosts.end());
    if (std::adjacent_find(hosts.begin(), hosts.end()) != hosts.end())
    {
        refuse();
    }
    return hosts;
}

} // namespace ns3::mlt
