// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-class-tally.h"

namespace ns3::mlt
{

void
ClassTally::Carry(uint32_t isData, uint32_t queue, uint32_t isProtected)
{
    m_large[isData][queue][isProtected] = At(isData, queue, isProtected);
    m_small[isData][queue][isProtected] = {};
}

FrameCount
ClassTally::At(uint32_t isData, uint32_t queue, uint32_t isProtected) const
{
    const Small& small = m_small[isData][queue][isProtected];
    return m_large[isData][queue][isProtected] + FrameCount{small.frames, small.bytes};
}

ClassCounts
ClassTally::ByClass() const
{
    ClassCounts counts;
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        for (uint32_t isProtected = 0; isProtected < 2; ++isProtected)
        {
            counts[queue][isProtected] = At(0, queue, isProtected) + At(1, queue, isProtected);
        }
    }
    return counts;
}

FrameCounts
ClassTally::ByKind() const
{
    FrameCounts counts;
    for (uint32_t queue = 0; queue < QUEUES; ++queue)
    {
        for (uint32_t isProtected = 0; isProtected < 2; ++isProtected)
        {
            counts.control += At(0, queue, isProtected);
            counts.data += At(1, queue, isProtected);
        }
    }
    return counts;
}

} // namespace ns3::mlt
