// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PLAIN_TRAFFIC_H
#define MLT_PLAIN_TRAFFIC_H

#include "ns3/mlt-traffic-pattern.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::mlt
{

/** Who sends to whom, as places in the list of a job's hosts. */
struct HostPair
{
    uint32_t source{0};
    uint32_t destination{0}; //!< another one
};

/**
 * Plain traffic, for whoever tests a transport: flows of one size that all begin when the
 * iteration does, without a model. What is derived from this says between which hosts.
 */
class PlainTraffic : public TrafficPattern
{
  public:
    static TypeId GetTypeId();

    /**
     * The flows.
     * @param hosts of the job, at least 2.
     * @throw InputError if an attribute does not suit so many hosts.
     */
    virtual std::vector<HostPair> Pairs(uint32_t hosts) const = 0;

    /** One transfer for each of Pairs(), in that order; its place there is the tensor's number. */
    Graph Build(const PatternInput& input) const override;

  private:
    uint64_t m_bytes; //!< of a flow
};

} // namespace ns3::mlt

#endif // MLT_PLAIN_TRAFFIC_H
