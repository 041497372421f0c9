// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_COUNT_H
#define MLT_FRAME_COUNT_H

#include "ns3/mlt-frame.h"

#include <cstdint>

namespace ns3::mlt
{

/** Frames and their bytes on the wire. */
struct FrameCount
{
    uint64_t frames{0};
    uint64_t bytes{0};

    void Add(const Frame& frame)
    {
        ++frames;
        bytes += frame.wireBytes;
    }

    FrameCount& operator+=(const FrameCount& other)
    {
        frames += other.frames;
        bytes += other.bytes;
        return *this;
    }

    friend FrameCount operator+(FrameCount a, const FrameCount& b)
    {
        return a += b;
    }

    friend bool operator==(const FrameCount& a, const FrameCount& b)
    {
        return a.frames == b.frames && a.bytes == b.bytes;
    }

    friend bool operator!=(const FrameCount& a, const FrameCount& b)
    {
        return !(a == b);
    }
};

/** A count for data, one for control, and one for what switches have left of trimmed data. */
struct FrameCounts
{
    FrameCount data;
    FrameCount control;
    FrameCount trimmed;

    void Add(const Frame& frame)
    {
        (frame.trimmed ? trimmed : frame.isData ? data : control).Add(frame);
    }

    FrameCounts& operator+=(const FrameCounts& other)
    {
        data += other.data;
        control += other.control;
        trimmed += other.trimmed;
        return *this;
    }
};

/** Frames whose payload switches have cut off, before and after that. */
struct TrimCount
{
    FrameCount whole;   //!< with their payload
    FrameCount headers; //!< what goes on of them

    /** Trims a frame, and counts it. @param minimumFrame as for Frame::Trim. */
    void Trim(Frame& frame, uint32_t minimumFrame)
    {
        whole.Add(frame);
        frame.Trim(minimumFrame);
        headers.Add(frame);
    }

    TrimCount& operator+=(const TrimCount& other)
    {
        whole += other.whole;
        headers += other.headers;
        return *this;
    }
};

/**
 * What became of the frames that reached their host, each counted by the transport where it
 * decides.
 */
struct ReceiptCounts
{
    FrameCounts useful;
    FrameCounts duplicate; //!< had arrived before
    FrameCounts late;      //!< for a message that is complete
    FrameCounts stale;     //!< for a message that is forgotten, of an older iteration, or not ours;
                           //!< trimmed, where the transport makes no use of headers alone

    ReceiptCounts& operator+=(const ReceiptCounts& other)
    {
        useful += other.useful;
        duplicate += other.duplicate;
        late += other.late;
        stale += other.stale;
        return *this;
    }
};

} // namespace ns3::mlt

#endif // MLT_FRAME_COUNT_H
