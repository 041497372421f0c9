// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CONTROL_CHANNEL_H
#define MLT_CONTROL_CHANNEL_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-header.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>

namespace ns3::mlt
{

/** A control packet of MLT as the reliable channel keeps it until it is acknowledged. */
struct ControlPacket
{
    MltType type{MltType::Begin};
    uint16_t wireBytes{0};
    MltHeader header{};
    Ptr<const BitmapSegment> bitmap;
};

/**
 * When an unacknowledged control packet is sent again, on a path whose round trip is short. A
 * channel that measures a longer one waits longer: else a slow link would carry copies only.
 */
struct ControlTimeout
{
    int64_t firstPs{0}; //!< after the first transmission
    int64_t mostPs{0};  //!< the interval doubles up to this
};

/**
 * One end of MLT's reliable control channel to one peer, as a state machine for either data plane:
 * sequence numbers, acknowledgements, a timer for each packet that doubles, no end to the tries,
 * no order. (MLT uses TCP or RDMA RC there; these semantics are what it needs of them.)
 */
class ControlChannel
{
  public:
    /**
     * Takes a packet to send; fills its channelSequence.
     * @return the packet, to be sent now.
     */
    const ControlPacket& Submit(ControlPacket packet, int64_t nowPs, const ControlTimeout& timeout);

    /**
     * An acknowledgement has come. If it is for the first or the last time that the packet was
     * sent, it measures the round trip.
     * @param attempt that it acknowledges: how often the packet was sent before.
     * @return false if it was for nothing outstanding.
     */
    bool Acknowledge(uint32_t sequence, uint8_t attempt, int64_t nowPs);

    /** The earliest instant at which a packet is due again, or NEVER_PS. */
    int64_t NextDeadlinePs() const;

    /**
     * Calls send(const ControlPacket&) for each packet that is due, doubles its interval and counts
     * its attempts.
     */
    template <typename SEND>
    void Resend(int64_t nowPs, const ControlTimeout& timeout, SEND send)
    {
        for (auto& entry : m_outstanding)
        {
            if (entry.deadlinePs <= nowPs)
            {
                entry.intervalPs = std::min(2 * entry.intervalPs, MostIntervalPs(timeout));
                entry.deadlinePs = nowPs + entry.intervalPs;
                entry.lastSentPs = nowPs;
                uint8_t& attempt = entry.packet.header.attempt;
                attempt = static_cast<uint8_t>(std::min(attempt + 1, +MOST_ATTEMPTS));
                send(entry.packet);
            }
        }
    }

    /** A packet has arrived from the peer. @return whether it is new. */
    bool Accept(uint32_t sequence);

    /** Packets that are not acknowledged. */
    size_t Outstanding() const
    {
        return m_unacknowledged;
    }

  private:
    struct Entry
    {
        ControlPacket packet;
        int64_t firstSentPs{0};
        int64_t lastSentPs{0};
        int64_t intervalPs{0};
        int64_t deadlinePs{NEVER_PS}; //!< NEVER_PS: acknowledged
    };

    int64_t FirstIntervalPs(const ControlTimeout& timeout) const;
    int64_t MostIntervalPs(const ControlTimeout& timeout) const;
    void Measure(const Entry& entry, uint8_t attempt, int64_t nowPs);

    int64_t m_rttPs{0};              //!< rises at once, falls by halves; 0: not measured
    std::deque<Entry> m_outstanding; //!< sequences m_first, m_first + 1, ...
    uint32_t m_first{0};
    size_t m_unacknowledged{0};
    uint32_t m_acceptedBelow{0};   //!< all below this have arrived
    std::set<uint32_t> m_accepted; //!< and these above it
};

} // namespace ns3::mlt

#endif // MLT_CONTROL_CHANNEL_H
