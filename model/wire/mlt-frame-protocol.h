// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_PROTOCOL_H
#define MLT_FRAME_PROTOCOL_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-link-crossing.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** A type of frames within a protocol. */
struct FrameType
{
    const char* name; //!< as results and messages tell of it
    bool isData;      //!< bears an application's bytes; else it is control
};

/**
 * The frames of one transport, as everybody else sees them: what they are called, which of them are
 * data, how they look as bytes, what names them to a loss model. A transport derives from this and
 * makes one object, which lives as long as any of its frames (as a rule: to the program's end).
 *
 *     const MyProtocol& MyProtocol::Get()
 *     {
 *         static const MyProtocol protocol;
 *         return protocol;
 *     }
 *
 * The object registers itself, and is given a number, which frames bear; the order in which
 * protocols register has no part in any result.
 */
class FrameProtocol
{
  public:
    /** Numbers are below this; 0 is a frame's that has no protocol. */
    static constexpr uint32_t NUMBERS = 16;
    /** A protocol has at most so many ends at a host (a sender and a receiver, say). */
    static constexpr uint32_t MOST_ENDS = 2;
    /** A protocol has at most so many types of frames. */
    static constexpr uint32_t MOST_TYPES = 32;

    virtual ~FrameProtocol();
    FrameProtocol(const FrameProtocol&) = delete;
    FrameProtocol& operator=(const FrameProtocol&) = delete;

    /** The protocol of a frame that Label was called for. */
    static const FrameProtocol& Of(const Frame& frame);

    /** What a loss model may know of a frame (see Identify). */
    static LinkCrossing CrossingOf(const Frame& frame);

    uint8_t Number() const
    {
        return m_number;
    }

    const std::string& Name() const
    {
        return m_name;
    }

    uint8_t Ends() const
    {
        return m_ends;
    }

    /** A type's name; "?" where there is no such type. */
    const char* NameOfType(uint8_t type) const
    {
        return type < m_types.size() ? m_types[type].name : "?";
    }

    /** The end that what goes to @p end comes from: the other one, if there are two. */
    uint8_t Opposite(uint8_t end) const
    {
        return static_cast<uint8_t>(m_ends - 1 - end);
    }

    /**
     * Makes a frame one of this protocol.
     * @param type one of the protocol's, by number; the program ends with an error at another.
     * @param end at the destination that it is for; likewise.
     */
    template <typename TYPE, typename END>
    void Label(Frame& frame, TYPE type, END end) const
    {
        if (static_cast<uint32_t>(type) >= m_typeCount || static_cast<uint32_t>(end) >= m_ends)
        {
            RefuseLabel(static_cast<uint32_t>(type), static_cast<uint32_t>(end));
        }
        frame.protocol = m_number;
        frame.type = static_cast<uint8_t>(type);
        frame.end = static_cast<uint8_t>(end);
        frame.isData = (m_dataTypes >> static_cast<uint32_t>(type)) & 1u;
    }

    /**
     * The IPv4 packet that a frame stands for, with all its headers (mlt-ip-wrapping.h); its
     * payload is zeros. For captures.
     * @param atPs when it is sent.
     * @return as many bytes as the frame's wire size says, less the link's overhead.
     */
    virtual Ptr<Packet> ToIpPacket(const Frame& frame, int64_t atPs) const = 0;

  protected:
    /**
     * Registers the protocol.
     * @param name unique.
     * @param types numbered as they stand here: 1 to MOST_TYPES.
     * @param ends 1 to MOST_ENDS.
     * @throw InputError if another protocol has the name, or all numbers are given.
     */
    FrameProtocol(std::string name, std::vector<FrameType> types, uint8_t ends);

    /**
     * Names a frame to a loss model: message, index and attempt, which together no other frame of
     * this type to this end between these hosts has, on every link and on either data plane; then
     * sets isNamed. The other fields are filled already. HashedLoss spares frames without a name,
     * as they all are unless a protocol overrides this.
     */
    virtual void Identify(const Frame& frame, LinkCrossing& crossing) const;

  private:
    [[noreturn]] void RefuseLabel(uint32_t type, uint32_t end) const;

    std::string m_name;
    std::vector<FrameType> m_types;
    uint32_t m_dataTypes{0}; //!< a bit for each type
    uint32_t m_key;          //!< of the name: tells its frames from those of other protocols
    uint8_t m_typeCount;
    uint8_t m_ends;
    uint8_t m_number;
};

} // namespace ns3::mlt

#endif // MLT_FRAME_PROTOCOL_H
