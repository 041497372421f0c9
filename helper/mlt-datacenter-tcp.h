// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DATACENTER_TCP_H
#define MLT_DATACENTER_TCP_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * Settings of ns-3's own TCP for a datacenter. ns-3's defaults are those of a wide-area network: at
 * round trips of 10 us a timeout of a second or an acknowledgement delayed by 200 ms decides the
 * result. What is set, to what and why: doc/express-device.md. The defaults here are those of
 * DctcpTransport, so that both implementations of DCTCP can be compared.
 */
struct DatacenterTcp
{
    /** TypeId of the congestion control, such as ns3::TcpCubic or ns3::TcpLinuxReno. */
    std::string congestionControl{"ns3::TcpDctcp"};
    /**
     * TypeId of how the window shrinks after losses and ECN cuts: ns3::TcpPrrRecovery, step by step
     * as in Linux and DctcpTransport (RFC 6937), or ns3::TcpClassicRecovery, at once (RFC 5681).
     */
    std::string recovery{"ns3::TcpPrrRecovery"};
    uint32_t mtu{1500};              //!< of the network, bytes; a segment fills it
    uint32_t initialWindow{10};      //!< segments
    Time minRto{MilliSeconds(10)};   //!< least retransmission timeout
    Time baseRtt{MicroSeconds(10)};  //!< what the round trip is taken for before it was measured
    uint32_t bufferBytes{256000000}; //!< of a socket, each way: no flow is held back by it
    bool ecn{true};                  //!< whether other controls than DCTCP negotiate ECN

    /** Sets the defaults of all sockets that are made from now on (Config::SetDefault). */
    void Apply() const;
};

} // namespace ns3::mlt

#endif // MLT_DATACENTER_TCP_H
