// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_VERDICT_H
#define MLT_VERDICT_H

#include <cstdint>

namespace ns3::mlt
{

/** What a port is to do with an arriving frame. */
enum class Verdict : uint8_t
{
    Enqueue,
    EnqueueMarked, //!< with CE
    DropSelective, //!< droppable, and its queue is over its threshold
    DropFull,      //!< no room
    PushOut,       //!< enqueue, and waiting frames of as many bytes make room; else drop as full
    PushOutMarked, //!< the same, with CE
    Trim,          //!< cut its payload and enqueue the rest; where it cannot be cut, drop as full
};

/** Whether waiting frames are to make room. */
constexpr bool
PushesOut(Verdict verdict)
{
    return verdict == Verdict::PushOut || verdict == Verdict::PushOutMarked;
}

/** Whether the frame gets CE. */
constexpr bool
Marks(Verdict verdict)
{
    return verdict == Verdict::EnqueueMarked || verdict == Verdict::PushOutMarked;
}

} // namespace ns3::mlt

#endif // MLT_VERDICT_H
