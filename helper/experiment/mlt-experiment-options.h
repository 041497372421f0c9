// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPERIMENT_OPTIONS_H
#define MLT_EXPERIMENT_OPTIONS_H

#include "ns3/mlt-events-file.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-job-options.h"
#include "ns3/mlt-result-folder.h"
#include "ns3/mlt-topology.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** One run of the experiment program, checked and typed. Defaults are those of the program. */
struct ExperimentOptions
{
    std::string topology{"9x4x16"};
    Topology network;  //!< what the topology means, with rates and delay
    std::string title; //!< what it is called in progress lines and names of folders
    TypeId balancerType;
    LinkLoss loss;
    std::string lossLink{"all"};
    std::vector<LinkEvent> events; //!< by time
    std::vector<JobOptions> jobs;  //!< at least one
    uint32_t mtu{1500};
    uint64_t seed{1};
    std::string out;
    std::string plugin;
    std::string pcap; //!< prefix of the captures; empty: none
    bool gzip{false};
    bool lossMasks{false};
    int64_t stallPs{0}; //!< no progress for so long ends the run

    /** Attributes and globals that the command line set, in its order: name and value. */
    std::vector<std::pair<std::string, std::string>> attributes;

    /** Whether the command line names an event engine, be it ns-3's default one. */
    bool NamesEngine() const;

    /** All that decides the results, and nothing else: no path, no date. */
    Json Configuration() const;

  private:
    void DescribeJobs(Json& json) const;
};

/**
 * Reads the program's command line: its own options, and every attribute as ns-3 does it
 * (--ns3::<type>::<attribute>=<value>), which are set as defaults. Loads --plugin. Prints help and
 * ends the program where asked for help.
 * @throw InputError that names what is wrong and what is allowed.
 */
ExperimentOptions ParseCommandLine(int argc, char* argv[], const std::string& tracesFolder);

} // namespace ns3::mlt

#endif // MLT_EXPERIMENT_OPTIONS_H
