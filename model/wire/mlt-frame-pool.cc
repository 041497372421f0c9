// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-pool.h"

namespace ns3::mlt
{

void
FramePool::Grow()
{
    m_blocks.emplace_back(new Frame[BLOCK_FRAMES]());
    Frame* block = m_blocks.back().get();
    for (size_t i = BLOCK_FRAMES; i-- > 0;)
    {
        block[i].next = m_free;
        m_free = &block[i];
    }
}

} // namespace ns3::mlt
