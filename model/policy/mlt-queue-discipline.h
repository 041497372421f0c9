// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_QUEUE_DISCIPLINE_H
#define MLT_QUEUE_DISCIPLINE_H

#include "ns3/mlt-class-set.h"
#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-port-occupancy.h"
#include "ns3/mlt-queued-frame.h"
#include "ns3/mlt-verdict.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3::mlt
{

/**
 * The queues of an output port: who may wait, and who goes next. One object a port, on either data
 * plane; it may keep any state. It holds frames and never owns them: a PortQueue counts what waits
 * and carries the verdicts out. All calls come in order of their instants; Simulator::Now() may be
 * later (look-ahead). Derive from this and register a TypeId to add your own; see doc/extending.md.
 */
class QueueDiscipline : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Told once, before anything else.
     * @param policy of the port's attribute DropPolicy, configured; a discipline that decides by
     * itself who may wait leaves it alone.
     */
    virtual void Configure(const PortParameters& port, const Ptr<DropPolicy>& policy) = 0;

    /**
     * Whether Judge is asked about frames that need not wait, too: about such that find the link
     * idle and their class not paused. Asked once. Costs speed where nothing waits.
     */
    virtual bool JudgesEveryFrame() const;

    /**
     * Decides about an arriving frame. (Verdict::PushOut is for a frame that there is enough to
     * push out for: else some would be dropped in vain, and then the frame, too.)
     * @param waiting what the discipline holds.
     */
    virtual Verdict Judge(const QueuedFrame& frame, const PortOccupancy& waiting, int64_t atPs) = 0;

    /** Holds a frame from now on; its mark and its payload are as the verdict asked. */
    virtual void Enqueue(QueuedFrame& frame) = 0;

    /**
     * Takes the frame that is sent next.
     * @param paused classes that may not be sent.
     * @param atPs when its service starts.
     * @return nullptr if all that waits is paused; else there must be one.
     */
    virtual QueuedFrame* Dequeue(ClassSet paused, int64_t atPs) = 0;

    /**
     * Takes a frame that makes room for an arriving one; asked after Verdict::PushOut, again and
     * again until as many bytes are free.
     * @return nullptr if there is none, and the arriving frame is dropped.
     */
    virtual QueuedFrame* PushOut(const QueuedFrame& arriving);

    /** Calls visit for each frame that it holds. */
    virtual void ForEach(const std::function<void(const QueuedFrame&)>& visit) const = 0;

    /**
     * Gives fixed random streams to all that is random in here, its drop policy included; called
     * once, before the run.
     * @return how many were used.
     */
    virtual int64_t AssignStreams(int64_t stream);
};

} // namespace ns3::mlt

#endif // MLT_QUEUE_DISCIPLINE_H
