// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PORT_OCCUPANCY_H
#define MLT_PORT_OCCUPANCY_H

#include "ns3/mlt-priority.h"
#include "ns3/mlt-queued-frame.h"

#include <array>
#include <cstdint>

namespace ns3::mlt
{

/** What waits in a port, without the frame in service: frames, and bytes on the wire by class. */
class PortOccupancy
{
  public:
    bool IsEmpty() const
    {
        return m_frames == 0;
    }

    uint64_t Frames() const
    {
        return m_frames;
    }

    uint64_t Bytes(uint8_t queue) const
    {
        return m_bytes[queue];
    }

    /** Of all classes but control. */
    uint64_t DataBytes() const
    {
        return m_dataBytes;
    }

    uint64_t Bytes() const
    {
        return m_dataBytes + m_bytes[CONTROL_QUEUE];
    }

    /** Of the classes below @p queue. */
    uint64_t BytesBelow(uint8_t queue) const
    {
        uint64_t bytes = 0;
        for (uint32_t q = queue + 1u; q < QUEUES; ++q)
        {
            bytes += m_bytes[q];
        }
        return bytes;
    }

    void Add(const QueuedFrame& frame)
    {
        ++m_frames;
        m_bytes[frame.queue] += frame.wireBytes;
        if (frame.queue != CONTROL_QUEUE)
        {
            m_dataBytes += frame.wireBytes;
        }
    }

    void Remove(const QueuedFrame& frame)
    {
        --m_frames;
        m_bytes[frame.queue] -= frame.wireBytes;
        if (frame.queue != CONTROL_QUEUE)
        {
            m_dataBytes -= frame.wireBytes;
        }
    }

  private:
    uint64_t m_frames{0};
    uint64_t m_dataBytes{0};
    std::array<uint64_t, QUEUES> m_bytes{};
};

} // namespace ns3::mlt

#endif // MLT_PORT_OCCUPANCY_H
