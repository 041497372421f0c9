// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ENDPOINT_TURNS_H
#define MLT_ENDPOINT_TURNS_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-frame-protocol.h"
#include "ns3/mlt-host-port.h"
#include "ns3/mlt-prefetch.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3::mlt
{

/**
 * What a host's link carries next, on any plane: frames that are ready, first in, first out; else
 * one that an endpoint gives, the endpoints asked in turns; of paused classes none. Owns the ready
 * frames.
 */
class EndpointTurns
{
  public:
    /**
     * @param endpoint takes what arrives for @p end of @p protocol, and is asked for frames if it
     * IsPulled. At most MOST_ENDPOINTS ends of all protocols may be attached.
     */
    void Attach(const FrameProtocol& protocol, uint8_t end, FrameEndpoint& endpoint)
    {
        uint8_t& slot = m_slots[protocol.Number()][end];
        if (slot == NOBODY)
        {
            slot = ++m_attachedCount;
        }
        m_endpoints.at(slot) = &endpoint;
        const auto last = m_pulled.begin() + m_pulledCount;
        if (endpoint.IsPulled() && std::find(m_pulled.begin(), last, &endpoint) == last)
        {
            m_pulled.at(m_pulledCount++) = &endpoint;
            endpoint.SetPaused(m_paused);
        }
    }

    /** From now on Next gives no frame of these classes, and of any other it may. */
    void SetPaused(ClassSet classes)
    {
        m_paused = classes;
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            m_pulled[i]->SetPaused(classes);
        }
    }

    /** Who takes a frame that arrives, or nullptr. */
    FrameEndpoint* At(const Frame& frame) const
    {
        return m_endpoints[m_slots[frame.protocol][frame.end]];
    }

    /** Fetches what At will read. */
    void Prefetch(const Frame& frame) const
    {
        PrefetchLine(&m_slots[frame.protocol]);
        PrefetchLine(&m_endpoints[NOBODY + 1]);
    }

    /** Adds what Next and the endpoints will likely read. */
    void ListAhead(PrefetchList& list) const
    {
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            list.Add(m_pulled[i]);
            m_pulled[i]->ListAhead(list);
        }
    }

    /** A frame is ready to go. */
    void Push(Frame* frame)
    {
        frame->next = nullptr;
        if (m_last)
        {
            m_last->next = frame;
        }
        else
        {
            m_first = frame;
        }
        m_last = frame;
    }

    /** Takes the next frame, or nullptr if there is none now. */
    Frame* Next(int64_t nowPs)
    {
        if (m_first)
        {
            if (Frame* frame = TakeReady())
            {
                return frame;
            }
        }
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            const uint32_t turn = m_turn;
            m_turn = m_turn + 1 < m_pulledCount ? m_turn + 1 : 0;
            Frame* held = m_held[turn];
            Frame* frame = held ? held : m_pulled[turn]->Pull(nowPs);
            const bool mayGo = frame && !m_paused.Has(frame->queue);
            m_held[turn] = mayGo ? nullptr : frame;
            if (mayGo)
            {
                return frame;
            }
        }
        return nullptr;
    }

    /** When to ask Next again after it was asked: the earliest instant, or NEVER_PS. */
    int64_t NextPs(int64_t nowPs) const
    {
        if (m_first && FirstThatMayGo())
        {
            return nowPs;
        }
        int64_t next = NEVER_PS;
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            const Frame* held = m_held[i];
            if (!held)
            {
                next = std::min(next, m_pulled[i]->NextPullPs(nowPs));
            }
            else if (!m_paused.Has(held->queue))
            {
                return nowPs;
            }
        }
        return next;
    }

    /** The frames that it owns, counted by walking over them. */
    FrameCounts Ready() const
    {
        FrameCounts counts;
        for (const Frame* frame = m_first; frame; frame = frame->Next())
        {
            counts.Add(*frame);
        }
        for (const Frame* frame : m_held)
        {
            if (frame)
            {
                counts.Add(*frame);
            }
        }
        return counts;
    }

  private:
    static constexpr size_t MOST_ENDPOINTS = 7; // with nobody, a cache line of pointers
    static constexpr uint8_t NOBODY = 0;

    /** The first ready frame whose class is not paused, or nullptr. */
    Frame* FirstThatMayGo() const
    {
        Frame* frame = m_first;
        while (frame && m_paused.Has(frame->queue))
        {
            frame = frame->Next();
        }
        return frame;
    }

    Frame* TakeReady()
    {
        Frame* taken = FirstThatMayGo();
        if (!taken)
        {
            return nullptr;
        }
        Frame* before = nullptr;
        for (Frame* frame = m_first; frame != taken; frame = frame->Next())
        {
            before = frame;
        }
        if (before)
        {
            before->next = taken->next;
        }
        else
        {
            m_first = taken->Next();
        }
        m_last = m_last == taken ? before : m_last;
        return taken;
    }

    Frame* m_first{nullptr}; //!< ready frames, oldest first
    Frame* m_last{nullptr};
    uint32_t m_turn{0}; //!< whom to ask first
    uint32_t m_pulledCount{0};
    ClassSet m_paused;
    std::array<FrameEndpoint*, MOST_ENDPOINTS> m_pulled{}; //!< each that gives frames once
    std::array<Frame*, MOST_ENDPOINTS> m_held{};           //!< given while its class is paused
    std::array<FrameEndpoint*, 1 + MOST_ENDPOINTS> m_endpoints{}; //!< the first is nobody
    /** By protocol and end: the place in m_endpoints. */
    std::array<std::array<uint8_t, FrameProtocol::MOST_ENDS>, FrameProtocol::NUMBERS> m_slots{};
    uint8_t m_attachedCount{0};
};

} // namespace ns3::mlt

#endif // MLT_ENDPOINT_TURNS_H
