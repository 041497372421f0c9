// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_RATE_CONTROL_H
#define MLT_RATE_CONTROL_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** What one FEEDBACK tells a sender about a (source, destination) pair. */
struct FeedbackSample
{
    int64_t nowPs;     //!< when it arrived
    int64_t rttPs;     //!< from the send time that it echoes
    uint32_t received; //!< data frames since the last feedback
    uint32_t marked;   //!< of those, with CE
    uint32_t missing;  //!< data frames found lost since the last feedback
    double bound;      //!< loss bound p of the pair's traffic
    /** The receiver's link over the hosts that have messages open for it, bit/s. */
    double share{0};
    double inFlightBytes{0}; //!< sent after the frame that it echoes

    /** The share of the interval's frames that did not arrive, in [0, 1]. */
    double LossShare() const
    {
        const uint32_t expected = received + missing;
        return expected ? static_cast<double>(missing) / expected : 0.0;
    }
};

/**
 * How fast one (source, destination) pair may send, and how much of it may be unheard of. MLT needs
 * only "a minimal rate control to avoid congestion collapse". Derive from this and register a
 * TypeId to add your own.
 */
class RateControl : public Object
{
  public:
    static TypeId GetTypeId();

    /** What a pair knows before it sends. */
    struct Path
    {
        uint64_t lineBitRate; //!< of the host's link, bit/s
        int64_t baseRttPs;    //!< of the network
        uint32_t frameBytes;  //!< a full frame on the wire
    };

    /** Told once, before anything else. */
    void Start(const Path& path);

    /** Takes a feedback and changes rate and window. */
    virtual void OnFeedback(const FeedbackSample& sample) = 0;

    /** The pair sends again after it had nothing open for long: what it learnt is old. */
    virtual void Restart();

    /** A pass is over, and nothing was heard of its last frames for as long as a PROBE waits. */
    virtual void OnTimeout();

    /** The rate allowed now, bit/s, above 0. */
    double BitRate() const
    {
        return m_bitRate;
    }

    /** Bytes on the wire that may be sent and not heard of, above 0. */
    double WindowBytes() const
    {
        return m_windowBytes;
    }

  protected:
    double LineRate() const
    {
        return static_cast<double>(m_path.lineBitRate);
    }

    double BaseRttPs() const
    {
        return static_cast<double>(m_path.baseRttPs);
    }

    double FrameBytes() const
    {
        return m_path.frameBytes;
    }

    /** Bytes that a rate puts on the wire in so many base RTTs. */
    double BytesOf(double bitRate, double rtts) const;

    double m_bitRate{0};
    double m_windowBytes{0};

  private:
    Path m_path{};
};

} // namespace ns3::mlt

#endif // MLT_RATE_CONTROL_H
