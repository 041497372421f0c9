// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-gradient-buckets.h"

#include <algorithm>

namespace ns3::mlt
{

std::vector<GradientBucket>
FuseGradients(const ModelTrace& trace, uint64_t bucketBytes, uint64_t firstBytes)
{
    const auto& tensors = trace.Tensors();
    std::vector<GradientBucket> buckets;
    uint64_t fullAt = std::min(firstBytes, bucketBytes);
    bool isOpen = false;
    for (auto row = static_cast<uint32_t>(tensors.size()); row-- > 0;)
    {
        if (!isOpen)
        {
            buckets.emplace_back();
        }
        GradientBucket& bucket = buckets.back();
        bucket.bytes += tensors[row].bytes;
        bucket.layer = tensors[row].layer;
        bucket.tensor = row;
        ++bucket.tensors;
        isOpen = bucket.bytes < fullAt;
        fullAt = isOpen ? fullAt : bucketBytes;
    }
    return buckets;
}

} // namespace ns3::mlt
