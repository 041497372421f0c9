// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ENDPOINT_TURNS_H
#define MLT_ENDPOINT_TURNS_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-count.h"
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
     * @param endpoint takes what arrives for @p port, and is asked for frames unless it never gives
     * one.
     */
    void Attach(Port port, FrameEndpoint& endpoint)
    {
        m_endpoints[static_cast<size_t>(port)] = &endpoint;
        const auto end = m_pulled.begin() + m_pulledCount;
        const bool gives = endpoint.LatenessPs() != NEVER_PS;
        if (gives && std::find(m_pulled.begin(), end, &endpoint) == end)
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

    /** Who takes what arrives for @p port, or nullptr. */
    FrameEndpoint* At(Port port) const
    {
        return m_endpoints[static_cast<size_t>(port)];
    }

    /** Fetches what At will read. */
    void Prefetch(Port port) const
    {
        PrefetchLine(&m_endpoints[static_cast<size_t>(port)]);
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

    using Endpoints = std::array<FrameEndpoint*, static_cast<size_t>(Port::COUNT)>;

    Frame* m_first{nullptr}; //!< ready frames, oldest first
    Frame* m_last{nullptr};
    uint32_t m_turn{0}; //!< whom to ask first
    uint32_t m_pulledCount{0};
    ClassSet m_paused;
    Endpoints m_pulled{};                                          //!< each that gives frames once
    std::array<Frame*, static_cast<size_t>(Port::COUNT)> m_held{}; //!< a frame that it gave while
                                                                   //!< its class is paused
    Endpoints m_endpoints{};
};

} // namespace ns3::mlt

#endif // MLT_ENDPOINT_TURNS_H
