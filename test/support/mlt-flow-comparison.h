// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOW_COMPARISON_H
#define MLT_FLOW_COMPARISON_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** One transfer of a comparison between this module's DCTCP and ns-3's TCP. */
struct ComparedFlow
{
    uint32_t source;
    uint32_t destination;
    uint64_t bytes;
    int64_t startPs;
};

/** A network and what it carries: the same for both. */
struct Comparison
{
    std::string topology;
    uint64_t uplinkRate{0}; //!< bit/s; 0: no oversubscription
    std::string buffer{"1MB"};
    int64_t minRtoPs{10000000000};
    /**
     * Whether ns-3's hosts mark at DCTCP's K in their own queue, as switches do. This module's
     * senders are pulled by the NIC, so that nothing ever waits in the host.
     */
    bool markAtHosts{true};
    std::string recovery{"ns3::TcpPrrRecovery"}; //!< of ns-3's senders
    uint32_t seed{1};
    std::vector<ComparedFlow> flows;
};

/** What came of it. */
struct FlowOutcome
{
    std::vector<double> fctUs; //!< by flow
    uint64_t marked{0};        //!< frames, at all ports
    uint64_t dropped{0};       //!< frames, at all ports
    uint64_t timeouts{0};
    uint64_t repairedBytes{0}; //!< of this module's senders; ns-3's do not tell

    double Mean() const;
    /** @param share of the flows that are not slower, in (0, 1]. */
    double Quantile(double share) const;
    /** Adds the flows and counts of another run. */
    void Append(const FlowOutcome& other);
};

/**
 * Each host sends to a host of another rack, each receives from one.
 * @param racks and @param hostsOfRack of the topology.
 */
std::vector<ComparedFlow> PermutationFlows(uint32_t racks,
                                           uint32_t hostsOfRack,
                                           uint64_t bytes,
                                           uint32_t seed);

/** Hosts 1 to @p senders send to host 0. */
std::vector<ComparedFlow> IncastFlows(uint32_t senders, uint64_t bytes, uint32_t seed);

/** The flows over DctcpTransport, each on a connection that was set up before. */
FlowOutcome RunExpressDctcp(const Comparison& comparison);

/** The flows over ns-3's TcpDctcp on the same fabric, the same, and over the same paths. */
FlowOutcome RunNs3Dctcp(const Comparison& comparison);

} // namespace ns3::mlt

#endif // MLT_FLOW_COMPARISON_H
