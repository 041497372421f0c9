// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_ENDPOINT_TURNS_H
#define MLT_ENDPOINT_TURNS_H

#include "ns3/mlt-clock.h"
#include "ns3/mlt-frame-count.h"
#include "ns3/mlt-host-port.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

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
        const bool gives = endpoint.LatenessPs() != NEVER_PS;
        if (gives && std::find(m_pulled.begin(), m_pulled.end(), &endpoint) == m_pulled.end())
        {
            m_pulled.push_back(&endpoint);
        }
    }

    /** Who takes what arrives for @p port, or nullptr. */
    FrameEndpoint* At(Port port) const
    {
        return m_endpoints[static_cast<size_t>(port)];
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
        for (size_t i = 0; i < m_pulled.size(); ++i)
        {
            FrameEndpoint* endpoint = m_pulled[m_turn];
            m_turn = m_turn + 1 < m_pulled.size() ? m_turn + 1 : 0;
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
        for (FrameEndpoint* endpoint : m_pulled)
        {
            next = std::min(next, endpoint->NextPullPs(nowPs));
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
    std::array<FrameEndpoint*, static_cast<size_t>(Port::COUNT)> m_endpoints{};
    std::vector<FrameEndpoint*> m_pulled; //!< each that gives frames once
    size_t m_turn{0};                     //!< whom to ask first
    Frame* m_first{nullptr};              //!< ready frames, oldest first
    Frame* m_last{nullptr};
};

} // namespace ns3::mlt

#endif // MLT_ENDPOINT_TURNS_H
