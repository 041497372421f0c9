// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SOCKET_BENCH_H
#define MLT_SOCKET_BENCH_H

#include "ns3/ipv4-interface-container.h"
#include "ns3/mlt-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::mlt
{

/**
 * Nodes with ns-3's Internet stack and MLT over UDP on them, and a record of what it reports.
 * Resets the simulator when it comes and when it goes.
 */
class SocketBench
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

    /** Sends a message now (or, before Run, at time 0); ids count from 0. */
    uint64_t Send(uint32_t source, uint32_t destination, uint64_t bytes, double bound = 0);

    /** As above, with everything else as given. */
    uint64_t Send(Message message);

    /** Runs until all messages are through, or until the limit. @return whether all are. */
    bool Run(Time limit = Seconds(5));

    /** Runs for so long, whatever is open. */
    void RunFor(Time duration);

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
    Ptr<MessageTransport> transport;
    std::map<uint64_t, Delivery> deliveries;
    std::map<uint64_t, SenderReport> reports;
    std::map<uint64_t, Message> messages;
    FrameCounts lost; //!< if CountLosses was called; bytes are not counted

  private:
    void Lose(Ptr<const Packet> packet);

    Options m_options;
};

} // namespace ns3::mlt

#endif // MLT_SOCKET_BENCH_H
