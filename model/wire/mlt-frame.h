// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_H
#define MLT_FRAME_H

#include "ns3/mlt-bitmap.h"
#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-queued-frame.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace ns3::mlt
{

/** What a frame is. Data carries gradient bytes; everything else is control. */
enum class FrameKind : uint8_t
{
    Data,       //!< MLT: a packet of a tensor
    Begin,      //!< MLT, sender to receiver: a message is coming
    Probe,      //!< MLT, sender to receiver: my pass is over, what is missing?
    Bitmap,     //!< MLT, receiver to sender: what has arrived (one segment)
    Stop,       //!< MLT, receiver to sender: enough has arrived
    Feedback,   //!< MLT, receiver to sender: for the rate control
    ChannelAck, //!< MLT: acknowledges one frame of the reliable control channel
    StreamData, //!< DCTCP: a segment
    StreamAck,  //!< DCTCP: an acknowledgement
    Packet,     //!< of an ns-3 IP stack, with payload
    BarePacket, //!< of an ns-3 IP stack, headers alone: TCP's SYN, ACK, FIN
};

/** Whether frames of this kind carry an application's bytes. */
constexpr bool
IsData(FrameKind kind)
{
    return kind == FrameKind::Data || kind == FrameKind::StreamData || kind == FrameKind::Packet;
}

/** The demultiplexing key at a host, as a UDP or TCP port is. */
enum class Port : uint8_t
{
    MltSender,
    MltReceiver,
    Stream,
    Packet, //!< the ns-3 IP stack
    COUNT
};

/** What a frame may carry beside its header; let go of when the frame is freed. */
struct FrameAttachment : public SimpleRefCount<FrameAttachment>
{
    virtual ~FrameAttachment() = default;
};

/** Part of a BITMAP: bit i tells whether packet first + i has arrived. */
struct BitmapSegment : public FrameAttachment
{
    uint32_t first{0};
    uint32_t packets{0};
    std::vector<uint64_t> bits;
};

/** How often a packet was sent before goes up to this, and stays there. */
constexpr uint8_t MOST_ATTEMPTS = 255;

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

/** The fields of a message, once for all DATA frames that carry it. */
struct MessageDescription : public FrameAttachment
{
    explicit MessageDescription(const MessageFields& of)
        : fields(of)
    {
    }

    const MessageFields fields;
};

/** Fields of MLT's headers; which ones a kind of frame uses stands in doc/wire-format.md. */
struct MltHeader : public MessageFields
{
    int64_t sendTimePs;       //!< DATA: when the NIC sent it; FEEDBACK: the echo of that
    uint32_t index;           //!< DATA: packet of the message; BITMAP: segment of the round
    uint32_t pairSequence;    //!< DATA: counts the frames of a (source, destination) pair
    uint32_t channelSequence; //!< of the reliable control channel
    uint32_t received;        //!< FEEDBACK: frames since the last one
    uint32_t marked;          //!< FEEDBACK: of those, with CE
    uint32_t missing;         //!< FEEDBACK: pair sequence numbers skipped since the last one
    uint16_t round;           //!< PROBE and BITMAP
    uint8_t attempt;          //!< how often it was sent before, up to MOST_ATTEMPTS;
                              //!< CHANNEL ACK: the attempt that it acknowledges; FEEDBACK: 0
};

/** The fields that differ among the DATA frames of a message; as in MltHeader. */
struct PacketFields
{
    int64_t sendTimePs;
    uint32_t index;
    uint32_t pairSequence;
};

/** Fields of a TCP-like segment and of its acknowledgement. */
struct StreamHeader
{
    static constexpr uint32_t SACK_BLOCKS = 3;

    struct Range
    {
        uint64_t begin;
        uint64_t end;
    };

    uint32_t connection; //!< distinguishes connections of a (source, destination) pair
    uint8_t sackCount;   //!< valid entries of sack
    bool echo;           //!< ECE: the acknowledged segment bore CE
    bool repair;         //!< a retransmission

    union {
        uint64_t sequence;        //!< of a segment: its first byte in the stream
        uint64_t acknowledgement; //!< of an acknowledgement: the next byte expected
    };

    int64_t timestampPs;     //!< when the segment was sent; echoed by its acknowledgement
    Range sack[SACK_BLOCKS]; //!< bytes received out of order, most recent block first
};

/**
 * What crosses a link: a descriptor from a FramePool, not bytes. What a hop reads, and a header
 * behind it: of a short frame (a cache line) PacketFields alone, of a long one (two) any.
 */
struct Frame : public QueuedFrame
{
    FrameKind kind;
    Port port;        //!< at the destination
    uint8_t attempt;  //!< DATA: as MltHeader::attempt
    bool isShort : 1; //!< set by its pool
    bool trimmed : 1; //!< a switch has cut its payload off (Trim)

    /**
     * A MessageDescription with Data, a BitmapSegment with Bitmap, a CarriedPacket with Packet and
     * BarePacket, else null.
     */
    Ptr<const FrameAttachment> attachment;

    /** What stands behind it where it is held: a frame, too. */
    Frame* Next() const
    {
        return static_cast<Frame*>(next);
    }

    /**
     * A switch cuts the payload off; the headers go on alone and count as neither data nor control,
     * but as trimmed.
     * @param minimumFrame least bytes that a link is busy with (WireFormat::minimumFrame).
     */
    void Trim(uint32_t minimumFrame)
    {
        const uint32_t headerBytes = wireBytes - payload;
        wireBytes = static_cast<uint16_t>(std::max(headerBytes, minimumFrame));
        payload = 0;
        trimmed = true;
    }

    /** Of DATA. */
    PacketFields& Data();
    const PacketFields& Data() const;

    /** Of MLT's control; not of a short frame. */
    MltHeader& Mlt();
    const MltHeader& Mlt() const;

    /** Of StreamData and StreamAck; not of a short frame. */
    StreamHeader& Stream();
    const StreamHeader& Stream() const;

    /** What a BITMAP carries; only for a BITMAP. */
    const BitmapSegment& Bitmap() const
    {
        return static_cast<const BitmapSegment&>(*attachment);
    }

    /** The message of DATA; only for DATA. */
    const MessageFields& Message() const
    {
        return static_cast<const MessageDescription&>(*attachment).fields;
    }
};

/** A frame for DATA, of which tens of thousands are in flight. */
struct alignas(CACHE_LINE_BYTES) ShortFrame final : public Frame
{
    PacketFields packet;
};

/** A frame for any kind. */
struct alignas(CACHE_LINE_BYTES) LongFrame final : public Frame
{
    union {
        PacketFields packet;
        MltHeader mlt;
        StreamHeader stream;
    };
};

static_assert(sizeof(ShortFrame) == CACHE_LINE_BYTES, "what is in flight decides the speed");
static_assert(sizeof(LongFrame) == 2 * CACHE_LINE_BYTES, "the same");
static_assert(std::is_trivially_copyable<MltHeader>::value, "headers are plain data");
static_assert(std::is_trivially_copyable<StreamHeader>::value, "headers are plain data");

/** Ends the program: the caller takes a frame of DATA for one of another kind. */
[[noreturn]] void RefuseShortFrame();

/** A short frame has no room for the header that the caller asks for. */
inline void
RequireLong(const Frame& frame)
{
    if (frame.isShort)
    {
        RefuseShortFrame();
    }
}

inline const PacketFields&
Frame::Data() const
{
    return isShort ? static_cast<const ShortFrame&>(*this).packet
                   : static_cast<const LongFrame&>(*this).packet;
}

inline PacketFields&
Frame::Data()
{
    return isShort ? static_cast<ShortFrame&>(*this).packet : static_cast<LongFrame&>(*this).packet;
}

inline const MltHeader&
Frame::Mlt() const
{
    RequireLong(*this);
    return static_cast<const LongFrame&>(*this).mlt;
}

inline MltHeader&
Frame::Mlt()
{
    RequireLong(*this);
    return static_cast<LongFrame&>(*this).mlt;
}

inline const StreamHeader&
Frame::Stream() const
{
    RequireLong(*this);
    return static_cast<const LongFrame&>(*this).stream;
}

inline StreamHeader&
Frame::Stream()
{
    RequireLong(*this);
    return static_cast<LongFrame&>(*this).stream;
}

} // namespace ns3::mlt

#endif // MLT_FRAME_H
