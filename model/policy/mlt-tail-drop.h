// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_TAIL_DROP_H
#define MLT_TAIL_DROP_H

#include "ns3/mlt-drop-policy.h"
#include "ns3/queue-size.h"

namespace ns3::mlt
{

/**
 * Plain drop-tail: nothing is dropped or marked before the buffer is full. What a host's own queue
 * does; at a switch, the baseline without ECN.
 */
class TailDropPolicy : public DropPolicy
{
  public:
    static TypeId GetTypeId();

    /** @throw InputError if a limit is not in bytes. */
    void Configure(const PortParameters& port) override;
    Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) override;
    bool IsPure() const override;

  private:
    QueueSize m_buffer;
    QueueSize m_controlBuffer;
};

} // namespace ns3::mlt

#endif // MLT_TAIL_DROP_H
