// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SELECTIVE_DROP_H
#define MLT_SELECTIVE_DROP_H

#include "ns3/mlt-drop-policy.h"
#include "ns3/mlt-priority.h"
#include "ns3/queue-size.h"

namespace ns3::mlt
{

/**
 * MLT's selective drop as a commodity switch does it with RED and ECN (NSDI'24; the mechanism as
 * DLCP describes it): above a threshold of its queue a droppable (Not-ECT) frame is dropped, and a
 * protected (ECT) one is marked and kept. Front layers have the lower drop threshold. At the
 * buffer's limit everything is dropped, or, with PushOut, waiting frames of lower classes make
 * room.
 *
 * With ECT frames alone this is DCTCP's marking with one threshold (SIGCOMM'10, section 3.1), so
 * that one policy serves every transport.
 */
class SelectiveDropPolicy : public DropPolicy
{
  public:
    static TypeId GetTypeId();

    void Configure(const PortParameters& port) override;
    Verdict Admit(const ArrivingFrame& frame, const PortBacklog& backlog) override;
    bool IsPure() const override;

    /** Waiting bytes of @p queue (1 to 7) above which a droppable frame is dropped. */
    uint64_t DropThreshold(uint8_t queue) const
    {
        return m_dropAbove[queue];
    }

    /** Waiting bytes of a data queue above which a protected frame is marked. */
    uint64_t MarkThreshold() const
    {
        return m_markAbove;
    }

    /** Bytes that may wait in the data queues together; after Configure. */
    uint64_t BufferBytes() const
    {
        return m_bufferBytes;
    }

  private:
    Verdict AdmitControl(const ArrivingFrame& frame, const PortBacklog& backlog) const;

    QueueSize m_buffer;
    QueueSize m_controlBuffer;
    QueueSize m_markThreshold;
    double m_markBdp;
    double m_dropFrontBdp;
    double m_dropBackBdp;
    bool m_selective;
    bool m_pushOut;

    uint64_t m_bufferBytes{0};
    uint64_t m_controlBufferBytes{0};
    uint64_t m_markAbove{0};
    uint64_t m_dropAbove[QUEUES]{};
};

} // namespace ns3::mlt

#endif // MLT_SELECTIVE_DROP_H
