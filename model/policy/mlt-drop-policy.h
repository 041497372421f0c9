// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DROP_POLICY_H
#define MLT_DROP_POLICY_H

#include "ns3/mlt-verdict.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** What a policy may know of a frame that arrives at a port. */
struct ArrivingFrame
{
    uint32_t bytes;      //!< on the wire
    uint8_t queue;       //!< class of service, 0 first and for control
    bool ect;            //!< ECN-capable: protected from selective drop
    uint16_t ingress{0}; //!< as QueuedFrame::ingress
    int64_t atPs{0};     //!< when it arrives; Simulator::Now() may be later (look-ahead)
};

/** What a policy may know of a port: waiting bytes, without the frame in service. */
struct PortBacklog
{
    uint64_t own;     //!< in the arriving frame's queue
    uint64_t data;    //!< in all data queues
    uint64_t control; //!< in the control queue
};

/** The link that a policy or a queue discipline works for. */
struct PortParameters
{
    uint64_t bitRate;  //!< bit/s
    int64_t baseRttPs; //!< of the network
};

/**
 * Admission to an output port: a decision. A policy may keep state, such as an average of what
 * waits: it has a port for itself, and is asked in order of the instants.
 */
class DropPolicy : public Object
{
  public:
    static TypeId GetTypeId();

    /** Told once, before the first Admit. Attribute errors end the program with their reason. */
    virtual void Configure(const PortParameters& port) = 0;

    /** Decides about a frame. Not asked about a frame that need not wait: see JudgesEveryFrame. */
    virtual Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) = 0;

    /**
     * Whether verdicts hang on the arguments of Admit and on attributes alone; asked once. Then one
     * object serves all ports of a rate.
     */
    virtual bool IsPure() const;

    /**
     * Whether Admit is asked about frames that need not wait, too; asked once. Costs speed where
     * nothing waits.
     */
    virtual bool JudgesEveryFrame() const;

    /**
     * Gives fixed random streams to all that is random in here; called once, before the run.
     * @return how many were used.
     */
    virtual int64_t AssignStreams(int64_t stream);
};

} // namespace ns3::mlt

#endif // MLT_DROP_POLICY_H
