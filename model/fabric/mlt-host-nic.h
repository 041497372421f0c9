// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_NIC_H
#define MLT_HOST_NIC_H

#include "ns3/mlt-endpoint-turns.h"
#include "ns3/mlt-fabric-link.h"
#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-prefetch.h"

namespace ns3::mlt
{

/**
 * A host's NIC on the express plane: at the start of a service it pulls the next frame. Frames
 * given to Send go first, in order.
 *
 * A NIC that looks ahead pulls late, as its endpoints allow: what it sends cannot reach the switch
 * sooner than its link's delay. So many frames are pulled in a row, for one event, unless an
 * endpoint asks it to catch up before that.
 */
class alignas(CACHE_LINE_BYTES) HostNic : public FabricNode, public HostPort
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

    /**
     * Told once, before anything is attached.
     * @param link leads out of the host.
     * @param lookAheadPs up to the link's delay; 0 for none.
     */
    void SetUplink(FabricLink& link, int64_t lookAheadPs);

    /**
     * From now on no service of these classes starts, and one of any other may. What started before
     * or at this very picosecond goes on.
     */
    void SetPaused(ClassSet classes);

    /** Frames for a port that nobody attached to; a bug of a transport, counted. */
    const FrameCounts& Unclaimed() const
    {
        return m_unclaimed;
    }

    /** Before this instant it starts nothing more: the present, or less if it is late. */
    int64_t ServedUntilPs() const;

    void ReceiveFrame(Frame* frame, int64_t nowTick) override;
    void Prefetch(const Frame& frame, int stage) const override;

    void Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint) override;
    void CatchUp() override;
    void Wake() override;
    void Send(Frame* frame) override;
    Frame* NewFrame() override;
    Frame* NewShortFrame() override;
    void Free(Frame* frame) override;
    uint32_t Host() const override;
    uint32_t HostCount() const override;
    const WireFormat& Format() const override;
    uint64_t BitRate() const override;
    int64_t SerializationPs(uint32_t wireBytes) const override;
    int64_t BaseRttPs() const override;

  private:
    void Expired();
    void PrefetchTurn(int stage) const;
    void Serve(int64_t startPs);
    void ServeBefore(int64_t tick);
    void PlanNext(int64_t nowPs);
    void Plan(int64_t startPs, int64_t atTick);
    void Arm();

    const Network& m_network;
    FramePool& m_pool;
    FabricLink* m_uplink{nullptr};
    int64_t m_freeAtPs{0};
    int64_t m_nextPs{NEVER_PS};     //!< when the next service starts, as far as is known
    int64_t m_nextTick{NEVER_TICK}; //!< the tick at which it would be decided without look-ahead
    int64_t m_latenessPs{0};        //!< up to the link's look-ahead, as far as the endpoints allow
    bool m_mayBeLate{true};         //!< all that are pulled allow some lateness
    bool m_serving{false};
    uint32_t m_host;
    EndpointTurns m_turns;
    Deadline m_due;       //!< by then the next service is decided
    PrefetchList m_ahead; //!< what the next turn will read
    FrameCounts m_unclaimed;
};

} // namespace ns3::mlt

#endif // MLT_HOST_NIC_H
