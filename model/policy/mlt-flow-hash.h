// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOW_HASH_H
#define MLT_FLOW_HASH_H

#include "ns3/mlt-five-tuple.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** What tells flows of the ns-3 IP stack apart. */
struct FlowKey
{
    uint32_t sourceHost;      //!< host index
    uint32_t destinationHost; //!< host index
    FiveTuple tuple;
};

/**
 * The number that stands for a flow in per-flow path choice (PathRequest::flowHash). Derive from
 * this and register a TypeId to give flows the paths that you want, such as those of other flows
 * in a comparison. One object serves many flows: Hash must be a pure function.
 */
class FlowHash : public Object
{
  public:
    static TypeId GetTypeId();

    virtual uint32_t Hash(const FlowKey& key) const = 0;
};

/** Addresses, ports and protocol, as switches do. Each direction of a connection has its own. */
class FiveTupleHash : public FlowHash
{
  public:
    static TypeId GetTypeId();

    uint32_t Hash(const FlowKey& key) const override;
};

} // namespace ns3::mlt

#endif // MLT_FLOW_HASH_H
