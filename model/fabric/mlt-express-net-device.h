// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_EXPRESS_NET_DEVICE_H
#define MLT_EXPRESS_NET_DEVICE_H

#include "ns3/mac48-address.h"
#include "ns3/mlt-express-channel.h"
#include "ns3/mlt-flow-hash.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-ip-packet.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * A host's NIC on the express fabric as an ns-3 device, so that ns-3's IP stack, its TCP and its
 * applications run over the fabric. IPv4 packets travel as frames of the same size, priority (from
 * the DSCP), protection (from ECN) and flow hash (from the 5-tuple) as a switch would see; a mark
 * that a switch gave is written into the IP header when the packet is delivered.
 *
 * Packets wait in TxQueue; the NIC pulls one whenever the host's link is free, in turn with the
 * transports that share the NIC. Anything but unicast IPv4 to a known address is dropped
 * (MacTxDrop).
 *
 * All instants are the fabric's (ps); the simulator must run in femtoseconds.
 */
class ExpressNetDevice : public NetDevice, private FrameEndpoint
{
  public:
    static TypeId GetTypeId();
    ExpressNetDevice();
    ~ExpressNetDevice() override;

    /**
     * Takes its place at a host; once.
     * @param port must outlive the run.
     * @param channel joins the devices of the same fabric.
     */
    void Bind(HostPort& port, Ptr<ExpressChannel> channel);

    /** The host's index in its fabric; after Bind. */
    uint32_t Host() const;

    /** Where packets wait for the link. */
    Ptr<Queue<Packet>> GetQueue() const;
    void SetQueue(Ptr<Queue<Packet>> queue);

    /** Frames that were delivered to the IP stack. */
    const FrameCounts& Received() const
    {
        return m_received;
    }

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    /** @return false, and nothing changes, if the fabric's frames could not hold it. */
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /** What is known of a packet that is to be sent. */
    struct Outgoing
    {
        IpPacketInfo ip;
        uint32_t destination; //!< host
    };

    bool Examine(const Packet& packet, Outgoing& out) const;
    Frame* MakeFrame(Ptr<Packet> packet, const Outgoing& out);
    void TraceTransmission(const Ptr<Packet>& packet, uint32_t wireBytes);
    void TransmitComplete(Ptr<Packet> packet);
    void Deliver(Ptr<Packet> packet, const Address& from);

    Frame* Pull(int64_t nowPs) override;
    int64_t NextPullPs(int64_t nowPs) override;
    void Receive(Frame* frame, int64_t nowPs) override;

    HostPort* m_port{nullptr};
    Ptr<ExpressChannel> m_channel;
    Ptr<Queue<Packet>> m_queue;
    TypeId m_hashType;
    Ptr<FlowHash> m_hash;
    Ptr<Node> m_node;
    Mac48Address m_address;
    uint32_t m_ifIndex{0};
    uint16_t m_mtu{0}; //!< 0: the fabric's
    FrameCounts m_received;
    ReceiveCallback m_receiveCallback;
    PromiscReceiveCallback m_promiscCallback;
    TracedCallback<> m_linkChange;

    TracedCallback<Ptr<const Packet>> m_macTx;
    TracedCallback<Ptr<const Packet>> m_macTxDrop;
    TracedCallback<Ptr<const Packet>> m_macPromiscRx;
    TracedCallback<Ptr<const Packet>> m_macRx;
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;
    TracedCallback<Ptr<const Packet>> m_phyRxEnd;
    TracedCallback<Ptr<const Packet>> m_sniffer;
    TracedCallback<Ptr<const Packet>> m_promiscSniffer;
};

} // namespace ns3::mlt

#endif // MLT_EXPRESS_NET_DEVICE_H
