// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_HEADER_H
#define MLT_HEADER_H

#include "ns3/mlt-frame.h"
#include "ns3/mlt-wire-format.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** The types of MLT's frames, as numbered on the wire. */
enum class MltType : uint8_t
{
    Data,       //!< a packet of a tensor
    Begin,      //!< sender to receiver: a message is coming
    Probe,      //!< sender to receiver: my pass is over, what is missing?
    Bitmap,     //!< receiver to sender: what has arrived (one segment)
    Stop,       //!< receiver to sender: enough has arrived
    Feedback,   //!< receiver to sender: for the rate control
    ChannelAck, //!< acknowledges one frame of the reliable control channel
};

/** MLT's ends at a host. */
enum class MltEnd : uint8_t
{
    Sender,
    Receiver,
};

/** What all packets of a message tell of it. */
struct MessageFields
{
    uint64_t messageId;
    uint64_t length;          //!< bytes of the message
    uint32_t iteration;       //!< training iteration, so that late data never counts
    uint32_t packetCount;     //!< packets of the message; BITMAP: segments of the round
    uint32_t boundBillionths; //!< the loss bound p x 10^9
    uint16_t layer;           //!< DATA and BEGIN: from 0, the front
};

/** Fields of MLT's headers; which ones a type of frame uses stands in doc/wire-format.md. */
struct MltHeader : public MessageFields
{
    int64_t sendTimePs;       //!< DATA: when the NIC sent it; FEEDBACK: the echo of that
    uint32_t index;           //!< DATA: packet of the message; BITMAP: segment of the round
    uint32_t pairSequence;    //!< DATA: counts the frames of a (source, destination) pair
    uint32_t channelSequence; //!< of the reliable control channel
    uint32_t received;        //!< FEEDBACK: data frames of the pair that have come
    uint32_t marked;          //!< FEEDBACK: of those, with CE
    uint32_t missing;         //!< FEEDBACK: data frames of the pair found lost
    uint32_t shareKbps;       //!< FEEDBACK: the receiver's link over its senders, kbit/s
    uint16_t round;           //!< PROBE and BITMAP: RoundOf
    bool endsPass;            //!< DATA: the last frame of a pass
    bool asksFeedback;        //!< DATA: the sender waits for a FEEDBACK
    uint8_t attempt;          //!< how often it was sent before, up to MOST_ATTEMPTS;
                              //!< CHANNEL ACK: the attempt that it acknowledges; FEEDBACK: 0
};

/**
 * The header of a DATA frame: the fields that differ among the DATA frames of a message, as in
 * MltHeader. It fits a short frame; the frame bears the attempt, and is attached to the
 * MessageDescription.
 */
struct PacketFields
{
    int64_t sendTimePs;
    uint32_t index : 30; //!< a packet has more than 256 bytes, a message less than 256 GiB
    uint32_t endsPass : 1;
    uint32_t asksFeedback : 1;
    uint32_t pairSequence;
};

/**
 * The round of a PROBE and of the BITMAP that answers it, or of a BITMAP that answers the last
 * frame of a pass: these are rounds of their own, for a pass may have both.
 * @param pass 0 for the first, then counted by repairs begun.
 */
constexpr uint16_t
RoundOf(uint8_t pass, bool isProbed)
{
    return static_cast<uint16_t>(2 * pass + isProbed);
}

/** The pass that a round is about. */
constexpr uint8_t
PassOf(uint16_t round)
{
    return static_cast<uint8_t>(round / 2);
}

/** The fields of a message, once for all DATA frames that carry it. */
struct MessageDescription : public FrameAttachment
{
    explicit MessageDescription(const MessageFields& of)
        : fields(of)
    {
    }

    const MessageFields fields;
};

/** Part of a BITMAP, attached to its frame: bit i tells whether packet first + i has arrived. */
struct BitmapSegment : public FrameAttachment
{
    uint32_t first{0};
    uint32_t packets{0};
    std::vector<uint64_t> bits;
};

/** The message of a DATA frame. */
inline const MessageFields&
MessageOf(const Frame& data)
{
    return static_cast<const MessageDescription&>(*data.attachment).fields;
}

/** What a BITMAP frame carries. */
inline const BitmapSegment&
BitmapOf(const Frame& bitmap)
{
    return static_cast<const BitmapSegment&>(*bitmap.attachment);
}

/** MLT's header in DATA: the sizes of its fields are listed in doc/wire-format.md. */
constexpr uint32_t MLT_DATA_HEADER_BYTES = 48;
/** MLT's header in every control frame, before the fields of its type. */
constexpr uint32_t MLT_CONTROL_HEADER_BYTES = 20;
/** Bytes of a control frame after that header, by type; BITMAP's without its bits. */
constexpr uint32_t MLT_BEGIN_BYTES = 20;
constexpr uint32_t MLT_PROBE_BYTES = 24;
constexpr uint32_t MLT_BITMAP_BYTES = 20;
constexpr uint32_t MLT_STOP_BYTES = 0;
constexpr uint32_t MLT_FEEDBACK_BYTES = 28;
constexpr uint32_t MLT_CHANNEL_ACK_BYTES = 0;
/** Gradients are 4-byte values; a packet carries whole ones. */
constexpr uint32_t GRADIENT_BYTES = 4;

/** Gradient bytes in a full DATA packet: whole 4-byte values. */
constexpr uint32_t
MltPayload(const WireFormat& format)
{
    const uint32_t room = format.UdpContent() - MLT_DATA_HEADER_BYTES;
    return room - room % GRADIENT_BYTES;
}

/** Wire size of a DATA packet with this payload. */
constexpr uint16_t
MltDataBytes(const WireFormat& format, uint32_t payload)
{
    return format.UdpBytes(MLT_DATA_HEADER_BYTES + payload);
}

/** Wire size of a control packet. @param fields bytes after the common control header. */
constexpr uint16_t
MltControlBytes(const WireFormat& format, uint32_t fields)
{
    return format.UdpBytes(MLT_CONTROL_HEADER_BYTES + fields);
}

} // namespace ns3::mlt

#endif // MLT_HEADER_H
