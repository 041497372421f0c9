// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_UDP_HOST_PORT_H
#define MLT_UDP_HOST_PORT_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-egress.h"
#include "ns3/mlt-endpoint-turns.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-pool.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-host-table.h"
#include "ns3/mlt-udp-carrier.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <array>
#include <memory>

namespace ns3::mlt
{

/** What became of frames at one UdpHostPort. */
struct UdpPortCounts
{
    FrameCounts sent;      //!< handed to the sockets, or tried to; those given to TCP as well
    FrameCounts unsent;    //!< of those, refused by the socket (no route)
    FrameCounts received;  //!< handed to the transport
    FrameCounts unclaimed; //!< arrived for an end that is not installed; dropped
    uint64_t malformed{0}; //!< datagrams that are no frames of their port; dropped
    uint64_t strangers{0}; //!< datagrams from addresses of none of the hosts; dropped
};

/**
 * A host's place on any ns-3 network, for transports whose protocol is a UdpProtocol: their frames
 * as UDP datagrams over the node's IPv4 stack, priority and ECN in the IP header (mlt-dscp.h).
 *
 * It is also the host's scheduler: it lets out one datagram for each serialization time of the
 * link, chosen at that instant exactly as the express plane's NIC does, so that what a transport
 * has to send never waits in a queue disc. It lets out none while MaxBacklog packets (of whatever
 * application) wait for the link already.
 *
 * One UDP socket for each end of a protocol, opened when the first is attached; destination and
 * source port depend on the end alone, so all of a pair's data is one flow to per-flow ECMP. A
 * protocol's control channel may go by TCP instead (ControlSocketFactory).
 *
 * The simulator must run in femtoseconds (UseFabricResolution).
 */
class UdpHostPort : public Object, public HostPort
{
  public:
    static TypeId GetTypeId();

    UdpHostPort();
    ~UdpHostPort() override;

    /**
     * Takes its place; once, before the transport is installed. The node has an Internet stack
     * and addresses. Ends the program with an error where an attribute does not fit the node.
     * @param host this node's number in @p hosts.
     * @param hosts may still grow until the first message.
     */
    void Join(const Ptr<Node>& node, Ptr<const HostTable> hosts, uint32_t host);

    /** The link that this port would send on at a node, by its attribute Local. */
    Egress FindEgress(const Ptr<Node>& node) const;

    const UdpPortCounts& Counts() const
    {
        return m_counts;
    }

    /** Control frames that wait for the link to be free, counted by walking over them. */
    FrameCounts Ready() const
    {
        return m_turns.Ready();
    }

    const Egress& Link() const
    {
        return m_egress;
    }

    void Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint) override;
    void Wake() override;
    void Send(Frame* frame) override;
    Frame* NewFrame() override;
    void Free(Frame* frame) override;
    uint32_t Host() const override;
    uint32_t HostCount() const override;
    const WireFormat& Format() const override;
    uint64_t BitRate() const override;
    int64_t SerializationPs(uint32_t wireBytes) const override;
    int64_t BaseRttPs() const override;

  protected:
    void DoDispose() override;

  private:
    Ipv4Address LocalAddress() const;
    void Open(const UdpProtocol& protocol);
    UdpCarrier& CarrierOf(const Frame& frame);
    void Serve(int64_t nowTick);
    void Release(Frame* frame);
    void Accept(const UdpCarrier::Arrival& arrival);
    Frame* ToFrame(const UdpCarrier::Arrival& arrival);
    void Trace(const UdpCarrier::Arrival& arrival);
    void Refuse(const Ptr<Packet>& packet, const Address& from);
    void Deliver(Frame* frame);

    Address m_local;
    uint16_t m_port;
    DataRate m_dataRate;
    Time m_baseRtt;
    uint32_t m_mtu;
    int32_t m_linkOverhead;
    int32_t m_minimumFrame;
    uint32_t m_maxBacklog;
    TypeId m_controlFactory;

    Ptr<Node> m_node;
    Ptr<const HostTable> m_hosts;
    uint32_t m_host{0};
    Egress m_egress;
    WireFormat m_format;
    uint64_t m_bitRate{0};
    int64_t m_baseRttPs{0};
    /** By protocol; null where it has no endpoint here. */
    std::array<std::unique_ptr<UdpCarrier>, FrameProtocol::NUMBERS> m_carriers;
    FramePool m_pool;
    EndpointTurns m_turns;
    int64_t m_freeAtPs{0};
    bool m_serving{false};
    Deadline m_service;
    UdpPortCounts m_counts;

    TracedCallback<Ptr<const Packet>> m_txTrace;
    TracedCallback<Ptr<const Packet>> m_rxTrace;
    TracedCallback<Ptr<const Packet>, const Address&, const Address&> m_txAddressTrace;
    TracedCallback<Ptr<const Packet>, const Address&, const Address&> m_rxAddressTrace;
    TracedCallback<Ptr<const Packet>, const Address&> m_malformedTrace;
};

} // namespace ns3::mlt

#endif // MLT_UDP_HOST_PORT_H
