// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_DROP_POLICY_H
#define MLT_DROP_POLICY_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3::mlt
{

/** What a policy may know of a frame that arrives at a busy port. */
struct ArrivingFrame
{
    uint32_t bytes; //!< on the wire
    uint8_t queue;  //!< strict priority, 0 first and for control
    bool ect;       //!< ECN-capable: protected from selective drop
};

/** What a policy may know of a port: waiting bytes, without the frame in service. */
struct PortBacklog
{
    uint64_t own;     //!< in the arriving frame's queue
    uint64_t data;    //!< in all data queues
    uint64_t control; //!< in the control queue
};

/** What to do with an arriving frame. */
enum class Verdict : uint8_t
{
    Enqueue,
    EnqueueMarked, //!< with CE
    DropSelective, //!< droppable, and its queue is over its threshold
    DropFull,      //!< no room
    PushOut,       //!< enqueue if room can be made from lower classes, else drop as full
    PushOutMarked, //!< the same, with CE
};

/** The link that a policy works for. */
struct PortParameters
{
    uint64_t bitRate;  //!< bit/s
    int64_t baseRttPs; //!< of the network
};

/**
 * Admission to an output port: one pure decision. Asked only when the frame would have to wait. One
 * object serves all ports of a rate.
 */
class DropPolicy : public Object
{
  public:
    static TypeId GetTypeId();

    /** Told once, before the first Admit. Attribute errors end the program with their reason. */
    virtual void Configure(const PortParameters& port) = 0;

    virtual Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) const = 0;
};

} // namespace ns3::mlt

#endif // MLT_DROP_POLICY_H
