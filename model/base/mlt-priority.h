// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PRIORITY_H
#define MLT_PRIORITY_H

#include <cstdint>

namespace ns3::mlt
{

/** Strict-priority queues of a port: 0 is served first and carries control. */
constexpr uint32_t QUEUES = 8;
constexpr uint8_t CONTROL_QUEUE = 0;
constexpr uint8_t FIRST_DATA_QUEUE = 1;

/**
 * The queue of a layer's gradients: front layers, which the next forward pass needs first, go
 * first (MLT, NSDI'24; the even split of layers over seven queues is ours).
 *
 * @param layer from 0 (the input's side) to layers - 1.
 * @param layers how many layers the model has, at least 1.
 * @return 1 (front) to 7 (back).
 */
constexpr uint8_t
QueueOfLayer(uint32_t layer, uint32_t layers)
{
    constexpr uint64_t DATA_QUEUES = QUEUES - FIRST_DATA_QUEUE;
    return static_cast<uint8_t>(FIRST_DATA_QUEUE + DATA_QUEUES * layer / layers);
}

} // namespace ns3::mlt

#endif // MLT_PRIORITY_H
