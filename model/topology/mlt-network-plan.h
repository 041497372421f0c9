// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_NETWORK_PLAN_H
#define MLT_NETWORK_PLAN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * A network as plain data, for either data plane: hosts, switches, links and equal-cost routes.
 * Nodes are numbered hosts first (0 to hosts - 1, rack by rack), then switches.
 */
struct NetworkPlan
{
    /** One direction of a cable. */
    struct Link
    {
        uint32_t from;    //!< node
        uint32_t to;      //!< node
        uint64_t bitRate; //!< bit/s
        int64_t delayPs;  //!< propagation
    };

    /** Routes of one switch, mostly by ComputeRoutes. */
    struct Routes
    {
        std::vector<std::vector<uint32_t>> groups; //!< sets of equal-cost links out of the switch;
                                                   //!< an empty one: cannot be reached
        std::vector<uint32_t> groupOfHost;         //!< by destination host
    };

    uint32_t hosts{0};
    std::vector<std::string> names; //!< of all nodes, such as host3, leaf0, spine2
    std::vector<Link> links;
    std::vector<Routes> routes; //!< by switch: node - hosts

    uint32_t Nodes() const
    {
        return static_cast<uint32_t>(names.size());
    }

    bool IsHost(uint32_t node) const
    {
        return node < hosts;
    }

    /**
     * Joins two nodes by a cable: a link from a to b, and the next one from b to a. Two nodes may
     * be joined by several, and a host to several switches (rails).
     */
    void Connect(uint32_t a, uint32_t b, uint64_t bitRate, int64_t delayPs);

    /** "leaf0-spine2": the name of a directed link. */
    std::string LinkName(uint32_t link) const;

    /** The first link that bears a name; none if no link does. */
    std::optional<uint32_t> LinkNamed(const std::string& name) const;

    /** The other direction of a link's cable, which Connect has made. */
    static uint32_t Reverse(uint32_t link)
    {
        return link ^ 1U;
    }

    /**
     * The links out of each host, in order: one for each of its NICs, at least one.
     * @throw InputError that names a host without any.
     */
    std::vector<std::vector<uint32_t>> HostUplinks() const;

    /**
     * How long a frame of @p wireBytes needs over an idle path, by [source][destination] host, from
     * the source's first NIC: the longest where equal-cost paths differ.
     */
    std::vector<std::vector<int64_t>> IdleLatencies(uint32_t wireBytes) const;

    /**
     * The base round trip: a frame of @p outBytes out and one of @p backBytes back over the host
     * pair for which that takes longest, from the first NIC of each.
     */
    int64_t BaseRttPs(uint32_t outBytes, uint32_t backBytes) const;
};

/**
 * How long a link is busy with a frame: bytes x 8 / rate, in picoseconds. Exact where a byte lasts
 * whole picoseconds (all usual rates); else each frame is rounded to the nearest picosecond.
 */
int64_t SerializationPs(uint32_t wireBytes, uint64_t bitRate);

} // namespace ns3::mlt

#endif // MLT_NETWORK_PLAN_H
