// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RECEIVER_MESSAGE_H
#define MLT_RECEIVER_MESSAGE_H

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-header.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-prefetch.h"

#include <vector>

namespace ns3::mlt
{

/**
 * MLT's receiver state machine for one message (knows no network): marks which packets have come
 * and tells when (1 - p) of the bytes have. Starts with BEGIN or the first DATA, whichever comes
 * first: both say all that is needed.
 */
class alignas(CACHE_LINE_BYTES) MltReceiverMessage
{
  public:
    enum class Outcome
    {
        Useful,
        Completing, //!< useful, and now enough has come: STOP
        Duplicate,
        Late,    //!< enough had come already
        Foreign, //!< the message has no such packet: another one bears its id
    };

    /**
     * @param fields of BEGIN, DATA or PROBE.
     * @param source host index.
     */
    MltReceiverMessage(const MessageFields& fields, uint32_t source);

    /** A DATA packet with @p payload bytes has come. */
    Outcome OnData(uint32_t index, uint32_t payload);

    bool IsComplete() const
    {
        return m_complete;
    }

    /** Distinct bytes that have come; at completion and after, what counted then. */
    uint64_t DeliveredBytes() const
    {
        return m_delivered;
    }

    uint32_t Source() const
    {
        return m_source;
    }

    uint32_t Iteration() const
    {
        return m_iteration;
    }

    /** Which packets have come; empty once Forget was called. */
    const Bitmap& Received() const
    {
        return m_received;
    }

    /**
     * What a BITMAP of a message that is not complete tells: the parts of the bitmap that have
     * holes.
     * @param mostPackets in a segment, a multiple of 64.
     */
    std::vector<Ptr<const BitmapSegment>> Holes(uint32_t mostPackets) const;

    /** Frees the bitmap of a complete message; what is left is its tombstone. */
    void Forget();

  private:
    uint64_t m_needed;
    uint64_t m_delivered{0};
    uint32_t m_iteration;
    uint32_t m_source;
    bool m_complete{false};
    Bitmap m_received;
};

} // namespace ns3::mlt

#endif // MLT_RECEIVER_MESSAGE_H
