// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ROUTES_H
#define MLT_ROUTES_H

#include "ns3/mlt-network-plan.h"

#include <vector>

namespace ns3::mlt
{

/** Which links of a plan are up, by number. */
using LinkStates = std::vector<bool>;

/**
 * Routes over the shortest paths, by the number of links: each switch sends what is for a host to
 * any link that brings it a link closer. Hosts pass nothing on.
 *
 * The links of a set stand in order of their numbers. The sets of a switch are numbered in the
 * order in which hosts, from 0 on, need them; that of hosts that cannot be reached from it is
 * empty.
 *
 * @param isUp by link; links that are down are on no path.
 */
std::vector<NetworkPlan::Routes> ComputeRoutes(const NetworkPlan& plan, const LinkStates& isUp);

/** The same where all links are up. */
std::vector<NetworkPlan::Routes> ComputeRoutes(const NetworkPlan& plan);

} // namespace ns3::mlt

#endif // MLT_ROUTES_H
