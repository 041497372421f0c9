// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_GRADIENT_BUCKETS_H
#define MLT_GRADIENT_BUCKETS_H

#include "ns3/mlt-model-trace.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** Gradients that are sent as one. */
struct GradientBucket
{
    uint64_t bytes{0};
    /** The frontmost layer in it: its gradients come last, and its parameters are needed first. */
    uint32_t layer{0};
    uint32_t tensor{0};  //!< the frontmost tensor in it, a row of the table
    uint32_t tensors{0}; //!< how many
};

/**
 * Puts gradients into buckets as PyTorch's DistributedDataParallel does: in the order in which they
 * appear (the last tensor first), a bucket is full when it has reached its size, so that it may
 * exceed it by most of a tensor; no tensor is cut. The first bucket is smaller, so that sending
 * begins early.
 *
 * @param bucketBytes at which a bucket is full; 0: a bucket for each tensor.
 * @param firstBytes the same for the first bucket; bucketBytes where that is less.
 * @return in the order in which they become ready; together they are the table's tensors.
 */
std::vector<GradientBucket> FuseGradients(const ModelTrace& trace,
                                          uint64_t bucketBytes,
                                          uint64_t firstBytes);

} // namespace ns3::mlt

#endif // MLT_GRADIENT_BUCKETS_H
