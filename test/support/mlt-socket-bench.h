// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SOCKET_BENCH_H
#define MLT_SOCKET_BENCH_H

#include "support/mlt-message-bench.h"

#include "ns3/ipv4-interface-container.h"
#include "ns3/mlt-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/**
 * Nodes with ns-3's Internet stack and MLT over UDP on them, and a record of what it reports.
 * Resets the simulator when it comes and when it goes.
 */
class SocketBench : public MessageBench
{
  public:
    struct Options
    {
        uint32_t hosts{2};
        std::string dataRate{"1Gbps"};
        std::string delay{"10us"};
        uint16_t mtu{1500};
        uint32_t seed{1};
    };

    explicit SocketBench(const Options& options);
    ~SocketBench();
    SocketBench(const SocketBench&) = delete;
    SocketBench& operator=(const SocketBench&) = delete;

    /** Joins node i and node i + 1 by a point-to-point link; with routes if there is more than one.
     */
    void BuildChain();

    /** All nodes on one CSMA channel. */
    void BuildCsma();

    /** Puts MLT on these nodes, or on all. */
    void Install(const NodeContainer& nodes);
    void Install();

    /** Counts every frame that a device loses to its receive error model. */
    void CountLosses();

    /** Sums over all hosts. */
    UdpPortCounts Counts() const;

    /**
     * After a run in which nothing was under way at the end: frames sent = frames lost + frames
     * handed to MLT, and these are what MLT says it got, data and control apart.
     */
    bool IsConserved() const;

    NodeContainer nodes;
    NetDeviceContainer devices; //!< chain: 2 i and 2 i + 1 are the ends of link i
    Ipv4InterfaceContainer interfaces;
    MltHelper helper;
    FrameCounts lost; //!< if CountLosses was called; bytes are not counted

  private:
    void Lose(Ptr<const Packet> packet);

    Options m_options;
};

} // namespace ns3::mlt

#endif // MLT_SOCKET_BENCH_H
