// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_CONTROL_STREAM_H
#define MLT_CONTROL_STREAM_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::mlt
{

/**
 * Control frames in a byte stream: for each the length of its header (2 bytes, network order), the
 * end of the protocol that it is for (1 byte), and the header.
 *
 * @param header a control header's bytes, 1 to 65535 of them.
 */
Ptr<Packet> ToStream(uint8_t end, const Packet& header);

/** Takes such a stream apart, however it was cut on its way. */
class ControlStream
{
  public:
    /** @param ends of the protocol: those that frames are for are below this. */
    explicit ControlStream(uint8_t ends)
        : m_ends(ends)
    {
    }

    /** The next bytes of the stream have come. */
    void Append(const Ptr<const Packet>& bytes);

    /**
     * The next header that is there as a whole.
     * @param end is set to the end it is for.
     * @return nullptr if there is none yet, or the stream is broken.
     */
    Ptr<Packet> Next(uint8_t& end);

    /** Whether something came that cannot be: nothing more will be read. */
    bool IsBroken() const
    {
        return m_broken;
    }

  private:
    Ptr<Packet> m_bytes{Create<Packet>()}; //!< not read yet
    uint8_t m_ends;
    bool m_broken{false};
};

} // namespace ns3::mlt

#endif // MLT_CONTROL_STREAM_H
