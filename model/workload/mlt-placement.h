// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PLACEMENT_H
#define MLT_PLACEMENT_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mlt
{

/** Which hosts play which role; no host plays two. */
struct Placement
{
    std::vector<uint32_t> servers; //!< host indices
    std::vector<uint32_t> workers; //!< host indices
};

/**
 * Spreads both roles evenly over the racks, so that no leaf has more than its share of servers.
 * Hosts are numbered rack by rack, so what is even along the numbers is even over racks of any
 * size; hosts that are not needed are spread in the same way.
 *
 * @param hosts how many there are.
 * @param servers how many of them become servers, at least 1.
 * @param workers how many become workers, at least 1.
 * @return host indices in rising order.
 * @throws InputError if a role has no host, or both together need more hosts than there are.
 */
Placement SpreadOverRacks(uint32_t hosts, uint32_t servers, uint32_t workers);

/** The hosts 0 to @p hosts - 1. */
std::vector<uint32_t> AllHosts(uint32_t hosts);

/**
 * Gives the hosts of a job their roles, spread along the list as SpreadOverRacks does.
 * @param hosts the job's, rack by rack.
 * @param servers how many of them become servers; 0: none, all roles are workers.
 * @param workers how many become workers.
 * @throws InputError if the roles need more hosts than there are.
 */
Placement PlaceRoles(const std::vector<uint32_t>& hosts, uint32_t servers, uint32_t workers);

} // namespace mlt
} // namespace ns3

#endif // MLT_PLACEMENT_H
