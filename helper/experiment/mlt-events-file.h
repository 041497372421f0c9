// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EVENTS_FILE_H
#define MLT_EVENTS_FILE_H

#include "ns3/mlt-network-plan.h"
#include "ns3/mlt-result-folder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** Something that happens to a link in the midst of a run. */
struct LinkEvent
{
    enum class Kind
    {
        Down, //!< the cable, both directions
        Up,   //!< the cable, both directions
        Loss, //!< of this direction, from then on
    };

    int64_t atPs{0};  //!< from the start of the simulation
    std::string link; //!< directed, such as leaf0-spine2
    Kind kind{Kind::Down};
    double lossRate{0}; //!< of Kind::Loss: probability in [0, 1)
};

/**
 * Reads events from a file of comma-separated values: a header line `time_us,link,event[,value]`,
 * and a line for each event, in any order. Empty lines and lines that begin with # are skipped.
 *
 * | column | values |
 * |---|---|
 * | `time_us` | microseconds, from 0 to 9.2e9; of a fraction six digits count (picoseconds) |
 * | `link` | a directed link of the plan, such as `leaf0-spine2` |
 * | `event` | `down` and `up`: the cable, both directions, one after the other; `loss`: this
 * direction alone |
 * | `value` | of `loss`: the probability that a frame is lost from then on, from 0 to below 1; else
 * empty |
 *
 * @param path of the file.
 * @param plan of the network that has the links.
 * @return the events by time, those of one instant in the order of the file; at least one.
 * @throw InputError `file:line: field: what was expected, what came`.
 */
std::vector<LinkEvent> ReadLinkEvents(const std::string& path, const NetworkPlan& plan);

/** The events as a run's configuration has them. */
Json ToJson(const std::vector<LinkEvent>& events);

} // namespace ns3::mlt

#endif // MLT_EVENTS_FILE_H
