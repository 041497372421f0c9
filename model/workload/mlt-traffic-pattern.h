// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TRAFFIC_PATTERN_H
#define MLT_TRAFFIC_PATTERN_H

#include "ns3/mlt-graph.h"
#include "ns3/mlt-loss-bound.h"
#include "ns3/mlt-model-trace.h"
#include "ns3/mlt-placement.h"
#include "ns3/object.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/** What a job gives its pattern. */
struct PatternInput
{
    const ModelTrace* model{nullptr}; //!< nullptr where the pattern needs none
    /** The job's hosts by role; all are workers where the pattern has no servers. */
    Placement placement;
    LossBound bound;        //!< share of a gradient's bytes that may be missing
    LossBound pullBound;    //!< the same for what is sent back after aggregation
    double computeScale{1}; //!< factor on the model's compute times, at least 0
    double deviceScale{1};  //!< factor on them for the device (ModelTrace::ScaleForDevice)
};

/**
 * A pattern of communication: which host computes what, and sends what to whom, in one training
 * iteration. A pure function from a job to a graph. Chosen by TypeId or ShortName; a user's own
 * pattern derives from this.
 */
class TrafficPattern : public Object
{
  public:
    static TypeId GetTypeId();

    /** Whether Build reads PatternInput::model. False unless overridden. */
    virtual bool NeedsModel() const;

    /** Whether some of a job's hosts are servers. False unless overridden. */
    virtual bool HasServers() const;

    /** Files beside the model's table that Build reads; they are part of a run's configuration. */
    virtual std::vector<std::string> InputFiles() const;

    /**
     * The graph of one iteration. The same for the same input: what is random in it must come from
     * a seed among the attributes.
     * @throw InputError if an attribute or the input does not suit the pattern.
     */
    virtual Graph Build(const PatternInput& input) const = 0;
};

} // namespace ns3::mlt

#endif // MLT_TRAFFIC_PATTERN_H
