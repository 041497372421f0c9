// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-option-texts.h"

#include "ns3/mlt-device.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::mlt
{

OptionTexts::OptionTexts()
    : m_options{
          {"topology", "9x4x16", "<leaves>x<spines>x<hosts per leaf>, testbed, or fattree:<k>"},
          {"hostRate", "100Gbps", "rate of the hosts' links"},
          {"uplinkRate",
           "",
           "rate leaf to spine (default: hostRate x hosts per leaf / spines); not for a fat tree"},
          {"delay", "1us", "propagation delay of each link"},
          {"model", "resnet50", "name of a table in traces/, or path to one", true},
          {"pattern", "ps", "pattern of communication: one of those above, or a TypeId", true},
          {"transport", "mlt", "one of those above, or a TypeId", true},
          {"balancer", "", "one of those above, or a TypeId (default: the transport's own)"},
          {"lossBound",
           "0.1",
           "share of a gradient's bytes that may be missing (push), in [0, 1)",
           true},
          {"pullLossBound",
           "",
           "the same for what servers send back (default: half of lossBound)",
           true},
          {"lossRate", "0", "injected random loss, in [0, 1)"},
          {"lossLink", "all", "where it is injected: all, or a directed link such as leaf0-spine2"},
          {"lossOn", "data", "which frames it takes: data, or all"},
          {"events",
           "",
           "table of what happens to links: time_us,link,event[,value]; event: down, up or loss"},
          {"iterations", "1", "training iterations", true},
          {"servers", "", "parameter servers (default: a quarter of the hosts)", true},
          {"workers", "", "workers (default: the other hosts)", true},
          {"hosts", "", "the job's hosts: a list such as 0-3,8, or how many (default: all)", true},
          {"start", "0us", "when the job begins", true},
          {"name", "", "the job's name in results (default: its number, from 0)", true},
          {"jobs", "", "several jobs: a JSON file, a list of objects with options of theirs"},
          {"mtu", "1500", "largest IP packet in bytes, 576 to 9216"},
          {"computeScale", "1", "factor on compute times; 0: no compute", true},
          {"device",
           TABLE_DEVICE,
           "whose compute times: the model table's own (table), or scaled to rtx3090, v100 or a100",
           true},
          {"seed", "1", "ns-3's RngRun: decides spraying, hashes, loss, importance and jitter"},
          {"out", "", "folder of the results (default: results/<model>-<transport>-<seed>)"},
          {"plugin", "", "shared library with TypeIds of your own"},
          {"pcap", "", "write what each host's link carries to <prefix>-host<i>.pcap"},
          {"stallTime",
           "10s",
           "without progress for so long (simulated) the run ends with an error"},
      }
{
}

const OptionTexts::Option&
OptionTexts::At(const std::string& name) const
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&name](const Option& o) {
        return o.name == name;
    });
    if (found == m_options.end())
    {
        throw std::logic_error("option --" + name + " is not in the table of options");
    }
    return *found;
}

const std::string&
OptionTexts::operator[](const std::string& name) const
{
    return At(name).value;
}

bool
OptionTexts::IsGiven(const std::string& name) const
{
    return At(name).given;
}

bool
OptionTexts::Has(const std::string& name) const
{
    return std::any_of(m_options.begin(), m_options.end(), [&name](const Option& o) {
        return o.name == name;
    });
}

void
OptionTexts::Set(const std::string& name, const std::string& value)
{
    Option& option = m_options[static_cast<size_t>(&At(name) - m_options.data())];
    option.value = value;
    option.given = true;
}

void
OptionTexts::MakeDefaults()
{
    for (Option& option : m_options)
    {
        option.given = false;
    }
}

bool
OptionTexts::IsOfJob(const std::string& name) const
{
    return Has(name) && At(name).ofJob;
}

std::string
OptionTexts::Names(bool onlyOfJobs) const
{
    std::string names;
    for (const Option& option : m_options)
    {
        if (option.ofJob || !onlyOfJobs)
        {
            names += (names.empty() ? "" : ", ") + option.name;
        }
    }
    return names;
}

} // namespace ns3::mlt
