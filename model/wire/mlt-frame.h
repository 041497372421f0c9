// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FRAME_H
#define MLT_FRAME_H

#include "ns3/mlt-prefetch.h"
#include "ns3/mlt-queued-frame.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ns3::mlt
{

/** What a frame may carry beside its header; let go of when the frame is freed. */
struct FrameAttachment : public SimpleRefCount<FrameAttachment>
{
    virtual ~FrameAttachment() = default;
};

/** How often a packet was sent before goes up to this, and stays there. */
constexpr uint8_t MOST_ATTEMPTS = 255;

/** Room for a transport's header: in a short frame, and in a long one. */
constexpr size_t SHORT_HEADER_BYTES = 16;
constexpr size_t LONG_HEADER_BYTES = 80;

/** Ends the program: a header of so many bytes has no room in a short frame. */
[[noreturn]] void RefuseLongHeader(size_t bytes);

/**
 * What crosses a link: a descriptor from a FramePool, not bytes. What a hop reads, and behind it
 * the header of the frame's protocol: in a short frame (a cache line) or in a long one (two).
 */
struct Frame : public QueuedFrame
{
    /** What its protocol says, or null. */
    Ptr<const FrameAttachment> attachment;

    /** What stands behind it where it is held: a frame, too. */
    Frame* Next() const
    {
        return static_cast<Frame*>(next);
    }

    /** Whether it is of a type of its protocol. @tparam TYPE the protocol's enumeration. */
    template <typename TYPE>
    bool Is(TYPE ofProtocol) const
    {
        return type == static_cast<uint8_t>(ofProtocol);
    }

    /**
     * The header of its protocol. It is plain data and not cleared when a frame is taken from its
     * pool. One of more than SHORT_HEADER_BYTES needs a long frame.
     */
    template <typename HEADER>
    HEADER& Header()
    {
        CheckHeader<HEADER>();
        return *reinterpret_cast<HEADER*>(this + 1);
    }

    template <typename HEADER>
    const HEADER& Header() const
    {
        CheckHeader<HEADER>();
        return *reinterpret_cast<const HEADER*>(this + 1);
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
        isData = false;
        trimmed = true;
    }

  private:
    template <typename HEADER>
    void CheckHeader() const
    {
        static_assert(std::is_trivially_copyable<HEADER>::value, "a header is plain data");
        static_assert(sizeof(HEADER) <= LONG_HEADER_BYTES, "a header fits a long frame");
        static_assert(alignof(HEADER) <= alignof(Frame), "a header stands behind the frame");
        if constexpr (sizeof(HEADER) > SHORT_HEADER_BYTES)
        {
            if (isShort)
            {
                RefuseLongHeader(sizeof(HEADER));
            }
        }
    }
};

/** A frame with a short header, of which tens of thousands are in flight. */
struct alignas(CACHE_LINE_BYTES) ShortFrame final : public Frame
{
    alignas(Frame) std::byte header[SHORT_HEADER_BYTES];
};

/** A frame with any header. */
struct alignas(CACHE_LINE_BYTES) LongFrame final : public Frame
{
    alignas(Frame) std::byte header[LONG_HEADER_BYTES];
};

static_assert(sizeof(ShortFrame) == CACHE_LINE_BYTES, "what is in flight decides the speed");
static_assert(sizeof(LongFrame) == 2 * CACHE_LINE_BYTES, "the same");
static_assert(sizeof(Frame) + SHORT_HEADER_BYTES == sizeof(ShortFrame) &&
                  sizeof(Frame) + LONG_HEADER_BYTES == sizeof(LongFrame),
              "the header stands right behind the frame, which Header relies upon");

} // namespace ns3::mlt

#endif // MLT_FRAME_H
