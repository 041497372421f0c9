// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DEVICE_BENCH_H
#define MLT_DEVICE_BENCH_H

#include "ns3/ipv4-interface-container.h"
#include "ns3/mlt-express-device-helper.h"
#include "ns3/mlt-express-net-device.h"
#include "ns3/mlt-fabric-helper.h"
#include "ns3/net-device-container.h"

#include <cstdint>
#include <string>

namespace ns3::mlt
{

/** An express fabric with ns-3's IP stack on its hosts and, if wanted, a transport beside it. */
class DeviceBench
{
  public:
    struct Options
    {
        std::string topology{"1x1x4"};
        std::string chooser{"ns3::mlt::FlowEcmp"};
        std::string flowHash{"ns3::mlt::FiveTupleHash"};
        std::string transport; //!< a TypeId; empty: none
        std::string queueSize{"1000p"};
        uint64_t hostMarkBytes{0}; //!< over 0: a queue disc on the hosts marks above so much
        uint64_t hostRate{100000000000};
        uint64_t uplinkRate{0};
        int64_t delayPs{1000000};
        uint32_t mtu{1500};
        uint32_t seed{1};
    };

    explicit DeviceBench(const Options& options);
    ~DeviceBench();
    DeviceBench(const DeviceBench&) = delete;
    DeviceBench& operator=(const DeviceBench&) = delete;

    Ptr<Node> Host(uint32_t host) const
    {
        return m_net.Hosts().Get(host);
    }

    Ptr<ExpressNetDevice> Device(uint32_t host) const;
    Ipv4Address AddressOf(uint32_t host) const;

    /** Runs until an instant. */
    void RunUntil(Time at);

    /** Sent = received by stack and transport + dropped + in flight, data and control apart. */
    void ExpectConserved() const;

    /** Frames that the ports marked. */
    uint64_t Marked() const;

    Ptr<Fabric> fabric;
    NetDeviceContainer devices;
    Ipv4InterfaceContainer interfaces;
    Ptr<MessageTransport> transport;

  private:
    FabricHelper m_net;
};

} // namespace ns3::mlt

#endif // MLT_DEVICE_BENCH_H
