// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-droppable-packets.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3::mlt
{

Bitmap
DroppablePackets(const Message& message, uint32_t packetBytes, const ImportanceModel& importance)
{
    const uint64_t spared = message.bound.Tolerated(message.bytes) / packetBytes;
    const double share = importance.DroppableShare(message.layer, message.layers);
    const auto most = static_cast<uint32_t>(static_cast<double>(spared) * share);
    Bitmap droppable;
    if (most == 0)
    {
        return droppable;
    }
    const uint32_t packets = PacketsOf(message, packetBytes);
    std::vector<std::pair<double, uint32_t>> ranks;
    ranks.reserve(packets);
    PacketName name{RandomKeyOfMessage(message.id),
                    message.iteration,
                    message.layer,
                    message.layers,
                    0};
    for (; name.index < packets; ++name.index)
    {
        ranks.emplace_back(importance.Rank(name), name.index);
    }
    std::nth_element(ranks.begin(), ranks.begin() + most, ranks.end());
    droppable.Reset(packets);
    for (uint32_t i = 0; i < most; ++i)
    {
        droppable.Set(ranks[i].second);
    }
    return droppable;
}

} // namespace ns3::mlt
