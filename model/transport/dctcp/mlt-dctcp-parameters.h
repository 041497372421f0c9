// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DCTCP_PARAMETERS_H
#define MLT_DCTCP_PARAMETERS_H

#include <cstdint>

namespace ns3::mlt
{

/** What all DCTCP connections of a run share; the attributes of DctcpTransport say why. */
struct DctcpParameters
{
    uint32_t segmentBytes{1448};      //!< payload of a full segment (SMSS)
    uint32_t initialWindow{10};       //!< segments
    uint32_t minimumWindow{2};        //!< segments; what an ECN cut leaves at least
    uint32_t dupThreshold{3};         //!< SACKed segments above a hole that make it a loss
    bool earlyRetransmit{true};       //!< RFC 5827
    bool proportionalReduction{true}; //!< RFC 6937
    double gain{1.0 / 16};            //!< g, in (0, 1]
    double initialAlpha{1};           //!< in [0, 1]
    int64_t minRtoPs{10000000000};    //!< 10 ms
    int64_t maxRtoPs{1000000000000};  //!< 1 s
    int64_t handshakeRttPs{10000000}; //!< the round trip that setting up the connection showed
};

} // namespace ns3::mlt

#endif // MLT_DCTCP_PARAMETERS_H
