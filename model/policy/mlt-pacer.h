// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PACER_H
#define MLT_PACER_H

#include "ns3/mlt-rate-control.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * When a (source, destination) pair may send its next frame: at the rate of its rate control, but
 * only at the least rate once more frames than a window have been sent since the latest frame that
 * a feedback told of. The window bounds what an incast's senders, which start at line rate, can
 * pour into a full buffer before they hear of it; an idle path never meets it.
 */
class Pacer
{
  public:
    /**
     * @param rate already started.
     * @param windowFrames frames that may be sent unheard of, at least 1.
     */
    Pacer(Ptr<RateControl> rate, uint32_t windowFrames);

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

    /** A frame of @p wireBytes was sent. */
    void OnSent(int64_t nowPs, uint32_t wireBytes);

    /**
     * A feedback has come.
     * @param heard sequence number of the frame that caused it.
     */
    void OnFeedback(const FeedbackSample& sample, uint32_t heard);

    const RateControl& Rate() const
    {
        return *m_rate;
    }

  private:
    void Update();

    // what each frame needs
    int64_t m_allowedPs{0};
    int64_t m_lastPs{0}; //!< when the last frame was sent
    uint32_t m_lastBytes{0};
    uint32_t m_sent{0};      //!< frames
    uint32_t m_heard{0};     //!< one above the highest sequence number heard of
    uint32_t m_window;       //!< frames
    double m_psPerByte;      //!< at the present rate
    double m_leastPsPerByte; //!< at the least rate

    Ptr<RateControl> m_rate;
};

} // namespace ns3::mlt

#endif // MLT_PACER_H
