// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_QUEUED_FRAME_H
#define MLT_QUEUED_FRAME_H

#include <cstdint>

namespace ns3::mlt
{

/**
 * A frame as queues and queue disciplines see it, on any plane: what they may ask of it, and the
 * links by which they hold it.
 */
struct QueuedFrame
{
    QueuedFrame* next; //!< belongs to whoever holds the frame

    union {
        QueuedFrame* previous; //!< belongs to the queue that holds the frame
        int64_t arrivalTick;   //!< on a link: when it arrives; not used on the way to an inbox
    };

    uint32_t flowHash;    //!< stands for the 5-tuple in per-flow path choice
    uint32_t remaining;   //!< bytes of its message that its sender has still to send, these
                          //!< included, up to UINT32_MAX; 0 where the transport does not tell
    uint16_t source;      //!< host index
    uint16_t destination; //!< host index
    uint16_t wireBytes;   //!< all bytes that the link is busy with
    uint16_t payload;     //!< the application's bytes; 0 in control
    uint16_t ingress;     //!< at a switch: the link it came by, counted among those that lead there
    uint8_t queue;        //!< class of service, 0 first (DSCP)
    bool ect : 1;         //!< ECN-capable: protected; else droppable
    bool ce : 1;          //!< congestion experienced
    bool isData : 1;      //!< bears an application's bytes
    bool trimmed : 1;     //!< a switch has cut its payload off
    bool isShort : 1;     //!< set by its pool
    uint8_t protocol;     //!< number of its FrameProtocol, or 0; set by FrameProtocol::Label
    uint8_t type;         //!< within the protocol; set by FrameProtocol::Label
    uint8_t end;          //!< of the protocol, at the destination; set by FrameProtocol::Label
    uint8_t attempt;      //!< how often its packet was sent before, where the protocol counts it
};

} // namespace ns3::mlt

#endif // MLT_QUEUED_FRAME_H
