// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_PORT_H
#define MLT_HOST_PORT_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-wire-format.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * A transport's end at a host, as the NIC sees it. The NIC pulls: whenever its link is free it
 * asks for one frame, so that a tensor is never a queue and a STOP has nothing to withdraw.
 */
class FrameEndpoint
{
  public:
    virtual ~FrameEndpoint() = default;

    /**
     * The next frame to send, of highest priority among those allowed now.
     * @param nowPs the instant at which its service starts.
     * @return a frame (the NIC owns it now), or nullptr when none is allowed now.
     */
    virtual Frame* Pull(int64_t nowPs) = 0;

    /**
     * When to ask again after Pull gave nothing: the earliest instant at which it may give a
     * frame if nothing else happens, or NEVER_PS. Changes are told by HostPort::Wake.
     */
    virtual int64_t NextPullPs(int64_t nowPs) = 0;

    /**
     * From now on Pull gives no frame of these classes (QueuedFrame::queue), and of any other it
     * may. The port has caught up, and asks for a frame by itself. An endpoint that gives one
     * nevertheless need not override this: the port keeps that frame until it may go, and pulls no
     * other of this endpoint before.
     */
    virtual void SetPaused(ClassSet classes)
    {
        (void)classes;
    }

    /** A frame has arrived for this endpoint, which owns it now. */
    virtual void Receive(Frame* frame, int64_t nowPs) = 0;

    /**
     * A frame will arrive soon: may ask the processor to fetch what Receive will read.
     * @param stage 0 first: what is to be found by the frame; 1 and 2 later: what that points to.
     */
    virtual void Prefetch(const Frame& frame, int stage) const
    {
        (void)frame;
        (void)stage;
    }

    /** Adds what the next Pull will likely read. */
    virtual void ListAhead(PrefetchList& list) const
    {
        (void)list;
    }

    /**
     * Whether Pull ever gives a frame: not that of an endpoint that sends only by HostPort::Send,
     * which is never asked. Asked when it is attached.
     */
    virtual bool IsPulled() const
    {
        return true;
    }

    /**
     * How long after its instant Pull may be called, at most: 0 for an endpoint that needs to be
     * asked in time. One that allows more calls HostPort::CatchUp before it changes anything that
     * Pull reads, takes the instant from Pull's argument, and lets nothing but the frame come of it
     * any sooner. Asked when it is attached.
     */
    virtual int64_t LatenessPs() const
    {
        return 0;
    }
};

/**
 * The one interface between transports and data planes: a host's place on the network. Hosts are
 * numbered from 0 to HostCount() - 1.
 */
class HostPort
{
  public:
    virtual ~HostPort() = default;

    /** Makes @p endpoint the receiver of frames for an end of a protocol, and lets it be pulled. */
    virtual void Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint) = 0;

    /**
     * Pulls all that is to be pulled until now, the present picosecond included: a port may be
     * late, as far as FrameEndpoint::LatenessPs allows.
     */
    virtual void CatchUp()
    {
    }

    /** The endpoint may have a frame now, or earlier than it said last. */
    virtual void Wake() = 0;

    /**
     * Queues a frame ready to go (control, acknowledgements): first in, first out, before any
     * frame that would be pulled. The port owns it now. A late port first pulls what was before:
     * who allows that and numbers his frames calls CatchUp before he draws a number.
     */
    virtual void Send(Frame* frame) = 0;

    /** A frame with source set to this host, to be labelled, filled and sent. */
    virtual Frame* NewFrame() = 0;

    /** The same for a header of at most SHORT_HEADER_BYTES: a short frame, where the port has such.
     */
    virtual Frame* NewShortFrame()
    {
        return NewFrame();
    }

    /** Gives a received frame back. */
    virtual void Free(Frame* frame) = 0;

    virtual uint32_t Host() const = 0;
    virtual uint32_t HostCount() const = 0;
    virtual const WireFormat& Format() const = 0;
    /** The host link's rate, bit/s. */
    virtual uint64_t BitRate() const = 0;
    /** How long the host link is busy with a frame. */
    virtual int64_t SerializationPs(uint32_t wireBytes) const = 0;
    /**
     * The base round trip of the network: an MTU frame out and a minimal frame back over the
     * longest idle host pair.
     */
    virtual int64_t BaseRttPs() const = 0;
};

} // namespace ns3::mlt

#endif // MLT_HOST_PORT_H
