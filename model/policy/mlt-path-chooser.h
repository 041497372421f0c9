// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_PATH_CHOOSER_H
#define MLT_PATH_CHOOSER_H

#include "ns3/mlt-random.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3::mlt
{

/** What waits before the paths of a choice, at the instant of the choice. */
class PathQueues
{
  public:
    virtual ~PathQueues() = default;

    /** Bytes on the wire that wait for a path's port, without the frame in service. */
    virtual uint64_t QueuedBytes(uint32_t path) const = 0;
};

/** What a path chooser may know of a frame and its choice. */
struct PathRequest
{
    uint32_t source;      //!< host index
    uint32_t destination; //!< host index
    uint32_t flowHash;    //!< stands for the 5-tuple
    uint32_t group;       //!< which set of equal-cost ports of this switch, from 0
    uint32_t paths;       //!< how many ports the set has, at least 2
    uint8_t queue;        //!< class of service of the frame
    int64_t atPs;         //!< when the frame arrived; Simulator::Now() may be later (look-ahead)
    uint32_t ingress{0};  //!< the link it came by, counted among those that lead to the switch
    const PathQueues* queues{nullptr}; //!< null if choices hang on the requests alone
};

/**
 * Load balancing at a switch: which of the equal-cost ports a frame takes. One object a switch.
 * Derive from this and register a TypeId to add your own; see doc/extending.md.
 */
class PathChooser : public Object
{
  public:
    static TypeId GetTypeId();

    /** @return the index of a port of the set, in [0, request.paths). */
    virtual uint32_t Choose(const PathRequest& request) = 0;

    /**
     * Whether choices hang on the requests so far and on random streams alone; asked once. Then a
     * switch that looks ahead may ask for an arrival while a dozen earlier ones are not enqueued
     * yet, which is faster in large networks. A chooser that looks at anything else, such as
     * PathRequest::queues, must not say so. The order of the requests is the same.
     */
    virtual bool DependsOnRequestsAlone() const
    {
        return false;
    }

    /**
     * The switch has other routes from now on: sets have other numbers, and other ports. Whoever
     * remembers a choice of a set forgets it.
     */
    virtual void RoutesChanged()
    {
    }

    /**
     * Gives fixed random streams to all that is random in here; called once, before the run.
     * @return how many were used.
     */
    virtual int64_t AssignStreams(int64_t stream);
};

/** Per-flow ECMP: a hash of the flow and of the switch decides; a flow keeps its path. */
class FlowEcmp : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    bool DependsOnRequestsAlone() const override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    uint64_t m_salt{0};
};

/** Random packet spraying: uniform, for each packet anew. MLT's default. */
class RandomSpray : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    bool DependsOnRequestsAlone() const override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    SmallRandom m_random;
};

/**
 * Packet spraying in turn over a permuted list of the ports, permuted anew when it is through (as
 * NDP does, SIGCOMM'17 section 3.1): as even as turns, without their phase effects.
 */
class RoundRobinSpray : public PathChooser
{
  public:
    static TypeId GetTypeId();
    uint32_t Choose(const PathRequest& request) override;
    bool DependsOnRequestsAlone() const override;
    void RoutesChanged() override;
    int64_t AssignStreams(int64_t stream) override;

  private:
    struct Turn
    {
        std::vector<uint32_t> order;
        uint32_t next{0};
    };

    void Permute(Turn& turn, uint32_t paths);

    SmallRandom m_random;
    std::vector<Turn> m_turns; //!< by group
};

} // namespace ns3::mlt

#endif // MLT_PATH_CHOOSER_H
