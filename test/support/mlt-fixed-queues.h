// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FIXED_QUEUES_H
#define MLT_FIXED_QUEUES_H

#include "ns3/mlt-path-chooser.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::mlt
{

/** Queues of a test's choice, for a path chooser without a network. */
class FixedQueues : public PathQueues
{
  public:
    explicit FixedQueues(std::vector<uint64_t> queuedBytes)
        : bytes(std::move(queuedBytes))
    {
    }

    uint64_t QueuedBytes(uint32_t path) const override
    {
        ++asked;
        return bytes.at(path);
    }

    /** A frame that has to choose one of these. */
    PathRequest Request(uint32_t group = 0) const
    {
        PathRequest request{};
        request.group = group;
        request.paths = static_cast<uint32_t>(bytes.size());
        request.queues = this;
        return request;
    }

    std::vector<uint64_t> bytes;
    mutable uint32_t asked{0}; //!< how often a queue was looked at
};

} // namespace ns3::mlt

#endif // MLT_FIXED_QUEUES_H
