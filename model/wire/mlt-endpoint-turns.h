// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ENDPOINT_TURNS_H
#define MLT_ENDPOINT_TURNS_H

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
 * one that an endpoint gives, the endpoints asked in turns. Owns the ready frames.
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
        (m_last ? m_last->next : m_first) = frame;
        m_last = frame;
    }

    /** Takes the next frame, or nullptr if there is none now. */
    Frame* Next(int64_t nowPs)
    {
        if (m_first)
        {
            Frame* frame = m_first;
            m_first = frame->next;
            m_last = m_first ? m_last : nullptr;
            return frame;
        }
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            FrameEndpoint* endpoint = m_pulled[m_turn];
            m_turn = m_turn + 1 < m_pulledCount ? m_turn + 1 : 0;
            if (Frame* frame = endpoint->Pull(nowPs))
            {
                return frame;
            }
        }
        return nullptr;
    }

    /** When to ask Next again after it was asked: the earliest instant, or NEVER_PS. */
    int64_t NextPs(int64_t nowPs) const
    {
        if (m_first)
        {
            return nowPs;
        }
        int64_t next = NEVER_PS;
        for (uint32_t i = 0; i < m_pulledCount; ++i)
        {
            next = std::min(next, m_pulled[i]->NextPullPs(nowPs));
        }
        return next;
    }

    /** The ready frames, counted by walking over them. */
    FrameCounts Ready() const
    {
        FrameCounts counts;
        for (const Frame* frame = m_first; frame; frame = frame->next)
        {
            counts.Add(*frame);
        }
        return counts;
    }

  private:
    using Endpoints = std::array<FrameEndpoint*, static_cast<size_t>(Port::COUNT)>;

    Frame* m_first{nullptr}; //!< ready frames, oldest first
    Frame* m_last{nullptr};
    uint32_t m_turn{0}; //!< whom to ask first
    uint32_t m_pulledCount{0};
    Endpoints m_pulled{}; //!< each that gives frames once
    Endpoints m_endpoints{};
};

} // namespace ns3::mlt

#endif // MLT_ENDPOINT_TURNS_H
