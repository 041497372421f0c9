// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HOST_INBOX_H
#define MLT_HOST_INBOX_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-fabric-node.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame.h"
#include "ns3/mlt-prefetch.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::mlt
{

/**
 * What is on its way to a host that looks ahead: the frames in flight on its link, in order, and
 * the instant by which they must be handled. Frames that bear patience may be handled late, many at
 * once, so that the state of the host is fetched once for all of them.
 */
class alignas(CACHE_LINE_BYTES) HostInbox
{
  public:
    using Arrival = FrameArrival;

    /**
     * @param peers how many hosts there are.
     * @param expect called when DueTick has become earlier.
     */
    HostInbox(uint32_t peers, std::function<void()> expect);

    /**
     * How late frames may be handled. What has come must have been handled.
     * @param latenessPs 0: not at all.
     * @param mostLateBytes of payload; at once.
     */
    void SetPatience(int64_t latenessPs, uint64_t mostLateBytes);

    /** Whether no frame of a peer may be handled late; asked for as often as given back. */
    void BePunctual(uint32_t peer, bool wanted);

    /** A frame will arrive. @param tick not before the present one, nor that of the last frame. */
    void Add(Frame* frame, int64_t tick)
    {
        AddArrival(m_arrivals, frame, tick);
        m_bytes += frame->payload;
        int64_t dueTick = tick + m_latenessTicks;
        if (m_latenessTicks > 0 && !MayWait(*frame, m_bytes))
        {
            dueTick = tick;
            m_prompt.push_back(tick);
        }
        if (dueTick < m_dueTick)
        {
            m_dueTick = dueTick;
            m_expect();
        }
    }

    /** When the next frame arrives, or NEVER_TICK. */
    int64_t NextTick() const
    {
        return m_first < m_arrivals.size() ? m_arrivals[m_first].tick : NEVER_TICK;
    }

    /** Fetches where the next frames stand. */
    void PrefetchArrivals() const
    {
        PrefetchBytes(AddressOf(m_arrivals.data() + m_first),
                      std::min(TURN, m_arrivals.size() - m_first) * sizeof(Arrival));
    }

    /** Fetches the next frames themselves. */
    void PrefetchFrames() const
    {
        for (size_t i = 0; i < TURN; ++i)
        {
            Prefetch(i);
        }
    }

    /** Fetches a frame that is @p ahead places behind the next one. */
    void Prefetch(size_t ahead) const
    {
        if (const Frame* frame = Peek(ahead))
        {
            PrefetchWhole(frame);
        }
    }

    /** The frame that is @p ahead places behind the next one, or nullptr. */
    const Frame* Peek(size_t ahead) const
    {
        return m_first + ahead < m_arrivals.size() ? m_arrivals[m_first + ahead].frame : nullptr;
    }

    /** Takes the next frame. */
    Arrival Take()
    {
        const Arrival arrival = m_arrivals[m_first++];
        m_bytes -= arrival.frame->payload;
        return arrival;
    }

    /** To be called after some were taken: DueTick is for the rest. */
    void Settle();

    /** By then all frames until then must be handled; NEVER_TICK: there are none. */
    int64_t DueTick() const
    {
        return m_dueTick;
    }

    /** Counts the frames. */
    FrameCounts Count() const;

  private:
    /** Of 1500 bytes 8 arrive at 100 Gbit/s in a microsecond, and some more before it is handled.
     */
    static constexpr size_t TURN = 12;

    bool MayWait(const Frame& frame, uint64_t bytes) const
    {
        return (uint64_t{1} << frame.patience) > m_mostLateBytes && bytes <= m_mostLateBytes &&
               !(m_punctual > 0 && m_punctualOfPeer[frame.source] > 0);
    }

    void JudgeAnew();
    void Forget();

    // what each frame needs: a cache line
    int64_t m_dueTick{NEVER_TICK};
    int64_t m_latenessTicks{0};
    uint64_t m_mostLateBytes{0};
    uint64_t m_bytes{0}; //!< of payload in the frames
    std::vector<Arrival> m_arrivals;
    uint32_t m_punctual{0};
    uint32_t m_first{0}; //!< so many of the arrivals were taken

    std::vector<int64_t> m_prompt; //!< when the frames arrive that may not wait
    size_t m_firstPrompt{0};
    bool m_mustJudge{false}; //!< a peer's frames may not wait any more
    std::vector<uint16_t> m_punctualOfPeer;
    std::function<void()> m_expect;
};

} // namespace ns3::mlt

#endif // MLT_HOST_INBOX_H
