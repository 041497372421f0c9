// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STRICT_PRIORITY_H
#define MLT_STRICT_PRIORITY_H

#include "ns3/mlt-frame-queue.h"
#include "ns3/mlt-queue-discipline.h"

#include <array>

namespace ns3::mlt
{

/**
 * A first-in-first-out queue for each class, served by strict priority, 0 first; a DropPolicy
 * decides who may wait. For a push-out the newest frame of the lowest class goes first.
 */
class StrictPriority final : public QueueDiscipline
{
  public:
    static TypeId GetTypeId();

    void Configure(const PortParameters& port, const Ptr<DropPolicy>& policy) override;
    bool JudgesEveryFrame() const override;
    void ForEach(const std::function<void(const QueuedFrame&)>& visit) const override;
    int64_t AssignStreams(int64_t stream) override;

    Verdict Judge(const QueuedFrame& frame, const PortOccupancy& waiting, int64_t atPs) override
    {
        const Verdict verdict = m_policy->Admit(
            {frame.wireBytes, frame.queue, frame.ect, frame.ingress, atPs},
            {waiting.Bytes(frame.queue), waiting.DataBytes(), waiting.Bytes(CONTROL_QUEUE)});
        const bool isStuck =
            PushesOut(verdict) && waiting.BytesBelow(frame.queue) < frame.wireBytes;
        return isStuck ? Verdict::DropFull : verdict;
    }

    void Enqueue(QueuedFrame& frame) override
    {
        m_queues[frame.queue].Push(frame);
        m_occupied |= 1u << frame.queue;
    }

    QueuedFrame* Dequeue(ClassSet paused, int64_t) override
    {
        const uint32_t ready = m_occupied & ~uint32_t{paused.Bits()};
        if (ready == 0)
        {
            return nullptr;
        }
        const uint32_t first = __builtin_ctz(ready);
        return Taken(first, m_queues[first].Pop());
    }

    QueuedFrame* PushOut(const QueuedFrame&) override
    {
        const uint32_t lowest = 31 - __builtin_clz(m_occupied);
        return Taken(lowest, m_queues[lowest].PopNewest());
    }

    /** The queue of a class. */
    const FrameQueue& Queue(uint8_t queue) const
    {
        return m_queues[queue];
    }

    /** Where it stands that is read for every frame. */
    const void* Overview() const
    {
        return &m_occupied;
    }

    /** The oldest frame of the first class that has one, or nullptr. */
    const QueuedFrame* First() const
    {
        return m_occupied == 0 ? nullptr : m_queues[__builtin_ctz(m_occupied)].Head();
    }

  private:
    QueuedFrame* Taken(uint32_t queue, QueuedFrame* frame)
    {
        if (m_queues[queue].IsEmpty())
        {
            m_occupied &= ~(1u << queue);
        }
        return frame;
    }

    uint32_t m_occupied{0}; //!< bit q: queue q has a frame
    Ptr<DropPolicy> m_policy;
    std::array<FrameQueue, QUEUES> m_queues;
};

} // namespace ns3::mlt

#endif // MLT_STRICT_PRIORITY_H
