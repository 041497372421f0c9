// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CONTROL_ENDPOINT_H
#define MLT_CONTROL_ENDPOINT_H

#include "ns3/application.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-control-channel.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-index-set.h"
#include "ns3/nstime.h"

#include <memory>
#include <vector>

namespace ns3::mlt
{

/**
 * What MLT's sender and receiver applications share: a host port, a reliable control channel to
 * each peer, and the count of what arrived.
 */
class MltControlEndpoint : public Application, public FrameEndpoint
{
  public:
    static TypeId GetTypeId();

    virtual ReceiptCounts Receipts() const
    {
        return m_receipts;
    }

  protected:
    /**
     * @param own this end.
     * @param peer the other end.
     * @param resendPhase at which control is sent again (mlt-phases.h).
     */
    MltControlEndpoint(MltEnd own, MltEnd peer, int64_t resendPhase);

    /** Joins the host's port. Called once, before the run. */
    void AttachTo(HostPort& port);

    /**
     * Sends a control packet reliably.
     * @param fields bytes after the common control header.
     * @param nowPs the present instant, or that of a late Pull.
     */
    void SendReliably(uint32_t peer, ControlPacket packet, uint32_t fields, int64_t nowPs);

    /** Sends a control packet once. @param fields as above. */
    void SendOnce(uint32_t peer, ControlPacket packet, uint32_t fields);

    /**
     * Takes a control frame: acknowledges it, or takes the acknowledgement that it is, and counts
     * it. FEEDBACK, which is not reliable, is the caller's.
     * @return whether it is a new packet, to be acted upon.
     */
    bool AcceptControl(const Frame& frame, int64_t nowPs);

    /** How long after it was sent a control packet is sent again, at the earliest. */
    int64_t FirstTimeoutPs() const
    {
        return m_timeout.firstPs;
    }

    HostPort& Host() const
    {
        return *m_host;
    }

  private:
    HostPort* m_host{nullptr}; // with the table of virtual functions: each frame needs both

  protected:
    ReceiptCounts m_receipts;

  private:
    ControlChannel& ChannelTo(uint32_t peer);
    Frame* MakeFrame(uint32_t peer, const ControlPacket& packet) const;
    void Resend();

    MltEnd m_ownEnd;
    MltEnd m_peerEnd;
    Time m_timeoutLeast;
    double m_timeoutRtts;
    Time m_timeoutMost;
    ControlTimeout m_timeout;
    /** By peer, made when first used: with hosts squared of them they would be all the memory. */
    std::vector<std::unique_ptr<ControlChannel>> m_channels;
    IndexSet m_unacknowledged; //!< peers with packets that were not, at the last look
    Deadline m_resend;
};

/** The 5-tuple's stand-in for path choice: one flow for a pair of applications. */
uint32_t MltFlowHash(uint32_t source, uint32_t destination, MltEnd end);

} // namespace ns3::mlt

#endif // MLT_CONTROL_ENDPOINT_H
