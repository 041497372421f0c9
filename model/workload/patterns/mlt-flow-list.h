// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_FLOW_LIST_H
#define MLT_FLOW_LIST_H

#include "ns3/mlt-flow-table.h"
#include "ns3/mlt-traffic-pattern.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * The graph of flows that begin at their instants, whatever became of the others. Its transfers
 * are the flows in the order given; a transfer's tensor is its place in that order.
 *
 * @param flows at least one.
 * @param hosts the job's: host i of a flow is hosts[i].
 * @throw InputError if a flow is not valid (see GraphBuilder::Build).
 */
Graph BuildFlows(const std::vector<TimedFlow>& flows, const std::vector<uint32_t>& hosts);

/** Plain traffic: the flows of a file (ReadFlows), each one transfer. */
class FlowList : public TrafficPattern
{
  public:
    static TypeId GetTypeId();

    std::vector<std::string> InputFiles() const override;
    Graph Build(const PatternInput& input) const override;

  private:
    std::string m_path;
};

} // namespace ns3::mlt

#endif // MLT_FLOW_LIST_H
