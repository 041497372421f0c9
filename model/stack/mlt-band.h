// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BAND_H
#define MLT_BAND_H

#include "ns3/queue-item.h"
#include "ns3/queue.h"

namespace ns3::mlt
{

/**
 * An internal queue of MltQueueDisc: first in, first out, without a limit of its own, and the
 * newest item can be taken back out (for push-out).
 */
class Band : public Queue<QueueDiscItem>
{
  public:
    static TypeId GetTypeId();
    Band();

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;

    /** Takes the newest item; nullptr if there is none. */
    Ptr<QueueDiscItem> DequeueNewest();
};

} // namespace ns3::mlt

#endif // MLT_BAND_H
