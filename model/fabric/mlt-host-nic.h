// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_NIC_H
#define MLT_HOST_NIC_H

#include "ns3/mlt-endpoint-turns.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-host-port.h"

namespace ns3::mlt
{

/**
 * A host's NIC on the express plane. One event a frame: at the start of a service it pulls the next
 * frame. Frames given to Send go first, in order.
 */
class HostNic : public FabricNode, public HostPort
{
  public:
    /** What a NIC knows of its network. */
    struct Network
    {
        uint32_t hosts;
        int64_t baseRttPs;
        WireFormat format;
    };

    HostNic(uint32_t host, const Network& network, FramePool& pool);
    ~HostNic() override;

    /** Told once, before the run: the link that leads out of the host. */
    void SetUplink(FabricLink& link);

    /** Frames for a port that nobody attached to; a bug of a transport, counted. */
    const FrameCounts& Unclaimed() const
    {
        return m_unclaimed;
    }

    void ReceiveFrame(Frame* frame, int64_t nowTick) override;
    void Prefetch(const Frame& frame) const override;

    void Attach(Port port, FrameEndpoint& endpoint) override;
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

  private:
    void Serve(int64_t nowTick);
    void AwaitNext(int64_t nowPs);
    void AwaitFree();
    void LinkIsFree();

    using FreeEvent = MemberEvent<HostNic, &HostNic::LinkIsFree>;

    uint32_t m_host;
    const Network& m_network;
    FramePool& m_pool;
    FabricLink* m_uplink{nullptr};
    int64_t m_freeAtPs{0};
    EndpointTurns m_turns;
    bool m_serving{false};
    Ptr<FreeEvent> m_freeEvent; //!< at m_freeAtPs, when something is to be sent then
    bool m_freeEventStands{false};
    Deadline m_wait; //!< when the link is free before something may be sent
    FrameCounts m_unclaimed;
};

} // namespace ns3::mlt

#endif // MLT_HOST_NIC_H
