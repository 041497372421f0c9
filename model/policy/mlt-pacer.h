// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PACER_H
#define MLT_PACER_H

#include "ns3/mlt-rate-control.h"
#include "ns3/ptr.h"

#include <algorithm>
#include <cstdint>

namespace ns3::mlt
{

/**
 * When a (source, destination) pair may send its next frame: at the rate of its rate control, and
 * while what is sent and not heard of is within the window. The frame that fills the window asks
 * for a feedback. If none comes, one more frame goes, later each time; so a pair never stands
 * still, and what it adds to a link that carries nothing goes to nothing.
 */
class Pacer
{
  public:
    /**
     * @param rate already started.
     * @param frameBytes a full frame on the wire.
     * @param baseRttPs of the network.
     */
    Pacer(Ptr<RateControl> rate, uint32_t frameBytes, int64_t baseRttPs);

    /** The instant from which the next frame is allowed. */
    int64_t AllowedPs() const
    {
        return m_allowedPs;
    }

    /** Sequence number of the next frame. */
    uint32_t NextSequence() const
    {
        return m_sent;
    }

    /** Whether the next frame is the last one that the window allows: it asks for a feedback. */
    bool AsksNext() const
    {
        return m_sent + 1 - m_heard >= std::max(m_windowFrames, 1.0);
    }

    /**
     * A frame was sent.
     * @param isProtected that it is lost would tell of the path; a droppable one may go missing.
     */
    void OnSent(int64_t nowPs, uint32_t wireBytes, bool isProtected);

    /**
     * A feedback has come.
     * @param sample all but inFlightBytes, which is filled in.
     * @param heard sequence number of the frame that caused it.
     */
    void OnFeedback(FeedbackSample sample, uint32_t heard);

    /** The pair has something to send again. @return whether that counts as a new start. */
    bool Resume(int64_t nowPs);

    /** A PROBE goes out: if nothing was heard since the last frame, the window knows of it. */
    void OnProbe();

    /** Rises with a sample at once and falls by half of the distance: it mixes priorities. */
    int64_t SmoothedRttPs() const
    {
        return m_smoothedRttPs;
    }

    const RateControl& Rate() const
    {
        return *m_rate;
    }

  private:
    void Adopt();
    void Update();
    bool IsWindowFull() const;
    int64_t SilencePs() const;

    // what each frame needs
    int64_t m_allowedPs{0};
    int64_t m_lastPs{0}; //!< when the last frame was sent
    uint32_t m_lastBytes{0};
    uint32_t m_sent{0};  //!< frames
    uint32_t m_heard{0}; //!< one above the highest sequence number heard of
    double m_windowFrames{1};
    double m_psPerByte{0}; //!< at the present rate
    bool m_asked{false};   //!< the last frame did, and is protected
    uint8_t m_tries{0};    //!< frames sent beyond the window since a feedback

    uint32_t m_frameBytes;
    int64_t m_baseRttPs;
    int64_t m_rttPs; //!< of the last feedback
    int64_t m_smoothedRttPs;
    int64_t m_heardPs{0}; //!< when the last feedback came
    Ptr<RateControl> m_rate;
};

} // namespace ns3::mlt

#endif // MLT_PACER_H
