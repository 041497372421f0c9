// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_BAND_H
#define MLT_BAND_H

#include "ns3/queue-item.h"
#include "ns3/queue.h"

namespace ns3::mlt
{

/**
 * An internal queue of MltQueueDisc: without a limit of its own, and any item can be taken out, as
 * the queue discipline wants it.
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

    /** Where an item stands in the band. */
    using Place = ConstIterator;

    /** Adds an item. @return where it stands, for Take. */
    Place Put(const Ptr<QueueDiscItem>& item);

    /** Takes the item that Put gave this place. */
    Ptr<QueueDiscItem> Take(Place place);
};

} // namespace ns3::mlt

#endif // MLT_BAND_H
