// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-frame-pool.h"

#include <type_traits>

namespace ns3::mlt
{

template <typename FRAME>
void
FramePool::Store<FRAME>::Grow()
{
    m_blocks.emplace_back(new FRAME[BLOCK_FRAMES]());
    FRAME* block = m_blocks.back().get();
    for (size_t i = BLOCK_FRAMES; i-- > 0;)
    {
        block[i].isShort = std::is_same<FRAME, ShortFrame>::value;
        Return(&block[i]);
    }
}

template class FramePool::Store<ShortFrame>;
template class FramePool::Store<LongFrame>;

} // namespace ns3::mlt
